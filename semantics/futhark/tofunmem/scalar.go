package tofunmem

import (
	"math"
	"strconv"
	"strings"

	"funmem/semantics/futhark"
	"funmem/semantics/lmad"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// constant is a constant: true and false are 1 and 0.
func (f *function) constant(a *futhark.Atom) syntax.Expr {
	c := a.Const
	switch {
	case c.Type == "bool":
		return &syntax.IntLit{Span: a.Span, Val: num.Of(truth(c.Text == "true"))}
	case c.Type[0] == 'f':
		return f.real(a)
	}
	k, err := num.Parse(c.Text)
	if err != nil {
		f.fail(a.Span, "`%s` is no %s", c.Text, c.Type)
	}
	return &syntax.IntLit{Span: a.Span, Val: k}
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// real is a constant of f16, f32 or f64, which is rounded to that.
func (f *function) real(a *futhark.Atom) syntax.Expr {
	x, err := strconv.ParseFloat(a.Const.Text, 64)
	if err != nil && !math.IsInf(x, 0) {
		f.fail(a.Span, "`%s` is no %s", a.Const.Text, a.Const.Type)
	}
	text := a.Const.Text
	if a.Const.Type != "f64" || math.IsInf(x, 0) || math.IsNaN(x) {
		x, text = new(num.Reals).Float(bits(a.Const.Type), num.RealOf(x)).Float64(), ""
	}
	return &syntax.RealLit{Span: a.Span, Text: text, Val: x}
}

// bits is the width of a type of numbers.
func bits(p futhark.Prim) uint {
	n, _ := strconv.Atoi(strings.TrimLeft(string(p), "iuf"))
	return uint(n)
}

// wraps are the operators that bring a result to a width, as it is with a sign, without one, and
// where it has to fit.
var (
	signed   = map[uint]syntax.Op{8: syntax.I8, 16: syntax.I16, 32: syntax.I32, 64: syntax.I64}
	unsigned = map[uint]syntax.Op{8: syntax.U8, 16: syntax.U16, 32: syntax.U32, 64: syntax.U64}
	fits     = map[uint]syntax.Op{8: syntax.NW8, 16: syntax.NW16, 32: syntax.NW32, 64: syntax.NW64}
	rounds   = map[uint]syntax.Op{16: syntax.F16, 32: syntax.F32}
)

func un(op syntax.Op, x syntax.Expr) syntax.Expr {
	return &syntax.Unary{Span: x.GetSpan(), Op: op, X: x}
}

func bin(op syntax.Op, x, y syntax.Expr) syntax.Expr {
	return &syntax.Binary{Span: x.GetSpan(), Op: op, X: x, Y: y}
}

// rounded is a result of reals in a width.
func rounded(n uint, x syntax.Expr) syntax.Expr {
	if op, ok := rounds[n]; ok {
		return un(op, x)
	}
	return x
}

// operator is what an operator of Futhark is: how it computes on values of a width n.
type operator func(f *function, n uint, x []syntax.Expr) syntax.Expr

// wrapping computes and wraps with a sign.
func wrapping(op syntax.Op) operator {
	return func(_ *function, n uint, x []syntax.Expr) syntax.Expr { return un(signed[n], bin(op, x[0], x[1])) }
}

// fitting computes what must not wrap.
func fitting(op syntax.Op) operator {
	return func(_ *function, n uint, x []syntax.Expr) syntax.Expr { return un(fits[n], bin(op, x[0], x[1])) }
}

// plain computes what is in the width by itself.
func plain(op syntax.Op) operator {
	return func(_ *function, _ uint, x []syntax.Expr) syntax.Expr { return bin(op, x[0], x[1]) }
}

// apart computes on both operands as numbers without a sign, and gives one with a sign.
func apart(op syntax.Op) operator {
	return func(_ *function, n uint, x []syntax.Expr) syntax.Expr {
		e := bin(op, un(unsigned[n], x[0]), un(unsigned[n], x[1]))
		if syntax.Ops[op].Truth {
			return e
		}
		return un(signed[n], e)
	}
}

// floats computes on reals and rounds.
func floats(op syntax.Op) operator {
	return func(_ *function, n uint, x []syntax.Expr) syntax.Expr { return rounded(n, bin(op, x[0], x[1])) }
}

// real1 is a function of one real.
func real1(op syntax.Op) operator {
	return func(_ *function, n uint, x []syntax.Expr) syntax.Expr { return rounded(n, un(op, x[0])) }
}

// upwards is the quotient rounded up: (x + y − 1) / y.
func upwards(of operator) operator {
	return func(f *function, n uint, x []syntax.Expr) syntax.Expr {
		return of(f, n, []syntax.Expr{bin(syntax.Sub, bin(syntax.Add, x[0], x[1]), one()), x[1]})
	}
}

// safe is 0 where the divisor is 0.
func safe(of operator) operator {
	return func(f *function, n uint, x []syntax.Expr) syntax.Expr {
		divisor := x[1]
		if k, ok := divisor.(*syntax.IntLit); ok && !k.Val.Equal(num.Of(0)) {
			return of(f, n, x)
		}
		cond := f.let("zero", &syntax.Type{}, bin(syntax.Eq, divisor, lmad.Const(0)))
		number := func(e func() syntax.Expr) *syntax.Body {
			return f.within(func() []syntax.Expr { return []syntax.Expr{f.let("quotient", &syntax.Type{}, e())} })
		}
		return &syntax.If{Span: f.at, Cond: cond, Then: number(func() syntax.Expr { return lmad.Const(0) }), Else: number(func() syntax.Expr { return of(f, n, x) })}
	}
}

// operators are those that a type follows: add64, eq_i64, logand.
var operators = map[string]operator{
	"add": wrapping(syntax.Add), "sub": wrapping(syntax.Sub), "mul": wrapping(syntax.Mul),
	"add_nw": fitting(syntax.Add), "sub_nw": fitting(syntax.Sub), "mul_nw": fitting(syntax.Mul),
	"sdiv": wrapping(syntax.Div), "smod": plain(syntax.Mod), "squot": wrapping(syntax.Quo), "srem": plain(syntax.Rem),
	"udiv": apart(syntax.Div), "umod": apart(syntax.Mod), "sdiv_up": upwards(wrapping(syntax.Div)), "udiv_up": upwards(apart(syntax.Div)),
	"sdiv_safe": safe(wrapping(syntax.Div)), "smod_safe": safe(plain(syntax.Mod)), "squot_safe": safe(wrapping(syntax.Quo)), "srem_safe": safe(plain(syntax.Rem)),
	"udiv_safe": safe(apart(syntax.Div)), "umod_safe": safe(apart(syntax.Mod)),
	"sdiv_up_safe": safe(upwards(wrapping(syntax.Div))), "udiv_up_safe": safe(upwards(apart(syntax.Div))),
	"smin": plain(syntax.Min), "smax": plain(syntax.Max), "umin": apart(syntax.Min), "umax": apart(syntax.Max),
	"and": plain(syntax.BitAnd), "or": plain(syntax.BitOr), "xor": plain(syntax.BitXor), "pow": wrapping(syntax.Pow),
	"shl": wrapping(syntax.Shl), "ashr": plain(syntax.Shr),
	"lshr": func(_ *function, n uint, x []syntax.Expr) syntax.Expr {
		return un(signed[n], bin(syntax.Shr, un(unsigned[n], x[0]), x[1]))
	},
	"logand": plain(syntax.BitAnd), "logor": plain(syntax.BitOr),
	"slt": plain(syntax.Lt), "sle": plain(syntax.Le), "ult": apart(syntax.Lt), "ule": apart(syntax.Le), "lt": plain(syntax.Lt), "le": plain(syntax.Le),
	"llt": plain(syntax.Lt), "lle": plain(syntax.Le),
	"eq_i": plain(syntax.Eq), "eq_f": plain(syntax.Eq), "eq_bool": plain(syntax.Eq),
	"fadd": floats(syntax.Add), "fsub": floats(syntax.Sub), "fmul": floats(syntax.Mul), "fdiv": floats(syntax.Div), "fpow": floats(syntax.Pow),
	"fmin": plain(syntax.Min), "fmax": plain(syntax.Max), "atan2_": floats(syntax.Atan2),
	"not": func(_ *function, _ uint, x []syntax.Expr) syntax.Expr { return un(syntax.Not, x[0]) },
	"complement": func(_ *function, n uint, x []syntax.Expr) syntax.Expr {
		return bin(syntax.Sub, un(syntax.Neg, x[0]), one())
	},
	"neg":  func(_ *function, n uint, x []syntax.Expr) syntax.Expr { return un(signed[n], un(syntax.Neg, x[0])) },
	"abs":  func(_ *function, n uint, x []syntax.Expr) syntax.Expr { return un(signed[n], un(syntax.Abs, x[0])) },
	"fneg": func(_ *function, _ uint, x []syntax.Expr) syntax.Expr { return un(syntax.Neg, x[0]) },
	"fabs": func(_ *function, _ uint, x []syntax.Expr) syntax.Expr { return un(syntax.Abs, x[0]) },
	"ssignum": func(_ *function, _ uint, x []syntax.Expr) syntax.Expr {
		return bin(syntax.Sub, bin(syntax.Gt, x[0], lmad.Const(0)), bin(syntax.Lt, x[0], lmad.Const(0)))
	},
	"usignum": func(_ *function, _ uint, x []syntax.Expr) syntax.Expr { return bin(syntax.Ne, x[0], lmad.Const(0)) },
	"sqrt":    real1(syntax.Sqrt), "exp": real1(syntax.Exp), "log": real1(syntax.Log), "log2_": real1(syntax.Log2), "log10_": real1(syntax.Log10),
	"sin": real1(syntax.Sin), "cos": real1(syntax.Cos), "tan": real1(syntax.Tan), "asin": real1(syntax.Asin), "acos": real1(syntax.Acos), "atan": real1(syntax.Atan),
	"sinh": real1(syntax.Sinh), "cosh": real1(syntax.Cosh), "tanh": real1(syntax.Tanh),
	"floor": real1(syntax.Floor), "ceil": real1(syntax.Ceil), "round": real1(syntax.Round), "trunc": real1(syntax.Trunc),
	"isnan": real1(syntax.IsNaN), "isinf": real1(syntax.IsInf),
}

// parity is how many operands those operators have that have one.
var parity = map[string]bool{
	"not": true, "complement": true, "neg": true, "abs": true, "fneg": true, "fabs": true, "ssignum": true, "usignum": true, "sqrt": true, "exp": true, "log": true, "log2_": true,
	"log10_": true, "sin": true, "cos": true, "tan": true, "asin": true, "acos": true, "atan": true, "sinh": true, "cosh": true, "tanh": true,
	"floor": true, "ceil": true, "round": true, "trunc": true, "isnan": true, "isinf": true,
}

// operation is an operator applied to operands.
func (f *function) operation(e *futhark.Op) syntax.Expr {
	name, n := e.Name, uint(0)
	for _, width := range []uint{64, 32, 16, 8} {
		if base, ok := strings.CutSuffix(e.Name, strconv.Itoa(int(width))); ok {
			name, n = base, width
			break
		}
	}
	op := operators[name]
	if op == nil {
		op = operators[strings.TrimSuffix(name, "_")]
	}
	want := 2
	if parity[name] {
		want = 1
	}
	if op == nil || len(e.Args) != want {
		f.fail(f.at, "the operator `%s` of %d operands is not known", e.Name, len(e.Args))
	}
	var xs []syntax.Expr
	for _, a := range e.Args {
		xs = append(xs, f.atom(a))
	}
	return op(f, n, xs)
}

// conversion is a conversion of a number: its value, brought to the type.
func (f *function) conversion(e *futhark.Conv) syntax.Expr {
	x, from, to := f.atom(e.X), bits(e.From), bits(e.To)
	switch e.Op {
	case "sext":
		if to >= from {
			return x
		}
		return un(signed[to], x)
	case "zext":
		if to > from {
			return un(unsigned[from], x)
		}
		return un(signed[to], x)
	case "sitofp":
		return rounded(to, un(syntax.ToF64, x))
	case "uitofp":
		return rounded(to, un(syntax.ToF64, un(unsigned[from], x)))
	case "fptosi":
		return un(signed[to], un(syntax.ToInt, x))
	case "fptoui":
		return un(signed[to], un(syntax.ToInt, x))
	case "fpconv":
		if to >= from {
			return x
		}
		return rounded(to, x)
	case "btoi":
		return x
	case "itob":
		return bin(syntax.Ne, x, lmad.Const(0))
	case "btof":
		return un(syntax.ToF64, x)
	case "ftob":
		return bin(syntax.Ne, x, &syntax.RealLit{})
	}
	f.fail(f.at, "the conversion `%s` is not known", e.Op)
	return nil
}
