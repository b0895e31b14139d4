package introduce

import (
	"funmem/lower/alias"
	"maps"
	"slices"

	"funmem/semantics/syntax"
)

// updates is what is known about the updates of a program before it gets memory.
type updates struct {
	inPlace map[alias.Change]bool // those that need no copy: their array is at its last use
	copied  map[int]bool          // the loop variables, by ID, whose first value is copied
	turned  map[int]bool          // the accumulators, by ID, whose next value is copied: see turns
}

// findUpdates is the analysis of last uses. An array is at its last use in x with [ix] = v
// when nothing that may show its block is used afterwards. This is relative to a region:
// the statements of a body and of the branches in it, which run once and in order. Arrays
// from outside the region are never at their last use in it, so that one iteration changes
// nothing that another one sees.
//
// What a loop carries belongs to the region of its body if its first value was at its last
// use before the loop, or was copied there: one copy before the loop is better than one in
// each round.
//
// A parameter that is marked belongs to the region of the function's body. Callers pass a
// copy, or an array at its last use that no other argument may show. A call counts as an
// update of such an argument.
//
// In a line of a session (line), everything with a name may be used by later lines.
//
// Each pass finds something that has to be copied. A copy shows no block of its original, so a later pass knows more. A
// pass finds one thing, or one change together with all those that need a copy whatever else is copied (surely).
func (st *State) findUpdates(p *syntax.Program, line bool) updates {
	copied := alias.Copies{Loops: map[int]bool{}, Changes: map[alias.Change]bool{}}
	refused, o := map[int]bool{}, orderOf(p, st.Until)
	for {
		st.Until.Ask()
		l := &lastUses{Aliases: alias.Find(p, alias.Given{Copied: copied, Earlier: st.results, Written: st.written, Until: st.Until}), inPlace: map[alias.Change]bool{}, refused: refused, marked: st.markedIn, flat: map[int]bool{}, slices: map[int]*syntax.Slice{}, turned: map[int]bool{}, order: o, showing: map[*alias.Origin]*showing{}}
		l.decls(p, line)
		switch {
		case l.again == 0 && l.first == nil:
			maps.Copy(st.results, l.Results())
			return updates{l.inPlace, copied.Loops, l.turned}
		case l.again == 0:
			copied.Changes[*l.first] = true
			for _, c := range l.sure {
				copied.Changes[c] = true
			}
		case copied.Loops[l.again]: // the copy is of no use
			delete(copied.Loops, l.again)
			refused[l.again] = true
		default:
			copied.Loops[l.again] = true
		}
	}
}

// lastUses is one pass of the analysis, given what is copied.
type lastUses struct {
	*alias.Aliases
	inPlace map[alias.Change]bool
	refused map[int]bool             // the loop variables for which a copy would be of no use
	again   int                      // a loop variable for which that is not known yet
	first   *alias.Change            // the first that turned out to need a copy
	sure    []alias.Change           // the later ones that surely need one
	marked  func(*syntax.Let) []bool // which arguments a call may overwrite
	flat    map[int]bool             // arrays made from a flat slice; their elements may share locations
	slices  map[int]*syntax.Slice    // what arrays are slices of
	turned  map[int]bool             // accumulators whose next value may overwrite what it is made from
	order   *order
	showing map[*alias.Origin]*showing
	now     int // where the walk is, as a place in order
}

// region is a region up to a statement.
type region struct {
	mine map[int]bool      // bound in it so far
	from func(id int) bool // visible in it from outside
	used func(id int) bool // used in it later on
}

