package memory_test

import (
	"context"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/erase"
	"funmem/semantics/rule"
	"funmem/semantics/syntax"
)

// core elaborates FUNMEM text.
func core(t testing.TB, s *elab.Session, text string) *syntax.Program {
	t.Helper()
	p, err := syntax.Parse(diag.NewSource("t.fun", text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	u, err := s.Program(p)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return u.Core
}

func schedule(t testing.TB, text string) engine.Schedule {
	t.Helper()
	s, err := engine.ParseSchedule(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// show returns the results of a run as the heap shows them, without blocks.
func show(t testing.TB, out *memory.Outcome) string {
	t.Helper()
	var parts []string
	for _, r := range out.Results {
		v, err := memory.Show(r)
		if err != nil {
			t.Fatal(err)
		}
		if r.IsArray() || r.IsNumber() {
			parts = append(parts, value.Format(v, 0))
		}
	}
	return strings.Join(parts, " ")
}

// programs are valid programs with their results. Together they use every rule.
var programs = []struct{ name, text, want string }{
	{"kernel of rows", `
let (m : mem) = alloc 6
let (x : [2][3]int @ m -> R(2, 3)) = kernel i <= 2 do
  let (rm : mem) = alloc 3
  let (r : [3]int @ rm -> R(3)) = kernel j <= 3 do in (i * 10 + j)
  in (r)
in (m, x)
`, "[[11, 12, 13], [21, 22, 23]]"},
	{"column-major kernel", `
let (m : mem) = alloc 6
let (x : [2][3]int @ m -> 0 + {(2 : 1) (3 : 2)}) = kernel i <= 2 do
  let (rm : mem) = alloc 3
  let (r : [3]int @ rm -> R(3)) = kernel j <= 3 do in (i * 10 + j)
  in (r)
let (ym : mem) = alloc 6
let (y : [2][3]int @ ym -> R(2, 3)) = copy x
in (ym, y)
`, "[[11, 12, 13], [21, 22, 23]]"},
	{"derived arrays", `
let (m : mem) = alloc 12
let (x : [3][4]int @ m -> R(3, 4)) = kernel i <= 3 do
  let (rm : mem) = alloc 4
  let (r : [4]int @ rm -> R(4)) = kernel j <= 4 do in (i * 10 + j)
  in (r)
let (t : [4][3]int @ m -> 0 + {(4 : 1) (3 : 4)}) = transpose x
let (p : [4][3]int @ m -> 0 + {(4 : 1) (3 : 4)}) = permute((2, 1), x)
let (v : [3][4]int @ m -> 8 + {(3 : -4) (4 : 1)}) = reverse x
let (s : [2][2]int @ m -> 4 + {(2 : 1) (2 : -4)}) = t[1 : 2, 2 : 2 : -1]
let (c : [3]int @ m -> 2 + {(3 : 4)}) = x[1 : 3, 3]
let (e : [0][4]int @ m -> 0 + {(0 : 4) (4 : 1)}) = x[1 : 0, 1 : 4]
let (a : int) = t[2, 3]
let (b : int) = v[1, 1]
let (d : int) = s[2, 2]
let (f : int) = c[3]
let (am : mem) = alloc 4
let (all : [4]int @ am -> R(4)) = [a, b, d, f]
let (pm : mem) = alloc 12
let (q : [4][3]int @ pm -> R(4, 3)) = copy p
let (em : mem) = alloc 0
let (g : [0][4]int @ em -> R(0, 4)) = copy e
in (am, all, pm, q, em, g)
`, "[32, 31, 12, 33] [[11, 21, 31], [12, 22, 32], [13, 23, 33], [14, 24, 34]] empty([0][4]int)"},
	{"reduce, with accumulators that change places", `
let (m : mem) = alloc 6
let (x : [3][2]int @ m -> R(3, 2)) = kernel i <= 3 do
  let (rm : mem) = alloc 2
  let (r : [2]int @ rm -> R(2)) = [i, i * 10]
  in (r)
let (nm : mem) = alloc 2
let (n : [2]int @ nm -> R(2)) = iota 2
let (hm : mem) = alloc 3
let (h : [3]int @ hm -> R(3)) = iota 3
let (pm : mem) = alloc 2
let (qm : mem) = alloc 2
let (p : [2]int @ pm -> R(2)) (q : [2]int @ qm -> R(2)) (s : int) = reduce (\(k : int)
    (a : [2]int @ pm -> R(2)) (b : [2]int @ qm -> R(2)) (c : int)
    (v : [2]int @ m -> 2 * k - 2 + {(2 : 1)}) (w : int) ->
  let (e : int) = v[2]
  let (tm : mem) = alloc 2
  let (t : [2]int @ tm -> R(2)) = kernel j <= 2 do
    let (f : int) = a[j]
    let (g : int) = v[j]
    in (f + g)
  in (b, t, c + e * w)) (n, n, 0) x h
in (pm, p, qm, q, s)
`, "[3, 22] [5, 42] 140"},
	{"reduce, with an accumulator changed at its place", `
let (m : mem) = alloc 2
let (n : [2]int @ m -> R(2)) = replicate(2, 5)
let (hm : mem) = alloc 3
let (h : [3]int @ hm -> R(3)) = iota 3
let (pm : mem) = alloc 2
let (qm : mem) = alloc 2
let (p : [2]int @ pm -> R(2)) (q : [2]int @ qm -> R(2)) = reduce (\(a : [2]int @ pm -> R(2)) (b : [2]int @ qm -> R(2)) (k : int) ->
  let (c : [2]int @ pm -> R(2)) = a with [1] = k
  let (e : int) = b[1]
  let (tm : mem) = alloc 2
  let (t : [2]int @ tm -> R(2)) = [e + k, e]
  in (c, t)) (n, n) h
in (pm, p, qm, q)
`, "[3, 5] [11, 8]"},
	{"scan of arrays", `
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = iota 3
let (nm : mem) = alloc 2
let (n : [2]int @ nm -> R(2)) = [0, 1]
let (am : mem) = alloc 2
let (zm : mem) = alloc 6
let (sm : mem) = alloc 3
let (z : [3][2]int @ zm -> R(3, 2)) (s : [3]int @ sm -> R(3)) = scan (\(a : [2]int @ am -> R(2)) (b : int) (v : int) ->
  let (r : [2]int @ am -> 1 + {(2 : -1)}) = reverse a
  let (c : int) = a[1]
  in (r, b + v + c)) (n, 0) x
in (zm, z, sm, s)
`, "[[1, 0], [0, 1], [1, 0]] [1, 4, 7]"},
	{"fresh arrays beyond kernel", `
let (im : mem) = alloc 3
let (i : [3]int @ im -> R(3)) = iota 3
let (rm : mem) = alloc 6
let (r : [2][3]int @ rm -> R(2, 3)) = replicate(2, i)
let (sm : mem) = alloc 2
let (s : [2]int @ sm -> R(2)) = replicate(2, 7)
let (lm : mem) = alloc 6
let (l : [2][3]int @ lm -> R(2, 3)) = [i, i]
in (rm, r, sm, s, lm, l)
`, "[[1, 2, 3], [1, 2, 3]] [7, 7] [[1, 2, 3], [1, 2, 3]]"},
	{"if of Fig. 7", `
let (c : int) = 1
let (n : int) = 2
let (k : int) = 3
let (z_size : int) (z_mem : mem) (z : [z_size]int @ z_mem -> R(z_size)) = if c
  then let (xm : mem) = alloc n
       let (x : [n]int @ xm -> R(n)) = iota n
       in (n, xm, x)
  else let (ym : mem) = alloc k
       let (y : [k]int @ ym -> R(k)) = iota k
       in (k, ym, y)
let (d : int) = 0
let (w_size : int) (w_mem : mem) (w : [w_size]int @ w_mem -> R(w_size)) = if d
  then in (z_size, z_mem, z)
  else let (ym : mem) = alloc k
       let (y : [k]int @ ym -> R(k)) = iota k
       in (k, ym, y)
in (z_size, z_mem, z, w_size, w_mem, w)
`, "2 [1, 2] 3 [1, 2, 3]"},
	{"if with LMAD variables", `
let (c : int) = 0
let (m : mem) = alloc 6
let (x : [6]int @ m -> R(6)) = iota 6
let (o : int) (s : int) (ym : mem) (y : [3]int @ ym -> o + {(3 : s)}) = if c
  then let (o1 : int) = 0
       let (s1 : int) = 2
       let (y1 : [3]int @ m -> o1 + {(3 : s1)}) = x[1 : 3 : 2]
       in (o1, s1, m, y1)
  else let (o2 : int) = 5
       let (s2 : int) = -2
       let (y2 : [3]int @ m -> o2 + {(3 : s2)}) = x[6 : 3 : -2]
       in (o2, s2, m, y2)
let (a : int) = y[1]
let (b : int) = y[3]
in (a, b)
`, "6 2"},
	{"function with blocks", `
def twice (n : int) (xm : mem) (x : [n]int @ xm -> R(n)) : (ym : mem, y : [n]int @ ym -> R(n)) =
  let (ym : mem) = alloc n
  let (y : [n]int @ ym -> R(n)) = kernel i <= n do
    let (a : int) = x[i]
    in (a * 2)
  in (ym, y)
def second [n] (xm : mem) (x : [n]int @ xm -> R(n)) : int =
  let (a : int) = x[2]
  in (a + n)
let (n : int) = 3
let (m : mem) = alloc n
let (x : [n]int @ m -> R(n)) = iota n
let (ym : mem) (y : [n]int @ ym -> R(n)) = twice(n, m, x)
let (zm : mem) (z : [n]int @ zm -> R(n)) = twice(n, ym, y)
let (s : int) = second(zm, z)
check n = 3
in (zm, z, s)
`, "[4, 8, 12] 11"},
	{"in place", `
let (m : mem) = alloc 4
let (x : [4]int @ m -> R(4)) = iota 4
let (y : [4]int @ m -> R(4)) = kernel i <= 4 do
  let (a : int) = x[i]
  in (a * a)
in (m, y)
`, "[1, 4, 9, 16]"},
	{"great integers", `
let (b : int) = 10 ** 30
let (m : mem) = alloc 2
let (x : [2]int @ m -> R(2)) = kernel i <= 2 do in (b * i)
in (m, x)
`, "[1000000000000000000000000000000, 2000000000000000000000000000000]"},
	{"two results", `
let (m : mem) = alloc 3
let (k : mem) = alloc 6
let (x : [3]int @ m -> R(3)) (y : [3][2]int @ k -> R(3, 2)) = kernel i <= 3 do
  let (rm : mem) = alloc 2
  let (r : [2]int @ rm -> R(2)) = replicate(2, i)
  in (i * i, r)
in (m, x, k, y)
`, "[1, 4, 9] [[1, 1], [2, 2], [3, 3]]"},
	{"no iterations", `
let (m : mem) = alloc 0
let (x : [0][3]int @ m -> R(0, 3)) = kernel i <= 0 do
  let (rm : mem) = alloc 3
  let (r : [3]int @ rm -> R(3)) = iota 3
  in (r)
in (m, x)
`, "empty([0][3]int)"},
	{"for", `
let (n : int) = 3
let (am : mem) = alloc n
let (a : [n]int @ am -> R(n)) = iota n
let (zm : mem) (z : [n]int @ zm -> R(n)) = loop (ym : mem = am) (y : [n]int @ ym -> R(n) = a) for i <= n do
  let (km : mem) = alloc n
  let (k : [n]int @ km -> R(n)) = kernel j <= n do
    let (e : int) = y[j]
    in (e * i)
  in (km, k)
let (none : int) = loop (s : int = 7) for i <= 0 do in (i)
in (zm, z, none)
`, "[6, 12, 18] 7"},
	{"while", `
let (m : mem) = alloc 6
let (x : [6]int @ m -> R(6)) = iota 6
let (k : int) (o : int) (y : [k]int @ m -> o + {(k : 1)}) = loop (p : int = 6) (q : int = 0) (z : [p]int @ m -> q + {(p : 1)} = x) while
    let (e : int) = z[p]
    in (e - 4)
  do
  let (r : int) = p - 1
  let (w : [r]int @ m -> q + {(r : 1)}) = z[1 : r]
  in (r, q, w)
let (dm : mem) = alloc k
let (d : [k]int @ dm -> R(k)) = copy y
in (dm, d)
`, "[1, 2, 3, 4]"},
	{"concat", `
let (am : mem) = alloc 8
let (x : [2][2]int @ am -> R(2, 2)) = kernel i <= 2 do
  let (rm : mem) = alloc 2
  let (r : [2]int @ rm -> R(2)) = [i, 10]
  in (r)
let (bm : mem) = alloc 2
let (y : [1][2]int @ bm -> 0 + {(1 : 2) (2 : 1)}) = [x[2, 1:2]]
let (z : [4][2]int @ am -> R(4, 2)) = concat(x, y, reverse y)
let (cm : mem) = alloc 12
let (w : [6][2]int @ cm -> R(6, 2)) = concat(x, z)
in (cm, w)
`, "[[1, 10], [2, 10], [1, 10], [2, 10], [2, 10], [2, 10]]"},
	{"with", `
let (m : mem) = alloc 12
let (x : [3][4]int @ m -> R(3, 4)) = kernel i <= 3 do
  let (rm : mem) = alloc 4
  let (r : [4]int @ rm -> R(4)) = replicate(4, i)
  in (r)
let (y : [3][4]int @ m -> R(3, 4)) = x with [2, 3] = 7
let (t : [4][3]int @ m -> 0 + {(4 : 1) (3 : 4)}) = transpose y
let (c : [3]int @ m -> 8 + {(3 : -4)}) = t[1, 3:3:-1]
let (u : [4][3]int @ m -> 0 + {(4 : 1) (3 : 4)}) = t with [1, 1:3] = c
let (z : [4][3]int @ m -> 0 + {(4 : 1) (3 : 4)}) = loop (v : [4][3]int @ m -> 0 + {(4 : 1) (3 : 4)} = u) for i <= 3 do
  let (w : [4][3]int @ m -> 0 + {(4 : 1) (3 : 4)}) = v with [4, i] = i * 10
  in (w)
let (zm : mem) = alloc 12
let (q : [4][3]int @ zm -> R(4, 3)) = copy z
in (zm, q)
`, "[[3, 2, 1], [1, 2, 3], [1, 7, 3], [10, 20, 30]]"},
	{"free", `
def f (m : mem) (x : [3]int @ m -> R(3)) (i : int) : int =
  let (k : mem) = alloc 3
  let (y : [3]int @ k -> R(3)) = kernel j <= 3 do
    let (t : int) = x[4 - j]
    let (s : int) = t + i
    in (s)
  let (r : int) = y[1]
  free k
  in (r)
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = iota 3
let (e : [0]int @ m -> R(0)) = x[1:0]
let (zm : mem) = alloc 4
let (z : [4]int @ zm -> R(4)) = kernel i <= 4 do
  let (k : mem) = alloc 2
  let (u : [2]int @ k -> R(2)) = replicate(2, i)
  let (a : int) = u[2]
  free k
  let (b : int) = f(m, x, a)
  in (b)
let (t : int) = x[3]
let (w : [4]int @ zm -> R(4)) = loop (v : [4]int @ zm -> R(4) = z) for i <= 3 do
  let (k : mem) = alloc 1
  let (u : [1]int @ k -> R(1)) = replicate(1, i)
  let (a : int) = u[1]
  free k
  let (c : [4]int @ zm -> R(4)) = v with [4] = a
  in (c)
free m
let (em : mem) = alloc 0
let (c : [0]int @ em -> R(0)) = copy e
in (zm, w, t)
`, "[4, 5, 6, 3] 3"},
	{"flat", `
let (m : mem) = alloc 12
let (x : [5]int @ m -> 1 + {(5 : 2)}) = iota 5
let (w : [3][3]int @ m -> 1 + {(3 : 2) (3 : 2)}) = x[0 + {(3 : 1) (3 : 1)}]
let (n : mem) = alloc 9
let (c : [3][3]int @ n -> R(3, 3)) = copy w
let (p : mem) = alloc 4
let (q : [2][2]int @ p -> R(2, 2)) = kernel i <= 2 do
  let (e : [2]int @ m -> 2 * i - 1 + {(2 : 4)}) = x[i - 1 + {(2 : 2)}]
  in (e)
let (y : [5]int @ m -> 1 + {(5 : 2)}) = x with [0 + {(2 : 3) (2 : 1)}] = q
let (a : int) = c[3, 2]
in (n, c, a, y[4])
`, "[[1, 2, 3], [2, 3, 4], [3, 4, 5]] 4 2"},
	{"scratch copied", `
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = scratch([3]int)
let (n : mem) = alloc 3
let (y : [3]int @ n -> R(3)) = copy x
let (z : [3]int @ n -> R(3)) = y with [2] = 5
let (k : mem) = alloc 6
let (u : [6]int @ k -> R(6)) = concat(z, x)
let (a : int) = u[2]
in (k, u, a)
`, "[_, 5, _, _, _, _] 5"},
	{"scratch", `
let (m : mem) = alloc 8
let (old : [8]int @ m -> R(8)) = iota 8
let (k : int) = old[8]
let (x : [2][3]int @ m -> 1 + {(2 : 1) (3 : 2)}) = scratch([2][3]int)
let (a : int) = old[2]
let (r : [3]int @ m -> 2 + {(3 : 2)}) = x[2, 1:3]
let (b : int) = old[4]
let (q : [1]int @ m -> R(1)) = replicate(1, 9)
let (y : [2][3]int @ m -> 1 + {(2 : 1) (3 : 2)}) = x with [1, 2] = 70
let (n : mem) = alloc 6
let (z : [2][3]int @ n -> R(2, 3)) = copy y
let (u : [3]int @ n -> R(3)) = z[1, 1:3]
let (c : int) = u[2]
let (d : [2][3]int @ n -> R(2, 3)) = loop (w : [2][3]int @ n -> R(2, 3) = z) for i <= 2 do
  let (v : [2][3]int @ n -> R(2, 3)) = loop (w : [2][3]int @ n -> R(2, 3) = w) for j <= 2 do w with [i, j] = i * j
  in (v)
in (k, a, b, c, n, d)
`, "8 2 4 70 [[1, 2, _], [2, 4, _]]"},
	{"claim", `
let (m : mem) = alloc 6
let (x : [6]int @ m -> R(6)) = iota 6
let (n : int) = x[3] - 2
let (y : [6]int @ m -> 1 - n + {(6 : n)}) = claim x
let (a : int) = y[6]
let (k : mem) = alloc 4
let (c : [3]int @ k -> 1 + {(3 : 1)}) = [4, 5, 6]
let (v : [3]int @ m -> 3 + {(3 : 1)}) = x[4:3]
let (w : [3]int @ k -> 1 + {(3 : 1)}) = claim v
let (r : [3]int @ k -> 3 + {(3 : -1)}) = reverse w
let (b : int) = r[1]
let (lost : [6]int @ k -> 99 + {(6 : 10)}) = claim x
let (part : [2]int @ k -> 109 + {(2 : 10)}) = lost[2:2]
let (back : [6]int @ m -> R(6)) = claim lost
let (odd : [3]int @ m -> 1 + {(3 : 2)}) = claim v
let (odds : [2]int @ m -> 3 + {(2 : 2)}) = odd[2:2]
let (dds : [2]int @ m -> 5 + {(2 : -2)}) = reverse odds
let (row : [1][2]int @ m -> 5 + {(1 : -4) (2 : -2)}) = reshape((1, 2), dds)
let (col : [2][1]int @ m -> 5 + {(2 : -2) (1 : -4)}) = transpose row
let (col2 : [2][1]int @ m -> 5 + {(2 : -2) (1 : -4)}) = permute((1, 2), col)
let (d : int) = reduce (+) 0 back
let (one : [1]int @ m -> 5 + {(1 : 1)}) = x[6:1]
let (same : [1]int @ m -> 5 + {(1 : -7)}) = claim one
let (e : int) = same[1]
let (none : [0]int @ k -> 1 + {(0 : 1)}) = c[1:0]
let (nowhere : [0]int @ m -> 70 + {(0 : 3)}) = claim none
let (zm : mem) = alloc 0
let (z : [0]int @ zm -> R(0)) = copy nowhere
let (u : [3]int @ k -> 1 + {(3 : 1)}) = w with [1] = 44
let (um : mem) = alloc 3
let (s : [3]int @ um -> R(3)) = copy u
in (a, b, d, e, zm, z, um, s)
`, "6 6 21 6 [] [44, 5, 6]"},
	{"reshape", `
let (am : mem) = alloc 12
let (x : [12]int @ am -> R(12)) = iota 12
let (y : [3][4]int @ am -> R(3, 4)) = reshape((3, 4), x)
let (z : [3][4]int @ am -> 8 + {(3 : -4) (4 : 1)}) = reverse y
let (u : [3][2][2]int @ am -> 8 + {(3 : -4) (2 : 2) (2 : 1)}) = reshape((3, 2, 2), z)
let (v : [2]int @ am -> 4 + {(2 : 2)}) = u[2, 1:2, 1]
let (bm : mem) = alloc 2
let (w : [2]int @ bm -> R(2)) = copy v
in (bm, w)
`, "[5, 7]"},
}

// overlapping are the programs with a copy that writes over what it reads for another place.
var overlapping = map[string]bool{"reduce, with accumulators that change places": true, "scan of arrays": true, "with": true}

// TestPrograms runs the programs under three schedules. The results are those of the value
// semantics of the erased program, and nothing diverges or races. Every rule of the heap
// semantics applies in some program.
func TestPrograms(t *testing.T) {
	cov := rule.NewCoverage()
	for _, c := range programs {
		t.Run(c.name, func(t *testing.T) {
			p := core(t, elab.NewSession(nil), c.text)
			for _, s := range []string{"forward", "reverse", "random:7"} {
				m := memory.New(memory.Options{Options: engine.Options{Schedule: schedule(t, s), Coverage: cov}, Validate: true})
				out, err := m.Run(context.Background(), p)
				if err != nil {
					t.Fatal(err)
				}
				if got := show(t, out); got != c.want {
					t.Errorf("%s: %s, want %s", s, got, c.want)
				}
				if d := out.Divergence; d != nil {
					t.Errorf("%s: `%s` diverges at %v: %s and %s", s, d.Array, d.Index, d.Value, d.Heap)
				}
				for _, k := range out.Kernels {
					if !k.RaceFree() {
						t.Errorf("%s: kernel `%s` races", s, k.Kernel.Binds)
					}
				}
				overlaps := 0
				for _, w := range out.Warnings {
					if w.Kind == "overlap" && overlapping[c.name] {
						overlaps++
						continue
					}
					t.Errorf("%s: %s: %s", s, w.Kind, w.Text())
				}
				if overlapping[c.name] && overlaps == 0 {
					t.Errorf("%s: no warning about the copy that writes over what it reads", s)
				}
			}
			vs, err := value.New(engine.Options{}).Run(context.Background(), erase.Program(p))
			if err != nil {
				t.Fatal(err)
			}
			res := p.Main().Res
			var parts []string
			for k, v := range vs {
				if !isBlock(p, res[k]) {
					parts = append(parts, value.Format(v, 0))
				}
			}
			if got := strings.Join(parts, " "); got != c.want {
				t.Errorf("the value semantics gives %s, want %s", got, c.want)
			}
		})
	}
	for _, r := range rule.All() {
		if n, _ := cov.Counts(r.Name); n == 0 && (strings.HasPrefix(r.Name, "E-MEM-") || r.Name == "E-STMS") {
			t.Errorf("%s never applied", r.Name)
		}
	}
}

// isBlock tells whether a result is a block.
func isBlock(p *syntax.Program, x syntax.Expr) (is bool) {
	syntax.Walk(p, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.Binding); ok && b.Type != nil && b.Type.Elem == syntax.Mem {
			is = is || b.ID == x.(*syntax.Var).ID
		}
		return true
	})
	return is
}
