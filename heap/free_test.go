package heap

import (
	"errors"
	"testing"

	"funmem/semantics/num"
)

// written allocates a block of n locations and writes them.
func written(t *testing.T, tr *Tracer, name string, n int) *Block {
	t.Helper()
	b, err := tr.Alloc(name, (&Site{}).At, n)
	for k := range n {
		err = errors.Join(err, tr.Write(b, k, num.Of(int64(k)), &Site{What: "w"}, nil))
	}
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestFree: a block that was freed has no locations, and counts no more.
func TestFree(t *testing.T) {
	h := New()
	tr := NewTracer(h)
	b := written(t, tr, "m", 5)
	version := b.Version()
	end := &End{Name: "m"}
	if err := tr.Free(b, end); err != nil {
		t.Fatal(err)
	}
	written(t, tr, "k", 3)
	if got, ok := b.Freed(); !ok || got != end || b.Len() != 0 || b.Version() == version || h.Peak() != 5 {
		t.Errorf("freed %v, %d locations, peak %d", ok, b.Len(), h.Peak())
	}
	var bounds *BoundsError
	if _, err := tr.Read(b, 1, nil, nil); !errors.As(err, &bounds) || err.Error() != "read at offset 1 of block m, which has no locations: it was freed" {
		t.Errorf("a read gives %v", err)
	}
	if err := tr.Write(b, 0, num.Of(1), nil, nil); !errors.As(err, &bounds) {
		t.Errorf("a write gives %v", err)
	}
	if _, err := b.View(LMAD{0, []Dim{{2, 1}}}, false); !errors.As(err, &bounds) {
		t.Errorf("a view gives %v", err)
	}
	if v, err := b.View(LMAD{0, []Dim{{0, 1}}}, false); err != nil || v.Len() != 0 {
		t.Errorf("a view of nothing gives %v", err)
	}
}

// TestNotFreed: a block that must not be freed stays as it is.
func TestNotFreed(t *testing.T) {
	h := New()
	tr := NewTracer(h)
	b := written(t, tr, "m", 2)
	refused := func(b *Block, want string) {
		t.Helper()
		var e *FreeError
		if err := tr.Free(b, &End{}); !errors.As(err, &e) || err.Error() != want {
			t.Errorf("it gives %v, want %s", err, want)
		}
	}
	refused(h.Adopt("x", (&Site{}).At, num.NewVec(2), &Site{}), "block `x` comes from outside, where it may still be used")
	tr.EnterKernel(&Kernel{Binds: "k"}, 2)
	tr.Iteration(1)
	refused(b, "block `m` was not allocated in this iteration, and others may use it")
	own := written(t, tr, "own", 2)
	tr.EnterKernel(&Kernel{Binds: "l"}, 1)
	tr.Iteration(1)
	refused(own, "block `own` was not allocated in this iteration, and others may use it")
	tr.LeaveKernel()
	if err := tr.Free(own, &End{}); err != nil {
		t.Error(err)
	}
	tr.Iteration(2)
	tr.LeaveKernel()
	if b.Len() != 2 || h.Peak() != 6 {
		t.Errorf("%d locations, peak %d", b.Len(), h.Peak())
	}
	if err := tr.Free(b, &End{}); err != nil {
		t.Error(err)
	}
	refused(b, "block `m` was freed before")
}

// TestFreeSaved: a savepoint brings a block back that was freed since.
func TestFreeSaved(t *testing.T) {
	for _, write := range []bool{false, true} {
		h := New()
		tr := NewTracer(h)
		b, given := written(t, tr, "m", 3), h.Adopt("x", (&Site{}).At, num.NewVec(2), &Site{What: "in"})
		s := h.Save()
		if write {
			if err := tr.Write(b, 1, num.Of(7), &Site{What: "v"}, nil); err != nil {
				t.Fatal(err)
			}
		}
		later := written(t, tr, "k", 9)
		for _, b := range []*Block{b, later} {
			if err := tr.Free(b, &End{}); err != nil {
				t.Fatal(err)
			}
		}
		h.Restore(s)
		w, ok := b.LastWriter(1)
		if _, freed := b.Freed(); freed || b.Len() != 3 || !b.Cell(1).Equal(num.Of(1)) || !ok || w.Site.What != "w" || h.Len() != 2 {
			t.Errorf("freed %v, %d locations, written by %v, %d blocks", freed, b.Len(), w, h.Len())
		}
		if written(t, tr, "l", 9); h.Peak() != 14 || !given.Written(0) {
			t.Errorf("peak %d", h.Peak())
		}
	}
}

// TestFreeLife: the life of a block tells that it was freed.
func TestFreeLife(t *testing.T) {
	tr := NewTracer(New())
	tr.Life = &Life{Block: "m", Offset: 1}
	b := written(t, tr, "m", 2)
	if err := tr.Free(b, &End{}); err != nil {
		t.Fatal(err)
	}
	e := tr.Life.Events
	if len(e) != 3 || e[2].Text() != "freed" || e[2].Deed != Ended || tr.Life.Outside() {
		t.Errorf("%v", e)
	}
	tr.Life = &Life{Block: "k", Offset: 5}
	if err := tr.Free(written(t, tr, "k", 2), &End{}); err != nil || !tr.Life.Outside() {
		t.Errorf("%v, %v", err, tr.Life.Events)
	}
}
