package doublebuffer

import (
	"fmt"

	"funmem/lower/live"
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// doubler is one run of the pass.
type doubler struct {
	*rewrite.Job
	live  *live.Liveness
	sizes map[int]syntax.Expr // of the blocks that the program allocates
}

// Run is the pass doublebuffer over a FUNMEM program.
func Run(j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
	d := &doubler{j, live.Find(p), sizes(p)}
	defs := map[*syntax.Def]*syntax.Def{}
	for _, f := range p.Defs() {
		known := rewrite.KnownBefore(j, p)
		known.Bind(f.Params...)
		c := *f
		c.Body = d.body(f.Body, known)
		defs[f] = &c
	}
	main := d.body(d.live.Main, rewrite.KnownBefore(j, p))
	return rewrite.Assemble(p, func(f *syntax.Def) *syntax.Def { return defs[f] }, main), nil
}

// Buffered is what the pass ensures: it would not change anything any more.
func Buffered(p *syntax.Program) error {
	j := &rewrite.Job{Supply: rewrite.SupplyFor(p)}
	if _, err := Run(j, p); err != nil {
		return err
	}
	for _, n := range j.Notes {
		if n.Done {
			return fmt.Errorf("`%s` is allocated in each round of a loop that could run in two blocks", n.Name)
		}
	}
	return nil
}

// sizes are those of the blocks that the program allocates.
func sizes(p *syntax.Program) map[int]syntax.Expr {
	all := map[int]syntax.Expr{}
	syntax.Walk(p, func(n syntax.Node) bool {
		if s, ok := n.(*syntax.Let); ok {
			if e, ok := s.Exp.(*syntax.Alloc); ok {
				all[s.Pat[0].ID] = e.N
			}
		}
		return true
	})
	return all
}

// body buffers the loops in a body.
func (d *doubler) body(b *syntax.Body, known *rewrite.Known) *syntax.Body {
	out := &syntax.Body{Span: b.Span, Res: b.Res}
	for _, s := range b.Stms {
		if l, ok := s.(*syntax.Let); ok {
			within, n := known.Within(l.Exp), 0
			e := rewrite.Inner(l.Exp, func(b *syntax.Body) *syntax.Body {
				n++
				return d.body(b, within[n-1])
			})
			inner := &syntax.Let{Span: l.Span, Pat: l.Pat, Exp: e, Doc: l.Doc}
			if loop, ok := l.Exp.(*syntax.Loop); ok {
				site := &site{d, b, l, loop, known}
				out.Stms = append(out.Stms, site.buffer(inner)...)
			}
			s = inner
		}
		known.Stm(s)
		out.Stms = append(out.Stms, s)
	}
	return out
}
