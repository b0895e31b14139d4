package rewrite

import (
	"math"
	"strconv"
	"strings"

	"funmem/semantics/syntax"
)

// Key returns the same key for expressions that are equal up to the names of their
// binders, and only for them.
func Key(e syntax.Expr) string {
	w := keyWriter{number: map[int]int{}}
	syntax.Walk(e, func(n syntax.Node) bool {
		w.node(n)
		return true
	})
	return w.String()
}

// keyWriter writes the heads of the nodes of a tree in the order of Walk. Variables are their
// IDs, and binders have numbers.
type keyWriter struct {
	strings.Builder
	number map[int]int
}

func (w *keyWriter) put(tag string, k int) {
	w.WriteString(tag)
	w.WriteByte(' ')
	w.WriteString(strconv.Itoa(k))
	w.WriteByte(';')
}

func (w *keyWriter) node(n syntax.Node) {
	switch n := n.(type) {
	case *syntax.Var:
		if k, ok := w.number[n.ID]; ok {
			w.put("bound", k)
		} else {
			w.put("x", n.ID)
		}
	case *syntax.Binding:
		w.number[n.ID] = len(w.number)
		w.put("binder", len(w.number))
	case *syntax.RealLit:
		w.WriteString("f64 " + n.Text + " " + strconv.FormatUint(math.Float64bits(n.Val), 16) + ";")
	default:
		w.WriteString(syntax.Head(n))
		w.WriteByte(';')
	}
}
