package live

import (
	"slices"

	"funmem/semantics/syntax"
)

// Behaved tells whether a kernel that computes w reads the array c with a well-behaved access pattern (Vießmann et al., §2.3):
// each iteration, of the kernels in it as well, reads at most the element of c that it computes. Then no iteration reads what
// another one has overwritten, and w can be computed where c lies. No other array in the block of c may be read.
func (l *Liveness) Behaved(let *syntax.Let, w, c *syntax.Binding) bool {
	kernel, ok := let.Exp.(*syntax.Kernel)
	block := c.Type.Mem.Block.ID
	if !ok || w.Type.Rank() != c.Type.Rank() {
		return false
	}
	for id := range l.Mentions(let) {
		if id != c.ID && id != block && l.Meet(id, block) {
			return false
		}
	}
	at := []*syntax.Binding{kernel.Index[0].X}
	body := kernel.Body
	row := body.Res[slices.Index(let.Pat, w)]
	for len(at) < w.Type.Rank() {
		inner := made(body, row)
		if inner == nil {
			return false
		}
		at, body = append(at, inner.Index[0].X), inner.Body
		row = body.Res[0]
	}
	own := 0
	syntax.Walk(body, func(n syntax.Node) bool {
		e, ok := n.(*syntax.Index)
		if x, is := nameOf(e); ok && is && x.ID == c.ID && slices.EqualFunc(e.At, at, isUseOf) {
			own++
		}
		return true
	})
	all := 0
	syntax.Walk(let, func(n syntax.Node) bool {
		if v, ok := n.(*syntax.Var); ok && (v.ID == c.ID || v.ID == block) {
			all++
		}
		return true
	})
	return own == all
}

// made is the kernel that computes a row in a body, and nothing else, or nil.
func made(b *syntax.Body, row syntax.Expr) *syntax.Kernel {
	v, ok := row.(*syntax.Var)
	for _, s := range b.Stms {
		if let, is := s.(*syntax.Let); is && ok && len(let.Pat) == 1 && let.Pat[0].ID == v.ID {
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
