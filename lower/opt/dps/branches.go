package dps

import (
	"slices"

	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// branches is D-If: an array that a branch makes gets its block before the if, and each branch copies what it gives there. An
// array that both branches only choose from what is there stays where it is.
func (t *translator) branches(let *syntax.Let, e *syntax.If) []syntax.Stm {
	out := *e
	pat := let.Pat
	var stms []syntax.Stm
	gone := map[int]bool{}
	for k, z := range pat {
		if !z.Type.IsArray() {
			continue
		}
		parts, ok := support(pat, k)
		if parts == nil || !t.escapes(e.Then.Res[parts[0]], e.Else.Res[parts[0]]) {
			continue
		}
		if !ok {
			t.Refused(z, "its block stays in the branches: it lies at %s", syntax.Line(z.Type.Mem.L))
			continue
		}
		sizes, ok := t.before(z)
		if !ok {
			continue
		}
		s, _ := t.allocated(let, parts, z, sizes)
		stms = append(stms, s...)
		for _, j := range parts {
			gone[j] = true
		}
		at := &syntax.MemAnn{Block: pat[parts[0]].Use(), L: lmad.RowMajor(sizes)}
		out.Then, out.Else = t.branch(out.Then, k, z, at), t.branch(out.Else, k, z, at)
		t.Did(z, "each branch puts it in block `%s`, from before the if", at.Block.Name)
	}
	if len(gone) == 0 {
		return []syntax.Stm{&syntax.Let{Span: let.Span, Pat: pat, Exp: e, Doc: let.Doc}}
	}
	for _, b := range []**syntax.Body{&out.Then, &out.Else} {
		c := **b
		c.Res = without(c.Res, gone)
		*b = &c
	}
	return append(stms, &syntax.Let{Span: let.Span, Pat: without(pat, gone), Exp: &out, Doc: let.Doc})
}

// branch copies a result of a branch to a place.
func (t *translator) branch(b *syntax.Body, k int, z *syntax.Binding, at *syntax.MemAnn) *syntax.Body {
	c := &syntax.Body{Span: b.Span, Stms: slices.Clone(b.Stms), Res: slices.Clone(b.Res)}
	s := t.copied(z, b.Res[k], at)
	c.Stms, c.Res[k] = append(c.Stms, s), s.Pat[0].Use()
	return c
}

// before are the sizes of an array in terms of what is visible before the statement that binds it: S-If, if the branches decide
// them. If there are none, that is noted.
func (t *translator) before(z *syntax.Binding) (sizes []syntax.Expr, ok bool) {
	for _, n := range z.Type.Dims {
		if !t.visible(n) {
			p, data := t.local.Of(n)
			if data != nil {
				t.refused(z, "its block stays in the branches: ", data)
				return nil, false
			}
			n = p.Expr()
			if !t.visible(n) {
				t.Refused(z, "its block stays in the branches: the size `%s` is known only there", syntax.Line(n))
				return nil, false
			}
		}
		sizes = append(sizes, n)
	}
	return sizes, true
}
