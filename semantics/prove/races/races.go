package races

import (
	"fmt"
	"maps"
	"slices"

	"funmem/semantics/imp"
	"funmem/semantics/prove"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Kernel is what is proved about a kernel, or about iota, copy and replicate.
type Kernel struct {
	Let      *syntax.Let // the statement,
	IMP      *imp.Kernel // or that of a program of IMP
	Proved   bool        // its iterations are independent (eq. 4), for all sizes and arguments
	Reason   string      // why, if they are
	InBounds bool        // and all its accesses are in bounds
	GivenUp  string      // why nothing more was tried, if the steps for its proofs ran out

	def *syntax.Def // the function that it is in
}

// about says which kernel it is, with its place.
func (k *Kernel) about() string {
	if k.IMP != nil {
		return "the kernel of `" + k.IMP.X.Name + "`, " + k.IMP.Span.String()
	}
	return "the kernel of `" + k.Let.Pat[0].Written() + "`, " + k.Let.Span.String()
}

// Kernels judges the kernels of an elaborated FUNMEM program for all arguments, including
// the kernels of its functions and of others that it calls. The functions and variables it
// uses from outside have the types given, nil for an unknown one. Both may be nil for a
// whole program. If until is given it is asked again and again, and its error ends the work
// with a panic (stop.Poll.Ask). The proofs share prove.MaxSteps.
func Kernels(p *syntax.Program, defs func(name string) *syntax.Def, types func(id int) *syntax.Type, until ...stop.Poll) []*Kernel {
	return KernelsWithin(prove.NewBudget(prove.MaxSteps), p, defs, types, until...)
}

// KernelsWithin is Kernels with another budget.
func KernelsWithin(steps *prove.Budget, p *syntax.Program, defs func(name string) *syntax.Def, types func(id int) *syntax.Type, until ...stop.Poll) []*Kernel {
	g := newProgram(p, defs, types)
	g.until, g.budget = stop.Any(until), steps
	g.walk(syntax.FreeVars(p, g.until), nil, p.Main())
	for ; len(g.todo) > 0; g.todo = g.todo[1:] {
		d := g.todo[0]
		g.walk(syntax.FreeVars(d, g.until), d, d.Body)
	}
	g.giveOutside()
	for _, k := range g.kernels {
		k.InBounds = k.InBounds && !g.loose[k.def]
	}
	return g.kernels
}

// newProgram is a program with its surroundings.
func newProgram(p *syntax.Program, defs func(name string) *syntax.Def, types func(id int) *syntax.Type) *program {
	g := &program{own: map[string]*syntax.Def{}, loose: map[*syntax.Def]bool{}, inside: map[int]*syntax.Type{}, defs: defs, types: types}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *syntax.Def:
			g.own[d.Name] = d
			g.todo = append(g.todo, d)
		case *syntax.Let:
			for _, x := range d.Pat {
				g.inside[x.ID] = x.Type
			}
		}
	}
	return g
}

// program is what the walks over one program share.
type program struct {
	own     map[string]*syntax.Def // functions of the program, or called by it
	inside  map[int]*syntax.Type   // variables that it binds at its top level
	loose   map[*syntax.Def]bool   // functions that some call gives arrays that may not lie in their blocks
	todo    []*syntax.Def          // functions whose kernels are still to be judged
	defs    func(name string) *syntax.Def
	types   func(id int) *syntax.Type
	kernels []*Kernel
	until   stop.Poll
	budget  *prove.Budget

	main     *walker // over the statements
	mainDone bool    // it came to their end
}

// def is the function of that name, or nil.
func (g *program) def(name string) *syntax.Def {
	d := g.own[name]
	if d == nil {
		if g.defs == nil {
			return nil
		}
		if d = g.defs(name); d != nil {
			g.own[name] = d
			g.todo = append(g.todo, d)
		}
	}
	return d
}

// typeOf is the type of a variable that a walk has not met, or nil.
func (g *program) typeOf(id int) *syntax.Type {
	if t := g.inside[id]; t != nil {
		return t
	}
	if g.types == nil {
		return nil
	}
	return g.types(id)
}

