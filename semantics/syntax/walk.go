package syntax

import (
	"fmt"

	"funmem/semantics/stop"
)

// WalkUntil is Walk, which a Poll may end.
func WalkUntil(until stop.Poll, n Node, f func(Node) bool) {
	ask := until.Seldom()
	Walk(n, func(n Node) bool {
		ask()
		return f(n)
	})
}

// Walk calls f for n and, where f returns true, for the nodes below n, in the
// order in which they are written. Sizes and LMADs in types count; of a
// row-major LMAD only the sizes do, since the rest follows from them.
func Walk(n Node, f func(Node) bool) {
	if f(n) {
		children(n, func(c Node) { Walk(c, f) })
	}
}

// height is the length of the longest path down from n. It does not use the machine's stack, so it may be asked of
// any tree.
func height(n Node, until stop.Poll) int {
	type item struct {
		n     Node
		depth int
	}
	high, ask := 0, until.Seldom()
	todo := []item{{n, 1}}
	for len(todo) > 0 {
		it := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		high = max(high, it.depth)
		children(it.n, func(c Node) {
			ask()
			todo = append(todo, item{c, it.depth + 1})
		})
	}
	return high
}

// children calls f for the nodes right below n, in the order of the text.
func children(n Node, f func(Node)) {
	exprs := func(es []Expr) {
		for _, e := range es {
			f(e)
		}
	}
	bindings := func(bs []*Binding) {
		for _, b := range bs {
			f(b)
		}
	}
	switch n := n.(type) {
	case *IntLit, *RealLit, *Irregular, *Var, *OpFn, *Import:
	case *Unary:
		f(n.X)
	case *Binary:
		f(n.X)
		f(n.Y)
	case *Index:
		f(n.X)
		exprs(n.At)
	case *Slice:
		f(n.X)
		indices(n.At, f)
	case *Transpose:
		f(n.X)
	case *Permute:
		f(n.X)
	case *Reverse:
		f(n.X)
	case *Iota:
		f(n.N)
	case *Copy:
		f(n.X)
	case *Replicate:
		f(n.N)
		f(n.X)
	case *Scratch:
		exprs(n.Dims)
	case *Claim:
		f(n.X)
	case *Literal:
		exprs(n.Elems)
	case *Concat:
		exprs(n.Xs)
	case *Reshape:
		exprs(n.Dims)
		f(n.X)
	case *Flatten:
		f(n.X)
	case *Rotate:
		f(n.K)
		f(n.X)
	case *Loop:
		n.children(f)
	case *Lambda:
		bindings(n.Params)
		f(n.Body)
	case *Map:
		f(n.Fn)
		exprs(n.Xs)
	case *Reduce:
		f(n.Fn)
		exprs(n.Ne)
		exprs(n.Xs)
	case *Scan:
		f(n.Fn)
		exprs(n.Ne)
		exprs(n.Xs)
	case *With:
		f(n.X)
		indices(n.At, f)
		f(n.V)
	case *Alloc:
		f(n.N)
	case *If:
		f(n.Cond)
		f(n.Then)
		f(n.Else)
	case *Kernel:
		for _, ix := range n.Index {
			f(ix.X)
			f(ix.N)
		}
		f(n.Body)
	case *Call:
		exprs(n.Args)
	case *Block:
		f(n.Body)
	case *Tuple:
		exprs(n.Elems)
	case *Shape:
		f(n.X)
	case *Length:
		f(n.X)
	case *Body:
		for _, s := range n.Stms {
			f(s)
		}
		exprs(n.Res)
	case *Let:
		bindings(n.Pat)
		f(n.Exp)
	case *Check:
		f(n.X)
		f(n.Y)
	case *Free:
		f(n.Block)
	case *Def:
		bindings(n.Sizes)
		bindings(n.Params)
		bindings(n.Ret)
		f(n.Body)
	case *Show:
		f(n.X)
	case *In:
		exprs(n.Res)
	case *Binding:
		if n.Type != nil {
			f(n.Type)
		}
	case *Type:
		exprs(n.Dims)
		if n.Mem != nil {
			f(n.Mem.Block)
			f(n.Mem.L)
		}
	case *LMAD:
		if n.RowMajor {
			for _, d := range n.Dims {
				f(d.Size)
			}
			return
		}
		f(n.Offset)
		for _, d := range n.Dims {
			f(d.Size)
			f(d.Stride)
		}
	case *Program:
		for _, d := range n.Decls {
			f(d)
		}
	default:
		panic(fmt.Sprintf("syntax: children of a %T", n))
	}
}

// indices calls f for the expressions in the brackets of a slice.
func indices(at []Ix, f func(Node)) {
	for _, ix := range at {
		for _, e := range []Expr{ix.Off, ix.Size, ix.Stride} {
			if e != nil {
				f(e)
			}
		}
		for _, d := range ix.Dims {
			f(d.Size)
			f(d.Stride)
		}
	}
}

// children calls f for the parts of a loop: each carried value with its initial value, the index with its bound or
// the condition, and the body.
func (n *Loop) children(f func(Node)) {
	for i, x := range n.Params {
		f(x)
		f(n.Init[i])
	}
	if n.For != nil {
		f(n.For.X)
		f(n.For.N)
	} else {
		f(n.While)
	}
	f(n.Body)
}

// HasScratch tells whether a core program makes arrays that nobody has written. If until is given, it may end the
// work by its panic.
func HasScratch(p *Program, until ...stop.Poll) bool { return has[*Scratch](p, until...) }

// HasClaim tells whether a core program has a claim of where an array lies.
func HasClaim(p *Program) bool { return has[*Claim](p) }

// has tells whether a core program has expressions of a kind.
func has[E Expr](p *Program, until ...stop.Poll) bool {
	found, ask := false, stop.Any(until).Seldom()
	in := func(b *Body) {
		Walk(b, func(n Node) bool {
			ask()
			if _, ok := n.(E); ok {
				found = true
			}
			return !found
		})
	}
	for _, d := range p.Defs() {
		in(d.Body)
	}
	in(p.Main())
	return found
}
