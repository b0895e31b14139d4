package fast_test

import (
	"context"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/internal/testkit"
)

// TestClaims: a claim that says where an array really lies is no reason to decline.
func TestClaims(t *testing.T) {
	const head = "let (k : mem) = alloc 9\nlet (z : [9]int @ k -> R(9)) = [1, 2, 3, 1, 2, 3, 1, 2, 3]\nlet (m : mem) = alloc 9\nlet (x : [3][3]int @ m -> R(3, 3)) = kernel i <= 3 do\n" +
		"  let (r : mem) = alloc 3\n  let (row : [3]int @ r -> R(3)) = iota 3\n  in (row)\n"
	for _, c := range []struct {
		text  string
		clean bool
	}{
		{"let (y : [3][3]int @ m -> 0 + {(3 : 3) (3 : 1)}) = claim x\nlet a = y[2, 3]\nin (a)", true},
		{"let (v : [1][3]int @ m -> 3 + {(1 : 3) (3 : 1)}) = x[2:1, :]\nlet (y : [1][3]int @ m -> 3 + {(1 : 99) (3 : 1)}) = claim v\nlet a = y[1, 3]\nin (a)", true},
		{"let (v : [0][3]int @ m -> 3 + {(0 : 3) (3 : 1)}) = x[2:0, :]\nlet (n : mem) = alloc 0\nlet (y : [0][3]int @ n -> 7 + {(0 : 1) (3 : 2)}) = claim v\nin (n, y)", true},
		{"let (y : [3][3]int @ m -> 0 + {(3 : 1) (3 : 3)}) = claim x\nlet a = y[2, 2]\nin (a)", false},
		{"let (y : [3][3]int @ m -> 1 + {(3 : 3) (3 : 1)}) = claim x\nlet a = x[2, 2]\nin (a)", false},
		{"let (y : [3][3]int @ k -> R(3, 3)) = claim x\nlet a = y[2, 2]\nin (a)", false},
	} {
		p, _ := parse(t, head+c.text)
		if _, ok := fast.Check(context.Background(), p, nil, engine.Options{}); ok != c.clean {
			t.Errorf("clean: %v, want %v:\n%s", ok, c.clean, c.text)
		}
	}
}

// TestClaimsPlanted: a version that believes a claim is caught.
func TestClaimsPlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"claims are believed", "heapstm.go", "if !at.same(x) {", "if at == nil {"},
		{"any block", "view.go", "v.blk == x.blk && v.first()", "v.first()"},
		{"any stride", "view.go", "d.n > 1 && d.s != x.d[k].s", "d.n > 99 && d.s != x.d[k].s"},
		{"any offset", "view.go", "&& v.first() == x.first()", ""},
	}, "-run", "Claims$", "-rapid.checks=500", "-rapid.seed=1")
}
