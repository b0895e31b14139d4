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
	// sites and rings are the loops done so far, and the blocks taken out of them, by the
	// first variable of the statement.
	sites map[int]*site
	rings map[int][]*ring
}

// Run is the pass doublebuffer over a FUNMEM program.
func Run(j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
	d := &doubler{Job: j, live: live.Find(p, j.Until), sizes: sizes(p), sites: map[int]*site{}, rings: map[int][]*ring{}}
	return rewrite.Tops(j, p, d.live.Main, d.body), nil
}

// Buffered checks what the pass ensures: it would not change anything more.
func Buffered(p *syntax.Program) error {
	j := &rewrite.Job{Supply: rewrite.SupplyFor(p)}
	if _, err := Run(j, p); err != nil {
		return err
	}
	for _, n := range j.Notes {
		if n.Done {
			return fmt.Errorf("`%s` is allocated in each round of a loop that could take turns with blocks from before it", n.Name)
		}
	}
	return nil
}

// sizes returns the sizes of the blocks that the program allocates.
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

// body buffers the loops in a body, the innermost ones first.
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
				t := &site{doubler: d, in: b, s: l, loop: loop, known: known, pooled: map[int]bool{}}
				t.entered = loop.For != nil && known.AtLeast(loop.For.N, 1)
				d.sites[l.Pat[0].ID] = t
				out.Stms = append(out.Stms, t.buffer(inner)...)
			}
			s = inner
		}
		known.Stm(s)
		out.Stms = append(out.Stms, s)
	}
	return out
}
