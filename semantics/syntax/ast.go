package syntax

import (
	"funmem/semantics/diag"
	"funmem/semantics/num"
)

// Node is any syntax node.
type Node interface {
	GetSpan() diag.Span
	node()
}

// Expr is an expression: surface ones nest; the operands of a core one are
// atoms (Var, IntLit or RealLit), except that scalar expressions se nest (Fig. 1).
type Expr interface {
	Node
	expr()
}

// Elem is the type of an element, or of a scalar or block variable.
type Elem uint8

// The element types.
const (
	Int Elem = iota // int
	F64             // f64: an IEEE double, or a decimal when a precision is set
	Mem             // mem: a memory block (FUNMEM), never inside an array
	Num             // num: int or f64, as each use of the def around it has it; core has none
)

// Type is τ: int, f64, mem, [d]…[d]elt (Fig. 1), or [d]…[d]elt @ x -> L (Fig. 6).
type Type struct {
	diag.Span
	Elem Elem
	Dims []Expr  // sizes, outermost first; atoms in core; none for a scalar; an Irregular may be among them
	Mem  *MemAnn // FUNMEM arrays only
}

// Irregular is the ? of [n][?]int: a size that differs from row to row. It stands in the types of surface programs and of
// nested core, after the first size, and core has none.
type Irregular struct{ diag.Span }

// MemAnn is the memory part of an array type: @ Block -> L.
type MemAnn struct {
	diag.Span
	Block *Var
	L     *LMAD
}

// LMAD is L: Offset + {(d : stride) …} (Fig. 6). All parts are scalar
// expressions. RowMajor marks one written R(d, …): its Offset is 0 and its
// strides are the products of the inner sizes.
type LMAD struct {
	diag.Span
	Offset   Expr
	Dims     []LMADDim
	RowMajor bool
}

// LMADDim is one (size : stride) pair of an LMAD.
type LMADDim struct{ Size, Stride Expr }

// IntLit is k, an integer constant. Text is how it was written, or "".
type IntLit struct {
	diag.Span
	Val  num.Num
	Text string
}

// RealLit is an f64 constant. Val is the double nearest to what is written, which may be an infinity (1e999). Text is
// how it was written, with its sign. A precision of more digits than a double has takes them from there. Text is "" for
// a constant that nobody wrote.
type RealLit struct {
	diag.Span
	Text string
	Val  float64
}

// Var is a use of x. ID is the binder's after elaboration, 0 before it.
type Var struct {
	diag.Span
	Name string
	ID   int
}

// Unary is ⊕ se. Of is the type of the operand, which elaboration fills in.
type Unary struct {
	diag.Span
	Op Op
	X  Expr
	Of Elem
}

// Binary is se ⊕ se. min, max and atan2 are operators that are written as calls. In surface programs == and != also
// compare whole arrays. Of is the type of both operands, which elaboration fills in.
type Binary struct {
	diag.Span
	Op   Op
	X, Y Expr
	Of   Elem
}

// Index is x[se, …] with every dimension fixed: a scalar (E-INDEX). In surface
// programs it may have fewer indices than x has dimensions; it then
// elaborates to a Slice.
type Index struct {
	diag.Span
	X  Expr
	At []Expr
}

// IxKind tells the forms of ix apart.
type IxKind uint8

// The forms of ix.
const (
	IxFix   IxKind = iota // e: fixes the dimension
	IxRange               // e : e or e : e : e
	IxAll                 // : the whole dimension (surface; core writes 1 : d)
	IxFlat                // o + {(d : s) …}: an LMAD for the dimension, which other dimensions replace
)

// Ix is one index of a slice. IxFix has Off; IxRange has Off, Size and
// perhaps Stride (nil means 1); IxFlat has Off, counted from 0, and Dims.
type Ix struct {
	diag.Span
	Kind              IxKind
	Off, Size, Stride Expr
	Dims              []LMADDim
}

// Slice is x[ix, …] with at least one dimension kept: a derived array (E-SLICE).
type Slice struct {
	diag.Span
	X  Expr
	At []Ix
}

// Transpose is transpose x: swaps the outer two dimensions.
type Transpose struct {
	diag.Span
	X Expr
}

// Permute is permute((p₁, …), x): dimension k of the result is dimension pₖ of
// x. Perm is 1-based.
type Permute struct {
	diag.Span
	Perm []int
	X    Expr
}

// Reverse is reverse x: the outermost dimension back to front.
type Reverse struct {
	diag.Span
	X Expr
}

// Iota is iota n: [1, …, n].
type Iota struct {
	diag.Span
	N Expr
}

// Copy is copy x: a fresh array with the elements of x. A translation adds copies that Keep elements, to find them
// again. Such a copy is not printed as one, and an undefined element in it says nothing about the program.
type Copy struct {
	diag.Span
	X     Expr
	Keeps bool
}

// Replicate is replicate(n, x): n times x, a scalar or an array.
type Replicate struct {
	diag.Span
	N, X Expr
}

// Scratch is scratch([d]…[d]elt): an array of those sizes that nobody has written; its elements are undefined. In
// FUNMEM nothing is written. As for a Copy, Keeps marks one that a translation adds, to copy what lies there onto
// itself.
type Scratch struct {
	diag.Span
	Elem  Elem
	Dims  []Expr
	Keeps bool
}

// Claim is claim x: x, claimed to lie where the type of its binder says. FUNMEM only.
type Claim struct {
	diag.Span
	X Expr
}

// Literal is [e, …]: an array of scalars or of arrays of one shape.
type Literal struct {
	diag.Span
	Elems []Expr
}

