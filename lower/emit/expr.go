package emit

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"funmem/semantics/syntax"
)

// care is how exact the value of an int expression must be.
type care int

const (
	place  care = iota // it is known to fit 64 bits in the end, as an offset in a block does
	atOnce             // an overflow ends the run before the value is used
	late               // an overflow is noticed some time later
)

// expr returns an expression as C. What has to be done before goes to the text.
func (g *gen) expr(e syntax.Expr, c care) string {
	switch e := e.(type) {
	case *syntax.IntLit:
		k, ok := e.Val.Int64()
		if !ok {
			g.refuse(e, "the constant %s does not fit 64 bits", e.Val.Brief())
		}
		return literal(k)
	case *syntax.RealLit:
		return g.real(e.Val)
	case *syntax.Var:
		return g.name(e.ID)
	case *syntax.Length:
		return g.name(e.X.(*syntax.Var).ID) + "_n"
	case *syntax.Unary:
		if c == place && e.Op != syntax.Neg {
			c = atOnce
		}
		x := g.expr(e.X, c)
		if e.Of == syntax.F64 {
			return g.unaryReal(e, x, c)
		}
		return g.unary(e, x, c)
	case *syntax.Binary:
		if m := g.modulo(e, c); m != "" {
			return m
		}
		if c == place && !isSum(e.Op) {
			c = atOnce
		}
		x, y := g.expr(e.X, c), g.expr(e.Y, c)
		if e.Of == syntax.F64 {
			return g.binaryReal(e, x, y)
		}
		return g.binary(e, x, y, c)
	}
	panic(fmt.Sprintf("emit: no case for a %T", e))
}

func literal(k int64) string {
	switch {
	case k == math.MinInt64:
		return "INT64_MIN"
	case k < 0:
		return "(" + strconv.FormatInt(k, 10) + ")"
	case k >= 1<<31:
		return "INT64_C(" + strconv.FormatInt(k, 10) + ")"
	}
	return strconv.FormatInt(k, 10)
}

