package pass_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"funmem/eval/finding"
	"funmem/eval/validity"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/pass"
	"funmem/semantics/syntax"
)

// full runs all examples through everything, on more inputs. That takes an hour.
var full = flag.Bool("full", false, "all examples through all passes and pipelines, on 100 inputs for each function")

// few is the number of inputs on which each function is validated after each pass without
// -full.
const few = 4

// TestPipelines runs the examples through the pipelines with all checks. Each is validated in one of the pipelines. Of
// the many small ones in right/ and before/ it takes every eighteenth, or with -more every sixth. It takes the slow
// ones only with -full. A golden file has, for each example, the memory that its text asks for after memory is
// introduced and after the pipelines, what a run takes, and how often each pass did something out of how often it
// spoke.
func TestPipelines(t *testing.T) {
	var b strings.Builder
	v := validators()
	for k, p := range passtest.Examples(t) {
		fmt.Fprintf(&b, "%s\n      %s\n", p.Name, metrics(t, &pass.Stage{Form: pass.FunMem, Program: p.Mem(t).Core}))
		for n, line := range pass.Pipelines() {
			t.Run(line.Name+"/"+p.Name, func(t *testing.T) {
				v := v(p)
				small := strings.HasPrefix(p.Name, "right/") || strings.HasPrefix(p.Name, "before/")
				if !*full && (small && (k+n)%testkit.Sample(60, 12) != 0 || !small && (k+n)%testkit.Sample(10, 2) != 0 || p.Slow()) {
					v = nil
				}
				stages, err := p.Through(line.Name, v)
				if err != nil {
					t.Fatalf("%v%s", err, passtest.Programs(err))
				}
				promises(t, p.Core, stages[len(stages)-1].Program)
				fmt.Fprintf(&b, "  %s %s\n      %s\n", line.Name, metrics(t, stages[len(stages)-1]), done(stages))
			})
		}
	}
	known(t, v(nil))
	if !t.Failed() {
		testkit.Golden(t, "testdata/pipelines.golden", b.String())
	}
}

// TestAlone runs each pass alone over the examples, with each value of its options. Each example goes through every
// 36th of them, or with -more every twelfth, so that all passes see many examples.
func TestAlone(t *testing.T) {
	lists, v := alone(), validators()
	for k, p := range passtest.Examples(t) {
		for n, list := range lists {
			if !*full && ((k+n)%testkit.Sample(36, 12) != 0 || p.Slow()) {
				continue
			}
			q := p
			if steps, err := pass.Steps(list, pass.FunMem); err == nil && len(steps) > 0 && steps[0].Pass.From == pass.FunMem {
				q = p.Mem(t)
			} else if p.Form == pass.FunMem {
				continue
			}
			t.Run(list+"/"+p.Name, func(t *testing.T) {
				if _, err := q.Through(list, v(p)); err != nil {
					t.Fatalf("%v%s", err, passtest.Programs(err))
				}
			})
		}
	}
	known(t, v(nil))
}

// alone returns the passes with one option each.
func alone() (lists []string) {
	for _, p := range pass.Passes() {
		lists = append(lists, p.Name)
		for _, o := range p.Options {
			for _, v := range o.Values[1:] {
				lists = append(lists, p.Name+":"+o.Name+"="+v)
			}
		}
	}
	return lists
}

// validators returns a function that gives the validator for each example; nil stands for
// those that are not slow.
func validators() func(p *passtest.Program) *pass.Validator {
	n := few
	if *full {
		n = 100
	}
	quick, slow := passtest.Validator(n), passtest.Validator(max(1, n/10))
	return func(p *passtest.Program) *pass.Validator {
		if p != nil && p.Slow() {
			return slow
		}
		return quick
	}
}

// metrics returns the metrics of a stage, with those of a run if it has results.
func metrics(t *testing.T, s *pass.Stage) string {
	t.Helper()
	m := pass.MetricsOf(s.Program, nil)
	if len(s.Program.Main().Res) > 0 {
		u := passtest.Measure(t, s.Program)
		m.Run = &u
	}
	return m.String()
}

// done returns how often each pass did something, out of how often it spoke.
func done(stages []*pass.Stage) string {
	var all []string
	for _, s := range stages[1:] {
		did := 0
		for _, n := range s.Notes {
			if n.Done {
				did++
			}
		}
		if len(s.Notes) > 0 {
			all = append(all, fmt.Sprintf("%s %d/%d", s.Step.Pass.Name, did, len(s.Notes)))
		}
	}
	return strings.Join(all, ", ")
}

// promises compares what is said about the operators of folds before and after a pipeline. A fold that a pass made
// keeps the promise of the fold it was made from.
func promises(t *testing.T, before, after *syntax.Program) {
	t.Helper()
	said := func(p *syntax.Program) []finding.Warning {
		found, _ := validity.Operators(t.Context(), p, nil, nil, nil)
		return found
	}
	if was, is := said(before), said(after); len(is) > len(was) {
		t.Errorf("%d warnings about operators before, and then %v in\n%s", len(was), is, syntax.Print(after))
	}
}
