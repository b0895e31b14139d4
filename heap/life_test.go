package heap

import (
	"fmt"
	"strings"
	"testing"

	"funmem/semantics/num"
)

// TestLife: what happens to a location comes in order, and what happens to others
// does not appear.
func TestLife(t *testing.T) {
	for _, c := range []struct {
		life Life
		want string
		last int
	}{
		{Life{Block: "m", Offset: 1}, "allocated, with 3 locations; written: 5, by w, as `x[2]`; seen by `y` as `y[1]`; read: 5, by r, as `y[1]`, in iteration 2 of kernel `k`", 3},
		{Life{Block: "m", Offset: -1}, "allocated, with 3 locations; written: 4, by w, as `x[1]`; written: 5, by w, as `x[2]`; seen by `y`; read: 5, by r, as `y[1]`, in iteration 2 of kernel `k`", 4},
		{Life{Block: "m", Offset: 2}, "allocated, with 3 locations", -1},
		{Life{Block: "other", Offset: -1}, "", -1},
	} {
		h := New()
		tr := NewTracer(h)
		tr.Life = &c.life
		c.life.Around = func() (around []string) {
			for _, i := range tr.Iterations() {
				around = append(around, fmt.Sprintf("iteration %d of kernel `k`", i))
			}
			return around
		}
		b, err := tr.Alloc("m", (&Site{}).At, 3)
		if err != nil {
			t.Fatal(err)
		}
		write, read := &Site{What: "w", Array: "x"}, &Site{What: "r", Array: "y"}
		for off := range 2 {
			if err := tr.Write(b, off, num.Of(int64(4+off)), write, []int{off + 1}); err != nil {
				t.Fatal(err)
			}
		}
		tr.Life.See("y", write.At, b, LMAD{1, []Dim{{1, 1}}})
		tr.EnterKernel(&Kernel{Binds: "k"}, 2)
		tr.Iteration(2)
		if _, err := tr.Read(b, 1, read, []int{1}); err != nil {
			t.Fatal(err)
		}
		tr.LeaveKernel()
		var texts []string
		for k := range c.life.Events {
			texts = append(texts, c.life.Events[k].Text())
		}
		if got := strings.Join(texts, "; "); got != c.want || c.life.Last() != c.last {
			t.Errorf("%s, last %d\nwanted %s, %d", got, c.life.Last(), c.want, c.last)
		}
	}
}
