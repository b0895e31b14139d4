package hoist

import (
	"fmt"
	"maps"
	"slices"

	"funmem/lower/alias"
	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// lowerer is one run of lower-alloc.
type lowerer struct {
	*rewrite.Job
	defs map[string]*syntax.Def
	// kept are the blocks that functions, or later lines of a session, may use from
	// outside: they do not go into a branch.
	kept func(m int) bool
}

// Lower is the pass lower-alloc over a FUNMEM program: each alloc goes right before the
// first statement that uses the block, and into a branch if only that branch uses it.
func Lower(j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
	l := &lowerer{Job: j, defs: alias.DefsOf(p)}
	l.kept = func(int) bool { return false }
	defs := map[*syntax.Def]*syntax.Def{}
	captured := map[int]bool{}
	for _, d := range p.Defs() {
		c := *d
		c.Body = l.body(d.Body)
		defs[d] = &c
		for id := range alias.Captures(d, l.defs) {
			captured[id] = true
		}
	}
	l.kept = func(m int) bool { return captured[m] || j.Type != nil }
	main := l.body(p.Main())
	return rewrite.Assemble(p, func(d *syntax.Def) *syntax.Def { return defs[d] }, main), nil
}

// lowering is the state of moving down the allocs of one body.
type lowering struct {
	*lowerer
	out  []syntax.Stm
	wait []*waiting  // allocs waiting for their first use, in order
	last map[int]int // the last statement that uses a variable; for the results the number after them all
}

// waiting is an alloc that has not met its first use.
type waiting struct {
	s    *syntax.Let
	over int // how many statements it has moved over so far
}

// body lowers the allocs of a body, and then those of its inner bodies.
func (l *lowerer) body(b *syntax.Body) *syntax.Body {
	in := &lowering{lowerer: l, last: map[int]int{}}
	uses := make([]map[int]bool, len(b.Stms)+1)
	for k, s := range b.Stms {
		uses[k] = l.mentions(s)
	}
	uses[len(b.Stms)] = l.mentions(&syntax.Body{Res: b.Res})
	for k := range uses {
		for id := range uses[k] {
			in.last[id] = k
		}
	}
	for k, s := range b.Stms {
		let, isLet := s.(*syntax.Let)
		if isLet && isAlloc(let) {
			if _, used := in.last[let.Pat[0].ID]; used {
				in.wait = append(in.wait, &waiting{s: let})
				continue
			}
		}
		into := in.meet(k, s, uses[k])
		if isLet {
			let = l.intoBranch(let, into)
			e := rewrite.Inner(let.Exp, l.body)
			s = &syntax.Let{Span: let.Span, Pat: let.Pat, Exp: e, Doc: let.Doc}
		}
		in.out = append(in.out, s)
	}
	in.meet(len(b.Stms), nil, uses[len(b.Stms)])
	return &syntax.Body{Span: b.Span, Stms: in.out, Res: b.Res}
}

// meet puts the allocs whose first use is statement k before it, and returns those that can
// go into one of its branches.
func (in *lowering) meet(k int, s syntax.Stm, uses map[int]bool) (into []*syntax.Let) {
	var wait []*waiting
	for _, w := range in.wait {
		m := w.s.Pat[0]
		switch {
		case !uses[m.ID]:
			w.over++
			wait = append(wait, w)
		case in.last[m.ID] == k && !in.kept(m.ID) && in.inOneBranch(s, m.ID):
			in.Did(m, "moved into the branch of `%s` that uses it", rewrite.Called(s.(*syntax.Let).Pat))
			into = append(into, w.s)
		default:
			if w.over > 0 {
				in.Did(m, "moved down over %s", diag.Count(w.over, "statement"))
			}
			in.out = append(in.out, w.s)
		}
	}
	in.wait = wait
	return into
}

// inOneBranch tells whether a statement is an if and only one of its branches uses a
// variable.
func (l *lowerer) inOneBranch(s syntax.Stm, m int) bool {
	let, ok := s.(*syntax.Let)
	if !ok {
		return false
	}
	e, ok := let.Exp.(*syntax.If)
	typed := func(x *syntax.Binding) bool { return l.mentions(x)[m] }
	return ok && !slices.ContainsFunc(let.Pat, typed) && l.mentions(e.Then)[m] != l.mentions(e.Else)[m]
}

// intoBranch returns an if with allocs at the beginning of the branches that use them.
func (l *lowerer) intoBranch(s *syntax.Let, allocs []*syntax.Let) *syntax.Let {
	for _, a := range slices.Backward(allocs) {
		c := *s.Exp.(*syntax.If)
		if l.mentions(c.Then)[a.Pat[0].ID] {
			c.Then = before(a, c.Then)
		} else {
			c.Else = before(a, c.Else)
		}
		s = &syntax.Let{Span: s.Span, Pat: s.Pat, Exp: &c, Doc: s.Doc}
	}
	return s
}

func before(s syntax.Stm, b *syntax.Body) *syntax.Body {
	return &syntax.Body{Span: b.Span, Stms: append([]syntax.Stm{s}, b.Stms...), Res: b.Res}
}

// mentions returns the variables that a statement mentions, and those that the functions it
// calls use from outside.
func (l *lowerer) mentions(n syntax.Node) map[int]bool {
	ids := map[int]bool{}
	for _, v := range syntax.FreeVars(n) {
		ids[v.ID] = true
	}
	for _, f := range syntax.Calls(n) {
		if d := l.defs[f]; d != nil {
			maps.Copy(ids, alias.Captures(d, l.defs))
		}
	}
	return ids
}

// Late checks what lower-alloc ensures: between an alloc and the first use of its block
// there is nothing but other allocs.
func Late(p *syntax.Program) error {
	l := &lowerer{defs: alias.DefsOf(p)}
	early := l.early(p.Main())
	syntax.Walk(p, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.Body); ok && early == nil {
			early = l.early(b)
		}
		return early == nil
	})
	if early == nil {
		return nil
	}
	return fmt.Errorf("`%s` is not used by the statement after it, and is later on", early.Written())
}

// early returns a block of a body that is allocated before it needs to be, or nil.
func (l *lowerer) early(b *syntax.Body) *syntax.Binding {
	var next map[int]bool // what the first later statement that is not an alloc uses
	later := l.mentions(&syntax.Body{Res: b.Res})
	for _, s := range slices.Backward(b.Stms) {
		uses := l.mentions(s)
		if let, ok := s.(*syntax.Let); ok && isAlloc(let) {
			if m := let.Pat[0]; later[m.ID] && !next[m.ID] && next != nil {
				return m
			}
		} else {
			next = uses
		}
		for id := range uses {
			later[id] = true
		}
	}
	return nil
}
