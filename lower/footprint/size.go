package footprint

import (
	"slices"
	"strings"

	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// kind is what a Size is made by.
type kind uint8

const (
	known   kind = iota // a polynomial
	largest             // the largest of some
	chosen              // one of two, by a condition
	rounds              // the largest of the rounds of a loop, or of the iterations of a kernel
)

// Size is a number of locations over the sizes and the ints of parameters.
type Size struct {
	kind  kind
	p     poly.Poly
	of    []*Size         // of a largest; the two of a chosen; of rounds, the one without a round and the one of round i
	cond  poly.Poly       // of a chosen
	i     *syntax.Binding // of rounds
	n     poly.Poly       // how many there are
	bound bool            // it is an upper bound: data decide
}

func exactly(p poly.Poly) *Size { return &Size{p: p} }

// Bound tells whether it is only an upper bound.
func (s *Size) Bound() bool {
	return s.bound || slices.ContainsFunc(s.of, (*Size).Bound)
}

// mapped is a size with f applied to its polynomials.
func (s *Size) mapped(f func(poly.Poly) poly.Poly) *Size {
	c := *s
	c.p, c.cond, c.n, c.of = f(s.p), f(s.cond), f(s.n), nil
	for _, o := range s.of {
		c.of = append(c.of, o.mapped(f))
	}
	return &c
}

// plus is the size with as many locations more.
func (s *Size) plus(p poly.Poly) *Size {
	if p.IsZero() {
		return s
	}
	c := *s
	c.of = nil
	switch s.kind {
	case known:
		c.p = s.p.Add(p)
	default:
		for _, o := range s.of {
			c.of = append(c.of, o.plus(p))
		}
	}
	return &c
}

// equal tells whether two sizes are made in the same way.
func (s *Size) equal(o *Size) bool {
	return s.kind == o.kind && s.bound == o.bound && s.p.Sub(o.p).IsZero() && s.cond.Sub(o.cond).IsZero() && s.n.Sub(o.n).IsZero() &&
		(s.i == nil) == (o.i == nil) && (s.i == nil || s.i.ID == o.i.ID) && slices.EqualFunc(s.of, o.of, (*Size).equal)
}

// mentions tells whether a variable is in it.
func (s *Size) mentions(id int) bool {
	has := func(p poly.Poly) bool { return slices.Contains(p.Vars(), id) }
	return has(s.p) || has(s.cond) || has(s.n) || slices.ContainsFunc(s.of, func(o *Size) bool { return o.mentions(id) })
}

// sizedBy tells whether a variable says how large a block is, or how many rounds there are with blocks of different sizes.
func (s *Size) sizedBy(id int) bool {
	has := func(p poly.Poly) bool { return slices.Contains(p.Vars(), id) }
	return has(s.p) || has(s.n) || slices.ContainsFunc(s.of, func(o *Size) bool { return o.sizedBy(id) })
}

// undecided is an upper bound for all values of a variable that only decides between sizes.
func (s *Size) undecided(id int) *Size {
	c := *s
	c.of = nil
	for _, o := range s.of {
		c.of = append(c.of, o.undecided(id))
	}
	if s.kind == chosen && slices.Contains(s.cond.Vars(), id) {
		c.kind, c.cond, c.bound = largest, poly.Poly{}, true
	}
	return &c
}

// vars adds the variables in it.
func (s *Size) vars(add func(id int)) {
	for _, p := range []poly.Poly{s.p, s.cond, s.n} {
		p.EachVar(func(id int) {
			if s.i == nil || id != s.i.ID {
				add(id)
			}
		})
	}
	for _, o := range s.of {
		o.vars(func(id int) {
			if s.i == nil || id != s.i.ID {
				add(id)
			}
		})
	}
}

// String is the size as an expression of Fun.
func (s *Size) String() string {
	switch s.kind {
	case largest:
		text := s.of[0].String()
		for _, o := range s.of[1:] {
			text = "max(" + text + ", " + o.String() + ")"
		}
		return text
	case chosen:
		return "(if " + s.cond.String() + " then " + s.of[0].String() + " else " + s.of[1].String() + ")"
	case rounds:
		return "reduce max " + atomic(s.of[0]) + " (map (\\" + s.i.Written() + " -> " + s.of[1].String() + ") (iota " + bracketed(s.n.String()) + "))"
	}
	return s.p.String()
}

func atomic(s *Size) string { return bracketed(s.String()) }

// bracketed is an expression in brackets, unless it is a name or a number.
func bracketed(text string) string {
	if strings.ContainsAny(text, " (") {
		return "(" + text + ")"
	}
	return text
}

// At is the size for values of the variables in it. The error says what cannot be computed.
func (s *Size) At(of func(id int) num.Num) (n num.Num, err error) {
	defer func() {
		if d, ok := recover().(*diag.Diagnostic); ok {
			err = d
		}
	}()
	v := &values{left: mostRounds}
	return v.at(s, of), nil
}

// mostRounds bounds the rounds of which the largest is looked for, those of all loops together.
const mostRounds = 1 << 20

// values computes a size.
type values struct{ left int64 }

func (v *values) at(s *Size, of func(id int) num.Num) num.Num {
	switch s.kind {
	case largest:
		most := v.at(s.of[0], of)
		for _, o := range s.of[1:] {
			most = most.Max(v.at(o, of))
		}
		return most
	case chosen:
		if number(s.cond, of).IsZero() {
			return v.at(s.of[1], of)
		}
		return v.at(s.of[0], of)
	case rounds:
		most := v.at(s.of[0], of)
		n, ok := number(s.n, of).Int64()
		if v.left -= max(n, 0); !ok || v.left < 0 {
			panic(diag.Usagef("the footprint depends on the round, and there are more than %d rounds", mostRounds))
		}
		for k := int64(1); k <= n; k++ {
			most = most.Max(v.at(s.of[1], func(id int) num.Num {
				if id == s.i.ID {
					return num.Of(k)
				}
				return of(id)
			}))
		}
		return most
	}
	return number(s.p, of)
}

// number is the value of a polynomial.
func number(p poly.Poly, of func(id int) num.Num) num.Num {
	return value.NewArith(0).Scalar("E-SCALAR", p.Expr(), func(x *syntax.Var) num.Num { return of(x.ID) })
}
