package live

import (
	"maps"
	"slices"

	"funmem/lower/alias"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Liveness holds the live blocks after each statement of a FUNMEM program, by their
// origins.
type Liveness struct {
	*alias.Aliases
	Main *syntax.Body // the statements and results of the program

	defs   map[string]*syntax.Def
	bodies map[*syntax.Body]*body
	order  []*syntax.Body
	at     map[syntax.Stm]place
	freed  map[*alias.Origin]bool
	also   map[syntax.Node][]int // what statements and the results of bodies use in addition
	until  stop.Poll
}

// body holds the uses of variables in a body and after it.
type body struct {
	uses  []map[int]bool // of each statement, and of the results
	last  map[int]int    // the last statement that uses a variable
	after map[int]bool   // what is live after the body
}

// place says where a statement stands.
type place struct {
	in *syntax.Body
	k  int
}

// Find finds out what is live in a FUNMEM program. A program without results is there for
// its variables, so all of them are live at the end.
func Find(p *syntax.Program, until ...stop.Poll) *Liveness {
	l := start(p, until)
	free := l.main(p)
	for _, d := range slices.Backward(p.Defs()) { // callers come before callees
		kept := maps.Clone(free[d])
		for k, x := range d.Params {
			kept[x.ID] = !l.handedOver(p, d, k, free[d])
		}
		l.body(d.Body, kept)
	}
	return l
}

// start returns an analysis of a program that has looked at no body.
func start(p *syntax.Program, until []stop.Poll) *Liveness {
	return &Liveness{
		Aliases: alias.OfMem(p, until...), Main: p.Main(), defs: alias.DefsOf(p),
		bodies: map[*syntax.Body]*body{}, at: map[syntax.Stm]place{}, freed: map[*alias.Origin]bool{}, until: stop.Any(until),
	}
}

// main looks at the statements of a program. It returns what its functions use from outside.
func (l *Liveness) main(p *syntax.Program) map[*syntax.Def]map[int]bool {
	captured := map[int]bool{}
	free := map[*syntax.Def]map[int]bool{}
	for _, d := range p.Defs() {
		free[d] = alias.Captures(d, l.defs)
		maps.Copy(captured, free[d])
	}
	if len(l.Main.Res) == 0 {
		maps.Copy(captured, bound(l.Main))
	}
	l.body(l.Main, captured)
	return free
}

// bound returns the variables that the statements of a body bind.
func bound(b *syntax.Body) map[int]bool {
	ids := map[int]bool{}
	for _, s := range b.Stms {
		if s, ok := s.(*syntax.Let); ok {
			for _, x := range s.Pat {
				ids[x.ID] = true
			}
		}
	}
	return ids
}

// Origin returns the origin of a block that a statement allocates.
func (l *Liveness) Origin(m *syntax.Binding) (o *alias.Origin) {
	for o = range l.Of(m.ID) {
	}
	return o
}

// Bodies visits the bodies of the program, each after those around it.
func (l *Liveness) Bodies(visit func(b *syntax.Body)) {
	for _, b := range l.order {
		visit(b)
	}
}

// Freed returns the origins of the blocks that the program frees.
func (l *Liveness) Freed() map[*alias.Origin]bool { return l.freed }

// Live tells whether a block of that origin may be accessed after the statement.
func (l *Liveness) Live(o *alias.Origin, s syntax.Stm) bool {
	at := l.at[s]
	b := l.bodies[at.in]
	return o == alias.Elsewhere || slices.ContainsFunc(l.Shown(o), func(id int) bool { return b.live(id, at.k) })
}

// Used tells whether a variable is mentioned after the statement.
func (l *Liveness) Used(id int, s syntax.Stm) bool {
	at := l.at[s]
	return l.bodies[at.in].live(id, at.k)
}

// Dead tells whether none of the blocks that a variable may show is accessed after the
// statement.
func (l *Liveness) Dead(id int, s syntax.Stm) bool {
	for o := range l.Of(id) {
		if l.Live(o, s) {
			return false
		}
	}
	return true
}

// Uses returns the first and the last statement of a body that use a block of that origin.
// len(b.Stms) stands for the results and for what is live after the body. If nothing uses
// it, they are len(b.Stms) and -1. Allocating the block is not a use.
func (l *Liveness) Uses(o *alias.Origin, b *syntax.Body) (first, last int) {
	in := l.bodies[b]
	first, last = len(b.Stms), -1
	for _, id := range l.Shown(o) {
		if in.after[id] {
			last = len(b.Stms)
		}
		for k, used := range in.uses {
			if used[id] {
				first, last = min(first, k), max(last, k)
			}
		}
	}
	return first, last
}

// live tells whether a variable is used after statement k.
func (b *body) live(id, k int) bool {
	last, used := b.last[id]
	return b.after[id] || used && last > k
}

// body finds the uses in a body and in its inner bodies. The variables in after are live
// after it.
func (l *Liveness) body(b *syntax.Body, after map[int]bool) {
	in := &body{last: map[int]int{}, after: map[int]bool{}}
	for id, live := range after {
		if live && len(l.Of(id)) > 0 {
			in.after[id] = true
		}
	}
	for k, s := range b.Stms {
		l.until.Ask()
		l.at[s] = place{b, k}
		if s, ok := s.(*syntax.Free); ok {
			maps.Copy(l.freed, l.Of(s.Block.ID))
		}
		in.use(l, k, l.Mentions(s))
	}
	in.use(l, len(b.Stms), l.results(b))
	l.bodies[b], l.order = in, append(l.order, b)
	for k, s := range b.Stms {
		if s, ok := s.(*syntax.Let); ok {
			l.inner(s, in.afterStm(k, s.Pat))
		}
	}
}

// use notes which blocks, and arrays in blocks, statement k mentions.
func (b *body) use(l *Liveness, k int, ids map[int]bool) {
	used := map[int]bool{}
	for id := range ids {
		if len(l.Of(id)) > 0 {
			used[id] = true
			b.last[id] = k
		}
	}
	b.uses = append(b.uses, used)
}

// afterStm returns what is live after statement k, without what it binds.
func (b *body) afterStm(k int, pat []*syntax.Binding) map[int]bool {
	live := maps.Clone(b.after)
	for id, last := range b.last {
		if last > k {
			live[id] = true
		}
	}
	return without(live, pat)
}

// results returns what the results of a body use.
func (l *Liveness) results(b *syntax.Body) map[int]bool {
	used := free(b.Res...)
	for _, id := range l.also[b] {
		used[id] = true
	}
	return used
}

// Mentions returns what a statement uses: what it mentions, what the functions that it
// calls use from outside, and the blocks that it gets from branches, loops and calls.
func (l *Liveness) Mentions(s syntax.Stm) map[int]bool {
	used := free(s)
	for _, f := range syntax.Calls(s) {
		if d := l.defs[f]; d != nil {
			maps.Copy(used, alias.Captures(d, l.defs))
		}
	}
	if s, ok := s.(*syntax.Let); ok {
		if _, ok := s.Exp.(*syntax.Alloc); !ok {
			for _, x := range s.Pat {
				used[x.ID] = true
			}
		}
	}
	if l.also != nil {
		syntax.Walk(s, func(n syntax.Node) bool {
			for _, id := range l.also[n] {
				used[id] = true
			}
			return true
		})
	}
	return used
}

// inner goes on with the bodies in a statement. The variables in after are live after it.
func (l *Liveness) inner(s *syntax.Let, after map[int]bool) {
	switch e := s.Exp.(type) {
	case *syntax.If:
		l.body(e.Then, after)
		l.body(e.Else, after)
	case *syntax.Kernel:
		l.body(e.Body, union(after, l.Mentions(s)))
	case *syntax.Reduce, *syntax.Scan:
		l.body(syntax.FoldOf(e).Lambda().Body, union(after, l.Mentions(s)))
	case *syntax.Loop:
		l.loop(e, after)
	}
}

// loop goes on with a loop. Outside variables that it mentions are live in all rounds. What
// it carries is bound anew by the results of each round. The condition sees it before the
// round does.
func (l *Liveness) loop(e *syntax.Loop, after map[int]bool) {
	var round map[int]bool
	if e.For != nil {
		round = without(free(e.Body), []*syntax.Binding{e.For.X})
	} else {
		round = free(e.While, e.Body)
	}
	for _, x := range e.Params {
		maps.Copy(round, free(x.Type))
	}
	after = union(after, without(round, e.Params))
	l.body(e.Body, after)
	if e.While != nil {
		carried := map[int]bool{}
		for _, x := range e.Params {
			carried[x.ID] = true
		}
		l.body(e.While, union(after, carried))
	}
}

// handedOver tells whether the block of parameter k, or the block that is parameter k, is
// left to the function. All arrays in the block must be marked by a star. Nothing else that
// the function sees may lie in the block that a call passes, and no variable from before
// the call may use it after the call.
func (l *Liveness) handedOver(p *syntax.Program, d *syntax.Def, k int, captured map[int]bool) bool {
	block := d.Params[k].ID
	if t := d.Params[k].Type; t.Mem != nil {
		block = t.Mem.Block.ID
	}
	marked := false
	others := map[int]bool{} // the parameters that do not lie in the block
	for i, x := range d.Params {
		if x.Type.Mem != nil && x.Type.Mem.Block.ID == block {
			if !x.Unique {
				return false
			}
			marked = true
		} else if x.ID != block {
			others[i] = true
		}
	}
	before := map[int]bool{} // what is bound before a call
	syntax.Walk(p, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Binding:
			before[n.ID] = true
		case *syntax.Let:
			if e, ok := n.Exp.(*syntax.Call); ok && e.Fn == d.Name {
				marked = marked && !l.shared(e.Args[k], e.Args, others, captured) && !l.kept(e.Args[k], n, before)
			}
		}
		return marked
	})
	return marked
}

