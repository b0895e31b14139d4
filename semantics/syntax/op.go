package syntax

import (
	"funmem/semantics/num"
)

// Op is an operator ⊕ of scalar expressions.
type Op uint8

// The operators of ints and f64s. Comparisons, IsNaN and IsInf give the int 1 or
// 0. + - * / %% **, comparisons, min, max, abs and - work on both types, those from
// Sqrt to Erfc, Atan2 and ToBits on f64s, the others on ints.
const (
	Add      Op = iota // +
	Sub                // -
	Mul                // *
	Div                // /  rounds to minus infinity
	Mod                // %  goes with Div
	Quo                // // rounds toward zero
	Rem                // %% goes with Quo
	Pow                // **
	Eq                 // ==
	Ne                 // !=
	Lt                 // <
	Le                 // <=
	Gt                 // >
	Ge                 // >=
	And                // && (surface; elaborates to if)
	Or                 // || (surface; elaborates to if)
	BitAnd             // &
	BitOr              // |
	BitXor             // ^
	Shl                // <<
	Shr                // >>
	Min                // min(a, b)
	Max                // max(a, b)
	Atan2              // atan2(y, x)
	Neg                // unary -
	Not                // unary !
	Abs                // abs(a)
	Sqrt               // sqrt(a)
	Exp                // exp(a)
	Log                // log(a), the natural one
	Sin                // sin(a)
	Cos                // cos(a)
	Tan                // tan(a)
	Asin               // asin(a)
	Acos               // acos(a)
	Atan               // atan(a)
	Sinh               // sinh(a)
	Cosh               // cosh(a)
	Tanh               // tanh(a)
	Floor              // floor(a)
	Ceil               // ceil(a)
	Round              // round(a)
	Trunc              // trunc(a)
	Log2               // log2(a)
	Log10              // log10(a)
	Gamma              // gamma(a)
	Lgamma             // lgamma(a), the logarithm of |gamma(a)|
	Erf                // erf(a)
	Erfc               // erfc(a), 1 - erf(a)
	IsNaN              // isnan(a)
	IsInf              // isinf(a)
	ToF64              // f64(a)
	ToInt              // int(a)
	ToBits             // tobits(a): the bits of a double as an int of 64 bits with a sign
	FromBits           // frombits(a): the double that has the low 64 bits of a
	I8                 // i8(a): wraps to two's complement of 8 bits, as the next three
	I16                // i16(a)
	I32                // i32(a)
	I64                // i64(a)
	U8                 // u8(a): wraps to 8 bits without a sign, as the next three
	U16                // u16(a)
	U32                // u32(a)
	U64                // u64(a)
	NW8                // nw8(a): a, which must fit 8 bits with a sign, as the next three
	NW16               // nw16(a)
	NW32               // nw32(a)
	NW64               // nw64(a)
	F16                // f16(a): rounds to an f16
	F32                // f32(a): rounds to an f32
	NumOps
)

// OpInfo is what the scanner, the parser, the printer, the engines, the passes and the help know about an operator.
type OpInfo struct {
	Text  string // as written
	Prec  int    // binding strength of a binary one, loosest 1; 0: written as a call or in front
	Right bool   // associates to the right
	None  bool   // does not associate
	Unary bool
	Call  bool // written as a call: min(a, b), sqrt(a)
	On    Operands
	Truth bool // gives the int 1 or 0, whatever the operands are
	Bits  uint // the width of the result, for an operator from I8 to F32

	Fn   num.Function // the function of one f64 that it is, or 0
	Cost int          // roughly how many instructions of a processor it takes; 0: one

	Help    string // what it gives, in a few words; "": the table of the language's own words says it
	Example string // a line > INPUT, and the answer of the REPL
}

// Operands are the types of operands that an operator works on.
type Operands uint8

// The types of operands. Both operands of an operator have one type, and the
// result has it too, unless the operator is a truth or a conversion.
const (
	Ints  Operands = 1 << iota // int
	Reals                      // f64
	Both  = Ints | Reals
)

