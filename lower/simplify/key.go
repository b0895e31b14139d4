package simplify

import (
	"math"
	"strconv"
	"strings"

	"funmem/semantics/syntax"
)

// keyOf is the same for expressions that are the same up to the names of what they
// bind, and only for them.
func keyOf(e syntax.Expr) string {
	w := keyWriter{number: map[int]int{}}
	syntax.Walk(e, func(n syntax.Node) bool {
		w.node(n)
		return true
	})
	return w.String()
}

// keyWriter writes the nodes of a tree in the order of Walk: of each what it is, and
// how many parts it has. Binders have numbers.
type keyWriter struct {
	strings.Builder
	number map[int]int
}

func (w *keyWriter) put(tag string, ks ...int) {
	w.WriteString(tag)
	for _, k := range ks {
		w.WriteByte(' ')
		w.WriteString(strconv.Itoa(k))
	}
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
	case *syntax.IntLit:
		w.put("int " + n.Val.String())
	case *syntax.RealLit:
		w.put("f64 " + n.Text + " " + strconv.FormatUint(math.Float64bits(n.Val), 16))
	case *syntax.Unary:
		w.put("unary", int(n.Op), int(n.Of))
	case *syntax.Binary:
		w.put("binary", int(n.Op), int(n.Of))
	case *syntax.Type:
		w.put("type", int(n.Elem), len(n.Dims), truth(n.Mem != nil))
	case *syntax.LMAD:
		w.put("lmad", len(n.Dims), truth(n.RowMajor))
	case *syntax.Body:
		w.put("body", len(n.Stms), len(n.Res))
	case *syntax.Let:
		w.put("let", len(n.Pat))
	case *syntax.Check:
		w.put("check")
	case syntax.Expr:
		w.expr(n)
	}
}

func (w *keyWriter) expr(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Index:
		w.put("index", len(e.At))
	case *syntax.Slice:
		w.put("slice")
		w.indices(e.At)
	case *syntax.With:
		w.put("with")
		w.indices(e.At)
	case *syntax.Transpose:
		w.put("transpose")
	case *syntax.Reverse:
		w.put("reverse")
	case *syntax.Permute:
		w.put("permute", e.Perm...)
	case *syntax.Reshape:
		w.put("reshape", len(e.Dims))
	case *syntax.Iota:
		w.put("iota")
	case *syntax.Copy:
		w.put("copy")
	case *syntax.Replicate:
		w.put("replicate")
	case *syntax.Scratch:
		w.put("scratch", int(e.Elem), len(e.Dims))
	case *syntax.Claim:
		w.put("claim")
	case *syntax.Alloc:
		w.put("alloc")
	case *syntax.Literal:
		w.put("literal", len(e.Elems))
	case *syntax.Concat:
		w.put("concat", len(e.Xs))
	case *syntax.If:
		w.put("if")
	case *syntax.Kernel:
		w.put("kernel", len(e.Index))
	case *syntax.Loop:
		w.put("loop", len(e.Params), truth(e.While != nil))
	case *syntax.Reduce:
		w.put("reduce", len(e.Ne), len(e.Xs))
	case *syntax.Scan:
		w.put("scan", len(e.Ne), len(e.Xs))
	case *syntax.Lambda:
		w.put("lambda", len(e.Params))
	case *syntax.Call:
		w.put("call "+e.Fn, len(e.Args))
	}
}

// indices writes which forms the indices of a slice have.
func (w *keyWriter) indices(at []syntax.Ix) {
	for _, ix := range at {
		w.put("ix", int(ix.Kind), truth(ix.Stride != nil), len(ix.Dims))
	}
}

func truth(t bool) int {
	if t {
		return 1
	}
	return 0
}
