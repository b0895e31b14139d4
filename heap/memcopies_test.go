package heap

import (
	"reflect"
	"slices"
	"testing"

	"funmem/semantics/diag"
	"funmem/semantics/num"
)

// TestMemcopies: arrays that change places, which copies one after the other
// would not do.
func TestMemcopies(t *testing.T) {
	h := New()
	tr := NewTracer(h)
	b, err := tr.Alloc("m", diag.Span{}, 4)
	if err != nil {
		t.Fatal(err)
	}
	site := &Site{What: "test"}
	for k := range 4 {
		if err := tr.Write(b, k, num.Of(int64(k)), site, nil); err != nil {
			t.Fatal(err)
		}
	}
	at := func(offset int) LMAD { return LMAD{offset, []Dim{{2, 1}}} }
	src := []Source{{Block: b, L: at(2), Site: site}, {Block: b, L: at(0), Site: site}}
	dst := []Dest{{Block: b, L: at(0), Site: site}, {Block: b, L: at(2), Site: site}}
	_, between, _, err := tr.Memcopies(src, dst)
	if err != nil {
		t.Fatal(err)
	}
	if want := []Between{{0, 1, Met{2, []int{1}, []int{1}}}, {1, 0, Met{0, []int{1}, []int{1}}}}; !reflect.DeepEqual(between, want) {
		t.Errorf("%+v, want %+v", between, want)
	}
	var got []int64
	for k := range 4 {
		x, _ := b.Cell(k).Int64()
		got = append(got, x)
	}
	if want := []int64{2, 3, 0, 1}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	dst[1].L = at(3)
	if _, _, k, err := tr.Memcopies(src, dst); err == nil || k != 1 {
		t.Errorf("copy %d: %v", k, err)
	}
}
