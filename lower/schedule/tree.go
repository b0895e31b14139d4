package schedule

import (
	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// parts is how many parts a loop becomes, whatever the number of threads.
const parts = 64

// A loop has to have leastRounds to become parts, or leastOuter if there are loops in it. Tests change them.
var (
	leastRounds = 1 << 16
	leastOuter  = 1 << 12
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
	switch a.op {
	case syntax.Min, syntax.Max:
		return before.Use()
	case syntax.BitAnd:
		return lit(-1)
	}
	return lit(0)
}

// associative tells whether an operator gives the same, in whatever order it takes many operands. A sum of f64s does not.
func associative(op syntax.Op, of syntax.Elem) bool {
	switch op {
	case syntax.Min, syntax.Max:
		return true
	case syntax.Add, syntax.BitAnd, syntax.BitOr, syntax.BitXor:
		return of == syntax.Int
	}
	return false
}

// tree computes long sums, minima and maxima outside kernels in parts, which are a kernel, and then the result of those. A
// sum of ints that leaves 64 bits in some part alone is noticed like any other.
func tree(j *job, body []imp.Stm) []imp.Stm {
	var out []imp.Stm
	for _, s := range body {
		switch s := s.(type) {
		case *imp.If:
			c := *s
			c.Then, c.Else = tree(j, s.Then), tree(j, s.Else)
			out = append(out, &c)
		case *imp.While:
			c := *s
			c.Body = tree(j, s.Body)
			out = append(out, &c)
		case *imp.For:
			if stms := j.inParts(s); stms != nil {
				out = append(out, stms...)
				continue
			}
			c := *s
			c.Body = tree(j, s.Body)
			out = append(out, &c)
		default:
			out = append(out, s)
		}
	}
	return out
}

// inParts is a loop in parts, or nil.
func (j *job) inParts(f *imp.For) []imp.Stm {
	accs, ok := j.accumulators(f.Body)
	if !ok || len(accs) == 0 || size(f.Body) > mostStms {
		return nil
	}
	least := leastRounds
	if loops(f.Body) {
		least = leastOuter
	}
	if n, ok := constantOfExpr(f.N); ok && n < least {
		return nil
	}
	declare := func(x *syntax.Binding) imp.Stm { return &imp.Declare{Span: f.Span, X: x} }
	assign := func(x *syntax.Binding, e syntax.Expr) imp.Stm { return &imp.Assign{Span: f.Span, X: x.Use(), E: e} }
	rounds, share := j.fresh("rounds", syntax.Int), j.fresh("share", syntax.Int)
	part, from, round := j.fresh("part", syntax.Int), j.fresh("from", syntax.Int), j.fresh("round", syntax.Int)
	split := j.let(share, bin(syntax.Quo, bin(syntax.Add, rounds.Use(), lit(parts-1)), lit(parts)), f)
	var begin, end, join, free []imp.Stm
	again := j.fresh(part.Name, syntax.Int)
	place := func(x *syntax.Binding) syntax.Expr { return bin(syntax.Sub, x.Use(), lit(1)) }
	for _, a := range accs {
		before, block := j.fresh(a.x.Name+"_before", a.of), j.fresh(a.x.Name+"_mem", syntax.Mem)
		split = append(split, j.let(before, a.x.Use(), f)...)
		split = append(split, declare(block), &imp.Alloc{Span: f.Span, X: block.Use(), N: lit(parts)})
		begin = append(begin, declare(a.x), assign(a.x, a.identity(before)))
		end = append(end, &imp.Write{Span: f.Span, X: block.Use(), At: place(part), E: a.x.Use()})
		one := j.fresh(a.x.Name, a.of)
		join = append(join, declare(one), &imp.Read{Span: f.Span, X: one.Use(), Y: block.Use(), At: place(again)},
			assign(a.x, &syntax.Binary{Op: a.op, X: a.x.Use(), Y: one.Use(), Of: a.of}))
		free = append(free, &imp.Free{Span: f.Span, X: block.Use()})
	}
	list := append(begin, j.let(from, bin(syntax.Mul, share.Use(), place(part)), f)...)
	here := j.fresh("here", syntax.Int)
	list = append(list, j.let(here, bin(syntax.Max, bin(syntax.Min, share.Use(), bin(syntax.Sub, rounds.Use(), from.Use())), lit(0)), f)...)
	inner := append([]imp.Stm{declare(f.X), assign(f.X, bin(syntax.Add, from.Use(), round.Use()))}, f.Body...)
	list = append(list, &imp.For{Span: f.Span, X: round, N: here.Use(), Body: inner})
	list = append(list, end...)
	split = append(split, &imp.Kernel{Span: f.Span, X: part, N: lit(parts), Body: j.copied(list, map[int]syntax.Expr{}), Apart: true})
	split = append(split, &imp.For{Span: f.Span, X: again, N: lit(parts), Body: join})
	split = append(split, free...)
	whole := *f
	whole.N = rounds.Use()
	out := j.let(rounds, f.N, f)
	return append(out, &imp.If{
		Span: f.Span, Cond: &syntax.Binary{Op: syntax.Ge, X: rounds.Use(), Y: lit(least), Of: syntax.Int},
		Then: split, Else: []imp.Stm{&whole},
	})
}

// accumulators are the variables from outside that rounds of a loop change. ok is false if the rounds do anything else that
// another round could see.
func (j *job) accumulators(body []imp.Stm) (accs []accumulator, ok bool) {
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
		if !is || seen[a.X.ID] || !associative(b.Op, b.Of) || !syntax.IsVar(b.X, a.X.ID) && !syntax.IsVar(b.Y, a.X.ID) {
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
	return accs, true
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
