package emr

import (
	"slices"

	"funmem/semantics/syntax"
)

// behaved tells whether a kernel that computes w reads the candidate c in the way of §2.3: each iteration, of the kernels in
// it as well, reads at most the element of c that it computes. Then no iteration reads what another one has overwritten. No
// other array in the block of c may be read.
func (r *reuse) behaved(let *syntax.Let, w, c *withLoop) bool {
	kernel, ok := let.Exp.(*syntax.Kernel)
	if !ok {
		return false
	}
	for _, v := range syntax.FreeVars(let) {
		if v.ID != c.x.ID && v.ID != c.block() && r.live.Meet(v.ID, c.x.ID) {
			return false
		}
	}
	at := []*syntax.Binding{kernel.Index[0].X}
	body := kernel.Body
	for len(at) < w.x.Type.Rank() {
		inner := rows(body)
		if inner == nil {
			return false
		}
		at, body = append(at, inner.Index[0].X), inner.Body
	}
	own := 0
	syntax.Walk(body, func(n syntax.Node) bool {
		e, ok := n.(*syntax.Index)
		if x, is := nameOf(e); ok && is && x.ID == c.x.ID && slices.EqualFunc(e.At, at, isUseOf) {
			own++
		}
		return true
	})
	all := 0
	syntax.Walk(let, func(n syntax.Node) bool {
		if v, ok := n.(*syntax.Var); ok && (v.ID == c.x.ID || v.ID == c.block()) {
			all++
		}
		return true
	})
	return own == all
}

// rows is the kernel that computes the only array that a body gives, or nil.
func rows(b *syntax.Body) *syntax.Kernel {
	var row *syntax.Var
	for _, x := range b.Res {
		if v, ok := x.(*syntax.Var); ok {
			row = v
		}
	}
	for _, s := range b.Stms {
		if let, ok := s.(*syntax.Let); ok && row != nil && len(let.Pat) == 1 && let.Pat[0].ID == row.ID {
			kernel, _ := let.Exp.(*syntax.Kernel)
			return kernel
		}
	}
	return nil
}

func nameOf(e *syntax.Index) (*syntax.Var, bool) {
	if e == nil {
		return nil, false
	}
	v, ok := e.X.(*syntax.Var)
	return v, ok
}

func isUseOf(e syntax.Expr, b *syntax.Binding) bool {
	v, ok := e.(*syntax.Var)
	return ok && v.ID == b.ID
}
