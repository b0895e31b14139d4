package heap

import (
	"slices"
	"testing"

	"funmem/semantics/num"
)

// recordWrites records a kernel of 100 iterations, in which each iteration
// writes as many locations as inner has iterations.
func recordWrites(t *testing.T, limit, inner int, keep Selection) *InstanceTrace {
	t.Helper()
	tr := NewTracer(New())
	b := alloc(tr.Heap(), "m", 100*inner)
	rec := tr.Record(limit)
	rec.Keep = keep
	outer, within := &Kernel{Binds: "a"}, &Kernel{Binds: "b"}
	tr.EnterKernel(outer, 100)
	for i := 1; i <= 100; i++ {
		tr.Iteration(i)
		tr.EnterKernel(within, inner)
		for j := 1; j <= inner; j++ {
			tr.Iteration(j)
			if err := tr.Write(b, (i-1)*inner+j-1, num.Of(1), &Site{}, nil); err != nil {
				t.Fatal(err)
			}
		}
		tr.LeaveKernel()
	}
	if !tr.LeaveKernel() {
		t.Error("a race")
	}
	return rec.Top.Inner[0]
}

// TestRecordingLimit: at the limit iterations are marked, because their sets are
// not complete.
func TestRecordingLimit(t *testing.T) {
	in := recordWrites(t, 35, 3, Selection{})
	if in.Ran != 100 || len(in.Iterations) != 100 {
		t.Fatalf("%d iterations ran, %d are recorded", in.Ran, len(in.Iterations))
	}
	for k, it := range in.Iterations {
		if _, w := it.Sets(); it.Partial != (k >= 5) || !it.Partial && len(w) != 3 {
			t.Errorf("iteration %d: partial %t, %d writes", it.Iteration, it.Partial, len(w))
		}
	}
}

// TestSelection: the iterations that are wanted are recorded as a whole, however
// many there are before them.
func TestSelection(t *testing.T) {
	in := recordWrites(t, 50, 3, Selection{First: 2, Last: 2, Also: []map[int]bool{{50: true}}, Each: 7})
	var numbers []int
	for _, it := range in.Iterations {
		numbers = append(numbers, it.Iteration)
		if _, w := it.Sets(); it.Partial || len(w) != 3 || it.Position != it.Iteration-1 {
			t.Errorf("iteration %d at %d: partial %t, %d writes", it.Iteration, it.Position, it.Partial, len(w))
		}
	}
	if want := []int{1, 2, 50, 99, 100}; !slices.Equal(numbers, want) || in.Ran != 100 {
		t.Errorf("%v of %d are recorded, want %v", numbers, in.Ran, want)
	}
	for _, it := range recordWrites(t, 50, 3, Selection{First: 2, Last: 2, Each: 6}).Iterations {
		if !it.Partial {
			t.Errorf("iteration %d has more than its share, and is not marked", it.Iteration)
		}
	}
}

// TestRaceWithin: an iteration that is not recorded is named if a kernel in it
// races.
func TestRaceWithin(t *testing.T) {
	tr := NewTracer(New())
	b := alloc(tr.Heap(), "m", 1)
	rec := tr.Record(100)
	rec.Keep = Selection{First: 1, Last: 1}
	outer, within := &Kernel{Binds: "a"}, &Kernel{Binds: "b"}
	tr.EnterKernel(outer, 9)
	for i := 1; i <= 9; i++ {
		tr.Iteration(i)
		tr.EnterKernel(within, 2)
		for j := 1; j <= 2; j++ {
			tr.Iteration(j)
			if i == 4 {
				if err := tr.Write(b, 0, num.Of(1), &Site{}, nil); err != nil {
					t.Fatal(err)
				}
			}
		}
		tr.LeaveKernel()
	}
	if in := rec.Top.Inner[0]; !tr.LeaveKernel() || in.Within != 4 || len(in.Iterations) != 2 {
		t.Errorf("a race within iteration %d, %d are recorded", in.Within, len(in.Iterations))
	}
}
