package memory

import (
	"fmt"
	"strings"

	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/syntax"
)

// judgeCond adds E(x) ≠ 0 or E(x) = 0 to the rule of an if, before its branch.
func (r *run) judgeCond(e syntax.Expr) {
	if e, ok := e.(*syntax.If); ok {
		r.premise(func() string {
			v := r.atom(e.Cond)
			if v.I.IsZero() {
				return syntax.Line(e.Cond) + " = 0"
			}
			return syntax.Line(e.Cond) + " = " + r.show(v) + " ≠ 0"
		})
	}
}

// judgeSides adds the side conditions of the rule of a statement that was just applied, if
// the rule itself has added none.
func (r *run) judgeSides(n any) {
	switch s := n.(type) {
	case *syntax.Check:
		r.premise(func() string {
			return fmt.Sprintf("%s = %s = %s", syntax.Line(s.X), r.show(Number(r.scalar("E-MEM-CHECK", s.X))), syntax.Line(s.Y))
		})
	case *syntax.Let:
		z := func() heap.LMAD { return r.Env.Of(s.Pat[0].ID).L }
		switch e := s.Exp.(type) {
		case *syntax.Index:
			r.premise(func() string { return r.judgeIndex(e) })
		case *syntax.Slice:
			r.premise(func() string {
				return fmt.Sprintf("%s = slice_f(%s, [%s])", z(), r.array(e.X).L, sliceText(r.slice(e, r.array(e.X))))
			})
		case *syntax.Transpose:
			r.judgeArray(e.X)
		case *syntax.Permute:
			r.judgeArray(e.X)
		case *syntax.Reverse:
			r.judgeArray(e.X)
		case *syntax.Reshape:
			r.judgeArray(e.X)
		case *syntax.Claim:
			r.judgeArray(e.X)
		}
	}
}

// judgeArray adds E(x) = (ℓ_x, L_x).
func (r *run) judgeArray(x syntax.Expr) {
	r.premise(func() string { return "E(" + syntax.Line(x) + ") = " + r.show(r.array(x)) })
}

// judgeIndex returns k = L_x(E(y₁), …, E(y_n)) with the content of the heap there.
func (r *run) judgeIndex(e *syntax.Index) string {
	x := r.array(e.X)
	y := r.index(e, x)
	k, _ := x.L.At(y...)
	at := strings.ReplaceAll(strings.Trim(fmt.Sprint(y), "[]"), " ", ", ")
	return fmt.Sprintf("%d = L(%s), L = %s, %s[%s, %d] = %s", k, at, x.L, heapName(r.rec.heap), x.B, k,
		value.Format(value.Number(x.B.Shows(k, x.IsReal())), shown))
}

// sliceText returns the indices of a slice with their values.
func sliceText(ix []machine.Ix) string {
	parts := make([]string, len(ix))
	for k, i := range ix {
		switch {
		case i.Fix:
			parts[k] = fmt.Sprint(i.Off)
		case i.Flat != nil:
			parts[k] = fmt.Sprintf("%d + {%s}", i.Off, value.Pairs(i.Flat))
		case i.Stride == 1:
			parts[k] = fmt.Sprintf("%d : %d", i.Off, i.Size)
		default:
			parts[k] = fmt.Sprintf("%d : %d : %d", i.Off, i.Size, i.Stride)
		}
	}
	return strings.Join(parts, ", ")
}
