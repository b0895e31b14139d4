package free

import (
	"fmt"

	"funmem/lower/live"
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// freer is one run of the pass.
type freer struct {
	*rewrite.Job
	live *live.Liveness
}

// Run is the pass free over a FUNMEM program.
func Run(j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
	f := &freer{j, live.Find(p, j.Until)}
	defs := map[*syntax.Def]*syntax.Def{}
	for _, d := range p.Defs() {
		c := *d
		c.Body = f.body(d.Body, "it is a result of `"+d.Name+"`")
		defs[d] = &c
	}
	main := f.body(f.live.Main, "it is a result")
	return rewrite.Assemble(p, func(d *syntax.Def) *syntax.Def { return defs[d] }, main), nil
}

// body frees what a body allocates; result says what happens to a block that it returns.
func (f *freer) body(b *syntax.Body, result string) *syntax.Body {
	out := &syntax.Body{Span: b.Span, Res: b.Res}
	frees := make([][]syntax.Stm, len(b.Stms))
	for k, s := range b.Stms {
		if let, ok := s.(*syntax.Let); ok {
			if m := allocated(let); m != nil {
				f.free(m, k, b, frees, result)
			}
			inner := func(b *syntax.Body) *syntax.Body { return f.body(b, becomes(let)) }
			s = &syntax.Let{Span: let.Span, Pat: let.Pat, Exp: rewrite.Inner(let.Exp, inner), Doc: let.Doc}
		}
		out.Stms = append(append(out.Stms, s), frees[k]...)
	}
	return out
}

// allocated returns the block that a statement allocates, or nil.
func allocated(s *syntax.Let) *syntax.Binding {
	if _, ok := s.Exp.(*syntax.Alloc); ok {
		return s.Pat[0]
	}
	return nil
}

// free frees a block, which statement k of a body allocates, after its last use.
func (f *freer) free(m *syntax.Binding, k int, b *syntax.Body, frees [][]syntax.Stm, result string) {
	o := f.live.Origin(m)
	_, last := f.live.Uses(o, b)
	switch {
	case f.live.Freed()[o]:
		f.Refused(m, "not freed: the program frees it already")
		return
	case last == len(b.Stms):
		f.escapes(m, b, result)
		return
	case last < 0:
		f.Did(m, "freed: nothing uses it")
		last = k
	default:
		f.Did(m, "freed after %s, its last use", rewrite.Named(b.Stms[last])).Because(b.Stms[last].GetSpan(), "the last use")
	}
	frees[last] = append(frees[last], &syntax.Free{Block: m.Use()})
}

// escapes says why a block outlives the body that allocates it.
func (f *freer) escapes(m *syntax.Binding, b *syntax.Body, result string) {
	for _, x := range b.Res {
		if f.live.OfExpr(x)[f.live.Origin(m)] {
			n := f.Refused(m, "not freed: %s", result)
			if !together(m, x) {
				n.Because(x.GetSpan(), "`%s` is given here", syntax.Line(x))
			}
			return
		}
	}
	f.Refused(m, "not freed: a function may use it from outside, or a later line")
}

// together tells whether two things begin at one place in the text.
func together(a, b syntax.Node) bool {
	s, t := a.GetSpan(), b.GetSpan()
	if !s.IsValid() || !t.IsValid() {
		return s.IsValid() == t.IsValid()
	}
	line, col := s.Position()
	l, c := t.Position()
	return line == l && col == c
}

// becomes says what happens to a block that a body in a statement returns.
func becomes(s *syntax.Let) string {
	switch s.Exp.(type) {
	case *syntax.Kernel:
		return "the row lies in it that the iteration gives"
	case *syntax.If:
		return "it is a result of the branch"
	case *syntax.Loop:
		return "it is carried to the next round"
	}
	return "the accumulator lies in it that the round gives"
}

// Freed checks what the pass ensures: each block that a body allocates is freed there once, after its last use, or
// outlives the body. A block that the program itself frees, in any body and under any name, is not checked: the program
// may free it too early and be wrong.
func Freed(p *syntax.Program) error {
	l := live.Find(p)
	var wrong error
	l.Bodies(func(b *syntax.Body) {
		frees, written := map[int][]int{}, map[int]bool{} // by block
		for k, s := range b.Stms {
			if s, ok := s.(*syntax.Free); ok {
				frees[s.Block.ID] = append(frees[s.Block.ID], k)
				written[s.Block.ID] = written[s.Block.ID] || s.Span.IsValid()
			}
		}
		for _, s := range b.Stms {
			let, ok := s.(*syntax.Let)
			if !ok || allocated(let) == nil {
				continue
			}
			m := let.Pat[0]
			o := l.Origin(m)
			_, last := l.Uses(o, b)
			switch at := frees[m.ID]; {
			case written[m.ID], len(at) == 1 && at[0] == last:
			case len(at) > 0:
				wrong = fmt.Errorf("`%s` is used after it is freed", m.Written())
			case last < len(b.Stms) && !l.Freed()[o]:
				wrong = fmt.Errorf("`%s` is not freed", m.Written())
			}
		}
	})
	return wrong
}
