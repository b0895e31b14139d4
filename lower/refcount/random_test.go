package refcount_test

import (
	"context"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/heap"
	"funmem/internal/passtest"
	"funmem/lower/pass"
	"funmem/lower/refcount"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// counts runs a program in all modes, and checks what holds for every program: the machine sees the allocations of the mode
// off, what is not asked for is reused, and everything is freed but the blocks of the results. That nothing is used after it
// was freed is checked by Run. A program that is stuck has no counts.
func counts(t rapid.TB, p *passtest.Program) map[refcount.Mode]refcount.Counts {
	t.Helper()
	all := map[refcount.Mode]refcount.Counts{}
	for _, schedule := range []string{"forward", "reverse", "random:1"} {
		order, err := engine.ParseSchedule(schedule)
		if err != nil {
			t.Fatal(err)
		}
		options := memory.Options{Options: engine.Options{Memory: 1 << 28, Schedule: order}}
		out, stuck := memory.New(options).Run(context.Background(), p.Core)
		for _, mode := range refcount.Modes {
			c, err := refcount.Run(context.Background(), memory.New(options), p.Core, mode, nil)
			if stuck != nil && err != nil && stuck.Error() == err.Error() {
				continue
			}
			if err != nil {
				t.Fatalf("%s, %s, %s: %v\n%s", p.Name, mode, schedule, err, syntax.Print(p.Core))
			}
			u := out.Usage
			if c.Allocs+c.Reuses != u.Allocs || mode == refcount.Off && c.Bytes != 8*u.Locations || c.Footprint > 8*u.Peak && mode != refcount.ERC {
				t.Errorf("%s, %s, %s: %v is counted, and the machine has %+v\n%s", p.Name, mode, schedule, c, u, syntax.Print(p.Core))
			}
			left := map[*heap.Block]bool{}
			for _, v := range out.Results {
				if v.B != nil {
					left[v.B] = true
				}
			}
			if c.Frees != c.Allocs-len(left) {
				t.Errorf("%s, %s, %s: %v, and %d are left\n%s", p.Name, mode, schedule, c, len(left), syntax.Print(p.Core))
			}
			all[mode] = c
		}
	}
	return all
}

// TestExamples: all examples but those that are slow.
func TestExamples(t *testing.T) {
	for _, p := range passtest.Examples(t) {
		if p.Slow() {
			continue
		}
		counts(t, p.Mem(t))
	}
}

// TestRandom: random programs of all kinds, as they are, and after passes.
func TestRandom(t *testing.T) {
	passtest.Check(t, 400, func(rt *rapid.T) {
		p := passtest.Drawn(rt)
		if p.Form == pass.FunMem {
			counts(rt, p)
		} else {
			counted(rt, p)
		}
	})
}

// TestRandomReuse: random programs with many arrays of one shape.
func TestRandomReuse(t *testing.T) {
	reuses := map[refcount.Mode]int{}
	passtest.Check(t, 200, func(rt *rapid.T) {
		for mode, c := range counted(rt, passtest.Parse(t, "reuses", passtest.Reuses(rt))) {
			reuses[mode] += c.Reuses
		}
	})
	t.Log(reuses)
	if reuses[refcount.RC] == 0 || reuses[refcount.ERC] <= reuses[refcount.RC] {
		t.Errorf("reuses: %v", reuses)
	}
}

// counted counts a random program after some passes.
func counted(t *rapid.T, p *passtest.Program) map[refcount.Mode]refcount.Counts {
	list := rapid.SampledFrom([]string{"introduce", "inline,introduce", "introduce,hoist,shortcircuit", "introduce,emr", "introduce,free", "introduce,merge"}).Draw(t, "list")
	stages, err := p.Run(list, 0)
	if err != nil {
		t.Fatalf("%v", err)
	}
	q := *p
	q.Core = stages[len(stages)-1].Program
	return counts(t, &q)
}
