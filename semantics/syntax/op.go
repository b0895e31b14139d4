package syntax

// Op is an operator ⊕ of scalar expressions.
type Op uint8

// The operators of ints. Comparisons give 1 or 0.
const (
	Add Op = iota // +
	Sub           // -
	Mul           // *
	Div           // /  rounds to minus infinity
	Mod           // %  goes with Div
	Quo           // // rounds toward zero
	Rem           // %% goes with Quo
	Pow           // **
	Eq            // ==
	Ne            // !=
	Lt            // <
	Le            // <=
	Gt            // >
	Ge            // >=
	And           // && (surface; elaborates to if)
	Or            // || (surface; elaborates to if)
	Min           // min(a, b)
	Max           // max(a, b)
	Neg           // unary -
	Not           // unary !
	Abs           // abs(a)
	NumOps
)

// OpInfo is what the scanner, the parser and the printer know of an operator.
type OpInfo struct {
	Text  string // as written
	Prec  int    // binding strength of a binary one, loosest 1; 0: written as a call or unary
	Right bool   // associates to the right
	None  bool   // does not associate
	Unary bool
}

// Ops is the table of operators (docs/language.md).
var Ops = [NumOps]OpInfo{
	Or:  {Text: "||", Prec: 1},
	And: {Text: "&&", Prec: 2},
	Eq:  {Text: "==", Prec: 3, None: true},
	Ne:  {Text: "!=", Prec: 3, None: true},
	Lt:  {Text: "<", Prec: 3, None: true},
	Le:  {Text: "<=", Prec: 3, None: true},
	Gt:  {Text: ">", Prec: 3, None: true},
	Ge:  {Text: ">=", Prec: 3, None: true},
	Add: {Text: "+", Prec: 5},
	Sub: {Text: "-", Prec: 5},
	Mul: {Text: "*", Prec: 6},
	Div: {Text: "/", Prec: 6},
	Mod: {Text: "%", Prec: 6},
	Quo: {Text: "//", Prec: 6},
	Rem: {Text: "%%", Prec: 6},
	Pow: {Text: "**", Prec: 7, Right: true},
	Min: {Text: "min"},
	Max: {Text: "max"},
	Neg: {Text: "-", Unary: true},
	Not: {Text: "!", Unary: true},
	Abs: {Text: "abs", Unary: true},
}

// String is the operator as written.
func (op Op) String() string { return Ops[op].Text }
