package offload_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/imp"
	"funmem/eval/memory"
	"funmem/gpu"
	"funmem/heap"
	"funmem/internal/testkit"
	"funmem/lower/native/programs"
	"funmem/lower/schedule"
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
		if large.MatchString(p.Text) || k%testkit.Sample(9, 1) != 0 {
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

// TestReadsAndWritesOfGroups: each group of threads reads and writes what E-IMP-KERNEL says of the iteration that it runs, but for
// the memory that its threads share.
func TestReadsAndWritesOfGroups(t *testing.T) {
	t.Parallel()
	groups := 0
	for n, p := range inGroups {
		if n%testkit.Sample(10, 1) != 0 {
			continue
		}
		_, q, free, err := lowered(p.text, "cpu")
		if err == nil {
			q, err = schedule.Through(schedule.Devices, q, free, nil, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		opts := engine.Options{Memory: 1 << 28}
		seen, err := watch.Run(context.Background(), q, nil, opts, nil)
		var absent *gpu.Absent
		if errors.As(err, &absent) {
			testkit.Needs(t, "REQUIRE_CC", err)
		}
		if err != nil {
			t.Fatal(err)
		}
		if seen.Ended != nil {
			continue // ints of the rules are larger
		}
		rules := &imp.Watch{Limit: 1 << 24}
		if _, err := imp.Follow(context.Background(), q, nil, opts, nil, rules); err != nil {
			t.Fatal(err)
		}
		left := rules.Traces.Top.Inner
		for _, l := range seen.Launches {
			if l.Raced || l.Strays {
				t.Fatalf("raced: %t, strays: %t\n%s", l.Raced, l.Strays, p.text)
			}
			at := slices.IndexFunc(left, func(in *heap.InstanceTrace) bool {
				return in.Kernel.At == l.Kernel.Span && in.Kernel.Binds == l.Kernel.X.Name
			})
			if at < 0 {
				t.Fatalf("kernel %s did not run by the rules\n%s", l.Kernel.X.Name, p.text)
			}
			in := left[at]
			left = left[at+1:]
			if l.Kernel.Group > 0 {
				groups++
			}
			with := l.With(in)
			for _, it := range in.Iterations {
				if it.Partial {
					t.Fatalf("the traces are not whole\n%s", p.text)
				}
				if !with.Same(it) {
					r, w := l.Locations(it.Iteration, in.Bound, map[string]*heap.Block{})
					t.Fatalf("kernel %s, iteration %d: the device does not read and write what the rules say:\n%.2000s\n%.2000s\n%s", l.Kernel.X.Name, it.Iteration, fmt.Sprint(r, w), fmt.Sprint(it.Sets()), p.text)
				}
			}
		}
	}
	if groups == 0 {
		t.Error("no group ran")
	}
	t.Logf("%d instances that groups run", groups)
}