// Takes tells whether the operator works on operands of a type.
func (op Op) Takes(t Elem) bool {
	return t == Int && Ops[op].On&Ints != 0 || t == F64 && Ops[op].On&Reals != 0
}

// Gives is the type of the result of the operator on operands of a type.
func (op Op) Gives(t Elem) Elem {
	switch {
	case op == ToF64 || op == FromBits:
		return F64
	case op == ToInt || op == ToBits || Ops[op].Truth:
		return Int
	}
	return t
}

// precConcat is the binding strength of ++, between comparisons and +.
const precConcat = 4

// Ops is the table of operators (docs/language.md).
var Ops = [NumOps]OpInfo{
	Or: {Text: "||", Prec: 1, On: Ints, Truth: true,
		Help: "1 if a or b is not 0; b is evaluated only when a is 0", Example: "> 1 > 2 || 2 < 3\n1"},
	And: {Text: "&&", Prec: 2, On: Ints, Truth: true,
		Help: "1 if a and b are not 0; b is evaluated only when a is not 0", Example: "> 2 < 3 && !(3 == 4)\n1"},
	Eq: {Text: "==", Prec: 3, None: true, On: Both, Truth: true,
		Help: "1 if they are equal, or else 0; of ints, f64s or whole arrays", Example: "> (2 == 3, [1, 2] == [1, 2])\n0\n1"},
	Ne: {Text: "!=", Prec: 3, None: true, On: Both, Truth: true,
		Help: "1 if they differ, or else 0; of ints, f64s or whole arrays", Example: "> (2 != 3, [1, 2] != [1, 2])\n1\n0"},
	Lt: {Text: "<", Prec: 3, None: true, On: Both, Truth: true,
		Help: "1 or 0; comparisons do not chain", Example: "> 2 < 3\n1"},
	Le: {Text: "<=", Prec: 3, None: true, On: Both, Truth: true,
		Help: "1 or 0; comparisons do not chain", Example: "> 3 <= 3\n1"},
	Gt: {Text: ">", Prec: 3, None: true, On: Both, Truth: true,
		Help: "1 or 0; comparisons do not chain", Example: "> 2 > 3\n0"},
	Ge: {Text: ">=", Prec: 3, None: true, On: Both, Truth: true,
		Help: "1 or 0; comparisons do not chain", Example: "> 2 >= 3\n0"},
	Add: {Text: "+", Prec: 5, On: Both,
		Help: "of two ints, or two f64s, or arrays of them, element by element; nothing is converted by itself", Example: "> 2 + 3\n5"},
	Sub: {Text: "-", Prec: 5, On: Both,
		Help: "of two ints, or two f64s, or arrays of them, element by element; nothing is converted by itself", Example: "> 2 * 3 - 10\n-4"},
	Mul: {Text: "*", Prec: 6, On: Both,
		Help: "of two ints, or two f64s, or arrays of them, element by element; nothing is converted by itself", Example: "> 2 * 3\n6"},
	Div: {Text: "/", Prec: 6, On: Both,
		Help: "the quotient; of ints it is rounded to minus infinity", Example: "> (-7 / 2, -7.0 / 2.0)\n-4\n-3.5"},
	Mod: {Text: "%", Prec: 6, On: Ints,
		Help: "what / leaves of two ints; it has the sign of b", Example: "> -7 % 2\n1"},
	Quo: {Text: "//", Prec: 6, On: Ints,
		Help: "the quotient of two ints, rounded toward zero", Example: "> -7 // 2\n-3"},
	Rem: {Text: "%%", Prec: 6, On: Both,
		Help: "what is left by a quotient that is rounded toward zero; of ints, or of f64s", Example: "> (-7 %% 2, -7.5 %% 2.0)\n-1\n-1.5"},
	Pow: {Text: "**", Prec: 7, Right: true, On: Both, Cost: 4,
		Help: "the power, which binds less than a minus in front; of ints, a negative exponent is stuck", Example: "> (2 ** 10, -2 ** 2)\n1024\n4"},
	BitOr: {Text: "|", Prec: 5, On: Ints,
		Help: "or of the bits of two ints", Example: "> 12 | 10\n14"},
	BitXor: {Text: "^", Prec: 5, On: Ints,
		Help: "exclusive or of the bits of two ints", Example: "> 12 ^ 10\n6"},
	BitAnd: {Text: "&", Prec: 6, On: Ints,
		Help: "and of the bits of two ints", Example: "> 12 & 10\n8"},
	Shl: {Text: "<<", Prec: 6, On: Ints,
		Help: "a times 2 to the power of k", Example: "> 1 << 4\n16"},
	Shr: {Text: ">>", Prec: 6, On: Ints,
		Help: "a over 2 to the power of k, rounded to minus infinity", Example: "> -5 >> 1\n-3"},

	Neg: {Text: "-", Unary: true, On: Both},
	Not: {Text: "!", Unary: true, On: Ints, Truth: true,
		Help: "1 if a is 0, or else 0", Example: "> !(3 == 4)\n1"},

	Min: {Text: "min", Call: true, On: Both,
		Help: "the smaller of two ints, or two f64s; `minimum` is for arrays", Example: "> min(3, 5)\n3"},
	Max: {Text: "max", Call: true, On: Both,
		Help: "the greater of two ints, or two f64s; `maximum` is for arrays", Example: "> max(3, 5)\n5"},
	Atan2: {Text: "atan2", Call: true, On: Reals, Cost: 4,
		Help: "the angle of the point (x, y), in radians", Example: "> atan2(1.0, -1.0)\n2.356194490192345"},
	Abs: {Text: "abs", Unary: true, Call: true, On: Both,
		Help: "without its sign; of an int or an f64", Example: "> abs(-3)\n3"},
	Sqrt: {Text: "sqrt", Unary: true, Call: true, On: Reals, Fn: num.Sqrt, Cost: 4,
		Help: "the square root of an f64", Example: "> sqrt(2.25)\n1.5"},
	Exp: {Text: "exp", Unary: true, Call: true, On: Reals, Fn: num.Exp, Cost: 4,
		Help: "e to the power of an f64", Example: "> exp(1.0)\n2.718281828459045"},
	Log: {Text: "log", Unary: true, Call: true, On: Reals, Fn: num.Log, Cost: 4,
		Help: "the natural logarithm of an f64", Example: "> log(1.0)\n0.0"},
	Sin: {Text: "sin", Unary: true, Call: true, On: Reals, Fn: num.Sin, Cost: 4,
		Help: "the sine of an f64, in radians", Example: "> sin(0.0)\n0.0"},
	Cos: {Text: "cos", Unary: true, Call: true, On: Reals, Fn: num.Cos, Cost: 4,
		Help: "the cosine of an f64, in radians", Example: "> cos(0.0)\n1.0"},
	Tan: {Text: "tan", Unary: true, Call: true, On: Reals, Fn: num.Tan, Cost: 4,
		Help: "the tangent of an f64, in radians", Example: "> tan(0.0)\n0.0"},
	Asin: {Text: "asin", Unary: true, Call: true, On: Reals, Fn: num.Asin, Cost: 4,
		Help: "the arc sine of an f64, in radians", Example: "> asin(1.0)\n1.5707963267948966"},
	Acos: {Text: "acos", Unary: true, Call: true, On: Reals, Fn: num.Acos, Cost: 4,
		Help: "the arc cosine of an f64, in radians; acos(-1.0) is π", Example: "> acos(-1.0)\n3.141592653589793"},
	Atan: {Text: "atan", Unary: true, Call: true, On: Reals, Fn: num.Atan, Cost: 4,
		Help: "the arc tangent of an f64, in radians", Example: "> atan(1.0)\n0.7853981633974483"},
	Sinh: {Text: "sinh", Unary: true, Call: true, On: Reals, Fn: num.Sinh, Cost: 4,
		Help: "the hyperbolic sine of an f64", Example: "> sinh(0.0)\n0.0"},
	Cosh: {Text: "cosh", Unary: true, Call: true, On: Reals, Fn: num.Cosh, Cost: 4,
		Help: "the hyperbolic cosine of an f64", Example: "> cosh(0.0)\n1.0"},
	Tanh: {Text: "tanh", Unary: true, Call: true, On: Reals, Fn: num.Tanh, Cost: 4,
		Help: "the hyperbolic tangent of an f64", Example: "> tanh(0.0)\n0.0"},
	Floor: {Text: "floor", Unary: true, Call: true, On: Reals, Fn: num.Floor,
		Help: "an f64 rounded to minus infinity, as an f64; int(x) makes an int", Example: "> floor(-1.5)\n-2.0"},
	Ceil: {Text: "ceil", Unary: true, Call: true, On: Reals, Fn: num.Ceil,
		Help: "an f64 rounded to infinity, as an f64; int(x) makes an int", Example: "> ceil(-1.5)\n-1.0"},
	Round: {Text: "round", Unary: true, Call: true, On: Reals, Fn: num.Round,
		Help: "an f64 rounded to the nearest whole number, ties to the even one, as an f64", Example: "> round(2.5)\n2.0"},
	Trunc: {Text: "trunc", Unary: true, Call: true, On: Reals, Fn: num.Trunc,
		Help: "an f64 without its fraction, as an f64; int(x) makes an int", Example: "> trunc(-1.5)\n-1.0"},
	Log2: {Text: "log2", Unary: true, Call: true, On: Reals, Fn: num.Log2, Cost: 4,
		Help: "the logarithm to base 2 of an f64", Example: "> log2(8.0)\n3.0"},
	Log10: {Text: "log10", Unary: true, Call: true, On: Reals, Fn: num.Log10, Cost: 4,
		Help: "the logarithm to base 10 of an f64", Example: "> log10(1000.0)\n3.0"},
	Gamma: {Text: "gamma", Unary: true, Call: true, On: Reals, Fn: num.Gamma, Cost: 4,
		Help: "Γ of an f64", Example: "> gamma(5.0)\n24.0"},
	Lgamma: {Text: "lgamma", Unary: true, Call: true, On: Reals, Fn: num.Lgamma, Cost: 4,
		Help: "the logarithm of |Γ| of an f64", Example: "> lgamma(1.0)\n0.0"},
	Erf: {Text: "erf", Unary: true, Call: true, On: Reals, Fn: num.Erf, Cost: 4,
		Help: "the error function of an f64", Example: "> erf(0.0)\n0.0"},
	Erfc: {Text: "erfc", Unary: true, Call: true, On: Reals, Fn: num.Erfc, Cost: 4,
		Help: "1 - erf(x), without the loss of digits", Example: "> erfc(0.0)\n1.0"},
	IsNaN: {Text: "isnan", Unary: true, Call: true, On: Reals, Truth: true,
		Help: "1 if an f64 is no number, or else 0", Example: "> isnan(0.0 / 0.0)\n1"},
	IsInf: {Text: "isinf", Unary: true, Call: true, On: Reals, Truth: true,
		Help: "1 if an f64 is an infinity, or else 0", Example: "> isinf(1.0 / 0.0)\n1"},
	ToF64: {Text: "f64", Unary: true, Call: true, On: Ints},
	ToInt: {Text: "int", Unary: true, Call: true, On: Reals},
	ToBits: {Text: "tobits", Unary: true, Call: true, On: Reals,
		Help: "the 64 bits of an f64, as an int with a sign", Example: "> tobits(1.0)\n4607182418800017408"},
	FromBits: {Text: "frombits", Unary: true, Call: true, On: Ints,
		Help: "the f64 that has the low 64 bits of an int", Example: "> frombits(1)\n5e-324"},

	I8: {Text: "i8", Unary: true, Call: true, On: Ints, Bits: 8,
		Help: "an int modulo 2 to the power of 8, with a sign", Example: "> i8(2 ** 7)\n-128"},
	I16: {Text: "i16", Unary: true, Call: true, On: Ints, Bits: 16,
		Help: "an int modulo 2 to the power of 16, with a sign", Example: "> i16(2 ** 15)\n-32768"},
	I32: {Text: "i32", Unary: true, Call: true, On: Ints, Bits: 32,
		Help: "an int modulo 2 to the power of 32, with a sign", Example: "> i32(2 ** 31)\n-2147483648"},
	I64: {Text: "i64", Unary: true, Call: true, On: Ints, Bits: 64,
		Help: "an int modulo 2 to the power of 64, with a sign", Example: "> i64(2 ** 63)\n-9223372036854775808"},
	U8: {Text: "u8", Unary: true, Call: true, On: Ints, Bits: 8,
		Help: "an int modulo 2 to the power of 8, without a sign", Example: "> u8(-1)\n255"},
	U16: {Text: "u16", Unary: true, Call: true, On: Ints, Bits: 16,
		Help: "an int modulo 2 to the power of 16, without a sign", Example: "> u16(-1)\n65535"},
	U32: {Text: "u32", Unary: true, Call: true, On: Ints, Bits: 32,
		Help: "an int modulo 2 to the power of 32, without a sign", Example: "> u32(-1)\n4294967295"},
	U64: {Text: "u64", Unary: true, Call: true, On: Ints, Bits: 64,
		Help: "an int modulo 2 to the power of 64, without a sign", Example: "> u64(-1)\n18446744073709551615"},
	NW8: {Text: "nw8", Unary: true, Call: true, On: Ints, Bits: 8,
		Help: "an int that has to fit 8 bits with a sign; one that does not is stuck", Example: "> nw8(2 ** 7 - 1)\n127"},
	NW16: {Text: "nw16", Unary: true, Call: true, On: Ints, Bits: 16,
		Help: "an int that has to fit 16 bits with a sign; one that does not is stuck", Example: "> nw16(2 ** 15 - 1)\n32767"},
	NW32: {Text: "nw32", Unary: true, Call: true, On: Ints, Bits: 32,
		Help: "an int that has to fit 32 bits with a sign; one that does not is stuck", Example: "> nw32(2 ** 31 - 1)\n2147483647"},
	NW64: {Text: "nw64", Unary: true, Call: true, On: Ints, Bits: 64,
		Help: "an int that has to fit 64 bits with a sign; one that does not is stuck", Example: "> nw64(2 ** 63 - 1)\n9223372036854775807"},
	F16: {Text: "f16", Unary: true, Call: true, On: Reals, Bits: 16,
		Help: "an f64 rounded to an f16", Example: "> f16(0.1)\n0.0999755859375"},
	F32: {Text: "f32", Unary: true, Call: true, On: Reals, Bits: 32,
		Help: "an f64 rounded to an f32", Example: "> f32(0.1) == 0.1\n0"},
}

