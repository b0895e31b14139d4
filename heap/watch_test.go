package heap

import (
	"slices"
	"testing"

	"funmem/semantics/diag"
	"funmem/semantics/num"

	"pgregory.net/rapid"
)

// TestWatch writes at random under nested watches, and compares what each says
// with the content when it began.
func TestWatch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const size = 40
		h := New()
		tr := NewTracer(h)
		b, err := h.Alloc("m", diag.Span{}, size)
		if err != nil {
			t.Fatal(err)
		}
		L := genLMAD(rapid.IntRange(0, 4), false).Draw(t, "L")
		var watches []*Watch
		var before []*num.Vec
		for range rapid.IntRange(1, 80).Draw(t, "steps") {
			switch n := len(watches); rapid.IntRange(0, 5).Draw(t, "step") {
			case 0:
				watches, before = append(watches, b.Watch()), append(before, b.Cells().Clone())
			case 1:
				if n == 0 {
					continue
				}
				compareChange(t, b, L, before[n-1], watches[n-1])
				watches[n-1].End()
				watches, before = watches[:n-1], before[:n-1]
			default:
				x := num.Of(rapid.Int64Range(0, 2).Draw(t, "x"))
				if err := tr.Write(b, rapid.IntRange(0, size-1).Draw(t, "offset"), x, &Site{}, nil); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

// compareChange looks at every element.
func compareChange(t *rapid.T, b *Block, L LMAD, before *num.Vec, w *Watch) {
	got, changed := w.Changed(L)
	want := false
	L.EachIndex(func(y []int, off int) bool {
		if off < 0 || off >= b.Len() || before.At(off).Equal(b.Cell(off)) {
			return true
		}
		want = true
		if !changed || !slices.Equal(got.Index, y) || got.Offset != off || !got.Before.Equal(before.At(off)) {
			t.Fatalf("%s: got %v %v, want %v at offset %d", L, got, changed, y, off)
		}
		return false
	})
	if changed != want {
		t.Fatalf("%s: changed is %v, want %v", L, changed, want)
	}
}

// TestWatchCost: a watch on a block that nothing writes keeps nothing.
func TestWatchCost(t *testing.T) {
	h := New()
	b, err := h.Alloc("m", diag.Span{}, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	L, _ := RowMajor([]int{1 << 20})
	if n := testing.AllocsPerRun(100, func() {
		w := b.Watch()
		if _, changed := w.Changed(L); changed {
			t.Fatal("changed")
		}
		w.End()
	}); n > 1 {
		t.Errorf("%v allocations", n)
	}
}
