package introduce

import "funmem/semantics/syntax"

// updates is what is known of the updates of a program before it gets memory.
type updates struct {
	inPlace map[*syntax.With]bool // those that need no copy: their array is at its last use
	copied  map[int]bool          // the loop variables, by ID, whose first value is copied
}

// findUpdates is the analysis of last uses. An array is at its last use in x with
// [ix] = v when nothing that may show its block is used afterwards. That is said
// of a region: the statements of a body and of the branches in it, which run
// once, one after the other. Arrays from outside the region are never at their
// last use in it, so that one iteration changes nothing that another one sees.
//
// What a loop carries belongs to the region that its body is, when its first value
// was at its last use before the loop, or was copied there: one copy before the
// loop is better than one in each round.
//
// In a line of a session (line) what has a name is used by later lines.
//
// Each pass finds one thing that has to be copied; what is copied shows no block
// of what it is a copy of, so that a later pass knows more.
func findUpdates(p *syntax.Program, line bool) updates {
	u := updates{copied: map[int]bool{}}
	refused, fresh := map[int]bool{}, map[*syntax.With]bool{}
	for {
		l := &lastUses{aliases: newAliases(), bound: map[int]bool{}, updates: updates{map[*syntax.With]bool{}, u.copied}, refused: refused, fresh: fresh}
		l.program(p, copies{u.copied, fresh})
		syntax.Walk(p, func(n syntax.Node) bool {
			if b, ok := n.(*syntax.Binding); ok {
				l.bound[b.ID] = true
			}
			return true
		})
		l.decls(p, line)
		switch {
		case l.again == 0 && l.first == nil:
			return l.updates
		case l.again == 0:
			fresh[l.first] = true
		case u.copied[l.again]: // the copy is of no use
			delete(u.copied, l.again)
			refused[l.again] = true
		default:
			u.copied[l.again] = true
		}
	}
}

// lastUses is one pass of the analysis, under what is copied.
type lastUses struct {
	*aliases
	updates
	bound   map[int]bool // by the program
	refused map[int]bool // the loop variables whose copy would be of no use
	again   int          // a loop variable of which that is not known yet
	fresh   map[*syntax.With]bool
	first   *syntax.With // the first update that turned out to need a copy
}

// region is a region up to a statement.
type region struct {
	mine map[int]bool      // bound in it so far
	from func(id int) bool // visible in it from outside
	used func(id int) bool // used in it later on
}

// decls analyses the functions and the statements of a program.
func (l *lastUses) decls(p *syntax.Program, line bool) {
	captured := map[int]bool{}
	var top []syntax.Node
	for _, d := range p.Decls {
		if d, ok := d.(*syntax.Def); ok {
			free := map[int]bool{}
			for _, v := range syntax.FreeVars(d) {
				free[v.ID], captured[v.ID] = true, true
			}
			from := func(id int) bool { return free[id] || binds(d.Params, id) }
			l.body(d.Body, &region{map[int]bool{}, from, none})
			continue
		}
		top = append(top, d)
	}
	named := map[int]bool{}
	for _, d := range top {
		if s, ok := d.(*syntax.Let); ok && line {
			for _, x := range s.Pat {
				named[x.ID] = x.Text != ""
			}
		}
	}
	l.stms(top, &region{map[int]bool{}, func(id int) bool { return captured[id] }, func(id int) bool { return named[id] }})
}

func none(int) bool { return false }

// body analyses a body in a region.
func (l *lastUses) body(b *syntax.Body, r *region) {
	nodes := make([]syntax.Node, 0, len(b.Stms)+len(b.Res))
	for _, s := range b.Stms {
		nodes = append(nodes, s)
	}
	for _, x := range b.Res {
		nodes = append(nodes, x)
	}
	l.stms(nodes, r)
}

// stms analyses statements, and results behind them. An update that carries memory
// is taken as written.
func (l *lastUses) stms(nodes []syntax.Node, r *region) {
	last := map[int]int{}
	for k, n := range nodes {
		for _, v := range syntax.FreeVars(n) {
			last[v.ID] = k
		}
	}
	for k, n := range nodes {
		s, ok := n.(*syntax.Let)
		if !ok {
			continue
		}
		in := &region{r.mine, r.from, func(id int) bool { return last[id] > k || r.used(id) }}
		if _, update := s.Exp.(*syntax.With); !update || !isWritten(s.Pat) {
			l.exp(s.Exp, in)
		}
		for _, x := range s.Pat {
			r.mine[x.ID] = true
		}
	}
}

