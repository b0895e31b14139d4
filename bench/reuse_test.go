package bench

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/gpu"
	"funmem/gpu/opencl"
	"funmem/internal/testkit"
	"funmem/lower/emit"
	"funmem/lower/native"
	"funmem/lower/offload"
	"funmem/lower/pass"
	"funmem/lower/rewrite"
	"funmem/lower/schedule"
	"funmem/lower/toimp"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// reuse is the passes that let arrays have the memory of others. The rest of the pipeline stays.
var reuse = []string{"shortcircuit", "doublebuffer", "merge"}

// asked is what a run of a program asks of a device.
type asked struct {
	gpu.Account
	why    string // it did not run to its end
	took   time.Duration
	values []value.Val
}

// core is the program of a twin with what is timed in the place of what it prints. The error is about its types.
func (w twin) core(b testing.TB) (*elab.Session, *syntax.Program, error) {
	b.Helper()
	src, err := session.ReadSource(context.Background(), filepath.Join(testkit.Root(b), w.file), 0)
	if err != nil {
		b.Fatal(err)
	}
	prog, err := syntax.Parse(src)
	if err != nil {
		b.Fatal(err)
	}
	if prog, err = session.Expanded(context.Background(), prog, 1<<30, nil); err != nil {
		b.Fatal(err)
	}
	expr, err := syntax.Parse(diag.NewSource("bench", w.expr))
	if err != nil {
		b.Fatal(err)
	}
	prog.Decls = slices.DeleteFunc(prog.Decls, func(d syntax.Decl) bool {
		_, in := d.(*syntax.In)
		_, show := d.(*syntax.Show) // it may be of an input, which comes from a file
		return in || show
	})
	prog.Decls = append(prog.Decls, expr.Decls...)
	s := elab.NewSession(nil)
	u, err := s.Program(prog)
	if err != nil {
		return nil, nil, err
	}
	return s, u.Core, nil
}

// none knows no types of variables from outside: there are none.
func none(int) *syntax.Type { return nil }

// passed is a program after a list of passes, with the options that native code has, and without some passes.
func passed(b testing.TB, s *elab.Session, core *syntax.Program, list string, without ...string) *syntax.Program {
	b.Helper()
	steps, err := pass.Steps(list, pass.Fun)
	if err != nil {
		b.Fatal(err)
	}
	for _, p := range steps {
		if slices.Contains(without, p.Pass.Name) {
			continue
		}
		options := map[string]string{"exact": "yes", "sums": "yes"}
		for name, v := range p.Options {
			options[name] = cmp.Or(options[name], v)
		}
		job := &rewrite.Job{Supply: s.Supply(), Options: options, Type: none}
		if core, err = p.Pass.Run(job, core); err != nil {
			b.Fatal(err)
		}
	}
	return core
}

// onDevice runs a program on a device, after the pipeline cpu without some of its passes.
func (w twin) onDevice(b testing.TB, d gpu.Accelerator, without []string) asked {
	b.Helper()
	s, core, err := w.core(b)
	if err != nil {
		return asked{why: session.FirstLine(err)}
	}
	core = passed(b, s, core, native.Pipeline, without...)
	q, _, err := toimp.Program(core, toimp.Options{Type: none})
	if err != nil {
		b.Fatal(err)
	}
	free := native.Proved(core, none, nil)
	if q, err = schedule.Through(schedule.Processors, q, free, nil, nil); err != nil {
		b.Fatal(err)
	}
	code, err := offload.New(context.Background(), d, emit.OpenCL, q, free, gpu.Freedom{}, nil)
	if err != nil {
		b.Fatal(err)
	}
	var a asked
	for range 3 { // kernels are compiled in the first run
		before, begin := d.Account(), time.Now()
		if a.values, err = code.Run(context.Background(), nil, engine.Options{Memory: 1 << 30}, nil, nil); err != nil {
			return asked{why: err.Error()}
		}
		took, after := time.Since(begin), d.Account()
		if a.took == 0 || took < a.took {
			a.took = took
		}
		a.Account = gpu.Account{
			Buffers: after.Buffers - before.Buffers, Allocations: after.Allocations - before.Allocations, Launches: after.Launches - before.Launches,
			WordsIn: after.WordsIn - before.WordsIn, WordsOut: after.WordsOut - before.WordsOut,
		}
	}
	return a
}

// BenchmarkReuse runs programs on a device with and without the passes that reuse memory, and puts what they ask of it into
// docs/bench.md with -update.
func BenchmarkReuse(b *testing.B) {
	d, err := opencl.Open()
	testkit.Needs(b, "REQUIRE_OPENCL", err)
	defer d.Close()
	var table strings.Builder
	fmt.Fprintf(&table, "| program | buffers | words to the device and back | launches | time, with / without |\n|---|---|---|---|---|\n")
	for _, w := range twins(b) {
		with, without := w.onDevice(b, d, nil), w.onDevice(b, d, reuse)
		if why := cmp.Or(with.why, without.why); why != "" {
			b.Logf("%s: %s", w.name, why)
			continue
		}
		for k := range with.values {
			if x, ok := native.Apart(with.values[k], without.values[k]); !ok || x > 1e-9 {
				b.Errorf("%s: result %d differs", w.name, k+1)
			}
		}
		fmt.Fprintf(&table, "| %s | %d → %d | %d → %d | %d → %d | %.2f |\n", w.name, without.Buffers, with.Buffers,
			without.WordsIn+without.WordsOut, with.WordsIn+with.WordsOut, without.Launches, with.Launches, float64(with.took)/float64(without.took))
	}
	b.ReportMetric(0, "ns/op")
	b.Log("\n" + table.String())
	if *testkit.Update {
		write(b, "reuse", table.String())
	}
}