// walk walks a body. Only the types of its parameters and of variables from outside are
// known. It takes at most half of the steps that are left. A walk that becomes too long
// proves nothing more.
func (g *program) walk(outer []*syntax.Var, d *syntax.Def, b *syntax.Body) {
	w, judged := g.walker(), map[*syntax.Let]bool{}
	report := func(k *Kernel) {
		k.def, judged[k.Let] = d, true
		g.kernels = append(g.kernels, k)
	}
	w.report = report
	w.given = func(d *syntax.Def) { g.loose[d] = true }
	done := false
	steps, spent := g.budget.Share(2, func() { done = w.start(outer, d, b, func(*syntax.Binding) bool { return false }) })
	if !done {
		g.giveAnything(b)
	}
	if d == nil {
		g.main, g.mainDone = w, done
	}
	why := givenUp(steps)
	switch {
	case w.steps > maxSteps:
		why = fmt.Sprintf("with what is called and repeated there are more than %d statements", maxSteps)
	case !spent:
		return
	}
	syntax.EachKernel(b, func(s *syntax.Let) {
		if !judged[s] {
			report(&Kernel{Let: s, GivenUp: why})
		}
	})
}

// giveOutside finds the functions that use an array from outside by its name, or call such a function, unless the walk over
// the statements of the program found that the array lies in its block and that the block is not freed. Such a function
// may give the array to others.
func (g *program) giveOutside() {
	astray := map[*syntax.Def]bool{}
	for _, d := range g.own {
		for _, x := range syntax.FreeVars(d, g.until) {
			v, walked := g.main.env[x.ID]
			isArray := len(v.l.Dims) > 0
			if walked && isArray && (!g.main.inBlock(v) || g.main.mayBeFreed(v.blocks)) || !walked && !g.mainDone {
				astray[d] = true
			}
		}
	}
	if len(astray) == 0 {
		return
	}
	for _, d := range slices.Collect(maps.Values(g.own)) {
		reached := syntax.Reached(d.Body, g.def, g.until)
		if astray[d] || slices.ContainsFunc(reached, func(e *syntax.Def) bool { return astray[e] }) {
			g.loose[d] = true
			for _, e := range reached {
				g.loose[e] = true
			}
		}
	}
}

// giveAnything assumes that a body that was not walked to its end may give any arrays to
// the functions that it calls, and they to others.
func (g *program) giveAnything(b *syntax.Body) {
	for _, d := range syntax.Reached(b, g.def, g.until) {
		g.loose[d] = true
	}
}

func (g *program) walker() *walker {
	return &walker{syms: &prove.Symbols{Until: g.until, Budget: g.budget}, defs: g.def, types: g.typeOf, env: map[int]val{}, held: map[int][]held{}, since: map[int]int{}, turns: turns{map[int]blocks{}, map[pair]bool{}}}
}

// start walks a body. A parameter that is a block of its own is different from all others,
// and a starred parameter is an array whose elements have locations of their own. So have those of a
// result whose block is a starred parameter. It tells whether the walk came to its end.
func (w *walker) start(outer []*syntax.Var, d *syntax.Def, b *syntax.Body, own func(*syntax.Binding) bool) (done bool) {
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(tooLong); !ok {
				panic(e)
			}
		}
	}()
	for _, x := range outer {
		w.variable(x.ID, x.Name)
	}
	if d != nil {
		for _, n := range d.Sizes {
			w.env[n.ID] = val{n: w.fresh(n.Name)}
		}
		params := make([]val, len(d.Params))
		for k, x := range d.Params {
			if params[k] = w.unknown(x, outside); params[k].blocks != nil && own(x) {
				params[k].blocks = w.newBlock(w.fresh(x.Written()))
			}
		}
		w.bindAll(d.Params, params)
		if w.compiled {
			w.sizesFit(d.Params)
		}
		w.hold(d.Params)
		for _, x := range d.Params {
			if x.Unique && x.Type.IsArray() && w.env[x.ID].blocks.allocated() {
				w.base(w.env[x.ID].l)
			}
		}
		for k, z := range d.Ret {
			if d.Destination(k) != nil && w.env[z.Type.Mem.Block.ID].blocks.allocated() {
				w.base(w.array(z.Type).l)
			}
		}
	}
	w.own = len(w.allocs) + 1
	w.body(b)
	return true
}
