package shortcircuit

import (
	"slices"

	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// Explicit copies what the body of a kernel or a fold gives to where it goes, if the body makes its block: that is what the statement does
// afterwards, and the block is then used in the body alone.
func Explicit(j *rewrite.Job, p *syntax.Program) *syntax.Program {
	c := newCircuit(j, p)
	for c.at = range len(c.defs) + 1 {
		c.known = nil // that is about the function before
		for c.explicit() {
		}
	}
	return c.program()
}

// explicit does it for one result. It tells whether there was one.
func (c *circuit) explicit() bool {
	rows := func(k key) bool { return k.kind == "result" || k.kind == "accumulated" }
	return c.points(c.body(), rows, func(p *point) bool {
		if !p.isResult() || !rows(p.key) {
			return false
		}
		block := c.know().types.Mem(p.src).Block
		if at, ok := c.know().sites[block.ID]; !ok || at.body != p.body || at.k < 0 {
			return false
		}
		is := c.know().types.Of(p.src)
		y := c.job.Supply.Binding(p.src.Name, &syntax.Type{Span: is.Span, Elem: is.Elem, Dims: is.Dims, Mem: p.to})
		y.Span = p.src.Span
		b := &syntax.Body{Span: p.body.Span, Res: slices.Clone(p.body.Res)}
		b.Stms = append(slices.Clip(p.body.Stms), &syntax.Let{Span: p.src.Span, Pat: []*syntax.Binding{y}, Exp: &syntax.Copy{Span: p.src.Span, X: p.src}})
		b.Res[p.key.k] = y.Use()
		c.set(replaced(c.body(), p.body, b))
		return true
	})
}
