package alias

import (
	"iter"
	"maps"
	"slices"

	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Origin is where a block comes from: a statement that makes one, a parameter, or what lies
// outside the program. In one round of all loops around a statement, and one call of its
// function, an origin stands for one block. What a loop carries from earlier rounds has
// origins of its own, so it can be told from what this round makes. What a call returns has
// origins of its own too, for each place of a call.
type Origin struct {
	home []syntax.Node // the functions and loops around it
}

// Elsewhere is the origin of what lies outside the program.
var Elsewhere = &Origin{}

// made says how an origin comes about: by a binder, by a loop that carries a block of
// origin of to later rounds, or by a call that returns one of its function's blocks, given
// by its number.
type made struct {
	by     syntax.Node
	of     *Origin
	number int
}

// Aliases holds the origins of the blocks that variables may show, by ID. Variables are
// arrays and blocks. The origins of a variable stay the same as long as it is in scope.
type Aliases struct {
	Given
	defs    map[string]*syntax.Def
	bound   map[int]bool // the variables that the program binds
	shows   map[int]map[*Origin]bool
	shown   map[*Origin][]int // the variables that may show it
	origins map[made]*Origin
	around  []syntax.Node // the functions and loops around the current place
	grown   bool
}

// Copies holds the loop variables, by ID, whose first value is copied, and the changes
// whose array is copied.
type Copies struct {
	Loops   map[int]bool
	Changes map[Change]bool
}

// Change overwrites an array. It is an update, with number 0, or a call that may overwrite
// the argument of that number.
type Change struct {
	E   syntax.Expr
	Arg int
}

// Given is what is known before an analysis, and what it supposes.
type Given struct {
	Copied  Copies             // what a transformation will copy
	Earlier map[string]Summary // functions of earlier lines
	Written map[string]bool    // the functions that carried memory when they came
	Until   stop.Poll          // asked again and again; nil: the search is never stopped
}

// Find goes through a program until nothing new is found: a function may be called before
// it is defined, and the results of a round are carried to the next.
func Find(p *syntax.Program, g Given) *Aliases {
	a := &Aliases{
		Given: g, defs: DefsOf(p), bound: map[int]bool{},
		shows: map[int]map[*Origin]bool{}, shown: map[*Origin][]int{}, origins: map[made]*Origin{}, grown: true,
	}
	syntax.WalkUntil(g.Until, p, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.Binding); ok {
			a.bound[b.ID] = true
		}
		return true
	})
	for a.grown {
		a.grown = false
		for _, d := range p.Decls {
			switch d := d.(type) {
			case *syntax.Def:
				a.within(d, func() {
					a.fresh(d.Params)
					a.body(d.Body)
				})
			case *syntax.Let:
				a.let(d)
			}
		}
	}
	return a
}

// OfMem returns the aliases of a FUNMEM program. All its functions carry memory.
func OfMem(p *syntax.Program, until ...stop.Poll) *Aliases {
	written := map[string]bool{}
	for _, d := range p.Defs() {
		written[d.Name] = true
	}
	return Find(p, Given{Written: written, Until: stop.Any(until)})
}

// DefsOf returns the functions of a program by name.
func DefsOf(p *syntax.Program) map[string]*syntax.Def {
	defs := map[string]*syntax.Def{}
	for _, d := range p.Defs() {
		defs[d.Name] = d
	}
	return defs
}

// Captures returns the variables from outside that a function, or one that it calls, uses.
// The call may return them.
func Captures(d *syntax.Def, defs map[string]*syntax.Def, until ...stop.Poll) map[int]bool {
	free := map[int]bool{}
	by := func(name string) *syntax.Def { return defs[name] }
	for _, f := range append([]*syntax.Def{d}, syntax.Reached(d, by, until...)...) {
		for _, v := range syntax.FreeVars(f, until...) {
			free[v.ID] = true
		}
	}
	return free
}

// Shown returns the variables that may show an origin.
func (a *Aliases) Shown(o *Origin) []int { return a.shown[o] }

// Len returns how many variables may show something.
func (a *Aliases) Len() int { return len(a.shows) }

// Variables returns those that may show something.
func (a *Aliases) Variables() iter.Seq[int] { return maps.Keys(a.shows) }

// Meet tells whether two variables may show one block.
func (a *Aliases) Meet(x, y int) bool {
	for o := range a.Of(x) {
		if a.Of(y)[o] {
			return true
		}
	}
	return false
}

// Of returns the origins that a variable may show.
func (a *Aliases) Of(id int) map[*Origin]bool {
	if !a.bound[id] {
		return map[*Origin]bool{Elsewhere: true}
	}
	return a.shows[id]
}

// add notes that a binder may show an origin.
func (a *Aliases) add(p *syntax.Binding, o *Origin) {
	if p.ID == 0 || p.Type != nil && p.Type.IsNumber() || a.shows[p.ID][o] {
		return
	}
	if a.shows[p.ID] == nil {
		a.shows[p.ID] = map[*Origin]bool{}
	}
	a.shows[p.ID][o], a.grown = true, true
	a.shown[o] = append(a.shown[o], p.ID)
}