// Wraps tells whether the operator wraps an int to a width: with a sign from I8 to I64,
// without one from U8 to U64.
func (op Op) Wraps() bool { return op >= I8 && op <= U64 }

// Signed tells whether the width of an int operator counts a sign.
func (op Op) Signed() bool { return op >= I8 && op <= I64 || op.Fits() }

// Fits tells whether the operator has a value only for an int that fits a width: from NW8
// to NW64.
func (op Op) Fits() bool { return op >= NW8 && op <= NW64 }

// Form is how the operator is written: "a + b", "sqrt(x)", "!a".
func (op Op) Form() string {
	o, x, y := Ops[op], "a", "b"
	switch {
	case o.On == Reals && op == Atan2:
		x, y = "y", "x"
	case o.On == Reals:
		x = "x"
	case op == Shl || op == Shr:
		y = "k"
	}
	switch {
	case o.Call && o.Unary:
		return o.Text + "(" + x + ")"
	case o.Call:
		return o.Text + "(" + x + ", " + y + ")"
	case o.Unary:
		return o.Text + x
	}
	return x + " " + o.Text + " " + y
}

// String is the operator as written.
func (op Op) String() string { return Ops[op].Text }

// opsBy finds operators by how they are written.
func opsBy(which func(OpInfo) bool) map[string]Op {
	m := map[string]Op{}
	for op := range NumOps {
		if which(Ops[op]) {
			m[Ops[op].Text] = op
		}
	}
	return m
}

// binops are the operators between two operands, called those written as calls.
var (
	binops = opsBy(func(o OpInfo) bool { return o.Prec > 0 })
	called = opsBy(func(o OpInfo) bool { return o.Call })
)
