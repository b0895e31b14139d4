package hoist

import (
	"funmem/lower/alias"
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// hoister is one run of hoist.
type hoister struct {
	*rewrite.Job
	types   rewrite.Types
	aliases *alias.Aliases
}

// Run is the pass hoist over a FUNMEM program.
func Run(j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
	h := &hoister{j, rewrite.TypesOf(p, j.Type), alias.OfMem(p)}
	defs := map[*syntax.Def]*syntax.Def{}
	for _, d := range p.Defs() {
		known := rewrite.KnownBefore(j, p)
		known.Bind(d.Params...)
		c := *d
		c.Body = h.early(h.body(d.Body, known))
		defs[d] = &c
	}
	main := h.early(h.body(p.Main(), rewrite.KnownBefore(j, p)))
	return rewrite.Assemble(p, func(d *syntax.Def) *syntax.Def { return defs[d] }, main), nil
}

// body hoists within the statements of a body, and puts before each what leaves it.
func (h *hoister) body(b *syntax.Body, known *rewrite.Known) *syntax.Body {
	out := &syntax.Body{Span: b.Span, Res: b.Res}
	for _, s := range b.Stms {
		if l, ok := s.(*syntax.Let); ok {
			left, l := h.let(l, known)
			for _, s := range left {
				known.Stm(s)
			}
			out.Stms = append(out.Stms, left...)
			s = l
		}
		known.Stm(s)
		out.Stms = append(out.Stms, s)
	}
	return out
}

// let hoists within the bodies of a statement, and gives what leaves them.
func (h *hoister) let(s *syntax.Let, known *rewrite.Known) (left []syntax.Stm, out *syntax.Let) {
	sites := h.sites(s, known)
	e := rewrite.Inner(s.Exp, func(b *syntax.Body) *syntax.Body {
		site := sites[0]
		sites = sites[1:]
		stms, rest := h.leave(h.body(b, site.known), site, known)
		left = append(left, stms...)
		return h.early(rest)
	})
	return left, &syntax.Let{Span: s.Span, Pat: s.Pat, Exp: e, Doc: s.Doc}
}
