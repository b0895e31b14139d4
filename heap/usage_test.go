package heap_test

import (
	"testing"

	"funmem/heap"
	"funmem/semantics/diag"
	"funmem/semantics/num"
)

// TestUsage counts blocks, those within a kernel, and elements that move.
func TestUsage(t *testing.T) {
	h := heap.New()
	tr := heap.NewTracer(h)
	a, _ := tr.Alloc("a", diag.Span{}, 4)
	L, _ := heap.RowMajor([]int{4})
	tr.EnterKernel(&heap.Kernel{Binds: "z"}, 2)
	for i := 1; i <= 2; i++ {
		tr.Iteration(i)
		if _, err := tr.Alloc("b", diag.Span{}, 3); err != nil {
			t.Fatal(err)
		}
	}
	tr.LeaveKernel()
	c, _ := tr.Alloc("c", diag.Span{}, 4)
	site := &heap.Site{}
	for _, to := range []*heap.Block{a, c} { // onto itself, and elsewhere
		if _, err := tr.Memcopy(heap.Source{Block: a, L: L, Site: site}, heap.Dest{Block: to, L: L, Site: site}); err != nil {
			t.Fatal(err)
		}
	}
	one, _ := heap.RowMajor(nil)
	if _, err := tr.Memcopy(heap.Source{K: num.Of(1)}, heap.Dest{Block: a, L: one, Site: site}); err != nil {
		t.Fatal(err)
	}
	want := heap.Usage{Allocs: 4, InKernels: 2, Locations: 14, Peak: 8, Copied: 4, Kernels: 1}
	if got := tr.Usage(); got != want {
		t.Errorf("%+v, wanted %+v", got, want)
	}
}
