package pass

import (
	"fmt"

	"funmem/heap"
	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// Metrics says how much memory a FUNMEM program asks for, counted in its text and, if it
// was run, in the run.
type Metrics struct {
	Allocs    int         `json:"allocs"`          // statements that allocate
	InKernels int         `json:"allocsInKernels"` // those within a kernel
	Copies    int         `json:"copies"`          // places where an array is copied, except where it lies there already
	Kernels   int         `json:"kernels"`
	Run       *heap.Usage `json:"run,omitempty"`
}

// MetricsOf counts in the text of a FUNMEM program. types gives the types of the variables
// from outside; it may be nil.
func MetricsOf(p *syntax.Program, types func(id int) *syntax.Type) Metrics {
	c := &counter{types: rewrite.TypesOf(p, types), env: rewrite.Definitions(p)}
	for _, d := range p.Defs() {
		c.body(d.Body, false)
	}
	c.body(p.Main(), false)
	return c.m
}

// String returns the metrics in one line.
func (m Metrics) String() string {
	text := fmt.Sprintf("%s, %d in kernels; %s; %s", diag.Count(m.Allocs, "alloc"), m.InKernels, diag.Plural(m.Copies, "copy", "copies"), diag.Count(m.Kernels, "kernel"))
	if m.Run != nil {
		text += "; run: " + UsageText(m.Run)
	}
	return text
}

// UsageText says in one line what a run took.
func UsageText(u *heap.Usage) string {
	return fmt.Sprintf("%s, %d in kernels, %s, %d at most, %s copied", diag.Count(u.Allocs, "alloc"), u.InKernels,
		diag.Count(u.Locations, "location"), u.Peak, diag.Count(u.Copied, "element"))
}

// counter goes over the text of a program.
type counter struct {
	types rewrite.Types
	env   *poly.Env
	m     Metrics
}

func (c *counter) body(b *syntax.Body, inKernel bool) {
	for _, s := range b.Stms {
		if l, ok := s.(*syntax.Let); ok {
			c.let(l, inKernel)
		}
	}
}

func (c *counter) let(s *syntax.Let, inKernel bool) {
	switch e := s.Exp.(type) {
	case *syntax.Alloc:
		c.m.Allocs++
		if inKernel {
			c.m.InKernels++
		}
	case *syntax.Kernel:
		c.m.Kernels++
		inKernel = true
		for k, x := range e.Body.Res {
			c.copied(x, s.Pat[k].Type, func(l *syntax.LMAD) *syntax.LMAD { return lmad.Index(l, e.Index[0].X.Use()) })
		}
	case *syntax.Copy:
		c.copied(e.X, s.Pat[0].Type, nil)
	case *syntax.Replicate:
		if c.types.IsArray(e.X) {
			c.m.Copies++
		}
	case *syntax.Literal:
		for k, x := range e.Elems {
			c.copied(x, s.Pat[0].Type, func(l *syntax.LMAD) *syntax.LMAD { return lmad.Index(l, lmad.Const(k+1)) })
		}
	case *syntax.Concat:
		first := syntax.Expr(lmad.Const(1))
		for _, x := range e.Xs {
			rows := first
			n := syntax.Expr(lmad.Const(0))
			if t := c.types.Of(x); t != nil {
				n = t.Dims[0]
			}
			c.copied(x, s.Pat[0].Type, func(l *syntax.LMAD) *syntax.LMAD { return lmad.Rows(l, rows, n) })
			first = lmad.Simplify(&syntax.Binary{Op: syntax.Add, X: first, Y: n})
		}
	case *syntax.With:
		c.copied(e.V, s.Pat[0].Type, func(l *syntax.LMAD) *syntax.LMAD { return lmad.Slice(l, e.At) })
	case *syntax.Reduce, *syntax.Scan:
		c.fold(s, syntax.FoldOf(e))
	}
	for _, b := range rewrite.InnerBodies(s.Exp) {
		c.body(b, inKernel)
	}
}

// fold counts what a reduce or scan copies: to its accumulators and, for a scan, to its
// rows.
func (c *counter) fold(s *syntax.Let, f *syntax.Fold) {
	round, accs, _, _ := f.Params()
	for k, a := range accs {
		c.copied(f.Ne[k], a.Type, nil)
		c.copied(f.Lambda().Body.Res[k], a.Type, nil)
		if f.Name == "scan" {
			c.copied(f.Lambda().Body.Res[k], s.Pat[k].Type, func(l *syntax.LMAD) *syntax.LMAD {
				if round == nil {
					return nil
				}
				return lmad.Index(l, round.Use())
			})
		}
	}
}

// copied counts a copy of x to a part of an array of type t, if x is an array that does
// not lie there.
func (c *counter) copied(x syntax.Expr, t *syntax.Type, part func(*syntax.LMAD) *syntax.LMAD) {
	from := c.types.Mem(x)
	if from == nil {
		return
	}
	if t.Mem != nil {
		l := t.Mem.L
		if part != nil {
			l = part(l)
		}
		if l != nil && rewrite.SameUnder(c.env, from, &syntax.MemAnn{Block: t.Mem.Block, L: l}) {
			return
		}
	}
	c.m.Copies++
}
