package value

import (
	"errors"
	"math"
	"regexp"
	"slices"

	"funmem/eval/engine"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// one is an array as the single value of an expression.
func one(a *Array) []Val { return []Val{{A: a}} }

// val writes all elements of v.
func (o *out) val(v Val) {
	if v.A == nil {
		o.put(v.I)
		return
	}
	o.all(v.A.whole())
}

// atom is E(x), for a variable or a constant.
func (m *run) atom(x syntax.Expr) Val {
	switch x := x.(type) {
	case *syntax.Var:
		return m.E.Of(x.ID)
	case *syntax.RealLit:
		return Number(m.arith.Real(x))
	}
	return Number(x.(*syntax.IntLit).Val)
}

func (m *run) atoms(xs []syntax.Expr) []Val {
	v := make([]Val, len(xs))
	for k, x := range xs {
		v[k] = m.atom(x)
	}
	return v
}

// int is E(x), for x : int.
func (m *run) int(x syntax.Expr) num.Num { return m.atom(x).I }

func (m *run) ints(xs []syntax.Expr) []num.Num {
	k := make([]num.Num, len(xs))
	for j, x := range xs {
		k[j] = m.int(x)
	}
	return k
}

// array is E(x), for an array x.
func (m *run) array(x syntax.Expr) *Array {
	a := m.atom(x).A
	Settle(a, m.budget)
	return a
}

// ixs is E(ix) for each index of a slice.
func (m *run) ixs(at []syntax.Ix) []IxVal {
	k := make([]IxVal, len(at))
	for j, x := range at {
		k[j].Off = m.int(x.Off)
		if x.Kind == syntax.IxFix {
			k[j].Fix = true
			continue
		}
		if x.Kind == syntax.IxFlat {
			for _, d := range x.Dims {
				k[j].Flat = append(k[j].Flat, [2]num.Num{m.int(d.Size), m.int(d.Stride)})
			}
			continue
		}
		k[j].Size = m.int(x.Size)
		if k[j].Stride = num.Of(1); x.Stride != nil {
			k[j].Stride = m.int(x.Stride)
		}
	}
	return k
}

// sliced is the shape of a slice.
func sliced(ix []Ix) []int {
	var shape []int
	for _, x := range ix {
		for _, d := range x.Flat {
			shape = append(shape, d[0])
		}
		if !x.Fix && x.Flat == nil {
			shape = append(shape, x.Size)
		}
	}
	return shape
}

// bound is E(n), the number of iterations or elements of e: not negative, and
// not more than a machine integer counts.
func (m *run) bound(rule string, e, n syntax.Expr) int { return Bound(rule, e, m.int(n)) }

// Bound is the number of iterations or elements of e, which k gives.
func Bound(rule string, e syntax.Expr, k num.Num) int {
	if k.Sign() < 0 {
		panic(Stuck(rule, e, "%s", diag.Negative("the bound of "+construct(e), short(k))))
	}
	i, ok := k.Int64()
	if !ok || i > math.MaxInt {
		panic(Stuck(rule, e, "%s has the bound %s, more than can be counted", construct(e), short(k)))
	}
	return int(i)
}

// construct is how a message calls an expression with a bound.
func construct(e syntax.Expr) string {
	switch e := e.(type) {
	case *syntax.Kernel:
		return "kernel `" + e.Index[0].X.Written() + "`"
	case *syntax.Loop:
		return "loop `" + LoopName(e) + "`"
	case *syntax.Iota:
		if text := Text(e); iotaWritten.MatchString(text) {
			return "`" + text + "`"
		}
		return "`iota " + Text(e.N) + "`"
	}
	return "`" + Text(e) + "`"
}

// iotaWritten is an iota of an expression in brackets.
var iotaWritten = regexp.MustCompile(`^iota \(`)

// shape is E([d]…[d]), the sizes of a type.
func (m *run) shape(rule string, at syntax.Node, t *syntax.Type) []int {
	shape := make([]int, len(t.Dims))
	for k, d := range t.Dims {
		shape[k] = Size(rule, at, m.int(d), func() string { return "size `" + Text(d) + "` of the type " + t.String() })
	}
	return shape
}

// Size is a size of an array: not negative, and not more than a machine integer counts. What
// says which size it is.
func Size(rule string, at syntax.Node, k num.Num, what func() string) int {
	if k.Sign() < 0 {
		panic(Stuck(rule, at, "%s", diag.Negative(what(), short(k))))
	}
	n, ok := k.Int64()
	if !ok || n > math.MaxInt {
		panic(Stuck(rule, at, "%s is %s, more than can be counted", what(), short(k)))
	}
	return int(n)
}

// fits holds the values of bindings against their types. Types make sure that
// they fit; the check keeps a mistake in elaboration from going unseen.
func (m *run) fits(rule string, at syntax.Node, pat []*syntax.Binding) {
	for _, x := range pat {
		if x.Type == nil || x.ID == 0 {
			continue
		}
		v := m.E.Of(x.ID)
		got := v.Shape()
		if want := m.shape(rule, at, x.Type); !slices.Equal(got, want) {
			panic(Stuck(rule, at, "`%s : %s` has shape %s, and its value has shape %s", x.Written(), x.Type, shapeText(want), shapeText(got)))
		}
		if v.Elem() != x.Type.Elem && x.Type.Elem != syntax.Mem {
			panic(Stuck(rule, at, "`%s : %s` has a value of type %s", x.Written(), x.Type, v.Type()))
		}
	}
}

// mostCells is the size above which an array is refused even without a limit:
// 512 GiB.
const mostCells = 1 << 36

// grant asks for the memory of an array before it is made.
func (m *run) grant(rule string, at syntax.Node, shape []int) {
	n, ok := Count(shape)
	err := engine.PanicIfInterrupted(m.budget.Grant(int64(n)))
	if !ok || n > mostCells || err != nil {
		panic(TooBig(rule, at, shape, err))
	}
	if m.moved += n; m.moved >= pollEvery {
		m.moved = 0
		m.poll()
	}
}

// TooBig is what is said of an array of the given shape when the budget refused
// it with err, or when (err is nil) no machine has room for it.
func TooBig(rule string, at syntax.Node, shape []int, err error) *diag.Diagnostic {
	n, _ := Count(shape)
	const most = 1 << 59
	size := 8 * int64(min(n, most))
	takes := engine.Bytes(size)
	if n > most {
		takes = "more than " + takes
	}
	d := Stuck(rule, at, "an array of shape %s takes %s of memory", shapeText(shape), takes)
	var much *engine.TooMuch
	if errors.As(err, &much) {
		if much.Want > size {
			d.Msg += ", " + engine.Bytes(much.Want) + " with what is in use"
		}
		d.Msg += ", and the limit is " + engine.Bytes(much.Limit)
		return d.Limited()
	}
	d.Msg += ", more than an array may take"
	d.Cause = diag.Limit
	return d
}