// exp analyses the expression of a statement.
func (l *lastUses) exp(e syntax.Expr, r *region) {
	switch e := e.(type) {
	case *syntax.With:
		l.with(e, r)
	case *syntax.If:
		l.body(e.Then, r)
		l.body(e.Else, r)
	case *syntax.Kernel:
		l.body(e.Body, r.inside())
	case *syntax.Reduce, *syntax.Scan:
		f := syntax.FoldOf(e).Lambda()
		in := r.inside()
		from := in.from
		in.from = func(id int) bool { return binds(f.Params, id) || from(id) }
		l.body(f.Body, in)
	case *syntax.Loop:
		l.loop(e, r)
	}
}

// with analyses an update. One that an earlier pass found to need a copy gets it.
func (l *lastUses) with(e *syntax.With, r *region) {
	x, ok := e.X.(*syntax.Var)
	switch {
	case !ok || l.fresh[e]:
	case l.atLast(x.ID, r):
		l.inPlace[e] = true
	case l.first == nil:
		l.first = e
	}
}

// inside is the region of a body that may run several times.
func (r *region) inside() *region {
	return &region{map[int]bool{}, func(id int) bool { return r.mine[id] || r.from(id) }, none}
}

func binds(ps []*syntax.Binding, id int) bool {
	for _, p := range ps {
		if p.ID == id {
			return true
		}
	}
	return false
}

// atLast tells whether an array is at its last use: whatever may show its block is
// bound in the region, and not used any more.
func (l *lastUses) atLast(x int, r *region) bool {
	for _, v := range l.class(x) {
		if !l.bound[v] || r.from(v) && !r.mine[v] || r.mine[v] && r.used(v) {
			return false
		}
	}
	return true
}

// loop analyses a loop. Its variables that it owns belong to its body.
func (l *lastUses) loop(e *syntax.Loop, r *region) {
	in := r.inside()
	own := map[int]bool{} // classes
	for _, x := range e.Params {
		if x.Type.IsArray() && l.owns(e, x, r) {
			in.mine[x.ID] = true
			own[l.of(x.ID)] = true
		}
	}
	from := in.from
	in.from = func(id int) bool { return !own[l.of(id)] && (binds(e.Params, id) || from(id)) }
	l.body(e.Body, in)
	if e.While != nil {
		while := r.inside()
		outer := while.from
		while.from = func(id int) bool { return binds(e.Params, id) || outer(id) }
		l.body(e.While, while)
	}
}

// owns tells whether nothing but the loop variable x shows its block when a round
// begins, and nothing else is going to; a copy of its first value may see to that.
// A loop that carries memory already is not asked.
func (l *lastUses) owns(e *syntax.Loop, x *syntax.Binding, r *region) bool {
	if x.Type.Mem != nil || l.refused[x.ID] || !l.changes(e.Body, x.ID) {
		return false
	}
	if l.alone(e, x) && l.atLast(x.ID, r) && !l.seen(e, x) {
		return true
	}
	if l.again == 0 {
		l.again = x.ID
	}
	return false
}

// changes tells whether an update in a body changes what x may show.
func (l *lastUses) changes(b *syntax.Body, x int) bool {
	found := false
	syntax.Walk(b, func(n syntax.Node) bool {
		if w, ok := n.(*syntax.With); ok && !l.fresh[w] {
			v, ok := w.X.(*syntax.Var)
			found = found || ok && l.of(v.ID) == l.of(x)
		}
		return !found
	})
	return found
}

// alone tells whether no other variable of the loop shows what x may show.
func (l *lastUses) alone(e *syntax.Loop, x *syntax.Binding) bool {
	for _, y := range e.Params {
		if y != x && l.of(y.ID) == l.of(x.ID) {
			return false
		}
	}
	return true
}

// seen tells whether the rounds use what x may show by a name from outside.
func (l *lastUses) seen(e *syntax.Loop, x *syntax.Binding) bool {
	for _, b := range []*syntax.Body{e.While, e.Body} {
		if b == nil {
			continue
		}
		for _, v := range syntax.FreeVars(b) {
			if !binds(e.Params, v.ID) && l.of(v.ID) == l.of(x.ID) {
				return true
			}
		}
	}
	return false
}
