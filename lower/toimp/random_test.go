package toimp_test

import (
	"context"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/imp"
	"funmem/eval/value"
	"funmem/internal/testkit"
	"funmem/lower/introduce"
	"funmem/lower/toimp"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	ast "funmem/semantics/imp"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

var schedules = []string{"forward", "reverse", "random:7"}

// fails is the part of a test or property that reports failures.
type fails interface {
	Helper()
	Fatalf(format string, args ...any)
}

// forms is a program as core Fun, as FUNMEM and as IMP.
type forms struct {
	text string
	fun  *syntax.Program
	mem  *syntax.Program
	imp  *ast.Program
}

// lowered takes a program through elaboration and both translations.
func lowered(t fails, text string) forms {
	t.Helper()
	f, err := loweredOr(text)
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	return f
}

// loweredOr does what lowered does, but returns the error if the types refuse the program.
// Nothing else refuses one.
func loweredOr(text string) (f forms, err error) {
	p, err := syntax.Parse(diag.NewSource("test", text))
	if err != nil {
		return f, err
	}
	s := elab.NewSession(nil)
	u, err := s.Program(p)
	if err != nil {
		return f, err
	}
	f = forms{text: text, fun: u.Core, mem: u.Core}
	if !u.Mem {
		if f.mem, err = introduce.New().TransformProgram(u.Core, s.Supply()); err != nil {
			panic(err)
		}
	}
	if f.imp, _, err = toimp.Program(f.mem, toimp.Options{}); err != nil {
		panic(err)
	}
	return f, nil
}

// run evaluates a program of IMP.
func run(p *ast.Program, schedule string) (*imp.Outcome, error) {
	order, _ := engine.ParseSchedule(schedule)
	return imp.Run(context.Background(), p, nil, engine.Options{Schedule: order, Memory: 1 << 28})
}

// again returns the program after printing and reading it.
func again(t fails, p *ast.Program) *ast.Program {
	t.Helper()
	printed := ast.Print(p)
	q, err := ast.Parse(diag.NewSource("printed", printed))
	if err != nil {
		t.Fatalf("%s\n%v", printed, err)
	}
	if q, err = ast.Resolve(q, nil); err != nil {
		t.Fatalf("%s\n%v", printed, err)
	}
	if got := ast.Print(q); got != printed {
		t.Fatalf("%s\nprints again as\n%s", printed, got)
	}
	return q
}

// TestRandomPrograms runs random programs: their IMP form reads back from its printed text,
// gives what the value semantics and the heap give under three schedules, and has no race.
func TestRandomPrograms(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f := lowered(rt, testkit.Program(rt))
		want, err := value.New(engine.Options{Memory: 1 << 28}).Run(context.Background(), f.fun)
		if err != nil {
			rt.Fatalf("%s\n%v", f.text, err)
		}
		p := again(rt, f.imp)
		for _, schedule := range schedules {
			out, err := run(p, schedule)
			if err != nil {
				rt.Fatalf("%s\n=>\n%s\n=>\n%s\n%v", f.text, syntax.Print(f.mem), ast.Print(p), err)
			}
			order, _ := engine.ParseSchedule(schedule)
			heap, err := onHeap(rt, f.mem, engine.Options{Schedule: order})
			if err != nil {
				rt.Fatalf("%s\n%v", f.text, err)
			}
			if len(out.Results) != len(want) || len(heap) != len(want) {
				rt.Fatalf("%s\n=>\n%s\n%d results, want %d", f.text, ast.Print(p), len(out.Results), len(want))
			}
			for k, v := range out.Results {
				if !v.Equal(want[k]) || !heap[k].Equal(want[k]) {
					rt.Fatalf("%s\n=>\n%s\n=>\n%s\n%s: result %d is %s, want %s", f.text, syntax.Print(f.mem), ast.Print(p), schedule, k+1,
						value.Format(v, 0), value.Format(want[k], 0))
				}
			}
			for _, w := range out.Warnings {
				if syntax.HasScratch(f.fun) { // IMP cannot tell a copy from a read
					break
				}
				rt.Fatalf("%s\n=>\n%s\n%s: %v", f.text, ast.Print(p), schedule, w)
			}
		}
	})
}
