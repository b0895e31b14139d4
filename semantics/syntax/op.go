package syntax

// Op is an operator ⊕ of scalar expressions.
type Op uint8

// The operators of ints and f64s. Comparisons, IsNaN and IsInf give the int 1 or
// 0. + - * / **, comparisons, min, max, abs and - work on both types, those from
// Sqrt to Log10 and Atan2 on f64s, the others on ints.
const (
	Add    Op = iota // +
	Sub              // -
	Mul              // *
	Div              // /  rounds to minus infinity
	Mod              // %  goes with Div
	Quo              // // rounds toward zero
	Rem              // %% goes with Quo
	Pow              // **
	Eq               // ==
	Ne               // !=
	Lt               // <
	Le               // <=
	Gt               // >
	Ge               // >=
	And              // && (surface; elaborates to if)
	Or               // || (surface; elaborates to if)
	BitAnd           // &
	BitOr            // |
	BitXor           // ^
	Shl              // <<
	Shr              // >>
	Min              // min(a, b)
	Max              // max(a, b)
	Atan2            // atan2(y, x)
	Neg              // unary -
	Not              // unary !
	Abs              // abs(a)
	Sqrt             // sqrt(a)
	Exp              // exp(a)
	Log              // log(a), the natural one
	Sin              // sin(a)
	Cos              // cos(a)
	Tan              // tan(a)
	Asin             // asin(a)
	Acos             // acos(a)
	Atan             // atan(a)
	Sinh             // sinh(a)
	Cosh             // cosh(a)
	Tanh             // tanh(a)
	Floor            // floor(a)
	Ceil             // ceil(a)
	Round            // round(a)
	Trunc            // trunc(a)
	Log2             // log2(a)
	Log10            // log10(a)
	IsNaN            // isnan(a)
	IsInf            // isinf(a)
	ToF64            // f64(a)
	ToInt            // int(a)
	NumOps
)

// OpInfo is what the scanner, the parser and the printer know of an operator.
type OpInfo struct {
	Text  string // as written
	Prec  int    // binding strength of a binary one, loosest 1; 0: written as a call or in front
	Right bool   // associates to the right
	None  bool   // does not associate
	Unary bool
	Call  bool // written as a call: min(a, b), sqrt(a)
}

// precConcat is the binding strength of ++, between comparisons and +.
const precConcat = 4

// Ops is the table of operators (docs/language.md).
var Ops = [NumOps]OpInfo{
	Or:     {Text: "||", Prec: 1},
	And:    {Text: "&&", Prec: 2},
	Eq:     {Text: "==", Prec: 3, None: true},
	Ne:     {Text: "!=", Prec: 3, None: true},
	Lt:     {Text: "<", Prec: 3, None: true},
	Le:     {Text: "<=", Prec: 3, None: true},
	Gt:     {Text: ">", Prec: 3, None: true},
	Ge:     {Text: ">=", Prec: 3, None: true},
	Add:    {Text: "+", Prec: 5},
	Sub:    {Text: "-", Prec: 5},
	Mul:    {Text: "*", Prec: 6},
	Div:    {Text: "/", Prec: 6},
	Mod:    {Text: "%", Prec: 6},
	Quo:    {Text: "//", Prec: 6},
	Rem:    {Text: "%%", Prec: 6},
	Pow:    {Text: "**", Prec: 7, Right: true},
	BitOr:  {Text: "|", Prec: 5},
	BitXor: {Text: "^", Prec: 5},
	BitAnd: {Text: "&", Prec: 6},
	Shl:    {Text: "<<", Prec: 6},
	Shr:    {Text: ">>", Prec: 6},

	Neg: {Text: "-", Unary: true},
	Not: {Text: "!", Unary: true},

	Min:   {Text: "min", Call: true},
	Max:   {Text: "max", Call: true},
	Atan2: {Text: "atan2", Call: true},
	Abs:   {Text: "abs", Unary: true, Call: true},
	Sqrt:  {Text: "sqrt", Unary: true, Call: true},
	Exp:   {Text: "exp", Unary: true, Call: true},
	Log:   {Text: "log", Unary: true, Call: true},
	Sin:   {Text: "sin", Unary: true, Call: true},
	Cos:   {Text: "cos", Unary: true, Call: true},
	Tan:   {Text: "tan", Unary: true, Call: true},
	Asin:  {Text: "asin", Unary: true, Call: true},
	Acos:  {Text: "acos", Unary: true, Call: true},
	Atan:  {Text: "atan", Unary: true, Call: true},
	Sinh:  {Text: "sinh", Unary: true, Call: true},
	Cosh:  {Text: "cosh", Unary: true, Call: true},
	Tanh:  {Text: "tanh", Unary: true, Call: true},
	Floor: {Text: "floor", Unary: true, Call: true},
	Ceil:  {Text: "ceil", Unary: true, Call: true},
	Round: {Text: "round", Unary: true, Call: true},
	Trunc: {Text: "trunc", Unary: true, Call: true},
	Log2:  {Text: "log2", Unary: true, Call: true},
	Log10: {Text: "log10", Unary: true, Call: true},
	IsNaN: {Text: "isnan", Unary: true, Call: true},
	IsInf: {Text: "isinf", Unary: true, Call: true},
	ToF64: {Text: "f64", Unary: true, Call: true},
	ToInt: {Text: "int", Unary: true, Call: true},
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
