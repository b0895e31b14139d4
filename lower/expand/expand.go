package expand

import (
	"fmt"
	"strconv"

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
	keep        int64                   // blocks of so many locations stay, if that is known; 0: none do
	ask         func(m *syntax.Binding) // if set, expand nothing and only report what could be expanded
}

// Run is the pass expand over a FUNMEM program.
func Run(j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
	return withOptions(j, j.Options).program(p), nil
}

func withOptions(j *rewrite.Job, options map[string]string) *expander {
	keep, _ := strconv.ParseInt(options["keep"], 10, 64) // without it, 0
	return &expander{Job: j, interleaved: options["layout"] == "interleaved", keep: keep}
}

// Expanded checks what expand ensures with the options of a job: no kernel allocates a block that the pass takes out of it.
func Expanded(of *rewrite.Job, p *syntax.Program) (err error) {
	x := withOptions(&rewrite.Job{Supply: rewrite.SupplyFor(p)}, of.Options)
	x.ask = func(m *syntax.Binding) {
		err = fmt.Errorf("`%s` is allocated in a kernel, and need not be", m.Written())
	}
	x.program(p)
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
