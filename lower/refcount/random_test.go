package refcount_test

import (
	"context"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/internal/passtest"
	"funmem/lower/refcount"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// counts runs a program in all modes, and checks what holds for every program.
func counts(t rapid.TB, p *passtest.Program) map[refcount.Mode]refcount.Counts {
	t.Helper()
	all := map[refcount.Mode]refcount.Counts{}
	for _, schedule := range []string{"forward", "reverse", "random:1"} {
		order, err := engine.ParseSchedule(schedule)
		if err != nil {
			t.Fatal(err)
		}
		for _, mode := range refcount.Modes {
			m := memory.New(memory.Options{Options: engine.Options{Memory: 1 << 28, Schedule: order}})
			c, err := refcount.Run(context.Background(), m, p.Core, mode, nil)
			if err != nil {
				t.Fatalf("%s, %s, %s: %v\n%s", p.Name, mode, schedule, err, syntax.Print(p.Core))
			}
			if was, ok := all[mode]; ok && was != c {
				t.Errorf("%s: in another order of iterations %v is %v", p.Name, was, c)
			}
			all[mode] = c
		}
	}
	u := passtest.Measure(t, p.Core)
	if off := all[refcount.Off]; off.Allocs != u.Allocs || off.Bytes != 8*u.Locations || off.Reuses != 0 || off.Footprint > 8*u.Peak {
		t.Errorf("%s: %v is counted, and the machine has %+v\n%s", p.Name, off, u, syntax.Print(p.Core))
	}
	return all
}

// TestExamples: all examples.
func TestExamples(t *testing.T) {
	for _, p := range passtest.Examples(t) {
		if p.Slow() {
			continue
		}
		p = p.Mem(t)
		all := counts(t, p)
		free := passtest.Measure(t, p.Last(t, "free", 0).Program)
		t.Log(p.Name, all, 8*free.Peak)
	}
}
