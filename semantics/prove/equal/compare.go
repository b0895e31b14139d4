package equal

import (
	"slices"

	"funmem/semantics/erase"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// start erases the memory of a side.
func (s *Side) start() (body *syntax.Body, def *syntax.Def) {
	p := erase.Program(s.Program)
	s.defs = map[string]*syntax.Def{}
	for _, d := range p.Defs() {
		s.defs[d.Name] = d
	}
	s.globals = &env{values: map[int]value{}, side: s}
	if s.Def == nil {
		return p.Main(), nil
	}
	return p.Main(), s.defs[s.Def.Name]
}

// result is a result of a side, with its place.
type result struct {
	v  value
	x  syntax.Expr
	no int
}

// compare evaluates BEFORE and AFTER with the same inputs, and compares the results.
func (r *run) compare(b, a *Side) {
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(enough); !ok {
				panic(e)
			}
		}
	}()
	r.outsides = map[string]value{}
	mainB, defB := b.start()
	mainA, defA := a.start()
	r.scratch = a.Defs != nil // those may have some
	syntax.Walk(a.Program, func(n syntax.Node) bool {
		_, ok := n.(*syntax.Scratch)
		r.scratch = r.scratch || ok
		return true
	})
	var resB, resA []result
	r.before = true
	if defB == nil {
		resB = shown(b.Program, mainB, r.body(mainB, b.globals))
		r.before = false
		resA = shown(a.Program, mainA, r.body(mainA, a.globals))
	} else {
		argsB, argsA := r.arguments(b, a)
		r.at = defB.NameAt
		resB = given(b.Def, defB, r.applied(defB, argsB, b.globals))
		r.before = false
		r.at = defA.NameAt
		resA = given(a.Def, defA, r.applied(defA, argsA, a.globals))
	}
	if len(resB) != len(resA) {
		r.open = append(r.open, Open{At: a.Program.Span, What: "that there are as many results"})
		return
	}
	for k := range resB {
		r.at = resA[k].x.GetSpan()
		r.agree(resB[k], resA[k])
	}
}

// shown are the results of a program that are not blocks.
func shown(p *syntax.Program, b *syntax.Body, vs []value) (rs []result) {
	blocks := map[int]bool{}
	syntax.Walk(p, func(n syntax.Node) bool {
		if x, ok := n.(*syntax.Binding); ok && x.Type != nil && x.Type.Elem == syntax.Mem {
			blocks[x.ID] = true
		}
		return true
	})
	for k, x := range b.Res {
		if v, ok := x.(*syntax.Var); !ok || !blocks[v.ID] {
			rs = append(rs, result{vs[k], x, k})
		}
	}
	return rs
}

// given are the results of a function that are values of their own.
func given(d, erased *syntax.Def, vs []value) (rs []result) {
	for _, k := range d.Values() {
		rs = append(rs, result{vs[k], erased.Body.Res[k], k})
	}
	return rs
}

// arguments are the same arguments for both functions. What only says how AFTER's arrays lie may be anything.
func (r *run) arguments(b, a *Side) (argsB, argsA []value) {
	in := &env{outer: b.globals, values: map[int]value{}, side: b}
	for _, n := range b.Def.Sizes {
		v := value{n: r.atom(syntax.Int, n.Name)}
		r.everywhere(v.n.p)
		in.bind(n, v)
	}
	for _, x := range b.Def.Params {
		if !x.Type.IsArray() {
			in.bind(x, r.input(x.Written(), x.Type, in))
		}
	}
	for _, x := range b.Def.Params {
		if x.Type.IsArray() {
			in.bind(x, r.input(x.Written(), x.Type, in))
		}
		argsB = append(argsB, in.values[x.ID])
	}
	of, ok := paired(b, a)
	if !ok {
		panic(unknown("the arguments do not belong together"))
	}
	sizes := map[int]value{} // of the arrays of AFTER
	for _, x := range a.Def.Params {
		if y := of[x]; y != nil {
			for k, d := range x.Type.Dims {
				if v, ok := d.(*syntax.Var); ok {
					sizes[v.ID] = value{n: r.int(in.values[y.ID].a.shape[k])}
				}
			}
		}
	}
	for _, x := range a.Def.Params {
		v, isSize := sizes[x.ID]
		switch y := of[x]; {
		case y != nil:
			v = in.values[y.ID]
		case !isSize:
			v = r.input(x.Written(), x.Type, in)
		}
		argsA = append(argsA, v)
	}
	return argsB, argsA
}

// paired finds the parameter of BEFORE for each array and number among the parameters of AFTER. If the sides do not say how they belong together, arrays are
// paired in order, and numbers too, if their types allow it; or else by their names, and those that are left in order. It is not ok if they do not belong together.
func paired(b, a *Side) (of map[*syntax.Binding]*syntax.Binding, ok bool) {
	of = map[*syntax.Binding]*syntax.Binding{}
	if b.Args != nil {
		for k, x := range a.Args {
			of[x] = b.Args[k]
		}
		return of, true
	}
	arraysB, numbersB := kinds(b.Def)
	arraysA, numbersA := kinds(a.Def)
	alike := func(y, x *syntax.Binding) bool { return y.Type.Elem == x.Type.Elem && y.Type.Rank() == x.Type.Rank() }
	if !slices.EqualFunc(arraysB, arraysA, alike) {
		return nil, false
	}
	for k, x := range arraysA {
		of[x] = arraysB[k]
	}
	if slices.EqualFunc(numbersB, numbersA, alike) {
		for k, x := range numbersA {
			of[x] = numbersB[k]
		}
		return of, true
	}
	take := func(xs []*syntax.Binding, fits func(y, x *syntax.Binding) bool) {
		for _, x := range xs {
			if k := slices.IndexFunc(numbersB, func(y *syntax.Binding) bool { return alike(y, x) && fits(y, x) }); k >= 0 && of[x] == nil {
				of[x] = numbersB[k]
				numbersB = slices.Delete(numbersB, k, k+1)
			}
		}
	}
	take(numbersA, func(y, x *syntax.Binding) bool { return x.Written() == y.Written() })
	take(numbersA, func(y, x *syntax.Binding) bool { return true })
	for _, x := range numbersA {
		if of[x] == nil {
			return nil, false
		}
	}
	return of, len(numbersB) == 0
}

