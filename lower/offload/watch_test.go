package offload_test

import (
	"context"
	"errors"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/gpu"
	"funmem/heap"
	"funmem/internal/testkit"
	"funmem/lower/native/programs"
	"funmem/lower/watch"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// underRules are the instances of kernels under the heap semantics, by place, in the order in which they ran.
func underRules(core *syntax.Program) map[string][]*heap.InstanceTrace {
	m := memory.New(memory.Options{Options: engine.Options{Memory: 1 << 28}, Trace: 1 << 22})
	out, _ := m.Run(context.Background(), core) // what is stuck has run until then
	all := map[string][]*heap.InstanceTrace{}
	for _, k := range out.Recording.Top.Inner {
		at := k.Kernel.At.String()
		all[at] = append(all[at], k)
	}
	return all
}

// TestReadsAndWrites: each iteration on the device reads and writes what FUNMEM says, but for the blocks that it alone has.
func TestReadsAndWrites(t *testing.T) {
	t.Parallel()
	instances, private, skipped := 0, 0, 0
	for k, p := range programs.All() {
		if large.MatchString(p.Text) || k%testkit.Sample(4, 1) != 0 {
			continue
		}
		_, q, _, err := lowered(p.Text, "introduce")
		if err != nil {
			t.Fatal(err)
		}
		_, core, err := passed(p.Text, "introduce")
		if err != nil {
			t.Fatal(err)
		}
		seen, err := watch.Run(context.Background(), q, nil, engine.Options{Memory: 1 << 28}, nil)
		var refused *diag.Diagnostic
		var absent *gpu.Absent
		switch {
		case errors.As(err, &absent):
			testkit.Needs(t, "REQUIRE_CC", err)
		case errors.As(err, &refused) || err == nil && seen.Ended != nil:
			continue // no engine compiles it, or the rules say what happened
		case err != nil:
			t.Fatal(err)
		}
		rules, got := underRules(core), map[string][]*watch.Launch{}
		for _, l := range seen.Launches {
			if l.Raced || l.Strays {
				t.Fatalf("raced: %t, strays: %t\n%s", l.Raced, l.Strays, p.Text)
			}
			at := l.Kernel.Span.String()
			got[at] = append(got[at], l)
		}
		for place, list := range got {
			want := rules[place]
			if len(list) != len(want) { // some kernels at a place are no grids
				skipped += len(want)
				continue
			}
			for k, l := range list {
				instances++
				with := l.With(want[k])
				for _, it := range want[k].Iterations {
					if !with.Same(it) {
						r, w := l.Locations(it.Iteration, want[k].Bound, map[string]*heap.Block{})
						rr, ww := it.Sets()
						t.Fatalf("kernel at %s, instance %d, iteration %d: on the device %v, %v, and by the rules %v, %v\n%s", place, k+1, it.Iteration, r, w, rr, ww, p.Text)
					}
				}
				private += len(with.Own())
			}
		}
	}
	t.Logf("%d instances were compared, %d were not; %d blocks are of one iteration", instances, skipped, private)
	if instances < 2*skipped || instances == 0 {
		t.Errorf("only %d instances of %d were compared", instances, instances+skipped)
	}
}
