package introduce_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
	"funmem/lower/introduce"
)

type ask struct {
	*fast.Kernels
	no map[string]int
	yes int
}

func (c *ask) Accelerate(ctx context.Context, pat []*syntax.Binding, e syntax.Expr, env value.Env, defs map[string]*syntax.Def) ([]value.Val, bool) {
	v, ok := c.Kernels.Accelerate(ctx, pat, e, env, defs)
	if ok { c.yes++ } else {
		c.no[fmt.Sprintf("%T %s %s", e, pat[0].Written(), e.GetSpan())]++ }
	return v, ok
}

func TestZZ(t *testing.T) {
	files, _ := filepath.Glob("/tmp/bD/ex/examples/*/*.fun")
	f2, _ := filepath.Glob("/tmp/bD/*.fun")
	files = append(files, f2...)
	for _, f := range files {
		if filepath.Base(filepath.Dir(f)) == "errata" || filepath.Base(filepath.Dir(f)) == "wrong" { continue }
		text, _ := os.ReadFile(f)
		func() {
			defer func() { if e := recover(); e != nil { fmt.Println(f, "PANIC", e) } }()
			src := diag.NewSource(f, string(text))
			p, err := syntax.Parse(src)
			if err != nil { fmt.Println(f, err); return }
			for k, d := range p.Decls {
				_ = k
				if im, ok := d.(*syntax.Import); ok {
					_ = im
					b, _ := os.ReadFile("/tmp/bD/ex/examples/nas/random.fun")
					q, err := syntax.Parse(diag.NewSource("random.fun", string(b)))
					if err != nil { fmt.Println(err); return }
					p.Decls = append(append([]syntax.Decl{}, q.Decls...), p.Decls[k+1:]...)
					break
				}
			}
			se := elab.NewSession(nil); u, err := se.Program(p)
			if err != nil { fmt.Println(f, "ELAB", err); return }
			m := value.New(engine.Options{})
			a := &ask{fast.NewKernels(engine.Options{}), map[string]int{}, 0}
			m.Accelerate = a.Accelerate
			s := time.Now()
			_, err = m.Run(context.Background(), u.Core)
			fmt.Println(f, time.Since(s), a.yes, err)
			for k, n := range a.no { fmt.Println("    NO", n, k) }
			mem, err := introduce.New().TransformProgram(u.Core, se.Supply())
			if err != nil { fmt.Println(err); return }
			s = time.Now()
			_, ok := fast.Check(context.Background(), mem, nil, engine.Options{})
			fmt.Println("    clean", ok, time.Since(s))
		}()
	}
}

func TestYY(t *testing.T) {
	files, _ := filepath.Glob("/tmp/bD/big/*.fun")
	for _, f := range files {
		if pick := os.Getenv("PICK"); pick != "" && filepath.Base(f) != pick+".fun" { continue }
		text, _ := os.ReadFile(f)
		func() {
			defer func() { if e := recover(); e != nil { fmt.Println(f, "PANIC", e) } }()
			p, err := syntax.Parse(diag.NewSource(f, string(text)))
			if err != nil { fmt.Println(f, err); return }
			se := elab.NewSession(nil)
			u, err := se.Program(p)
			if err != nil { fmt.Println(f, "ELAB", err); return }
			mem, err := introduce.New().TransformProgram(u.Core, se.Supply())
			if err != nil { fmt.Println(err); return }
			best, bestc := time.Hour, time.Hour
			ok := true
			var a *ask
			for range 3 {
				m := value.New(engine.Options{})
				a = &ask{fast.NewKernels(engine.Options{}), map[string]int{}, 0}
				m.Accelerate = a.Accelerate
				s := time.Now()
				_, err = m.Run(context.Background(), u.Core)
				if err != nil { fmt.Println(f, err) }
				best = min(best, time.Since(s))
				s = time.Now()
				_, ok = fast.Check(context.Background(), mem, nil, engine.Options{})
				bestc = min(bestc, time.Since(s))
			}
			fmt.Printf("%-14s run %10s check %10s ratio %.2f clean %v %v\n", filepath.Base(f), best.Round(time.Microsecond), bestc.Round(time.Microsecond), float64(bestc)/float64(best), ok, a.no)
		}()
	}
}
