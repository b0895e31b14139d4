package syntax

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

// OpInfo is what the scanner, the parser and the printer know about an operator.
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
	Or:     {Text: "||", Prec: 1, On: Ints, Truth: true},
	And:    {Text: "&&", Prec: 2, On: Ints, Truth: true},
	Eq:     {Text: "==", Prec: 3, None: true, On: Both, Truth: true},
	Ne:     {Text: "!=", Prec: 3, None: true, On: Both, Truth: true},
	Lt:     {Text: "<", Prec: 3, None: true, On: Both, Truth: true},
	Le:     {Text: "<=", Prec: 3, None: true, On: Both, Truth: true},
	Gt:     {Text: ">", Prec: 3, None: true, On: Both, Truth: true},
	Ge:     {Text: ">=", Prec: 3, None: true, On: Both, Truth: true},
	Add:    {Text: "+", Prec: 5, On: Both},
	Sub:    {Text: "-", Prec: 5, On: Both},
	Mul:    {Text: "*", Prec: 6, On: Both},
	Div:    {Text: "/", Prec: 6, On: Both},
	Mod:    {Text: "%", Prec: 6, On: Ints},
	Quo:    {Text: "//", Prec: 6, On: Ints},
	Rem:    {Text: "%%", Prec: 6, On: Both},
	Pow:    {Text: "**", Prec: 7, Right: true, On: Both},
	BitOr:  {Text: "|", Prec: 5, On: Ints},
	BitXor: {Text: "^", Prec: 5, On: Ints},
	BitAnd: {Text: "&", Prec: 6, On: Ints},
	Shl:    {Text: "<<", Prec: 6, On: Ints},
	Shr:    {Text: ">>", Prec: 6, On: Ints},

	Neg: {Text: "-", Unary: true, On: Both},
	Not: {Text: "!", Unary: true, On: Ints, Truth: true},

	Min:      {Text: "min", Call: true, On: Both},
	Max:      {Text: "max", Call: true, On: Both},
	Atan2:    {Text: "atan2", Call: true, On: Reals},
	Abs:      {Text: "abs", Unary: true, Call: true, On: Both},
	Sqrt:     {Text: "sqrt", Unary: true, Call: true, On: Reals},
	Exp:      {Text: "exp", Unary: true, Call: true, On: Reals},
	Log:      {Text: "log", Unary: true, Call: true, On: Reals},
	Sin:      {Text: "sin", Unary: true, Call: true, On: Reals},
	Cos:      {Text: "cos", Unary: true, Call: true, On: Reals},
	Tan:      {Text: "tan", Unary: true, Call: true, On: Reals},
	Asin:     {Text: "asin", Unary: true, Call: true, On: Reals},
	Acos:     {Text: "acos", Unary: true, Call: true, On: Reals},
	Atan:     {Text: "atan", Unary: true, Call: true, On: Reals},
	Sinh:     {Text: "sinh", Unary: true, Call: true, On: Reals},
	Cosh:     {Text: "cosh", Unary: true, Call: true, On: Reals},
	Tanh:     {Text: "tanh", Unary: true, Call: true, On: Reals},
	Floor:    {Text: "floor", Unary: true, Call: true, On: Reals},
	Ceil:     {Text: "ceil", Unary: true, Call: true, On: Reals},
	Round:    {Text: "round", Unary: true, Call: true, On: Reals},
	Trunc:    {Text: "trunc", Unary: true, Call: true, On: Reals},
	Log2:     {Text: "log2", Unary: true, Call: true, On: Reals},
	Log10:    {Text: "log10", Unary: true, Call: true, On: Reals},
	Gamma:    {Text: "gamma", Unary: true, Call: true, On: Reals},
	Lgamma:   {Text: "lgamma", Unary: true, Call: true, On: Reals},
	Erf:      {Text: "erf", Unary: true, Call: true, On: Reals},
	Erfc:     {Text: "erfc", Unary: true, Call: true, On: Reals},
	IsNaN:    {Text: "isnan", Unary: true, Call: true, On: Reals, Truth: true},
	IsInf:    {Text: "isinf", Unary: true, Call: true, On: Reals, Truth: true},
	ToF64:    {Text: "f64", Unary: true, Call: true, On: Ints},
	ToInt:    {Text: "int", Unary: true, Call: true, On: Reals},
	ToBits:   {Text: "tobits", Unary: true, Call: true, On: Reals},
	FromBits: {Text: "frombits", Unary: true, Call: true, On: Ints},

	I8:   {Text: "i8", Unary: true, Call: true, On: Ints, Bits: 8},
	I16:  {Text: "i16", Unary: true, Call: true, On: Ints, Bits: 16},
	I32:  {Text: "i32", Unary: true, Call: true, On: Ints, Bits: 32},
	I64:  {Text: "i64", Unary: true, Call: true, On: Ints, Bits: 64},
	U8:   {Text: "u8", Unary: true, Call: true, On: Ints, Bits: 8},
	U16:  {Text: "u16", Unary: true, Call: true, On: Ints, Bits: 16},
	U32:  {Text: "u32", Unary: true, Call: true, On: Ints, Bits: 32},
	U64:  {Text: "u64", Unary: true, Call: true, On: Ints, Bits: 64},
	NW8:  {Text: "nw8", Unary: true, Call: true, On: Ints, Bits: 8},
	NW16: {Text: "nw16", Unary: true, Call: true, On: Ints, Bits: 16},
	NW32: {Text: "nw32", Unary: true, Call: true, On: Ints, Bits: 32},
	NW64: {Text: "nw64", Unary: true, Call: true, On: Ints, Bits: 64},
	F16:  {Text: "f16", Unary: true, Call: true, On: Reals, Bits: 16},
	F32:  {Text: "f32", Unary: true, Call: true, On: Reals, Bits: 32},
}

// Wraps tells whether the operator wraps an int to a width: with a sign from I8 to I64,
// without one from U8 to U64.
func (op Op) Wraps() bool { return op >= I8 && op <= U64 }

// Signed tells whether the width of an int operator counts a sign.
func (op Op) Signed() bool { return op >= I8 && op <= I64 || op.Fits() }

// Fits tells whether the operator has a value only for an int that fits a width: from NW8
// to NW64.
func (op Op) Fits() bool { return op >= NW8 && op <= NW64 }

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
