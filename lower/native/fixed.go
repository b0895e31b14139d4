package native

import (
	"fmt"
	"slices"
	"strings"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Small sizes, such as three for points, are constants in the code of a function: the loops over them go, and the C compiler
// sees what is left. mostFixed is how large they may be, and mostVariants for how many choices of them a function has code of
// its own. After that it gets code for all sizes.
const (
	mostFixed    = 8
	mostVariants = 2
)

// constant is a size that is a number in the code of a function.
type constant struct {
	x *syntax.Binding
	n int64
}

// constants are those of the code for a call of a function: sizes of arguments, and ints that are sizes of other arrays.
// lengths are the variables that are sizes of some.
func constants(d *syntax.Def, lengths map[int]bool, a *Ask) (list []constant) {
	call := a.Exp.(*syntax.Call)
	note := func(x *syntax.Binding, n int64) {
		if 0 < n && n <= mostFixed && !slices.ContainsFunc(list, func(c constant) bool { return c.x == x }) {
			list = append(list, constant{x, n})
		}
	}
	for k, x := range d.Params {
		v := atom(call.Args[k], a.Env)
		if v.A == nil {
			if n, ok := v.I.Int64(); ok && lengths[x.ID] {
				note(x, n)
			}
			continue
		}
		for j, e := range x.Type.Dims {
			y, ok := e.(*syntax.Var)
			if !ok {
				continue
			}
			for _, size := range d.Sizes {
				if size.ID == y.ID {
					note(size, int64(v.A.Shape[j]))
				}
			}
		}
	}
	return list
}

// keyOf tells one choice of constants from others.
func keyOf(list []constant) (text string) {
	for _, c := range list {
		text += fmt.Sprintf("%d=%d,", c.x.ID, c.n)
	}
	return text
}

// constantsText is what a report calls constants.
func constantsText(list []constant) string {
	var texts []string
	for _, c := range list {
		texts = append(texts, fmt.Sprintf("%s = %d", c.x.Written(), c.n))
	}
	return strings.Join(texts, ", ")
}

// sizesIn are the variables that sizes of arrays in a function mention.
func sizesIn(d *syntax.Def) map[int]bool {
	ids := map[int]bool{}
	syntax.Walk(d, func(n syntax.Node) bool {
		if t, ok := n.(*syntax.Type); ok {
			for _, x := range syntax.FreeVars(t) {
				ids[x.ID] = true
			}
		}
		return true
	})
	return ids
}

// with is a function for some constants. What was a parameter stays one, which is not used.
func with(d *syntax.Def, list []constant) *syntax.Def {
	if len(list) == 0 {
		return d
	}
	by := map[int]syntax.Expr{}
	for _, c := range list {
		by[c.x.ID] = &syntax.IntLit{Val: num.Of(c.n)}
	}
	k := *syntax.Subst(d, by)
	k.Sizes = slices.DeleteFunc(slices.Clone(k.Sizes), func(x *syntax.Binding) bool { return by[x.ID] != nil })
	return &k
}

// variant is which code of a function a call is for: that for its small sizes, or that for all sizes if it is there, or if there
// are enough others. The engine is locked.
func (n *Engine) variant(of unit, d *syntax.Def, a *Ask) unit {
	if d == nil || n.General {
		return of
	}
	lengths, known := n.lengths[d]
	if !known {
		if len(n.lengths) >= mostCompiled {
			clear(n.lengths)
		}
		lengths = sizesIn(d)
		n.lengths[d] = lengths
	}
	special := of
	if special.fixed = keyOf(constants(d, lengths, a)); special.fixed == "" {
		return of
	}
	c := n.code[special]
	switch {
	case c != nil && !(c.done() && c.err != nil):
		return special
	case c != nil || n.code[of] != nil || n.variants[of] >= mostVariants:
		return of
	}
	return special
}