// kinds are the parameters of a function that are arrays, and those that are numbers of their own.
func kinds(d *syntax.Def) (arrays, numbers []*syntax.Binding) {
	for _, x := range d.Arguments() {
		if x.Type.IsArray() {
			arrays = append(arrays, x)
		} else {
			numbers = append(numbers, x)
		}
	}
	return arrays, numbers
}

// agree compares a result of BEFORE with one of AFTER. An element of BEFORE that nobody has written agrees with anything.
func (r *run) agree(b, a result) {
	name := inText(a.x)
	what := "that result `" + name + "` is the same"
	if (b.v.a == nil) != (a.v.a == nil) || len(b.v.shape()) != len(a.v.shape()) || b.v.elem() != a.v.elem() {
		r.fail(Open{At: r.at, What: what})
		return
	}
	for k, n := range b.v.shape() {
		if m := a.v.shape()[k]; !r.same(n, m) {
			r.fail(Open{At: r.at, What: "that result `" + name + "` has the same shape", Before: r.text(r.int(n)), After: r.text(r.int(m))})
			return
		}
	}
	r.indices(b.v.shape(), func(ix []poly.Poly) {
		n, m := b.v.at(ix), a.v.at(ix)
		if n.kind != unwritten && !r.equal(n, m, mostDepth) {
			x, y := r.smallest(n, m)
			r.indexed = ix
			r.fail(Open{At: r.at, What: what, Before: r.text(x), After: r.text(y)})
			r.indexed = nil
		}
	})
}

// mostDepth is how deep two nodes are compared.
const mostDepth = 12

// equal tells whether two nodes are equal at the place that is looked at.
func (r *run) equal(n, m *node, depth int) bool {
	if n == m {
		return true
	}
	if n.elem != m.elem || depth == 0 {
		return false
	}
	r.step(1)
	if n.elem == syntax.Int && n.kind == number && m.kind == number {
		return r.equalInts(n, m, depth)
	}
	if c := r.conditionIn(n); c != nil {
		return r.split(c, n, m, depth)
	}
	if c := r.conditionIn(m); c != nil {
		return r.split(c, n, m, depth)
	}
	return r.congruent(n, m, depth)
}

// congruent tells whether two nodes are the same operator or array with equal operands or indices.
func (r *run) congruent(n, m *node, depth int) bool {
	switch {
	case n.kind != m.kind || n.op != m.op || n.base != m.base:
		return false
	case n.kind == zero || n.kind == atMost:
		return r.equal(r.int(n.p), r.int(m.p), depth-1)
	case n.kind != element && n.kind != operation:
		return false
	}
	for k := range n.args {
		if !r.equal(n.args[k], m.args[k], depth-1) {
			return false
		}
	}
	return true
}

// conditionIn is the condition of a choice that the node is, or the first one in that condition; nil if it is none.
func (r *run) conditionIn(n *node) (c *node) {
	for n.kind == choice {
		n, c = n.args[0], n.args[0]
	}
	return c
}

// split compares two nodes where a condition holds, and where it does not.
func (r *run) split(c, n, m *node, depth int) bool {
	c = r.known(c)
	if _, known := r.decide(c); known {
		return r.equal(r.resolved(n), r.resolved(m), depth-1)
	}
	for _, holds := range []bool{true, false} {
		same := true
		r.assume(c, holds, func() {
			x, y := r.resolved(n), r.resolved(m)
			same = r.equal(x, y, depth-1)
		})
		if !same {
			return false
		}
	}
	return true
}

// equalInts is equal for ints: the difference is 0, perhaps after a node of the one is found equal to a node of the other.
func (r *run) equalInts(n, m *node, depth int) bool {
	d := n.p.Sub(m.p)
	if r.same(d, poly.Poly{}) {
		return true
	}
	var mine, theirs []*node
	for _, id := range d.Vars() {
		x := r.byVar[id]
		if x == nil || x.kind == atom {
			continue
		}
		if x.kind == choice {
			return r.split(r.conditionIn(x), n, m, depth)
		}
		if has(n.p, id) {
			mine = append(mine, x)
		} else {
			theirs = append(theirs, x)
		}
	}
	by := map[int]poly.Poly{}
	for _, y := range theirs {
		for _, x := range mine {
			if x.kind == y.kind && r.congruent(x, y, depth) {
				by[y.at] = r.known(x).p
				break
			}
		}
	}
	return len(by) > 0 && r.same(d.Subst(by), poly.Poly{})
}

func has(p poly.Poly, id int) bool {
	for _, v := range p.Vars() {
		if v == id {
			return true
		}
	}
	return false
}
