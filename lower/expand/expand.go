package expand

import (
	"fmt"

	"funmem/lower/alias"
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// expander is one run of expand.
type expander struct {
	*rewrite.Job
	types       rewrite.Types
	aliases     *alias.Aliases
	defs        map[string]*syntax.Def
	interleaved bool
	ask         func(m *syntax.Binding) // if set, expand nothing and only report what could be expanded
}

// Run is the pass expand over a FUNMEM program.
func Run(j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
	return (&expander{Job: j, interleaved: j.Options["layout"] == "interleaved"}).program(p), nil
}

// Expanded checks what expand ensures: no kernel allocates a block that the pass can take
// out of it.
func Expanded(p *syntax.Program) (err error) {
	j := &rewrite.Job{Supply: rewrite.SupplyFor(p)}
	ask := func(m *syntax.Binding) {
		err = fmt.Errorf("`%s` is allocated in a kernel, and need not be", m.Written())
	}
	(&expander{Job: j, ask: ask}).program(p)
	return err
}

func (x *expander) program(p *syntax.Program) *syntax.Program {
	x.types, x.aliases, x.defs = rewrite.TypesOf(p, x.Type), alias.OfMem(p, x.Until), alias.DefsOf(p)
	defs := map[*syntax.Def]*syntax.Def{}
	for _, d := range p.Defs() {
		known := rewrite.KnownBefore(x.Job, p)
		known.Bind(d.Params...)
		c := *d
		c.Body = x.body(d.Body, known, false)
		defs[d] = &c
	}
	main := x.body(p.Main(), rewrite.KnownBefore(x.Job, p), false)
	return rewrite.Assemble(p, func(d *syntax.Def) *syntax.Def { return defs[d] }, main)
}

// body expands the kernels of a body, innermost first; nested tells whether it lies in a
// kernel.
func (x *expander) body(b *syntax.Body, known *rewrite.Known, nested bool) *syntax.Body {
	out := &syntax.Body{Span: b.Span, Res: b.Res}
	for _, s := range b.Stms {
		if l, ok := s.(*syntax.Let); ok {
			k, isKernel := l.Exp.(*syntax.Kernel)
			inner := known.Within(l.Exp)
			e := rewrite.Inner(l.Exp, func(b *syntax.Body) *syntax.Body {
				in := inner[0]
				inner = inner[1:]
				return x.body(b, in, nested || isKernel)
			})
			l = &syntax.Let{Span: l.Span, Pat: l.Pat, Exp: e, Doc: l.Doc}
			if isKernel {
				k = e.(*syntax.Kernel)
				var before []syntax.Stm
				if before, k = x.kernel(l, k, known, nested); len(before) > 0 {
					out.Stms = append(out.Stms, before...)
					l.Exp = k
				}
				for _, s := range before {
					known.Stm(s)
				}
			}
			s = l
		}
		known.Stm(s)
		out.Stms = append(out.Stms, s)
	}
	return out
}
