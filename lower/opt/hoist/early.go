package hoist

import (
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// early puts each alloc and each check of a body as early as what it needs allows, preceded
// by the scalars that it needs.
func (h *hoister) early(b *syntax.Body) *syntax.Body {
	stms, over := early(b)
	for k, n := range over {
		if l, ok := stms[k].(*syntax.Let); ok && n > 0 && isAlloc(l) {
			h.Did(l.Pat[0], "moved up over %s", diag.Count(n, "statement"))
		}
	}
	return &syntax.Body{Span: b.Span, Stms: stms, Res: b.Res}
}

func isAlloc(s *syntax.Let) bool {
	_, ok := s.Exp.(*syntax.Alloc)
	return ok
}

// early returns the statements of a body in that order, and how many others each has moved
// over.
func early(b *syntax.Body) (out []syntax.Stm, over []int) {
	lift := lifted(b)
	var moved []bool
	for k, s := range b.Stms {
		at := len(out)
		if lift[k] {
			at = rightAfter(out, s)
			for at < len(out) && moved[at] {
				at++
			}
		}
		passed := 0
		for _, m := range moved[at:] {
			if !m {
				passed++
			}
		}
		out, over, moved = slices.Insert(out, at, s), slices.Insert(over, at, passed), slices.Insert(moved, at, lift[k])
	}
	return out, over
}

// lifted returns which statements move: allocs, checks, and the scalars that these need.
func lifted(b *syntax.Body) []bool {
	lift := make([]bool, len(b.Stms))
	needed := map[int]bool{}
	for k, s := range slices.Backward(b.Stms) {
		switch s := s.(type) {
		case *syntax.Check:
			lift[k] = true
		case *syntax.Let:
			lift[k] = isAlloc(s) || scalar(s) && needed[s.Pat[0].ID]
		}
		if lift[k] {
			for _, v := range syntax.FreeVars(s) {
				needed[v.ID] = true
			}
		}
	}
	return lift
}

// rightAfter returns the place right after the last statement that binds something that s
// mentions.
func rightAfter(stms []syntax.Stm, s syntax.Stm) int {
	needs := map[int]bool{}
	for _, v := range syntax.FreeVars(s) {
		needs[v.ID] = true
	}
	for k, t := range slices.Backward(stms) {
		if l, ok := t.(*syntax.Let); ok && slices.ContainsFunc(l.Pat, func(x *syntax.Binding) bool { return needs[x.ID] }) {
			return k + 1
		}
	}
	return 0
}
