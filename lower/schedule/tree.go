package schedule

import (
	"math"

	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// accumulator is a variable of a loop that only `x <- x ⊕ e` changes.
type accumulator struct {
	x  *syntax.Binding
	op syntax.Op
	of syntax.Elem
}

// identity is what a part starts with: a number that ⊕ leaves others as they are with, or the value before the loop, which
// min and max may take several times.
func (a accumulator) identity(before *syntax.Binding) syntax.Expr {
	switch {
	case a.op == syntax.Min || a.op == syntax.Max:
		return before.Use()
	case a.op == syntax.BitAnd:
		return lit(-1)
	case a.op == syntax.Mul && a.of == syntax.F64:
		return &syntax.RealLit{Val: 1}
	case a.op == syntax.Mul:
		return lit(1)
	case a.of == syntax.F64:
		return &syntax.RealLit{Val: math.Copysign(0, -1)} // 0.0 would make a sum of -0.0 another one
	}
	return lit(0)
}

// associative tells whether an operator gives the same, in whatever order it takes many operands. Sums and products of f64s do
// not.
func associative(op syntax.Op, of syntax.Elem) bool {
	switch op {
	case syntax.Min, syntax.Max:
		return true
	case syntax.Add, syntax.Mul, syntax.BitAnd, syntax.BitOr, syntax.BitXor:
		return of == syntax.Int
	}
	return false
}

// tree computes long sums, products, minima and maxima outside kernels in parts, which are a kernel, and then the result of those. A
// sum of ints that leaves 64 bits in some part alone is noticed like any other.
func tree(j *job, body []imp.Stm) []imp.Stm {
	return outside(body, func(f *imp.For) []imp.Stm {
		return j.inParts(f, onHost, func(body []imp.Stm) []imp.Stm { return body })
	})
}

// strided is tree for devices: with as many parts as there are threads, and the results in parts again. Sums of f64s that a
// fold of the language makes are among them. The order is the same on every device. Loops in a loop of few rounds become parts
// too.
func strided(j *job, body []imp.Stm) []imp.Stm {
	return outside(body, func(f *imp.For) []imp.Stm {
		return j.inParts(f, onDevice, func(body []imp.Stm) []imp.Stm { return strided(j, body) })
	})
}

// inParts is a loop in parts if it is long, with what short makes of its body otherwise; or nil.
func (j *job) inParts(f *imp.For, h *parting, short func(body []imp.Stm) []imp.Stm) []imp.Stm {
	accs, ok := j.accumulators(f.Body, h.sums && f.Fold)
	if !ok {
		return nil
	}
	long := func(rounds syntax.Expr) []imp.Stm { return j.folded(f, rounds, accs, h.widths, h.strided) }
	return j.ifLong(f, h, long, short)
}

// folded is a loop as a kernel of parts, and a loop over their results, which becomes parts too if there are several widths.
func (j *job) folded(f *imp.For, rounds syntax.Expr, accs []accumulator, widths []int, strided bool) []imp.Stm {
	p, out := j.divide(f, rounds, widths[0], strided)
	begin, end, free := p.totals(accs, &out)
	again := j.fresh(p.part.Name, syntax.Int)
	var join []imp.Stm
	for k, a := range accs {
		one := j.fresh(a.x.Name, a.of)
		join = append(join, &imp.Declare{Span: f.Span, X: one}, &imp.Read{Span: f.Span, X: one.Use(), Y: p.blocks[k].Use(), At: place(again)},
			&imp.Assign{Span: f.Span, X: a.x.Use(), E: &syntax.Binary{Op: a.op, X: a.x.Use(), Y: one.Use(), Of: a.of}})
	}
	out = append(out, p.kernel(begin, f.Body, end, near(accs)))
	rest := &imp.For{Span: f.Span, X: again, N: lit(widths[0]), Body: join, Fold: f.Fold}
	if len(widths) > 1 {
		out = append(out, j.folded(rest, rest.N, accs, widths[1:], strided)...)
	} else {
		out = append(out, rest)
	}
	return append(out, free...)
}

// accumulators are the variables from outside that rounds of a loop change. ok is false if there are none, or the rounds do
// anything else that another round could see. sums tells whether f64s may be added, or multiplied, in another order.
func (j *job) accumulators(body []imp.Stm, sums bool) (accs []accumulator, ok bool) {
	own, ok := map[int]bool{}, true
	imp.Walk(body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Kernel, *imp.Write, *imp.Alloc, *imp.Free:
			ok = false
		case *imp.Declare:
			own[s.X.ID] = true
			ok = ok && s.X.Type.Elem != syntax.Mem
		case *imp.For:
			own[s.X.ID] = true
		case *imp.Read:
			ok = ok && !s.Undefined
		}
		return ok
	})
	if !ok {
		return nil, false
	}
	values, seen := map[int]syntax.Expr{}, map[int]bool{}
	for _, s := range body {
		a, is := s.(*imp.Assign)
		if !is {
			continue
		}
		if own[a.X.ID] {
			if j.once[a.X.ID] {
				values[a.X.ID] = a.E
			}
			continue
		}
		e := a.E
		if v, is := e.(*syntax.Var); is && values[v.ID] != nil && uses(body, v.ID) == 1 {
			e = values[v.ID]
		}
		b, is := e.(*syntax.Binary)
		if !is || seen[a.X.ID] || !associative(b.Op, b.Of) && !(sums && (b.Op == syntax.Add || b.Op == syntax.Mul)) || !syntax.IsVar(b.X, a.X.ID) && !syntax.IsVar(b.Y, a.X.ID) {
			return nil, false
		}
		seen[a.X.ID] = true
		elem := j.elems[a.X.ID]
		accs = append(accs, accumulator{&syntax.Binding{Name: a.X.Name, ID: a.X.ID, Type: &syntax.Type{Elem: elem}}, b.Op, elem})
	}
	for id := range assigned(body) {
		if !own[id] && !seen[id] {
			return nil, false // in a branch, or a loop
		}
	}
	for id := range seen {
		if uses(body, id) != 1 {
			return nil, false
		}
	}
	return accs, len(accs) > 0
}

// uses is how often statements read a variable.
func uses(body []imp.Stm, id int) (n int) {
	in := func(e syntax.Expr) {
		syntax.Walk(e, func(x syntax.Node) bool {
			if v, ok := x.(*syntax.Var); ok && v.ID == id {
				n++
			}
			return true
		})
	}
	imp.Walk(body, func(s imp.Stm) bool {
		for _, e := range imp.Exprs(s) {
			in(e)
		}
		return true
	})
	return n
}

// loops tells whether there is a loop in statements.
func loops(body []imp.Stm) (found bool) {
	imp.Walk(body, func(s imp.Stm) bool {
		switch s.(type) {
		case *imp.For, *imp.While:
			found = true
		}
		return !found
	})
	return found
}
