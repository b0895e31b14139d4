package repl

import (
	"bytes"
	"strings"
	"testing"

	"funmem/eval/value"
	"funmem/repl/session"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// TestBindReals: inputs of f64s are of that type, on the heap as well.
func TestBindReals(t *testing.T) {
	s := session.NewSession(session.Defaults())
	s.Bind("k", value.Number(num.OfFloat(0.5)))
	s.Bind("x", value.Val{A: &value.Array{Elem: syntax.F64, Shape: []int{2}, Elems: num.VecOfFloats([]float64{1, 2})}})
	s.Bind("none", value.Val{A: &value.Array{Elem: syntax.F64, Shape: []int{0}, Elems: num.NewVec(0)}})
	var out bytes.Buffer
	c := NewConsole(s, &out, &out)
	for _, l := range []string{":browse", ":type x", ":mem x", ":heap x", "map (\\e -> k * e) x", "concat(x, none)", ":engine heap", "map (\\e -> k * e) x", ":check x"} {
		c.Line(l)
	}
	for _, want := range []string{"k : f64 = 0.5\nx : [2]f64\nnone : [0]f64\n", "\n[2]f64\nx : [2]f64 @ x_mem -> R(2)\n", "  x : [2]f64 at R(2)", "[0.5, 1.0]\n[1.0, 2.0]\n", "ok: typed; valid: proved for all inputs of these sizes"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}
