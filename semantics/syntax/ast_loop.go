package syntax

import "funmem/semantics/diag"

// Loop is loop (x = e, …) for i <= n do b, or loop (x = e, …) while c do b. b gives the next values of what the loop
// carries. The last ones are the value of the loop, several as a tuple. The bound and the initial values are evaluated
// once, before the loop, and see neither the index nor what is carried. The condition sees what is carried, and the
// body sees that and the index.
type Loop struct {
	diag.Span
	Params   []*Binding // what it carries; the types may mention each other
	Init     []Expr     // one for each of Params
	For      *Bound     // nil in a while loop
	While    *Body      // one int; nil in a for loop
	Body     *Body
	RoundsOf string // what messages call the construct with the rounds, before its name; "": "loop"
}

// Lambda is \x y -> b, a function without a name. It stands only as the function of a Map, Reduce or Scan. Groups are
// the parameters that were written in one pair of parentheses, \(x, y) z -> b: how many, and how many come before them.
// Mapped is written as a bar after the accumulators of a fold, \a | x -> b: what b computes from elements alone is a
// map, which comes before the operator that is promised to be associative.
type Lambda struct {
	diag.Span
	Params []*Binding
	Groups []Group
	Body   *Body
	Mapped bool
}

// Group is a part of a list: N of its members, after the first From.
type Group struct{ From, N int }

// OpFn is an operator as the function of a Map, Reduce or Scan: (+), (min)
// (surface). A minus is Sub, never Neg.
type OpFn struct {
	diag.Span
	Op Op
}

// Map is map f xs ys …: f applied to the elements (surface; elaborates to a
// Kernel). Fn is a Lambda, an OpFn, or a Var that is the name of a function.
type Map struct {
	diag.Span
	Fn Expr
	Xs []Expr
}

// Reduce is reduce f ne xs ys …: the left fold of f in order. The function takes
// the accumulators and then the elements, one of each for each of Ne. In core it
// is a Lambda with types.
type Reduce struct {
	diag.Span
	Fn Expr
	Ne []Expr
	Xs []Expr
}

// Scan is scan f ne xs ys …: all the accumulators of the fold that Reduce is, the
// first of them after one element.
type Scan struct {
	diag.Span
	Fn Expr
	Ne []Expr
	Xs []Expr
}

// With is x with [ix, …] = v: x with that part of it changed. In FUNMEM it
// happens in place.
type With struct {
	diag.Span
	X  Expr
	At []Ix
	V  Expr
}

// Comparing is the RoundsOf of a loop that stands for a comparison of arrays. Nobody wrote that loop, and messages do
// not mention it.
const Comparing = "comparison"
