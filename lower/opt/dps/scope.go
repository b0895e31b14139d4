package dps

import (
	"fmt"
	"slices"

	"funmem/lower/live"
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// scope is alloc t (λr. e) in a body: the statements from the one that allocates block r to the last one of e.
type scope struct {
	m        *syntax.Binding
	from, to int
}

// scopesOf finds the scopes of the blocks that a body allocates and does not give as a result. Each is as short as it can be if they are
// nested: a block that is allocated later is given back earlier.
func scopesOf(l *live.Liveness, b *syntax.Body) (list []*scope) {
	for k, s := range b.Stms {
		let, ok := s.(*syntax.Let)
		if !ok {
			continue
		}
		if _, ok := let.Exp.(*syntax.Alloc); !ok {
			continue
		}
		o := l.Origin(let.Pat[0])
		_, last := l.Uses(o, b)
		if last < len(b.Stms) && !l.Freed()[o] {
			list = append(list, &scope{let.Pat[0], k, max(last, k)})
		}
	}
	for again := true; again; {
		again = false
		for i, outer := range list {
			for _, inner := range list[i+1:] {
				if inner.from <= outer.to && inner.to > outer.to {
					outer.to, again = inner.to, true
				}
			}
		}
	}
	return list
}

// scopes gives each block back where its scope ends.
func scopes(j *rewrite.Job, p *syntax.Program) *syntax.Program {
	l := live.Find(p, j.Until)
	var body func(b *syntax.Body) *syntax.Body
	body = func(b *syntax.Body) *syntax.Body {
		ends := map[int][]syntax.Stm{}
		for _, s := range slices.Backward(scopesOf(l, b)) {
			ends[s.to] = append(ends[s.to], &syntax.Free{Block: s.m.Use()})
		}
		out := &syntax.Body{Span: b.Span, Res: b.Res}
		for k, s := range b.Stms {
			if let, ok := s.(*syntax.Let); ok {
				s = &syntax.Let{Span: let.Span, Pat: let.Pat, Exp: rewrite.Inner(let.Exp, body), Doc: let.Doc}
			}
			out.Stms = append(append(out.Stms, s), ends[k]...)
		}
		return out
	}
	def := func(d *syntax.Def) *syntax.Def {
		c := *d
		c.Body = body(d.Body)
		return &c
	}
	return rewrite.Assemble(p, def, body(l.Main))
}

// Stacked checks what the pass ensures: the storage of each body is a stack. What it allocates and does not give as a result it gives back,
// the last one first.
func Stacked(p *syntax.Program) (wrong error) {
	l := live.Find(p)
	l.Bodies(func(b *syntax.Body) {
		var open []*syntax.Binding
		for _, s := range b.Stms {
			switch s := s.(type) {
			case *syntax.Let:
				if _, ok := s.Exp.(*syntax.Alloc); ok && freedIn(b, s.Pat[0]) {
					open = append(open, s.Pat[0])
				} else if ok && wrong == nil {
					if _, last := l.Uses(l.Origin(s.Pat[0]), b); last < len(b.Stms) && !l.Freed()[l.Origin(s.Pat[0])] {
						wrong = fmt.Errorf("`%s` is not given back", s.Pat[0].Written())
					}
				}
			case *syntax.Free:
				if n := len(open); n > 0 && open[n-1].ID == s.Block.ID {
					open = open[:n-1]
				} else if wrong == nil {
					wrong = fmt.Errorf("`%s` is given back, and is not the last block of the stack", s.Block.Name)
				}
			}
		}
	})
	return wrong
}

// freedIn tells whether a body frees a block.
func freedIn(b *syntax.Body, m *syntax.Binding) bool {
	return slices.ContainsFunc(b.Stms, func(s syntax.Stm) bool {
		f, ok := s.(*syntax.Free)
		return ok && f.Block.ID == m.ID
	})
}