// decls analyses the functions and the statements of a program. Any later call may use what
// a function captures.
func (l *lastUses) decls(p *syntax.Program, line bool) {
	captured, defs := map[int]bool{}, alias.DefsOf(p)
	var top []syntax.Node
	for _, d := range p.Decls {
		if d, ok := d.(*syntax.Def); ok {
			free := alias.Captures(d, defs, l.Until)
			maps.Copy(captured, free)
			l.def(d, free)
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
	always := func(id int) bool { return named[id] || captured[id] }
	l.order.always = always
	l.stms(top, &region{map[int]bool{}, none, always})
}

// def analyses a function, which may use the variables in free from outside.
func (l *lastUses) def(d *syntax.Def, free map[int]bool) {
	mine := map[int]bool{}
	for _, x := range d.Params {
		mine[x.ID] = x.Unique
	}
	from := func(id int) bool { return free[id] || binds(d.Params, id) }
	l.body(d.Body, &region{mine, from, none})
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

// stms analyses statements, and the results after them. An update that carries memory is
// taken as written.
func (l *lastUses) stms(nodes []syntax.Node, r *region) {
	last := map[int]int{}
	for k, n := range nodes {
		for _, v := range syntax.FreeVars(n, l.Until) {
			last[v.ID], last[l.order.viewed(v.ID)] = k, k
		}
	}
	for k, n := range nodes {
		l.Until.Ask()
		s, ok := n.(*syntax.Let)
		if !ok {
			continue
		}
		l.now = l.order.at[s]
		in := &region{r.mine, r.from, func(id int) bool { return last[id] > k || r.used(id) }}
		l.changesOf(s, func(c alias.Change, x *syntax.Var) { l.change(c, x, in) })
		l.flatInit(s)
		l.exp(s.Exp, in)
		l.flatResults(s)
		for _, x := range s.Pat {
			r.mine[x.ID] = true
		}
	}
}

// exp analyses the expression of a statement.
func (l *lastUses) exp(e syntax.Expr, r *region) {
	switch e := e.(type) {
	case *syntax.If:
		l.body(e.Then, r)
		l.body(e.Else, r)
	case *syntax.Kernel:
		l.body(e.Body, r.inside())
	case *syntax.Reduce, *syntax.Scan:
		l.fold(syntax.FoldOf(e), r)
	case *syntax.Loop:
		l.loop(e, r)
	}
}

// changesOf visits the arrays that the expression of a statement overwrites. An
// update that carries memory is taken as written.
func (l *lastUses) changesOf(s *syntax.Let, visit func(c alias.Change, x *syntax.Var)) {
	switch e := s.Exp.(type) {
	case *syntax.With:
		if x, ok := e.X.(*syntax.Var); ok && !alias.CarriesMemory(s.Pat) {
			visit(alias.Change{E: e}, x)
		}
	case *syntax.Call:
		marked := l.marked(s)
		for i, arg := range e.Args {
			if x, ok := arg.(*syntax.Var); ok && isMarked(marked, i) {
				visit(alias.Change{E: e, Arg: i}, x)
			}
		}
	}
}

// change analyses a change of x. If an earlier pass found that it needs a copy, it gets
// one.
func (l *lastUses) change(c alias.Change, x *syntax.Var, r *region) {
	switch {
	case l.Copied.Changes[c]:
	case l.atLast(x.ID, r) && !l.passedTwice(c, x) && !l.flat[x.ID] && !l.overItself(c, x):
		l.inPlace[c] = true
	case l.first == nil:
		l.first = &c
	case l.surely(x.ID, r):
		l.sure = append(l.sure, c)
	}
}

// surely tells whether a change of x needs a copy, whatever else is copied: x, or a view of the same array, is used
// afterwards.
func (l *lastUses) surely(x int, r *region) bool {
	return (r.mine[x] || r.from(x)) && (r.used(x) || r.used(l.order.viewed(x)))
}

// flatInit notes the variables of a loop that begin with an array of a flat slice.
func (l *lastUses) flatInit(s *syntax.Let) {
	if e, ok := s.Exp.(*syntax.Loop); ok {
		for k, x := range e.Params {
			l.flat[x.ID] = l.flat[x.ID] || l.isFlat(e.Init[k]) && !l.Copied.Loops[x.ID]
		}
	}
}

// flatResults notes the variables of a statement that come from a flat slice.
func (l *lastUses) flatResults(s *syntax.Let) {
	bodies := []*syntax.Body(nil)
	switch e := s.Exp.(type) {
	case *syntax.If:
		bodies = []*syntax.Body{e.Then, e.Else}
	case *syntax.Loop:
		bodies = []*syntax.Body{e.Body}
		for k, x := range e.Params {
			l.flat[s.Pat[k].ID] = l.flat[x.ID]
		}
	case *syntax.With:
		l.flat[s.Pat[0].ID] = l.isFlat(e.X) && !l.Copied.Changes[alias.Change{E: e}]
	case *syntax.Slice:
		l.slices[s.Pat[0].ID] = e
		l.flat[s.Pat[0].ID] = l.isFlat(e.X) || slices.ContainsFunc(e.At, func(i syntax.Ix) bool { return i.Kind == syntax.IxFlat })
	default:
		if x := syntax.Viewed(e); x != nil {
			l.flat[s.Pat[0].ID] = l.isFlat(x)
		}
	}
	for _, b := range bodies {
		for k, x := range b.Res {
			l.flat[s.Pat[k].ID] = l.flat[s.Pat[k].ID] || l.isFlat(x)
		}
	}
}

func (l *lastUses) isFlat(x syntax.Expr) bool {
	v, ok := x.(*syntax.Var)
	return ok && l.flat[v.ID]
}

// passedTwice tells whether a call has another argument that may show what x shows and is
// not copied.
func (l *lastUses) passedTwice(c alias.Change, x *syntax.Var) bool {
	e, ok := c.E.(*syntax.Call)
	if !ok {
		return false
	}
	for i, y := range e.Args {
		if v, ok := y.(*syntax.Var); ok && i != c.Arg && !l.Copied.Changes[alias.Change{E: e, Arg: i}] && l.Meet(v.ID, x.ID) {
			return true
		}
	}
	return false
}

// inside returns the region of a body that may run several times.
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

// atLast tells whether an array is at its last use: whatever may show its block is bound in
// the region, and is not used any more.
func (l *lastUses) atLast(x int, r *region) bool {
	l.forget(x, r)
	return l.none(x, func(v int) bool { return r.from(v) && !r.mine[v] || r.mine[v] && r.used(v) })
}

// none tells whether no variable that may show what x shows is such a variable. Whatever
// lies outside the program counts as one.
func (l *lastUses) none(x int, such func(v int) bool) bool {
	if l.Of(x)[alias.Elsewhere] {
		return false
	}
	n := 0
	for o := range l.Of(x) {
		n += len(l.shown(o))
	}
	if n > l.Len() { // few variables are such
		for v := range l.Variables() {
			l.Until.Ask()
			if such(v) && l.Meet(v, x) {
				return false
			}
		}
		return true
	}
	for o := range l.Of(x) {
		if slices.ContainsFunc(l.shown(o), func(v int) bool {
			l.Until.Ask()
			return such(v)
		}) {
			return false
		}
	}
	return true
}

// fold analyses a reduce or scan. Its accumulators lie in blocks that nothing else shows,
// so they belong to its body. Accumulators that already carry memory, and the elements, lie
// in blocks of variables from outside.
func (l *lastUses) fold(f *syntax.Fold, r *region) {
	_, accs, _, _ := f.Params()
	in := r.inside()
	for _, x := range accs {
		in.mine[x.ID] = x.Type.Mem == nil
	}
	l.body(f.Lambda().Body, in)
	l.turns(accs, f.Lambda().Body)
}

// loop analyses a loop. The variables that it owns belong to its body. From outside it sees
// what is used in it or afterwards.
func (l *lastUses) loop(e *syntax.Loop, r *region) {
	free := map[int]bool{}
	for _, b := range []*syntax.Body{e.While, e.Body} {
		if b != nil {
			for _, v := range syntax.FreeVars(b) {
				free[v.ID] = true
			}
		}
	}
	in := &region{map[int]bool{}, func(id int) bool {
		return free[id] && binds(e.Params, id) || r.from(id) && !r.mine[id] || r.mine[id] && (free[id] || r.used(id))
	}, none}
	while := &region{map[int]bool{}, in.from, none}
	for _, x := range e.Params {
		l.now = max(l.now, l.order.bound[x.ID])
	}
	for _, x := range e.Params {
		in.mine[x.ID] = x.Type.IsArray() && l.owns(e, x, in)
	}
	l.body(e.Body, in)
	if e.While != nil {
		l.body(e.While, while)
	}
}

// owns tells whether the loop variable x alone shows its block when a round begins, among
// the variables used in the rounds or afterwards. It is better if no other variable of the
// loop shows it either: a copy of the first value may help both. Where it does not, the two
// may still be used one after the other in a round. A loop that carries memory already is
// not asked.
func (l *lastUses) owns(e *syntax.Loop, x *syntax.Binding, in *region) bool {
	if x.Type.Mem != nil || !l.changes(e.Body, x.ID) {
		return false
	}
	refused := l.refused[x.ID]
	if l.none(x.ID, func(v int) bool { return v != x.ID && in.from(v) && !(refused && binds(e.Params, v)) }) {
		return true
	}
	if l.again == 0 && !refused {
		l.again = x.ID
	}
	return false
}

// changes tells whether something in a body changes what x may show.
func (l *lastUses) changes(b *syntax.Body, x int) bool {
	found := false
	syntax.Walk(b, func(n syntax.Node) bool {
		if s, ok := n.(*syntax.Let); ok {
			l.changesOf(s, func(c alias.Change, v *syntax.Var) { found = found || !l.Copied.Changes[c] && l.Meet(v.ID, x) })
		}
		return !found
	})
	return found
}
