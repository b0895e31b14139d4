package introduce_test

import (
	"slices"
	"strings"
	"testing"

	"funmem/semantics/syntax"
)

// withoutFlat removes the copies before a reshape, an update or a call.
func withoutFlat(p *syntax.Program) *syntax.Program {
	return without(p, func(*syntax.Let) bool { return true })
}

// without removes the chosen ones of these copies.
func without(p *syntax.Program, chosen func(*syntax.Let) bool) *syntax.Program {
	of := map[int]syntax.Expr{}
	copies := func(s syntax.Node) bool {
		l, ok := s.(*syntax.Let)
		if !ok || !strings.Contains(l.Pat[0].Name, "_flat") && !strings.Contains(l.Pat[0].Name, "_with") && !strings.Contains(l.Pat[0].Name, "_arg") {
			return false
		}
		c, ok := l.Exp.(*syntax.Copy)
		if ok = ok && chosen(l); ok {
			of[l.Pat[0].ID] = c.X
		}
		return ok
	}
	out := &syntax.Program{Decls: slices.DeleteFunc(slices.Clone(p.Decls), func(d syntax.Decl) bool { return copies(d) })}
	syntax.Walk(out, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.Body); ok {
			b.Stms = slices.DeleteFunc(slices.Clone(b.Stms), func(s syntax.Stm) bool { return copies(s) })
		}
		return true
	})
	for range of { // a copy may be a copy of another one
		for id, x := range of {
			if v, ok := x.(*syntax.Var); ok && of[v.ID] != nil {
				of[id] = of[v.ID]
			}
		}
	}
	return syntax.Subst(out, of)
}

// A reshape is derived where the LMAD is row-major over what is merged, and otherwise has a
// copy before it.
func TestReshapeCopies(t *testing.T) {
	for text, want := range map[string]string{
		"let x = iota 6\nreshape((2, 3), x)":                                                          "[2][3]int @ x_mem -> R(2, 3)",
		"let x = iota 6\nreshape((2, 3), reverse x)":                                                  "[2][3]int @ x_mem -> 5 + {(2 : -3) (3 : -1)}",
		"let x = kernel i <= 4, j <= 6 do i * j\nreshape((2, 2, 3), x[1:2, :])":                       "[2][2][3]int @ x_mem -> R(2, 2, 3)",
		"let x = kernel i <= 4, j <= 6 do i * j\nreshape((4, 3, 2), transpose x)":                     "copy",
		"let x = kernel i <= 4, j <= 6 do i * j\nflatten x[:, 1:3]":                                   "copy",
		"let x = kernel i <= 4, j <= 6 do i * j\nreshape((4, 1, 3), x[:, 1:3])":                       "[4][1][3]int @ x_mem -> 0 + {(4 : 6) (1 : 3) (3 : 1)}",
		"let n = [3, 4][1]\nlet x = kernel i <= n, j <= n, k <= 2 do i * j * k\nflatten x[:, :, 1:1]": "[d][1]int @ x_mem -> 0 + {(d : 2) (1 : 1)}",
		"let n = [3, 4][1]\nlet x = kernel i <= n, j <= n, k <= 2 do i * j * k\nflatten x":            "[d][2]int @ x_mem -> R(d, 2)",
	} {
		printed := syntax.Print(transform(t, text))
		if copied := strings.Contains(printed, "_flat"); copied != (want == "copy") || !copied && !strings.Contains(printed, want) {
			t.Errorf("%s\nwant %s in\n%s", text, want, printed)
		}
	}
}
