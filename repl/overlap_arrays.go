package repl

import (
	"context"
	"slices"
	"strings"

	"funmem/heap"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// arraysIn are the arrays that the two words of an argument name, or nil if it is about something else.
func (c *Console) arraysIn(arg string) []string {
	names := strings.Fields(arg)
	if len(names) != 2 {
		return nil
	}
	for _, name := range names {
		if n, ok := c.Elab.Lookup(name); !ok || n.Binding == nil || !n.Binding.Type.IsArray() {
			return nil
		}
	}
	return names
}

// noArrays is the error about two words that are no LMADs, if one is not the name of an array.
func (c *Console) noArrays(arg string) error {
	words := strings.Fields(arg)
	if len(words) != 2 || strings.ContainsAny(arg, "{}+") || strings.Contains(arg, "R(") {
		return nil
	}
	for _, word := range words {
		n, ok := c.Elab.Lookup(word)
		if ok && n.Binding != nil && n.Binding.Type.IsArray() {
			continue
		}
		err := diag.Usagef("`%s` is not the name of an array", word)
		if e, parsed := syntax.ParseExpr(diag.NewSource("", word)); parsed == nil && !syntax.IsName(word) && !syntax.IsAtom(e) {
			return err.Helpf("give it a name first: `let part = %s`", word)
		}
		return err.Helpf("`:overlap x y` is about two arrays, `:overlap 0 + {(3 : 1)} 1 + {(3 : 2)}` about two LMADs")
	}
	return nil
}

// overlapOf says whether two arrays share a location.
func (c *Console) overlapOf(ctx context.Context, names []string) error {
	if err := c.CatchUp(ctx); err != nil {
		return err
	}
	arrays, _ := c.Views()
	var of []session.View
	for _, name := range names {
		k := slices.IndexFunc(arrays, func(v session.View) bool { return v.Name == name })
		if k < 0 {
			return c.Heap.Missing(&syntax.Program{})
		}
		of = append(of, arrays[k])
	}
	for k, v := range of {
		if k == 0 || v.Name != of[0].Name {
			c.printf("`%s` lies in block `%s`, at %s", v.Name, v.Val.B, v.LMAD())
		}
	}
	if of[0].Val.B != of[1].Val.B {
		c.printf("disjoint: the blocks are different ones")
		return nil
	}
	return c.overlapping(ctx, literal(of[0].Val.L), literal(of[1].Val.L), nil)
}

// literal is an LMAD of numbers as a text has it.
func literal(l heap.LMAD) *syntax.LMAD {
	number := func(k int) syntax.Expr { return &syntax.IntLit{Val: num.Of(int64(k))} }
	out := &syntax.LMAD{Offset: number(l.Offset)}
	for _, d := range l.Dims {
		out.Dims = append(out.Dims, syntax.LMADDim{Size: number(d.Size), Stride: number(d.Stride)})
	}
	return out
}
