package repl

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"funmem/eval/value"
	"funmem/eval/verdict"
	"funmem/heap"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/stop"
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
func (c *Console) overlapOf(ctx context.Context, names []string) (err error) {
	defer stop.Caught(&err)
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
	if of[0].Rows != nil || of[1].Rows != nil {
		c.printf("%s", rowsOverlap(verdict.Poll(ctx), of[0], of[1]))
		return nil
	}
	return c.overlapping(ctx, literal(of[0].Val.L), literal(of[1].Val.L), nil)
}

// rowsOverlap says whether two arrays of one block share a location, one of which has rows that may lie anywhere in its data: what
// is in no row does not count.
func rowsOverlap(until stop.Poll, a, b session.View) string {
	ask := until.Seldom()
	at := map[int][]int{}
	elements(a, func(off int, index []int) bool {
		ask()
		at[off] = index
		return true
	})
	text := "disjoint: no location is that of an element of each"
	elements(b, func(off int, index []int) bool {
		ask()
		other, both := at[off]
		if both {
			text = fmt.Sprintf("overlap: `%s[%s]` and `%s[%s]` have offset %d", a.Name, indexText(other), b.Name, indexText(index), off)
		}
		return !both
	})
	return text
}

// elements visits the offsets of the elements of an array, with their indices, until visit is false.
func elements(v session.View, visit func(off int, index []int) bool) {
	name := func(y []int) []int { return y }
	if v.Rows != nil {
		name = value.SegmentsOf(v.Rows).Index
	}
	k := 0
	v.Val.L.Each(func(off int) bool {
		index := name(value.IndexOf(v.Val.L.Shape(), k))
		k++
		return index == nil || visit(off, index)
	})
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
