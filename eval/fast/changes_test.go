package fast

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"funmem/eval/engine"
)

// drawView returns a view whose elements all lie in a block of n locations.
func drawView(t *rapid.T, b *memBlock) *view {
	v := &view{blk: b, data: b.cells, q: rapid.IntRange(1, 3).Draw(t, "rank")}
	for k := range v.q {
		v.d[k] = dim{rapid.IntRange(1, 4).Draw(t, "size"), rapid.SampledFrom([]int{1, 2, 3, 5, 8, 16, -1, -4, -9}).Draw(t, "stride")}
	}
	lo, hi := v.extent()
	if hi-lo >= len(b.cells) {
		t.Skip("too large")
	}
	v.base = rapid.IntRange(0, len(b.cells)-1-(hi-lo)).Draw(t, "offset") - lo
	return v
}

// drawPart returns a slice of a view.
func drawPart(t *rapid.T, v *view) *view {
	part := &view{}
	*part = *v
	for k := range part.q {
		d := &part.d[k]
		from := rapid.IntRange(0, d.n-1).Draw(t, "from")
		part.base += from * d.s
		d.n = rapid.IntRange(1, d.n-from).Draw(t, "part")
	}
	return part
}

// TestChanges compares what the log of a block says about arrays, after random changes, with
// the values that they had when they were bound.
func TestChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := &unit{ctx: context.Background(), fuel: pollEvery}
		u.budget = engine.NewBudget(u.ctx, 0)
		h := &heapState{u: u, now: 1}
		m := &mem{}
		h.alloc(m, int64(rapid.IntRange(1, 60).Draw(t, "locations")))
		b, next := m.blk, int64(1)
		for o := range b.cells {
			b.write(o, next)
			next++
		}
		type array struct {
			*view
			was   []int64 // the block when the view was bound
			alloc int     // the number of allocs
		}
		var arrays []array
		allocs := 0
		steps := rapid.IntRange(1, 60).Draw(t, "steps")
		for range steps {
			switch rapid.IntRange(0, 10).Draw(t, "step") {
			case 10:
				b.begin()
				for k := range 3 * shortLog {
					b.write((k*k+3*k)%min(5, len(b.cells)), next)
					next++
				}
				b.end()
			case 0, 1, 2:
				o, step := rapid.IntRange(0, len(b.cells)-1).Draw(t, "first"), rapid.IntRange(-3, 9).Draw(t, "step")
				b.begin()
				for range rapid.IntRange(1, 6).Draw(t, "times") {
					if o >= 0 && o < len(b.cells) {
						b.write(o, next)
						next++
					}
					o += step
				}
				b.end()
			case 3, 4, 5:
				v := drawView(t, b)
				v.born()
				arrays = append(arrays, array{v, append([]int64(nil), b.cells...), allocs})
			case 6:
				if rapid.IntRange(0, 9).Draw(t, "again") == 0 {
					h.alloc(m, int64(len(b.cells)))
					allocs++
					for _, a := range arrays {
						if a.intact() {
							t.Fatal("an array is intact in a new block")
						}
					}
					for o := range b.cells {
						b.write(o, next)
						next++
					}
				}
			default:
				if len(arrays) == 0 {
					continue
				}
				a := arrays[rapid.IntRange(0, len(arrays)-1).Draw(t, "array")]
				spoilt := func(but map[int]bool) bool {
					return !a.each(func(o int) bool { return but[o] || a.alloc == allocs && b.cells[o] == a.was[o] })
				}
				if got, want := a.intact(), !spoilt(nil); got != want {
					t.Fatalf("intact is %v, and should be %v", got, want)
				}
				part := drawPart(t, a.view)
				slice := &view{}
				*slice = *part
				slice.sure = h.now
				slice.shows(a.view)
				if got, want := slice.intact(), a.alloc == allocs && part.each(func(o int) bool { return b.cells[o] == a.was[o] }); got != want {
					t.Fatalf("a part is intact: %v, and should be %v", got, want)
				}
				if _, apart := a.region(0); !apart {
					continue
				}
				but := map[int]bool{}
				part.each(func(o int) bool { but[o] = true; return true })
				var ok bool
				func() {
					defer func() { ok = recover() == nil }()
					a.wholeBut(part)
				}()
				if want := !spoilt(but); ok != want {
					t.Fatalf("all but a part is whole: %v, and should be %v", ok, want)
				}
			}
		}
	})
}

// TestRegion compares where a region claims to have elements with where they are.
func TestRegion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawView(t, &memBlock{cells: make([]int64, 60)})
		r, apart := v.region(0)
		at := map[int]bool{}
		v.each(func(o int) bool { at[o] = true; return true })
		if apart && len(at) != v.count() {
			t.Fatal("two elements share a location")
		}
		for o := -2; apart && o < 62; o++ {
			if r.has(o) != at[o] {
				t.Fatalf("location %d: %v", o, r.has(o))
			}
		}
	})
}
