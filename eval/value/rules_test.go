package value

import (
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/semantics/rule"
)

// TestRules runs a program for each rule, under three schedules, and checks that each rule
// of the value semantics applies.
func TestRules(t *testing.T) {
	cases := []struct{ name, text, want string }{
		{"scalar", "let (a : int) = 2 + 3 * 4\nlet (b : int) = -a / 4\nlet (c : int) = -a // 4\nin (a, b, c)", "14\n-4\n-3\n"},
		{"modulo", "let (a : int) = -7 % 3\nlet (b : int) = -7 %% 3\nlet (c : int) = min(3, 4) - max(3, 4) + abs(-1)\nin (a, b, c)", "2\n-1\n0\n"},
		{"compare", "let (a : int) = (1 < 2) + (2 <= 2) * 10 + (1 > 2) * 100 + (2 >= 1) * 1000\nlet (b : int) = (1 == 1) + (1 != 1) * 10 + !0 * 100 + !5 * 1000\nin (a, b)", "1011\n101\n"},
		{"exact", "let (a : int) = 2 ** 100\nlet (b : int) = a // 2 ** 98\nin (a, b)", "1267650600228229401496703205376\n4\n"},
		{"power", "let (a : int) = 2 ** 3 ** 2\nlet (b : int) = 0 ** 0\nin (a, b)", "512\n1\n"},
		{"index", "let (x : [2][3]int) = kernel i <= 2 do\n  let (r : [3]int) = kernel j <= 3 do\n    let (k : int) = i * 10 + j\n    in (k)\n  in (r)\nlet (y : int) = x[2, 3]\nin (x, y)", "[[11, 12, 13], [21, 22, 23]]\n23\n"},
		{"slice", "let (x : [5]int) = iota 5\nlet (a : [3]int) = x[2:3]\nlet (b : [2]int) = x[5:2:-3]\nlet (c : [0]int) = x[77:0]\nlet (d : [1]int) = x[5:1:1000000000000000000000]\nin (a, b, c, d)", "[2, 3, 4]\n[5, 2]\n[]\n[5]\n"},
		{"slice fix", "let (a : [3]int) = iota 3\nlet (b : [3]int) = reverse a\nlet (x : [2][3]int) = [a, b]\nlet (c : [2]int) = x[1:2, 1]\nlet (d : [2]int) = x[2, 1:2:2]\nlet (e : [0][2]int) = x[9:0, 2:2]\nin (c, d, e)", "[1, 3]\n[3, 1]\nempty([0][2]int)\n"},
		{"flat", "let (x : [5]int) = iota 5\nlet (n : int) = 3\nlet (a : [n][3]int) = x[0 + {(n : 1) (3 : 1)}]\nlet (b : [2][2]int) = x[4 + {(2 : -2) (2 : -1)}]\nlet (c : [0][2]int) = x[9 + {(0 : 7) (2 : 9)}]\nlet (d : [2]int) = x[1 + {(2 : 0)}]\nlet (y : [2][5]int) = [x, x]\nlet (e : [2][2]int) = y[1:2, 2 + {(2 : 2)}]\nlet (f : [2][2][5]int) = y[0 + {(2 : 0) (2 : 1)}, 1:5]\nlet (p : [2]int) = [7, 8]\nlet (v : [2][2]int) = [p, p]\nlet (z : [5]int) = x with [4 + {(2 : -3) (2 : -1)}] = v\nin (a, b, c, d, e, f, z)", "[[1, 2, 3], [2, 3, 4], [3, 4, 5]]\n[[5, 4], [3, 2]]\nempty([0][2]int)\n[2, 2]\n[[3, 5], [3, 5]]\n[[[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]], [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]]]\n[8, 7, 3, 8, 7]\n"},
		{"transpose", "let (a : [3]int) = iota 3\nlet (x : [2][3]int) = [a, a]\nlet (y : [3][2]int) = transpose x\nlet (z : [1][3][2]int) = [y]\nlet (w : [3][1][2]int) = transpose z\nin (y, w)", "[[1, 1], [2, 2], [3, 3]]\n[[[1, 1]], [[2, 2]], [[3, 3]]]\n"},
		{"permute", "let (a : [2]int) = iota 2\nlet (b : [2]int) = reverse a\nlet (c : [2]int) = replicate(2, 7)\nlet (x : [3][2]int) = [a, b, c]\nlet (y : [1][3][2]int) = [x]\nlet (z : [2][1][3]int) = permute((3, 1, 2), y)\nin (z)", "[[[1, 2, 7]], [[2, 1, 7]]]\n"},
		{"if", "let (c : int) = 0 - 3\nlet (a : int) = if c then in (1) else in (2)\nlet (z : int) = 0\nlet (n : int) (x : [n]int) = if z then let (u : [1]int) = iota 1 in (1, u) else let (v : [3]int) = iota 3 in (3, v)\nin (a, n, x)", "1\n3\n[1, 2, 3]\n"},
		{"several", "let (n : int) = 3\nlet (x : [n]int) (y : [n][2]int) = kernel i <= n do\n  let (j : int) = i * i\n  let (p : [2]int) = [i, j]\n  in (j, p)\nin (x, y)", "[1, 4, 9]\n[[1, 1], [2, 4], [3, 9]]\n"},
		{"no iterations", "let (n : int) = 0\nlet (m : int) = 3\nlet (x : [n][m]int) = kernel i <= n do\n  let (r : [m]int) = iota m\n  in (r)\nlet (y : [m][n]int) = transpose x\nin (x, y)", "empty([0][3]int)\nempty([3][0]int)\n"},
		{"copy", "let (x : [2]int) = iota 2\nlet (y : [2]int) = copy x\nin (y)", "[1, 2]\n"},
		{"replicate", "let (x : [2]int) = iota 2\nlet (y : [2][2]int) = replicate(2, x)\nlet (z : [0][2]int) = replicate(0, x)\nlet (w : [3]int) = replicate(3, 9)\nin (y, z, w)", "[[1, 2], [1, 2]]\nempty([0][2]int)\n[9, 9, 9]\n"},
		{"scratch", "let (n : int) = 2\nlet (x : [n][3]int) = scratch([n][3]int)\nlet (r : [3]int) = iota 3\nlet (y : [n][3]int) = x with [2, 1:3] = r\nlet (z : [3][n]int) = transpose y\nlet (w : [3][n]int) = copy z\nlet (a : int) = w[3, 2]\nlet (p0 : [4]int) = scratch([4]int)\nlet (q : [4]int) = loop (p : [4]int = p0) for i <= 4 do\n  let (p1 : [4]int) = p with [i] = i\n  in (p1)\nlet (e : [0]f64) = scratch([0]f64)\nlet (f : [2]f64) = scratch([2]f64)\nlet (g : [2]f64) = f with [1] = 0.5\nin (x, w, a, q, e, g)", "[[_, _, _], [_, _, _]]\n[[_, 1], [_, 2], [_, 3]]\n3\n[1, 2, 3, 4]\nempty([0]f64)\n[0.5, _]\n"},
		{"literal", "let (e : [0]int) = []\nlet (x : [3]int) = [1, 2, 3]\nlet (y : [2][3]int) = [x, x]\nin (e, x, y)", "[]\n[1, 2, 3]\n[[1, 2, 3], [1, 2, 3]]\n"},
		{"call", "def f [n][m] (x : [n][m]int) (k : int) : int =\n  let (a : int) = n * 100 + m * 10 + k\n  in (a)\nlet (r : [3]int) = iota 3\nlet (x : [2][3]int) = [r, r]\nlet (y : int) = f(x, 5)\nlet (z : int) = f(x, 6)\nin (y, z)", "235\n236\n"},
		{"for", "let (n : int) = 10\nlet (a : int) (b : int) = loop (x : int = 0) (y : int = 1) for i <= n do\n  let (z : int) = x + y\n  in (y, z)\nlet (m : int) = a - 60\nlet (none : int) = loop (x : int = 7) for i <= m do in (i)\nin (a, none)", "55\n7\n"},
		{"while", "let (a : int) (k : int) = loop (x : int = 100) (n : int = 0) while\n    let (c : int) = x > 1\n    in (c)\n  do\n  let (y : int) = x / 2\n  let (m : int) = n + 1\n  in (y, m)\nlet (z : int) = loop (x : int = 7) while in (0) do in (8)\nin (a, k, z)", "1\n6\n7\n"},
		{"loop sizes", "let (e : [1]int) = [5]\nlet (k : int) (x : [k]int) = loop (p : int = 1) (y : [p]int = e) for i <= 3 do\n  let (q : int) = p * 2\n  let (z : [q]int) = iota q\n  in (q, z)\nin (k, x)", "8\n[1, 2, 3, 4, 5, 6, 7, 8]\n"},
		{"reduce", "let (x : [4]int) = iota 4\nlet (s : int) (m : int) = reduce (\\(a : int) (b : int) (v : int) (w : int) ->\n  let (c : int) = a * 10 + v\n  let (d : int) = b + v * w\n  in (c, d)) (5, 0) x x\nlet (e : [0]int) = []\nlet (n : int) = reduce (\\(a : int) (v : int) -> in (v)) 7 e\nin (s, m, n)", "51234\n30\n7\n"},
		{"reduce rows", "let (r : [2]int) = iota 2\nlet (x : [3][2]int) = [r, r, r]\nlet (s : [2]int) = reduce (\\(k : int) (a : [2]int) (v : [2]int) ->\n  let (b : [2]int) = kernel j <= 2 do\n    let (p : int) = a[j]\n    let (q : int) = v[j]\n    let (t : int) = p + q * k\n    in (t)\n  in (b)) r x\nin (s)", "[7, 14]\n"},
		{"scan", "let (x : [4]int) = iota 4\nlet (e : [2]int) = iota 2\nlet (s : [4]int) (r : [4][2]int) = scan (\\(a : int) (b : [2]int) (v : int) ->\n  let (c : int) = a + v\n  let (d : [2]int) = [a, c]\n  in (c, d)) (0, e) x\nin (s, r)", "[1, 3, 6, 10]\n[[0, 1], [1, 3], [3, 6], [6, 10]]\n"},
		{"bits", "let (a : int) = 12 & 10 | 1\nlet (b : int) = -1 ^ 5\nlet (c : int) = 1 << 70 >> 68\nin (a, b, c)", "9\n-6\n4\n"},
		{"concat", "let (a : [2]int) = iota 2\nlet (b : [1]int) = [7]\nlet (e : [0]int) = []\nlet (x : [5]int) = concat(a, e, b, a)\nlet (r : [2][2]int) = [a, a]\nlet (y : [4][2]int) = concat(r, r)\nlet (z : [0][2]int) = r[9:0, 1:2]\nlet (w : [0][2]int) = concat(z, z)\nin (x, y, w)", "[1, 2, 7, 1, 2]\n[[1, 2], [1, 2], [1, 2], [1, 2]]\nempty([0][2]int)\n"},
		{"reshape", "let (a : [6]int) = iota 6\nlet (x : [2][3]int) = reshape((2, 3), a)\nlet (t : [3][2]int) = transpose x\nlet (y : [6]int) = reshape(6, t)\nlet (z : [1][6][1]int) = reshape((1, 6, 1), y)\nlet (e : [0]int) = []\nlet (w : [3][0]int) = reshape((3, 0), e)\nin (x, y, z, w)", "[[1, 2, 3], [4, 5, 6]]\n[1, 4, 2, 5, 3, 6]\n[[[1], [4], [2], [5], [3], [6]]]\nempty([3][0]int)\n"},
		{"with", "let (x : [5]int) = iota 5\nlet (y : [5]int) = x with [2] = 20\nlet (p : [2]int) = [7, 8]\nlet (z : [5]int) = y with [5:2:-3] = p\nlet (r : [2][5]int) = [x, y]\nlet (s : [2][5]int) = r with [1:2, 1] = p\nlet (t : [2][5]int) = s with [2, 1:5] = z\nlet (e : [0]int) = []\nlet (w : [5]int) = x with [9:0] = e\nin (x, y, z, t, w)", "[1, 2, 3, 4, 5]\n[1, 20, 3, 4, 5]\n[1, 8, 3, 4, 7]\n[[7, 2, 3, 4, 5], [1, 8, 3, 4, 7]]\n[1, 2, 3, 4, 5]\n"},
		{"with of empty rows", "let (n : int) = 10 ** 9\nlet (m : int) = n * n\nlet (e : [0]int) = []\nlet (x : [n][n][0]int) = reshape((n, n, 0), e)\nlet (y : [n][n][0]int) = x with [1:n, 1:n, 1:0] = x\nlet (v : [m][0]int) = reshape((m, 0), e)\nlet (w : [m][0]int) = v with [0 + {(n : n) (n : 1)}, 1:0] = x\nin (y, w)", "empty([1000000000][1000000000][0]int)\nempty([1000000000000000000][0]int)\n"},
		{"check", "let (a : int) = 1 + 1\ncheck a = 2\nin (a)", "2\n"},
		{"unused", "let (_ : int) = 1\nlet (_ : [2]int) = iota 2\nin ()", ""},
	}
	cov := rule.NewCoverage()
	for _, text := range []string{"forward", "reverse", "random:7"} {
		schedule, err := engine.ParseSchedule(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			t.Run(text+"/"+c.name, func(t *testing.T) {
				if got := printed(eval(t, engine.Options{Schedule: schedule, Coverage: cov}, c.text)); got != c.want {
					t.Errorf("got\n%swant\n%s", got, c.want)
				}
			})
		}
	}
	for _, r := range rule.All() {
		if strings.HasPrefix(r.Name, "E-") && !strings.HasPrefix(r.Name, "E-MEM-") && !strings.HasPrefix(r.Name, "E-IMP-") && r.Name != "E-STMS" {
			if applied, _ := covered(cov, r.Name); !applied {
				t.Errorf("%s never applied", r.Name)
			}
		}
	}
}

// TestFigures runs the programs of the paper's figures.
func TestFigures(t *testing.T) {
	fig2 := "let (z_cond : int) = %C\nlet (x_size : int) = 2\nlet (y_size : int) = 3\n" +
		"let (z_size : int) (z_arr : [z_size]int) = if z_cond\n  then let (x : [x_size]int) = iota x_size in (x_size, x)\n  else let (y : [y_size]int) = iota y_size in (y_size, y)\nin (z_size, z_arr)"
	if got := printed(eval(t, engine.Options{}, strings.Replace(fig2, "%C", "1", 1))); got != "2\n[1, 2]\n" {
		t.Errorf("Fig. 2, true: %s", got)
	}
	if got := printed(eval(t, engine.Options{}, strings.Replace(fig2, "%C", "0", 1))); got != "3\n[1, 2, 3]\n" {
		t.Errorf("Fig. 2, false: %s", got)
	}
}
