package introduce_test

import (
	"context"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/eval/value"
	"funmem/internal/testkit"
	"funmem/lower/introduce"
	"funmem/semantics/check"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/erase"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

var schedules = []string{"forward", "reverse", "random:7"}

// TestRandomPrograms runs random well-typed programs: their FUNMEM form is well-typed, and
// is the same again when printed and read. Erased and cleaned, it is the Fun program up to
// the copies of the results. Under three schedules both semantics agree on every result and
// binding, and no kernel races.
func TestRandomPrograms(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := testkit.Program(rt)
		p, err := syntax.Parse(diag.NewSource("random", text))
		if err != nil {
			rt.Fatalf("%s\n%v", text, err)
		}
		s := elab.NewSession(nil)
		u, err := s.Program(p)
		if err != nil {
			rt.Fatalf("%s\n%v", text, err)
		}
		m, err := introduce.New().TransformProgram(u.Core, s.Supply())
		if err != nil {
			rt.Fatalf("%s\n%v", text, err)
		}
		printed := syntax.Print(m)
		if err := check.Closed(m, true, nil); err != nil {
			rt.Fatalf("%s\n=>\n%s\n%v", text, printed, err)
		}
		q, err := syntax.Parse(diag.NewSource("printed", printed))
		if err != nil {
			rt.Fatalf("%s\n=>\n%s\n%v", text, printed, err)
		}
		again, err := elab.NewSession(nil).Program(q)
		if err != nil {
			rt.Fatalf("%s\n=>\n%s\n%v", text, printed, err)
		}
		if !syntax.Equal(again.Core, m) {
			rt.Fatalf("%s\n=>\n%s\nbecomes\n%s", text, printed, syntax.Print(again.Core))
		}
		if got, want := syntax.Print(withoutFlat(withoutCopies(erase.Clean(m)))), syntax.Print(u.Core); got != want {
			rt.Fatalf("%s\ncleaned:\n%s\nwant\n%s", text, got, want)
		}
		want, err := value.New(engine.Options{Memory: 1 << 28}).Run(context.Background(), u.Core)
		if err != nil {
			rt.Fatalf("%s\n%v", text, err)
		}
		for _, name := range schedules {
			order, _ := engine.ParseSchedule(name)
			opts := engine.Options{Schedule: order, Memory: 1 << 28}
			erased, err := value.New(opts).Run(context.Background(), erase.Program(m))
			if err != nil {
				rt.Fatalf("%s\nerased: %v", text, err)
			}
			out, err := memory.New(memory.Options{Options: opts, Validate: true}).Run(context.Background(), m)
			if err != nil {
				rt.Fatalf("%s\n=>\n%s\n%v", text, printed, err)
			}
			if out.Divergence != nil {
				rt.Fatalf("%s\n=>\n%s\n%s: diverges at %s", text, printed, name, out.Divergence.Array)
			}
			if out.Overwrite != nil {
				rt.Fatalf("%s\n=>\n%s\n%s: a call of %s changes %s", text, printed, name, out.Overwrite.Def, out.Overwrite.Argument)
			}
			for _, k := range out.Kernels {
				if !k.RaceFree() {
					rt.Fatalf("%s\n=>\n%s\n%s: kernel %s races", text, printed, name, k.Kernel.Binds)
				}
			}
			k := 0
			for i, v := range out.Results {
				shown, err := memory.Show(v)
				if err != nil {
					rt.Fatal(err)
				}
				if !shown.Equal(erased[i]) && v.B == nil {
					rt.Fatalf("%s\nresult %d: heap %s, erased %s", text, i+1, value.Format(shown, 0), value.Format(erased[i], 0))
				}
				if v.B != nil && shown.A == nil {
					continue // a block
				}
				if !shown.Equal(want[k]) {
					rt.Fatalf("%s\nresult %d: heap %s, value %s", text, k+1, value.Format(shown, 0), value.Format(want[k], 0))
				}
				k++
			}
			if k != len(want) {
				rt.Fatalf("%s\n%d results, want %d", text, k, len(want))
			}
		}
	})
}
