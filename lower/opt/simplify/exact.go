package simplify

import (
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// sizesOf returns the variables that are known not to be negative: sizes of parameters of functions.
func sizesOf(p *syntax.Program) map[int]bool {
	sizes := map[int]bool{}
	for _, d := range p.Defs() {
		for _, x := range d.Params {
			if x.Type.IsArray() {
				for _, n := range x.Type.Dims {
					if v, ok := n.(*syntax.Var); ok {
						sizes[v.ID] = true
					}
				}
			}
		}
	}
	return sizes
}

// mayEnd tells whether an expression, apart from the statements in its bodies, may be stuck, take all of the memory, or
// run for ever. Then the statement stays although nothing uses it.
func mayEnd(e syntax.Expr, sizes map[int]bool) bool {
	if syntax.IsScalar(e) {
		return !syntax.Total(e) || large(e)
	}
	switch e := e.(type) {
	case *syntax.Kernel:
		return !rewrite.IsSize(e.Index[0].N, sizes)
	case *syntax.Iota:
		return !rewrite.IsSize(e.N, sizes)
	case *syntax.Replicate:
		return !rewrite.IsSize(e.N, sizes)
	case *syntax.Loop:
		return e.While != nil
	case *syntax.If, *syntax.Reduce, *syntax.Scan, *syntax.Copy, *syntax.Transpose, *syntax.Permute, *syntax.Reverse, *syntax.Alloc:
		return false
	}
	return true
}

// large tells whether an expression may be an int that takes all of the memory.
func large(e syntax.Expr) (found bool) {
	syntax.Walk(e, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.Binary); ok && b.Of != syntax.F64 && (b.Op == syntax.Pow || b.Op == syntax.Shl) {
			found = true
		}
		return !found
	})
	return found
}