// Concat is concat(x, y, …) or x ++ y ++ …: the operands one after the other,
// outermost. Infix tells that it was written with ++.
type Concat struct {
	diag.Span
	Xs    []Expr
	Infix bool
}

// Reshape is reshape((d, …), x): the elements of x in row-major order, as an
// array of those sizes.
type Reshape struct {
	diag.Span
	Dims []Expr
	X    Expr
}

// Flatten is flatten x: the outer two dimensions as one (surface; elaborates to
// a Reshape).
type Flatten struct {
	diag.Span
	X Expr
}

// Rotate is rotate(k, x): result[i] = x[(i - 1 + k) mod n + 1], outermost
// (surface; elaborates to a Kernel).
type Rotate struct {
	diag.Span
	K, X Expr
}

// Alloc is alloc se: a fresh block of se locations (FUNMEM).
type Alloc struct {
	diag.Span
	N Expr
}

// If is if x then b else b.
type If struct {
	diag.Span
	Cond       Expr
	Then, Else *Body
}

// Kernel is kernel x <= n {, y <= m} do b. A core kernel has one index.
type Kernel struct {
	diag.Span
	Index []Bound
	Body  *Body
}

// Bound is one index of a kernel with its bound: x <= n.
type Bound struct {
	X *Binding // its Type is nil: it is an int
	N Expr
}

// Call is f(e, …). Size parameters are not written: arguments fix them.
type Call struct {
	diag.Span
	Fn   string
	FnAt diag.Span
	Args []Expr
}

// Block is a body as an expression: let … in e (surface).
type Block struct {
	diag.Span
	Body *Body
}

// Tuple is (e, e, …): several values (surface).
type Tuple struct {
	diag.Span
	Elems []Expr
}

// Shape is shape(x): the sizes of x as an array (surface; elaborates to a
// Literal).
type Shape struct {
	diag.Span
	X Expr
}

// Length is length(x): the outermost size of x (surface; elaborates to it).
type Length struct {
	diag.Span
	X Expr
}

// Body is b: statements and a result.
type Body struct {
	diag.Span
	Stms []Stm
	Res  []Expr // atoms in core
}

// Stm is a statement.
type Stm interface {
	Decl
	stm()
}

// Binding is p: x or (x : τ). A name of "_" binds nothing. Elaboration makes names unique. Text is then what messages
// call the binder: the name that the programmer wrote, or "" if the binder is for an expression without a name. Unique
// marks a parameter of a Def, *x, whose block may be overwritten.
type Binding struct {
	diag.Span
	Name   string
	ID     int
	Type   *Type // nil if the surface leaves it out
	Text   string
	Unique bool
}

// Let is let p … p = e.
type Let struct {
	diag.Span
	Pat []*Binding
	Exp Expr
	Doc string // the comment lines above it, without the dashes
}

// Check is check a = b: stuck unless the two are equal. Why says what needs
// it, for the message; it is empty for one that a person wrote.
type Check struct {
	diag.Span
	X, Y Expr
	Why  string
	Says *Assertion // nil, except for an assertion of another language
}

// Assertion is the message of a failed assertion of another language: texts, with the values of atoms between them. It
// is not printed.
type Assertion struct {
	At    string // the place there; "" for what the program needs and nobody asserts there
	Parts []AssertionPart
	Idle  bool   // nothing depends on it, so that a compiler may drop it
	Help  string // the next thing to try, or ""
}

// AssertionPart is a text or, if X is not nil, a value.
type AssertionPart struct {
	Text string
	X    Expr
	Bool bool // it is true or false
}

// Map is the assertion with each value replaced.
func (a *Assertion) Map(by func(Expr) Expr) *Assertion {
	if a == nil {
		return nil
	}
	c := &Assertion{At: a.At, Idle: a.Idle, Help: a.Help}
	for _, p := range a.Parts {
		if p.X != nil {
			p.X = by(p.X)
		}
		c.Parts = append(c.Parts, p)
	}
	return c
}

// Values are the values that it shows.
func (a *Assertion) Values() (xs []Expr) {
	a.Map(func(x Expr) Expr { xs = append(xs, x); return x })
	return xs
}

// Free is free m: the block ends here, and nothing in it may be used any more
// (FUNMEM).
type Free struct {
	diag.Span
	Block *Var
}

// Decl is one part of a file or of a REPL line.
type Decl interface {
	Node
	decl()
}

// Def is def f [n] … (x : τ) … : (τ, …) = b. A named int result that a later
// result's type mentions is the size of that result (Fig. 2): surface calls
// do not see it.
type Def struct {
	diag.Span
	Name       string
	NameAt     diag.Span
	Sizes      []*Binding // ints, fixed by the arguments
	Params     []*Binding
	Ret        []*Binding // Name may be ""; nil if the surface leaves it out
	Body       *Body
	Doc        string
	InstanceOf string // the def over num that it is an instance of, or ""
	Num        Elem   // what num is in that instance
	Reals      *Def   // of an instance for ints in core: the one for f64s; nil if it was not needed
}

// Import is import "path" as x: the definitions of another file. Their names get x and a point before them.
type Import struct {
	diag.Span
	Path string
	As   string // "" if the names stay as they are
}

// Show is an expression as a declaration: evaluated and printed.
type Show struct {
	diag.Span
	X Expr
}

// In is the result of a core program: in (x, …).
type In struct {
	diag.Span
	Res []Expr
}

// Comment is one -- comment with its dashes, without the line end.
type Comment struct {
	diag.Span
	Text string
}

// Program is a file, or the text added by a REPL line. An elaborated one has its Defs first, then Let, Check and Free,
// and one In at the end.
type Program struct {
	diag.Span
	Decls    []Decl
	Comments []Comment // in order; for the formatter
}