// same notes that a binder may show what an operand shows.
func (a *Aliases) same(p *syntax.Binding, x syntax.Expr) {
	if v, ok := x.(*syntax.Var); ok {
		for o := range a.Of(v.ID) {
			a.add(p, o)
		}
	}
}

func (a *Aliases) all(ps []*syntax.Binding, xs []syntax.Expr) {
	for i := range min(len(ps), len(xs)) {
		a.same(ps[i], xs[i])
	}
}

// fresh gives each binder that does not say where it lies an origin of its own.
func (a *Aliases) fresh(ps []*syntax.Binding) {
	for _, p := range ps {
		if p.Type == nil || p.Type.Mem == nil {
			a.add(p, a.origin(made{by: p}))
		}
	}
	a.annotated(ps)
}

// annotated notes that arrays may show the blocks that their types name.
func (a *Aliases) annotated(ps []*syntax.Binding) {
	for _, p := range ps {
		if p.Type != nil && p.Type.Mem != nil {
			a.same(p, p.Type.Mem.Block)
		}
	}
}

// origin returns the origin that comes about in this way, at this place.
func (a *Aliases) origin(m made) *Origin {
	o := a.origins[m]
	if o == nil {
		o = &Origin{slices.Clone(a.around)}
		a.origins[m] = o
	}
	return o
}

// within visits what stands in a function or a loop.
func (a *Aliases) within(n syntax.Node, visit func()) {
	a.around = append(a.around, n)
	visit()
	a.around = a.around[:len(a.around)-1]
}

// IsIn tells whether blocks of this origin are made in a function or a loop.
func (o *Origin) IsIn(n syntax.Node) bool { return slices.Contains(o.home, n) }

func (a *Aliases) body(b *syntax.Body) {
	for _, s := range b.Stms {
		if s, ok := s.(*syntax.Let); ok {
			a.let(s)
		}
	}
}

// let notes what the variables that a statement binds may show.
func (a *Aliases) let(s *syntax.Let) {
	a.Until.Ask()
	switch e := s.Exp.(type) {
	case *syntax.Var:
		a.same(s.Pat[0], e)
	case *syntax.With:
		a.with(s, e)
	case *syntax.If:
		a.body(e.Then)
		a.body(e.Else)
		a.all(s.Pat, e.Then.Res)
		a.all(s.Pat, e.Else.Res)
	case *syntax.Kernel:
		a.body(e.Body)
		a.fresh(s.Pat)
	case *syntax.Loop:
		a.loop(s.Pat, e)
	case *syntax.Reduce, *syntax.Scan:
		a.fold(s.Pat, syntax.FoldOf(e))
	case *syntax.Call:
		a.call(s, e)
	default:
		if x := syntax.Shown(e); x != nil { // in addition to the block that it is claimed to lie in
			a.same(s.Pat[0], x)
		} else {
			a.fresh(s.Pat)
		}
	}
	a.annotated(s.Pat)
}

func (a *Aliases) with(s *syntax.Let, e *syntax.With) {
	if a.Copied.Changes[Change{e, 0}] {
		a.fresh(s.Pat)
	} else {
		a.same(s.Pat[0], e.X)
	}
}

// loop notes what a loop carries. What a round makes has another origin in later rounds and
// after the loop.
func (a *Aliases) loop(pat []*syntax.Binding, e *syntax.Loop) {
	for i, x := range e.Params {
		if a.Copied.Loops[x.ID] {
			a.fresh(e.Params[i : i+1])
		} else {
			a.same(x, e.Init[i])
		}
	}
	a.annotated(e.Params)
	a.within(e, func() {
		if e.While != nil {
			a.body(e.While)
		}
		a.body(e.Body)
	})
	for i, x := range e.Params {
		if v, ok := e.Body.Res[i].(*syntax.Var); ok {
			for o := range a.Of(v.ID) {
				if o.IsIn(e) {
					o = a.origin(made{by: e, of: o})
				}
				a.add(x, o)
				if entered(e) {
					a.add(pat[i], o)
				}
			}
		}
		if !entered(e) {
			a.same(pat[i], x.Use())
		}
	}
}

// entered tells whether a loop has a constant number of rounds, at least one. Then it gives
// the results of its last round, and not its first values.
func entered(e *syntax.Loop) bool {
	if e.For == nil {
		return false
	}
	n, ok := e.For.N.(*syntax.IntLit)
	return ok && n.Val.Sign() > 0
}

// fold notes what a reduce or scan makes: its results and its accumulators lie in blocks of
// their own, and an element lies in its array.
func (a *Aliases) fold(pat []*syntax.Binding, f *syntax.Fold) {
	_, accs, elems, _ := f.Params()
	a.fresh(pat)
	a.fresh(accs)
	a.all(elems, f.Xs)
	a.annotated(elems)
	a.body(f.Lambda().Body)
}

// CarriesMemory tells whether bindings carry memory already.
func CarriesMemory(pat []*syntax.Binding) bool {
	for _, p := range pat {
		if p.Type != nil && (p.Type.Mem != nil || p.Type.Elem == syntax.Mem) {
			return true
		}
	}
	return false
}
