package introduce

import "funmem/semantics/syntax"

// aliases are classes of variables that may show one block, by ID: arrays and
// blocks. They do not tell before from after.
type aliases struct {
	up      map[int]int
	members map[int][]int // of the classes, by the ID that stands for them
}

// elsewhere stands for what lies outside the program.
const elsewhere = -1

func newAliases() *aliases { return &aliases{up: map[int]int{}, members: map[int][]int{}} }

// of is the ID that stands for the class of a variable.
func (a *aliases) of(id int) int {
	for a.up[id] != 0 {
		id = a.up[id]
	}
	return id
}

// class are the variables that may show what the given one shows.
func (a *aliases) class(id int) []int {
	id = a.of(id)
	if m := a.members[id]; m != nil {
		return m
	}
	return []int{id}
}

// join makes two classes one; the smaller one goes into the larger one.
func (a *aliases) join(x, y int) {
	x, y = a.of(x), a.of(y)
	if x == y || x == 0 || y == 0 { // 0: it binds nothing
		return
	}
	mx, my := a.class(x), a.class(y)
	if len(mx) < len(my) {
		x, y, mx, my = y, x, my, mx
	}
	a.up[y], a.members[x] = x, append(mx, my...)
	delete(a.members, y)
}

// same joins a binder with an operand that it may show.
func (a *aliases) same(p *syntax.Binding, x syntax.Expr) {
	if v, ok := x.(*syntax.Var); ok {
		a.join(p.ID, v.ID)
	}
}

func (a *aliases) all(ps []*syntax.Binding, xs []syntax.Expr) {
	for i := range min(len(ps), len(xs)) {
		a.same(ps[i], xs[i])
	}
}

// copies are the loop variables, by ID, whose first value is copied, and the
// changes whose array is.
type copies struct {
	loops   map[int]bool
	changes map[change]bool
}

// program joins what a program makes one, but for what is copied, and for the
// arguments that a function may overwrite: their blocks are its own.
func (a *aliases) program(p *syntax.Program, copied copies, marked func(*syntax.Let) []bool) {
	defs := defsOf(p)
	syntax.Walk(p, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Binding:
			if n.Type != nil && n.Type.Mem != nil {
				a.join(n.ID, n.Type.Mem.Block.ID)
			}
		case *syntax.Let:
			if call, ok := n.Exp.(*syntax.Call); ok {
				a.call(n.Pat, call, defs[call.Fn], marked(n))
			} else {
				a.let(n.Pat, n.Exp, copied)
			}
		}
		return true
	})
}

func defsOf(p *syntax.Program) map[string]*syntax.Def {
	defs := map[string]*syntax.Def{}
	for _, d := range p.Defs() {
		defs[d.Name] = d
	}
	return defs
}

// let joins what a let binds with what it may show.
func (a *aliases) let(pat []*syntax.Binding, e syntax.Expr, copied copies) {
	switch e := e.(type) {
	case *syntax.Var:
		a.same(pat[0], e)
	case *syntax.Slice:
		a.same(pat[0], e.X)
	case *syntax.Transpose:
		a.same(pat[0], e.X)
	case *syntax.Permute:
		a.same(pat[0], e.X)
	case *syntax.Reverse:
		a.same(pat[0], e.X)
	case *syntax.Reshape:
		a.same(pat[0], e.X)
	case *syntax.With:
		if !copied.changes[change{e, 0}] {
			a.same(pat[0], e.X)
		}
	case *syntax.If:
		a.all(pat, e.Then.Res)
		a.all(pat, e.Else.Res)
	case *syntax.Loop:
		for i, x := range e.Params {
			a.join(pat[i].ID, x.ID)
			if !copied.loops[x.ID] {
				a.same(x, e.Init[i])
			}
		}
		a.all(e.Params, e.Body.Res)
	case *syntax.Reduce, *syntax.Scan:
		f := syntax.FoldOf(e)
		_, accs, elems, _ := f.Params()
		a.all(elems, f.Xs)
		for i, x := range accs {
			a.join(pat[i].ID, x.ID)
		}
	}
}

// call joins the arguments with the parameters that are not marked, and what the
// pattern binds with what the body returns. Of a function that an earlier line
// brought nothing else is known.
func (a *aliases) call(pat []*syntax.Binding, e *syntax.Call, d *syntax.Def, marked []bool) {
	if d != nil {
		for i := range min(len(d.Params), len(e.Args)) {
			if !isMarked(marked, i) {
				a.same(d.Params[i], e.Args[i])
			}
		}
		a.all(pat, d.Body.Res)
		return
	}
	for _, p := range pat {
		if p.Type != nil && p.Type.IsNumber() {
			continue
		}
		a.join(p.ID, elsewhere)
		for i, x := range e.Args {
			if !isMarked(marked, i) {
				a.same(p, x)
			}
		}
	}
}
