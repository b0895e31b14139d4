package num

import (
	"testing"

	"pgregory.net/rapid"
)

// Updates change no other Vec, in whatever order old and new ones are used.
func TestWith(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		vecs, want := []*Vec{NewVec(n)}, [][]Num{make([]Num, n)}
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			k := rapid.IntRange(0, len(vecs)-1).Draw(t, "of")
			at := rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 4).Draw(t, "at")
			x := Of(rapid.Int64().Draw(t, "x"))
			if rapid.Bool().Draw(t, "wide") {
				x = x.Add(Of(1 << 62)).Add(Of(1 << 62)).Add(Of(1 << 62))
			}
			w := append([]Num(nil), want[k]...)
			for j, i := range at {
				w[i] = x.Add(Of(int64(j)))
			}
			vecs = append(vecs, vecs[k].With(at, func(j int) Num { return x.Add(Of(int64(j))) }))
			want = append(want, w)
			if look := rapid.IntRange(0, 2*len(vecs)).Draw(t, "look"); look < len(vecs) {
				same(t, vecs[look], want[look])
			}
		}
		for k := range vecs {
			same(t, vecs[k], want[k])
		}
	})
}

func same(t *rapid.T, v *Vec, want []Num) {
	if v.Len() != len(want) {
		t.Fatalf("%d values, want %d", v.Len(), len(want))
	}
	for i, x := range want {
		if !v.At(i).Equal(x) {
			t.Fatalf("at %d: %s, want %s", i, v.At(i), x)
		}
	}
}
