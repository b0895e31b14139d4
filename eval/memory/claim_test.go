package memory_test

import (
	"context"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/internal/testkit"
	"funmem/semantics/elab"
)

// TestClaims: a wrong read through a claim is found, whatever reads, and the message says
// who claimed what.
func TestClaims(t *testing.T) {
	const head = `
let (m : mem) = alloc 12
let (x : [2][3]int @ m -> R(2, 3)) = kernel i <= 2 do
  let (r : mem) = alloc 3
  let (row : [3]int @ r -> R(3)) = kernel j <= 3 do in (10 * i + j)
  in (row)
let (y : [2][3]int @ m -> 0 + {(2 : 1) (3 : 2)}) = claim x
let (v : [3]int @ m -> 1 + {(3 : 2)}) = y[2, 1:3]
let (k : mem) = alloc 6
`
	const text = "`y` is claimed to lie at 0 + {(2 : 1) (3 : 2)} of block `m`, and `x` lies at 0 + {(2 : 3) (3 : 1)} of block `m`"
	for _, c := range []struct{ name, text, use string }{
		{"index", "let (a : int) = v[2]\nin (a)", "`v[2]`"},
		{"copy", "let (z : [2][3]int @ k -> R(2, 3)) = copy y\nin (k, z)", "copy into `z`"},
		{"kernel", "let (z : [1][2][3]int @ k -> R(1, 2, 3)) = kernel i <= 1 do in (y)\nin (k, z)", "result copy of kernel `z`"},
		{"replicate", "let (z : [2][3]int @ k -> R(2, 3)) = replicate(2, v)\nin (k, z)", "replicate into `z`"},
		{"literal", "let (z : [2][3]int @ k -> R(2, 3)) = [v, v]\nin (k, z)", "literal `z`"},
		{"concat", "let (z : [6]int @ k -> R(6)) = concat(v, v)\nin (k, z)", "concat into `z`"},
		{"concat in place", "let (z : [6]int @ m -> 1 + {(6 : 2)}) = concat(v, v)\nin (1)", "concat into `z`"},
		{"with", "let (s : [6]int @ k -> R(6)) = scratch([6]int)\nlet (z : [6]int @ k -> R(6)) = s with [1:3] = v\nin (1)", "with `z`"},
		{"reduce", "let (a : int) = reduce (+) 0 v\nin (a)", "reduce `a`"},
		{"accumulator", "let (z : [3]int @ k -> R(3)) = reduce (\\(b : [3]int @ k -> R(3)) (e : int) -> in (b)) v v\nin (1)", "copy of the neutral element of reduce `z`"},
		{"result", "in (m, v)", "result `v`"},
		{"call", "let (a : int) = f(m, v)\nin (a)", "`p[2]`"},
		{"loop", "let (z : [3]int @ m -> 1 + {(3 : 2)}) = loop (w : [3]int @ m -> 1 + {(3 : 2)} = v) for i <= 2 do in (w)\nlet (a : int) = z[2]\nin (a)", "`z[2]`"},
		{"if", "let (z : [3]int @ m -> 1 + {(3 : 2)}) = if 1 then in (v) else in (v)\nlet (a : int) = z[2]\nin (a)", "`z[2]`"},
		{"after with", "let (z : [3]int @ m -> 1 + {(3 : 2)}) = v with [1] = 0\nlet (a : int) = z[2]\nin (a)", "`z[2]`"},
		{"twice", "let (w : [2][3]int @ m -> 0 + {(2 : 1) (3 : 2)}) = claim y\nlet (a : int) = w[1, 2]\nin (a)", "`w[1, 2]`"},
		{"what is written", "let (z : [3]int @ m -> 1 + {(3 : 2)}) = v with [1] = 0\nlet (a : int) = z[1]\nin (a)", ""},
		{"back", "let (w : [2][3]int @ m -> R(2, 3)) = claim y\nlet (a : int) = w[1, 2]\nin (a)", ""},
		{"nothing", "let (z : [3]int @ m -> 5 + {(3 : -2)}) = reverse v\nin (m, x)", ""},
	} {
		f := "def f [n] (m : mem) (o : int) (p : [n]int @ m -> o + {(n : 2)}) : int =\n  let (a : int) = p[2]\n  in (a)\n"
		if c.name == "call" {
			c.text = "let (a : int) = f(m, 1, v)\nin (a)"
		} else {
			f = ""
		}
		m := memory.New(memory.Options{Options: engine.Options{}, Validate: true})
		out, err := m.Run(context.Background(), core(t, elab.NewSession(nil), f+head+c.text))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		d := out.Divergence
		switch {
		case c.use == "" && d != nil:
			t.Errorf("%s: found in %s", c.name, d.Use)
		case c.use == "":
		case d == nil:
			t.Errorf("%s: not found", c.name)
		case d.Use != c.use:
			t.Errorf("%s: found in %s, want %s", c.name, d.Use, c.use)
		case c.name != "twice" && (d.Claim == nil || d.Claim.Text != text) || d.Claim == nil:
			t.Errorf("%s: %v", c.name, d.Claim)
		}
	}
}

// TestClaimsPlanted: wrong versions of claims are caught.
func TestClaimsPlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"claims are believed", "claim.go", "L: r.lmad(rule, e, y), V: x.V", "L: r.lmad(rule, e, y)"},
		{"what is claimed is compared when it is bound", "lockstep.go", "if v.Claim != nil {", "if v.Claim != nil && b == nil {"},
		{"y lies where x lies", "claim.go", "v := Val{B: r.atom(y.Type.Mem.Block).B, L: r.lmad(rule, e, y)", "v := Val{B: x.B, L: x.L"},
		{"views forget claims", "lockstep.go", "x, L.Count(), of), Claim: x.Claim", "x, L.Count(), of)"},
		{"changed arrays forget claims", "lockstep.go", "L: x.L, V: V, Claim: x.Claim", "L: x.L, V: V"},
		{"right claims are not compared", "claim.go", "v.checked = r.inherit(x)", "v.checked, v.Claim = r.inherit(x), &finding.Claim{}"},
	}, "-run", "TestPrograms|TestStuck|TestClaims$|TestRightClaims")
}

// TestRightClaims: an array that is claimed to lie where it does lie is compared when it is
// bound.
func TestRightClaims(t *testing.T) {
	m := memory.New(memory.Options{Options: engine.Options{}, Validate: true})
	out, err := m.Run(context.Background(), core(t, elab.NewSession(nil), `
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = iota 3
let (y : [3]int @ m -> R(3)) = x with [2] = 7
let (z : [3]int @ m -> 0 + {(3 : 1)}) = claim x
in (m, y)
`))
	if err != nil {
		t.Fatal(err)
	}
	if d := out.Divergence; d == nil || d.Array != "z" || d.Use != "" || d.Claim != nil {
		t.Errorf("%+v", d)
	}
}
