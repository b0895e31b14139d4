package validate

import (
	"cmp"
	"math"
	"slices"

	"funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// constants are the numbers that occur in the two programs. If a program decides on a number, a mistake
// may show only at that number, or from there on. Constants that only one program has come first, those
// that are compared with something before the others. Numbers derived from constants come last.
type constants struct {
	ints  []num.Num
	reals []float64
	wide  bool // a program wraps numbers to a width

	compared, other []int64 // constants beyond 2: those that something is compared with, and the others
}

// How many constants are tried: ints, f64s, and numbers derived from them.
const (
	mostInts    = 16
	mostReals   = 8
	mostDerived = 8
)

// constants returns those of both sides.
func (sub *Subject) constants() *constants {
	var all finds
	for k, s := range []*side{&sub.Before, &sub.After} {
		all.read(s, 1<<k)
	}
	all.wide = all.wide || slices.ContainsFunc(sub.Numbers, func(x number) bool { return x.fit != nil }) || slices.ContainsFunc(sub.Arrays, func(x array) bool { return x.fit != nil })
	c := &constants{wide: all.wide}
	slices.SortStableFunc(all.list, func(x, y *found) int { return cmp.Compare(x.rank(), y.rank()) })
	var compared []int64
	for _, x := range all.list {
		k, fits := x.x.Int64()
		switch {
		case x.x.IsReal():
			if len(c.reals) < mostReals {
				c.reals = append(c.reals, x.x.Real().Float64())
			}
		case !fits || telling(k):
			if len(c.ints) < mostInts {
				c.ints = append(c.ints, x.x)
			}
			if fits && x.compared {
				compared = append(compared, k)
			}
		}
		switch {
		case !fits || k <= 2 || k > longestSize:
		case x.compared:
			c.compared = append(c.compared, k)
		default:
			c.other = append(c.other, k)
		}
	}
	for _, k := range derived(compared) {
		if x := num.Of(k); telling(k) && len(c.ints) < mostInts+mostDerived && !slices.ContainsFunc(c.ints, x.Equal) {
			c.ints = append(c.ints, x)
		}
	}
	return c
}

// longestShift is the largest constant shift, in bits.
const longestShift = 1 << 10

// telling tells whether an int is worth noting: the small ones are tried in any case.
func telling(k int64) bool { return k < -2 || k > 2 }

// found is a constant, a bit for each side that has it, and whether something is compared with it.
type found struct {
	x        num.Num
	sides    int
	compared bool
}

// rank says how early a constant comes.
func (x *found) rank() int {
	rank := 0
	if !x.compared {
		rank += 2
	}
	if x.sides == 1|2 {
		rank++
	}
	return rank
}

// finds collects the constants of programs, in the order of the text.
type finds struct {
	list []*found
	wide bool
}

// add adds a constant.
func (all *finds) add(x num.Num, side int, compared bool) {
	if x.IsReal() && (math.IsNaN(x.Real().Float64()) || math.IsInf(x.Real().Float64(), 0)) {
		return
	}
	k := slices.IndexFunc(all.list, func(y *found) bool { return y.x.Equal(x) })
	if k < 0 {
		k = len(all.list)
		all.list = append(all.list, &found{x: x})
	}
	all.list[k].sides |= side
	all.list[k].compared = all.list[k].compared || compared
}

// read adds the constants of a side: those in the text, what they fold to, and the numbers at which a
// comparison with a constant changes its result.
func (all *finds) read(s *side, bit int) {
	f := s.folder()
	compare := func(x, y syntax.Expr) {
		if k, ok := f.fold(x); ok {
			all.add(k, bit, true)
			if k, ok := f.solve(y, k); ok {
				all.add(k, bit, true)
			}
		}
	}
	visit := func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Binary:
			if n.Op == syntax.Shl || n.Op == syntax.Shr {
				if bits, ok := f.fold(n.Y); ok && bits.Sign() > 0 && bits.Cmp(num.Of(longestShift)) < 0 {
					all.add(power(bits), bit, true)
				}
			}
			if decides(n.Op) {
				compare(n.X, n.Y)
				compare(n.Y, n.X)
			} else if k, ok := f.fold(n); ok {
				all.add(k, bit, false)
			}
		case *syntax.Check:
			compare(n.X, n.Y)
			compare(n.Y, n.X)
		case *syntax.Unary:
			all.wide = all.wide || n.Op.Wraps() || n.Op.Fits() || n.Op == syntax.ToInt || n.Op == syntax.F32 || n.Op == syntax.F16
			if k, ok := f.fold(n); ok {
				all.add(k, bit, false)
			}
		case *syntax.IntLit:
			all.add(n.Val, bit, false)
		case *syntax.RealLit:
			all.add(num.OfFloat(n.Val), bit, false)
		}
		return true
	}
	if s.program.IMP != nil {
		eachExpr(s.program.IMP.Body, func(e syntax.Expr) { syntax.Walk(e, visit) })
		return
	}
	p, _ := s.text()
	syntax.Walk(p, visit)
}

// decides tells whether the result of an operator changes when one operand passes the other.
func decides(op syntax.Op) bool {
	switch op {
	case syntax.Eq, syntax.Ne, syntax.Lt, syntax.Le, syntax.Gt, syntax.Ge, syntax.Min, syntax.Max, syntax.Div, syntax.Mod, syntax.Quo, syntax.Rem:
		return true
	}
	return false
}

// derived returns products, quotients and roots of constants: a program may compare n * m with a constant,
// or n with the quotient of two.
func derived(of []int64) (list []int64) {
	of = of[:min(len(of), 6)]
	for _, a := range of {
		if a > 8 {
			list = append(list, int64(math.Sqrt(float64(a))))
		}
	}
	for i, a := range of {
		for j, b := range of {
			if i != j && b > 1 && a > b {
				list = append(list, a/b)
			}
			if i < j && a > 1 && b > 1 && a < longestSize && b < longestSize/a {
				list = append(list, a*b)
			}
		}
	}
	return list
}

// eachExpr visits the expressions of IMP statements.
func eachExpr(stms []imp.Stm, visit func(syntax.Expr)) {
	imp.Walk(stms, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Assign:
			visit(s.E)
		case *imp.Alloc:
			visit(s.N)
		case *imp.Read:
			visit(s.At)
		case *imp.Write:
			visit(s.At)
			visit(s.E)
		case *imp.If:
			visit(s.Cond)
		case *imp.Kernel:
			visit(s.N)
		case *imp.For:
			visit(s.N)
		case *imp.While:
			visit(s.Cond)
		case *imp.Check:
			for _, e := range s.Terms {
				visit(e)
			}
		}
		return true
	})
}
