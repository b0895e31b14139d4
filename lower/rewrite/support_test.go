package rewrite_test

import (
	"strings"
	"testing"

	"funmem/lower/rewrite"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// TestSupport checks the types of Support(τ) for the two ways to give atoms to the parts of an LMAD: the offset has a
// variable of its own always, or only if it is not an atom.
func TestSupport(t *testing.T) {
	block, n := &syntax.Var{Name: "m", ID: 1}, &syntax.Var{Name: "n", ID: 2}
	twice := &syntax.Binary{Op: syntax.Mul, X: &syntax.IntLit{Val: num.Of(1)}, Y: n}
	array := func(l *syntax.LMAD) *syntax.Type {
		t := &syntax.Type{Mem: &syntax.MemAnn{Block: block, L: l}}
		for _, d := range l.Dims {
			t.Dims = append(t.Dims, d.Size)
		}
		return t
	}
	for _, c := range []struct {
		t     *syntax.Type
		all   bool
		wants string
	}{
		{&syntax.Type{}, true, ""},
		{&syntax.Type{Elem: syntax.F64}, true, ""},
		{&syntax.Type{Elem: syntax.Mem}, true, ""},
		{array(&syntax.LMAD{Offset: n, Dims: []syntax.LMADDim{{Size: n, Stride: n}}}), true, "let x_off = n; m, x_off, n"},
		{array(&syntax.LMAD{Offset: n, Dims: []syntax.LMADDim{{Size: n, Stride: n}}}), false, "m, n, n"},
		{array(&syntax.LMAD{Offset: n, Dims: []syntax.LMADDim{{Size: n, Stride: twice}, {Size: n, Stride: n}}}), true, "let x_off = n; let x_s1 = 1 * n; m, x_off, x_s1, n"},
		{array(&syntax.LMAD{Offset: twice, Dims: []syntax.LMADDim{{Size: n, Stride: n}, {Size: n, Stride: twice}}}), false, "let x_off = 1 * n; let x_s2 = 1 * n; m, x_off, n, x_s2"},
	} {
		stms, supp := rewrite.Support(c.t, func(part string, se syntax.Expr) (syntax.Expr, syntax.Stm) {
			if syntax.IsAtom(se) && (!c.all || part != rewrite.Offset) {
				return se, nil
			}
			y := &syntax.Binding{Name: "x" + part}
			return y.Use(), &syntax.Let{Pat: []*syntax.Binding{y}, Exp: se}
		})
		var text, names []string
		for _, s := range stms {
			text = append(text, syntax.Line(s))
		}
		for _, x := range supp {
			names = append(names, syntax.Line(x))
		}
		if len(names) > 0 {
			text = append(text, strings.Join(names, ", "))
		}
		if got := strings.Join(text, "; "); got != c.wants {
			t.Errorf("the support of %s is %q, not %q", syntax.Line(c.t), got, c.wants)
		}
	}
}

// TestSupported: the binders for an array, and where it lies in terms of them.
func TestSupported(t *testing.T) {
	n := &syntax.Var{Name: "n", ID: 1}
	matrix := &syntax.Type{Dims: []syntax.Expr{n, n}}
	for _, c := range []struct {
		z     *syntax.Binding
		block *syntax.Var
		binds string
		lies  string
	}{
		{&syntax.Binding{Name: "z", Type: matrix}, nil, "z_mem : mem, z_off : int, z_s1 : int, z_s2 : int", "z_mem -> z_off + {(n : z_s1) (n : z_s2)}"},
		{&syntax.Binding{Name: "z", Type: matrix}, &syntax.Var{Name: "m", ID: 2}, "z_off : int, z_s1 : int, z_s2 : int", "m -> z_off + {(n : z_s1) (n : z_s2)}"},
		{&syntax.Binding{Name: "", Type: matrix}, nil, "res_mem : mem, res_off : int, res_s1 : int, res_s2 : int", "res_mem -> res_off + {(n : res_s1) (n : res_s2)}"},
		{&syntax.Binding{Name: "_", Type: matrix}, nil, "res_mem : mem, res_off : int, res_s1 : int, res_s2 : int", "res_mem -> res_off + {(n : res_s1) (n : res_s2)}"},
	} {
		supp, m := rewrite.Supported(&syntax.Supply{}, c.z, c.block)
		var binds []string
		for _, b := range supp {
			binds = append(binds, b.Name+" : "+syntax.Line(b.Type))
		}
		if got := strings.Join(binds, ", "); got != c.binds {
			t.Errorf("%s binds %q, not %q", c.z.Name, got, c.binds)
		}
		if got := m.Block.Name + " -> " + syntax.Line(m.L); got != c.lies {
			t.Errorf("%s lies at %q, not at %q", c.z.Name, got, c.lies)
		}
	}
}
