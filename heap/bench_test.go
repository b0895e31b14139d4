package heap

import (
	"testing"

	"funmem/semantics/num"
)

const benchSide = 512

// BenchmarkStencil is the accesses of a 3×3 blur: nine reads and one write per
// iteration of two nested kernels.
func BenchmarkStencil(b *testing.B) {
	h := New()
	x := h.Adopt("x", spanless, num.NewVec(benchSide*benchSide), &Site{What: "input"})
	read, write := &Site{What: "read"}, &Site{What: "write"}
	outer, inner := &Kernel{Binds: "o"}, &Kernel{Binds: "i"}
	b.ReportAllocs()
	for b.Loop() {
		y := alloc(h, "y", benchSide*benchSide)
		t := NewTracer(h)
		index := make([]int, 2)
		t.EnterKernel(outer, benchSide)
		for i := 1; i <= benchSide; i++ {
			t.Iteration(i)
			t.EnterKernel(inner, benchSide)
			for j := 1; j <= benchSide; j++ {
				t.Iteration(j)
				var sum num.Num
				for di := -1; di <= 1; di++ {
					for dj := -1; dj <= 1; dj++ {
						index[0], index[1] = min(max(i+di, 1), benchSide), min(max(j+dj, 1), benchSide)
						v, err := t.Read(x, (index[0]-1)*benchSide+index[1]-1, read, index)
						if err != nil {
							b.Fatal(err)
						}
						sum = sum.Add(v)
					}
				}
				index[0], index[1] = i, j
				if err := t.Write(y, (i-1)*benchSide+j-1, sum, write, index); err != nil {
					b.Fatal(err)
				}
			}
			t.LeaveKernel()
		}
		if !t.LeaveKernel() {
			b.Fatal("racy")
		}
		h.Collect([]*Block{x})
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*benchSide*benchSide*10), "ns/access")
}

func benchAccess(b *testing.B, depth int, access func(t *Tracer, m *Block, off int, index []int) error) {
	h := New()
	m := alloc(h, "m", 1<<16)
	t := NewTracer(h)
	for range depth {
		t.EnterKernel(&Kernel{}, 1)
		t.Iteration(1)
	}
	index := []int{1}
	off := 0
	b.ReportAllocs()
	for b.Loop() {
		off = (off + 1) & (1<<16 - 1)
		index[0] = off + 1
		if err := access(t, m, off, index); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAccess is one access outside kernels and in one and two of them.
func BenchmarkAccess(b *testing.B) {
	site := &Site{What: "s"}
	for name, access := range map[string]func(t *Tracer, m *Block, off int, index []int) error{
		"read": func(t *Tracer, m *Block, off int, index []int) error {
			_, err := t.Read(m, off, site, index)
			return err
		},
		"write": func(t *Tracer, m *Block, off int, index []int) error { return t.Write(m, off, num.Num{}, site, index) },
	} {
		for depth, where := range []string{"outside", "kernel", "nested"} {
			b.Run(name+"/"+where, func(b *testing.B) { benchAccess(b, depth, access) })
		}
	}
}

// BenchmarkMemcopy is the result copy of a row of 512 elements.
func BenchmarkMemcopy(b *testing.B) {
	h := New()
	t := NewTracer(h)
	row, m := alloc(h, "row", benchSide), alloc(h, "m", benchSide*benchSide)
	l, _ := RowMajor([]int{benchSide})
	all, _ := RowMajor([]int{benchSide, benchSide})
	src := Source{Block: row, L: l, Site: &Site{What: "row"}}
	dst := Dest{Block: m, Site: &Site{What: "result"}, Prefix: []int{1}}
	t.EnterKernel(&Kernel{}, 1)
	t.Iteration(1)
	b.ReportAllocs()
	k := 0
	for b.Loop() {
		k = k%benchSide + 1
		dst.Prefix[0] = k
		dst.L, _ = all.Index(k)
		if _, err := t.Memcopy(src, dst); err != nil {
			b.Fatal(err)
		}
	}
}

// TestAccessAllocatesNothing: after a block has its records, an access
// allocates no memory.
func TestAccessAllocatesNothing(t *testing.T) {
	h := New()
	tr := NewTracer(h)
	m := alloc(h, "m", 1000)
	k, inner := &Kernel{}, &Kernel{}
	sites := []*Site{{What: "read"}, {What: "write"}, {What: "another write"}}
	tr.EnterKernel(k, 1)
	tr.Iteration(1)
	tr.EnterKernel(inner, 1<<30)
	i := 0
	step := func() {
		i++
		tr.Iteration(i)
		index := []int{i, i}
		for n := range 10 {
			off := (i*10 + n) % 1000
			if _, err := tr.Read(m, off, sites[0], index); err != nil {
				t.Fatal(err)
			}
			if err := tr.Write(m, off, num.Of(int64(i)), sites[1+n%2], index); err != nil {
				t.Fatal(err)
			}
		}
	}
	for range 200 { // warnings and the race are noted once
		step()
	}
	if n := testing.AllocsPerRun(1000, step); n != 0 {
		t.Errorf("%v allocations in an iteration", n)
	}
}
