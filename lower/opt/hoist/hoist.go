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
	h := &hoister{j, rewrite.TypesOf(p, j.Type), alias.OfMem(p, j.Until)}
	return rewrite.Tops(j, p, p.Main(), h.top), nil
}

// top hoists within a function or the statements of the program.
func (h *hoister) top(b *syntax.Body, known *rewrite.Known) *syntax.Body {
	b = h.body(b, known)
	for _, s := range b.Stms {
		l, ok := s.(*syntax.Let)
		if !ok {
			continue
		}
		if e, ok := l.Exp.(*syntax.If); ok {
			for _, a := range append(allocs(e.Then, nil), allocs(e.Else, nil)...) {
				h.Refused(a.Pat[0], "stays in a branch of `%s`: before it, it would be allocated where it is not needed", rewrite.Called(l.Pat))
			}
		}
	}
	return h.early(b)
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

// let hoists within the bodies of a statement, and returns what leaves them.
func (h *hoister) let(s *syntax.Let, known *rewrite.Known) (left []syntax.Stm, out *syntax.Let) {
	sites, inner := h.sites(s, known), known.Within(s.Exp)
	n := 0
	e := rewrite.Inner(s.Exp, func(b *syntax.Body) *syntax.Body {
		b = h.body(b, inner[n])
		if sites != nil {
			var more []syntax.Stm
			more, b = h.leave(b, sites[n], known)
			left = append(left, more...)
		}
		n++
		return h.early(b)
	})
	return left, &syntax.Let{Span: s.Span, Pat: s.Pat, Exp: e, Doc: s.Doc}
}