// real returns a double as C, exactly.
func (g *gen) real(x float64) string {
	switch {
	case math.IsNaN(x):
		return "fm_real(" + literal(int64(math.Float64bits(x))) + ")"
	case math.IsInf(x, 1):
		return g.dialect.infinity
	case math.IsInf(x, -1):
		return "(-" + g.dialect.infinity + ")"
	}
	s := strconv.FormatFloat(x, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	if math.Signbit(x) {
		return "(" + s + ")"
	}
	return s
}

// checked is a call of a function of the prelude that notices overflows: fn(args, &bad).
func (g *gen) checked(fn string, args []string, c care) string {
	list := strings.Join(args, ", ")
	switch c {
	case late:
		g.late = true
		g.ops++
		return fn + "(" + list + ", &fm_bad)"
	}
	t := g.temp()
	if over := overflowing[fn]; over != "" && g.dialect.wraps {
		g.line("i64 %s;", t)
		g.fail(fmt.Sprintf("__builtin_%s_overflow(%s, &%s)", over, list, t), "fm_overflow")
		return t
	}
	g.line("u64 %s_bad = 0; const i64 %s = %s(%s, &%s_bad);", t, t, fn, list, t)
	g.fail(t+"_bad >> 63", "fm_overflow")
	return t
}

// overflowing are the functions of the compiler that do the same and tell whether the result fits.
var overflowing = map[string]string{"fm_add": "add", "fm_sub": "sub", "fm_mul": "mul"}

// wrapping are the macros that give the result modulo 2^64.
var wrapping = map[syntax.Op]string{syntax.Add: "FM_ADD", syntax.Sub: "FM_SUB", syntax.Mul: "FM_MUL"}

// infix are the operators of C that mean the same.
var infix = map[syntax.Op]string{
	syntax.Add: "+", syntax.Sub: "-", syntax.Mul: "*", syntax.BitAnd: "&", syntax.BitOr: "|", syntax.BitXor: "^",
	syntax.Eq: "==", syntax.Ne: "!=", syntax.Lt: "<", syntax.Le: "<=", syntax.Gt: ">", syntax.Ge: ">=",
}

// functions are those of the prelude for operators that may not have a result of 64 bits.
var functions = map[syntax.Op]string{
	syntax.Add: "fm_add", syntax.Sub: "fm_sub", syntax.Mul: "fm_mul", syntax.Quo: "fm_quo", syntax.Rem: "fm_rem",
	syntax.Div: "fm_div", syntax.Mod: "fm_mod", syntax.Pow: "fm_pow", syntax.Shl: "fm_shl", syntax.Shr: "fm_shr",
}

// isSum tells whether an operator of ints gives the right result modulo 2^64 if its operands are right modulo 2^64.
func isSum(op syntax.Op) bool { return op == syntax.Add || op == syntax.Sub || op == syntax.Mul }

// modulo is the remainder of a product of ints, which need not fit 64 bits itself, or "".
func (g *gen) modulo(e *syntax.Binary, c care) string {
	p, ok := e.X.(*syntax.Binary)
	if !ok || e.Op != syntax.Mod || e.Of != syntax.Int || p.Op != syntax.Mul {
		return ""
	}
	if _, fits := g.spanOf(p); fits {
		return ""
	}
	if c == place {
		c = atOnce
	}
	x, y := g.expr(p.X, c), g.expr(p.Y, c)
	if k, ok := e.Y.(*syntax.IntLit); ok {
		if v, ok := k.Val.Int64(); ok && v > 0 && v&(v-1) == 0 {
			return fmt.Sprintf("((i64)((u64)%s * (u64)%s & (u64)%s))", paren(x), paren(y), literal(v-1))
		}
	}
	return g.checked("fm_mulmod", []string{x, y, g.expr(e.Y, c)}, c)
}

func (g *gen) binary(e *syntax.Binary, x, y string, c care) string {
	_, fits := g.spanOf(e)
	sum := isSum(e.Op)
	switch {
	case e.Op == syntax.Min:
		return "fm_min(" + x + ", " + y + ")"
	case e.Op == syntax.Max:
		return "fm_max(" + x + ", " + y + ")"
	case sum && !fits && c != place && !(c == late && e.Op == syntax.Mul):
		return g.checked(functions[e.Op], []string{x, y}, c)
	case sum && !fits && c == late:
		return g.product(e, x, y)
	case sum && !fits && !g.dialect.wraps:
		return wrapping[e.Op] + "(" + x + ", " + y + ")"
	case infix[e.Op] != "":
		return "(" + x + " " + infix[e.Op] + " " + y + ")"
	}
	if q := g.quotient(e, x, y); q != "" {
		return q
	}
	fn := functions[e.Op]
	if fn == "" {
		g.refuse(e, "`%s` of ints is not compiled", e.Op)
	}
	return g.checked(fn, []string{x, y}, c)
}

// quotient is a quotient or remainder that exists whatever the operands are, or "".
func (g *gen) quotient(e *syntax.Binary, x, y string) string {
	c, isDivision := map[syntax.Op]string{syntax.Quo: "/", syntax.Rem: "%", syntax.Div: "/", syntax.Mod: "%"}[e.Op]
	a, _ := g.spanOf(e.X)
	b, _ := g.spanOf(e.Y)
	if !isDivision || b.lo <= 0 {
		return ""
	}
	floor := e.Op == syntax.Div || e.Op == syntax.Mod
	if b.lo == b.hi && b.lo&(b.lo-1) == 0 && floor {
		if e.Op == syntax.Mod {
			return fmt.Sprintf("(%s & %s)", x, literal(b.lo-1))
		}
		return fmt.Sprintf("(%s >> %d)", x, bits.TrailingZeros64(uint64(b.lo)))
	}
	if floor && a.lo < 0 {
		return functions[e.Op] + "_of(" + x + ", " + y + ")"
	}
	return "(" + x + " " + c + " " + y + ")"
}

// product is a product whose overflow is noticed later. It is computed fast as long as its factors are small.
func (g *gen) product(e *syntax.Binary, x, y string) string {
	g.late, g.doubts = true, true
	g.ops++
	for _, k := range [][2]any{{e.X, y}, {e.Y, x}} {
		if lit, ok := k[0].(*syntax.IntLit); ok {
			v, _ := lit.Val.Int64()
			if n := bits.Len64(uint64(v ^ v>>63)); n < 62 {
				return fmt.Sprintf("fm_scale_fast(%s, %s, %d, &fm_bad, &fm_unsure, fm_exact)", k[1], literal(v), n)
			}
		}
	}
	return fmt.Sprintf("fm_mul_fast(%s, %s, &fm_bad, &fm_unsure, fm_exact)", x, y)
}

func (g *gen) unary(e *syntax.Unary, x string, c care) string {
	_, fits := g.spanOf(e)
	width := syntax.Ops[e.Op].Bits
	switch e.Op {
	case syntax.Not:
		return "(" + x + " == 0)"
	case syntax.Neg:
		switch {
		case !fits && c == place && !g.dialect.wraps:
			return "FM_NEG(" + x + ")"
		case fits || c == place:
			return "(-" + x + ")"
		}
		return g.checked("fm_neg", []string{x}, c)
	case syntax.Abs:
		return g.checked("fm_abs", []string{x}, c)
	case syntax.ToF64:
		return "(f64)" + paren(x)
	case syntax.FromBits:
		return "fm_real(" + x + ")"
	case syntax.I8, syntax.I16, syntax.I32, syntax.I64:
		return fmt.Sprintf("(i64)(int%d_t)%s", width, paren(x))
	case syntax.U8, syntax.U16, syntax.U32:
		return fmt.Sprintf("(i64)(uint%d_t)%s", width, paren(x))
	case syntax.U64:
		return g.checked("fm_narrow", []string{x, "fm_max(" + x + ", 0)"}, c)
	case syntax.NW8, syntax.NW16, syntax.NW32:
		return g.checked("fm_narrow", []string{x, fmt.Sprintf("(int%d_t)%s", width, paren(x))}, c)
	case syntax.NW64:
		return x
	}
	g.refuse(e, "`%s` of an int is not compiled", e.Op)
	return ""
}

func paren(x string) string {
	if strings.HasPrefix(x, "(") {
		return x
	}
	return "(" + x + ")"
}

func (g *gen) binaryReal(e *syntax.Binary, x, y string) string {
	switch e.Op {
	case syntax.Min:
		return "fm_fmin(" + x + ", " + y + ")"
	case syntax.Max:
		return "fm_fmax(" + x + ", " + y + ")"
	case syntax.Div:
		return "(" + x + " / " + y + ")"
	case syntax.Rem:
		return g.dialect.function + "fmod(" + x + ", " + y + ")"
	case syntax.Pow:
		g.Near = true
		return g.dialect.function + "pow(" + x + ", " + y + ")"
	case syntax.Atan2:
		g.Near = true
		return g.dialect.function + "atan2(" + x + ", " + y + ")"
	}
	if infix[e.Op] == "" {
		g.refuse(e, "`%s` of f64s is not compiled", e.Op)
	}
	return "(" + x + " " + infix[e.Op] + " " + y + ")"
}

// builtins are the functions of C that give the same f64.
var builtins = map[syntax.Op]string{
	syntax.Sqrt: "sqrt", syntax.Floor: "floor", syntax.Ceil: "ceil", syntax.Round: "rint", syntax.Trunc: "trunc", syntax.Abs: "fabs",
}

// nearly are the functions of C that may give another one of the f64s around the result.
var nearly = map[syntax.Op]string{
	syntax.Exp: "exp", syntax.Log: "log", syntax.Sin: "sin", syntax.Cos: "cos", syntax.Tan: "tan", syntax.Asin: "asin",
	syntax.Acos: "acos", syntax.Atan: "atan", syntax.Sinh: "sinh", syntax.Cosh: "cosh", syntax.Tanh: "tanh",
	syntax.Log2: "log2", syntax.Log10: "log10", syntax.Gamma: "tgamma", syntax.Lgamma: "lgamma", syntax.Erf: "erf", syntax.Erfc: "erfc",
}

func (g *gen) unaryReal(e *syntax.Unary, x string, c care) string {
	if f := builtins[e.Op]; f != "" {
		return g.dialect.function + f + "(" + x + ")"
	}
	if f := nearly[e.Op]; f != "" {
		g.Near = true
		return g.dialect.function + f + "(" + x + ")"
	}
	switch e.Op {
	case syntax.Neg:
		return "(-" + x + ")"
	case syntax.IsNaN:
		return g.dialect.function + "isnan(" + x + ")"
	case syntax.IsInf:
		return "(" + g.dialect.function + "isinf(" + x + ") != 0)"
	case syntax.ToInt:
		return g.checked("fm_int", []string{x}, c)
	case syntax.ToBits:
		return "fm_tobits(" + x + ")"
	case syntax.F32:
		return "fm_f32(" + x + ", fm_nothing)"
	}
	g.refuse(e, "`%s` of an f64 is not compiled", e.Op)
	return ""
}