// kept tells whether variables bound before a call may use the block of an argument after
// it.
func (l *Liveness) kept(x syntax.Expr, call *syntax.Let, before map[int]bool) bool {
	at := l.at[call]
	for o := range l.OfExpr(x) {
		for _, id := range l.Shown(o) {
			if in := l.bodies[at.in]; before[id] && (in == nil || in.live(id, at.k)) {
				return true
			}
		}
	}
	return false
}

// shared tells whether an argument may share a block with one of the others, or with what a
// function uses from outside.
func (l *Liveness) shared(x syntax.Expr, args []syntax.Expr, others, captured map[int]bool) bool {
	for o := range l.OfExpr(x) {
		for i := range others {
			if l.OfExpr(args[i])[o] {
				return true
			}
		}
		for id := range captured {
			if l.Of(id)[o] {
				return true
			}
		}
	}
	return false
}

// free returns FV of the nodes, by ID.
func free[N syntax.Node](nodes ...N) map[int]bool {
	ids := map[int]bool{}
	for _, n := range nodes {
		for _, v := range syntax.FreeVars(n) {
			ids[v.ID] = true
		}
	}
	return ids
}

// union returns the union of two sets.
func union(a, b map[int]bool) map[int]bool {
	c := maps.Clone(a)
	maps.Copy(c, b)
	return c
}

// without returns a set without what is bound.
func without(a map[int]bool, bound []*syntax.Binding) map[int]bool {
	c := maps.Clone(a)
	for _, x := range bound {
		delete(c, x.ID)
	}
	return c
}
