package imp

import (
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Program is inputs, a statement and results. After Resolve, Slots is the number of its variables, and their IDs are
// below it.
//
//	program ::= {input x : type ;} [s ;] [return out {, out}]
type Program struct {
	diag.Span
	Inputs []*syntax.Binding
	Body   []Stm
	Return []*Result
	Slots  int
}

// Result is what a program gives: a number, or an array in a block. X is the name of the array.
//
//	out ::= se : int | se : f64 | x : [d]…[d]elt @ x -> L
type Result struct {
	diag.Span
	X    syntax.Expr
	Type *syntax.Type
}

// Stm is s, a statement (Fig. 11). Statements in sequence, s; s, are a slice.
type Stm interface {
	GetSpan() diag.Span
	stm()
}

// Skip is skip.
type Skip struct{ diag.Span }

// Declare is var x : τ, where τ is int, f64 or mem.
type Declare struct {
	diag.Span
	X *syntax.Binding
}

// Assign is x <- se, or x <- y for a block.
type Assign struct {
	diag.Span
	X *syntax.Var
	E syntax.Expr
}

// Alloc is x <- alloc se.
type Alloc struct {
	diag.Span
	X *syntax.Var
	N syntax.Expr
}

// Read is x <- y[se]. A Read in a copy that keeps elements (syntax.Copy, syntax.Scratch) may find an Undefined one. It
// is printed like any other.
type Read struct {
	diag.Span
	X, Y      *syntax.Var
	At        syntax.Expr
	Undefined bool
}

// Write is x[se] <- se.
type Write struct {
	diag.Span
	X     *syntax.Var
	At, E syntax.Expr
}

// Free is free x: the block ends here (ours).
type Free struct {
	diag.Span
	X *syntax.Var
}

// If is if se then s else s fi.
type If struct {
	diag.Span
	Cond       syntax.Expr
	Then, Else []Stm
}

// Kernel is kernel x <= se do s done, the parallel loop. Apart tells that a rewrite made its iterations so that they are
// independent, and Near that a rewrite made it add f64s in another order than the program. Group, if it is not 0, asks a
// device to run each iteration by a group of so many threads, which share the iterations of the kernels in it, and the blocks
// that it allocates. They are not printed.
type Kernel struct {
	diag.Span
	X     *syntax.Binding
	N     syntax.Expr
	Body  []Stm
	Apart bool
	Near  bool
	Group int
}

// For is for x <= se do s done: the iterations in order (ours). Fold tells that it is a reduce or scan of the language, so
// that a device may take its operands in another order. Chain, if it is not 0, asks a device to run each round by a group of
// so many threads at the same time as others: a round depends on those before by the variables from outside alone that it
// assigns to, each once, by x <- x ⊕ y. They are not printed.
type For struct {
	diag.Span
	X     *syntax.Binding
	N     syntax.Expr
	Body  []Stm
	Fold  bool
	Chain int
}

// While is while se do s done (ours).
type While struct {
	diag.Span
	Cond syntax.Expr
	Body []Stm
}

// Check is check se ⋈ se {⋈ se} ["text"]: stuck unless each two neighbours compare as the operator between them says
// (ours). A term is a scalar expression, or length(x), the number of locations of a block. Why is the message when it
// is stuck, with %k for the value of term number k, or it says what needs the check. It may be empty.
type Check struct {
	diag.Span
	Terms []syntax.Expr
	Rels  []syntax.Op // one between each two neighbours
	Why   string
	Of    *syntax.Check // the check that it is made from: one that the programmer wrote, or one of the sizes of arrays; nil if there is only this text
}

func (*Skip) stm()    {}
func (*Declare) stm() {}
func (*Assign) stm()  {}
func (*Alloc) stm()   {}
func (*Read) stm()    {}
func (*Write) stm()   {}
func (*If) stm()      {}
func (*Kernel) stm()  {}
func (*For) stm()     {}
func (*While) stm()   {}
func (*Check) stm()   {}
func (*Free) stm()    {}

// With is a kernel that differs in its number of iterations and in its body.
func (s *Kernel) With(n syntax.Expr, body []Stm) *Kernel {
	c := *s
	c.N, c.Body = n, body
	return &c
}

// With is a loop that differs in its number of rounds and in its body.
func (s *For) With(n syntax.Expr, body []Stm) *For {
	c := *s
	c.N, c.Body = n, body
	return &c
}

// Walk calls f for each statement and, where f returns true, for those inside it, in the order of the text.
func Walk(stms []Stm, f func(Stm) bool) {
	for _, s := range stms {
		if !f(s) {
			continue
		}
		switch s := s.(type) {
		case *If:
			Walk(s.Then, f)
			Walk(s.Else, f)
		case *Kernel:
			Walk(s.Body, f)
		case *For:
			Walk(s.Body, f)
		case *While:
			Walk(s.Body, f)
		}
	}
}

// Target is the variable that a statement assigns to, or nil.
func Target(s Stm) *syntax.Var {
	switch s := s.(type) {
	case *Assign:
		return s.X
	case *Alloc:
		return s.X
	case *Read:
		return s.X
	}
	return nil
}

// Mentioned are the IDs of the variables that occur in statements, blocks too, apart from those that they declare and do
// not use.
func Mentioned(stms []Stm) map[int]bool {
	set := map[int]bool{}
	see := func(ns ...syntax.Node) {
		for _, n := range ns {
			for _, x := range syntax.FreeVars(n) {
				set[x.ID] = true
			}
		}
	}
	Walk(stms, func(s Stm) bool {
		if x := Target(s); x != nil {
			see(x)
		}
		switch s := s.(type) {
		case *Read:
			see(s.Y)
		case *Write:
			see(s.X)
		case *Free:
			see(s.X)
		}
		for _, e := range Exprs(s) {
			see(e)
		}
		return true
	})
	return set
}

// Exprs are the expressions of a statement, without those of the statements inside it.
func Exprs(s Stm) []syntax.Expr {
	switch s := s.(type) {
	case *Assign:
		return []syntax.Expr{s.E}
	case *Alloc:
		return []syntax.Expr{s.N}
	case *Read:
		return []syntax.Expr{s.At}
	case *Write:
		return []syntax.Expr{s.At, s.E}
	case *If:
		return []syntax.Expr{s.Cond}
	case *Kernel:
		return []syntax.Expr{s.N}
	case *For:
		return []syntax.Expr{s.N}
	case *While:
		return []syntax.Expr{s.Cond}
	case *Check:
		return s.Terms
	}
	return nil
}
