package fast_test

import (
	"context"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/internal/testkit"
	"funmem/lower/introduce"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/num"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// floats are arrays of f64s.
const floats = "let r = kernel k <= 40 do f64(k * k % 19 - 4) / 3.0\nlet q = kernel k <= 40 do [1.0, -2.0, 0.0 / 0.0, 1.0 / 0.0, 0.1][k % 5 + 1]\n"

func long() []input {
	return []input{
		{"w", array(func(k int) int64 { return int64(k*k%23) - 8 }, 40)},
		{"b", array(func(k int) int64 { return int64(k%2) << (20 + k) }, 40)},
		{"m", array(func(k int) int64 { return int64(k*k%17) - 5 }, 40, 9)},
	}
}

// TestStrips: what a strip does has the values of the rules, in strips of each width. Nothing is left to the rules.
func TestStrips(t *testing.T) {
	for _, width := range []int{1, 3, 16, 256} {
		fast.Narrow(t, width)
		for _, text := range []string{
			"kernel i <= 40 do w[i] * w[41 - i] + w[i] - 3 * i",
			"kernel i <= 40 do 10 - w[i] + (w[i] - 10) * (0 - w[i])",
			"kernel i <= 40 do 10.0 - r[i] + (r[i] - 10.0) * -r[i] / 7.0",
			"kernel i <= 40 do 1.0 / r[i] + r[i] / 3.0 + min(r[i], 0.5) + max(q[i], r[i]) + min(q[i], 0.0)",
			"kernel i <= 40 do sqrt(abs(r[i])) + exp(r[i]) + f64(w[i]) + f32(q[i])",
			"kernel i <= 40 do int(r[i]) + int(10.0 * r[i])",
			"kernel i <= 40 do (3 < w[i]) + 2 * (3 <= w[i]) + 4 * (w[i] > 3) + 8 * (w[i] >= 3) + 16 * (3 == w[i]) + 32 * (w[i] != 3)",
			"kernel i <= 40 do (w[i] < i) + 2 * (w[i] <= i) + 4 * (w[i] > i) + 8 * (w[i] >= i) + 16 * (w[i] == i) + 32 * (w[i] != i)",
			"kernel i <= 40 do (r[i] < q[i]) + 2 * (r[i] <= q[i]) + 4 * (r[i] > q[i]) + 8 * (r[i] >= q[i]) + 16 * (r[i] == q[i]) + 32 * (r[i] != q[i])",
			"kernel i <= 40 do (0.1 < q[i]) + 2 * (0.1 <= q[i]) + 4 * (q[i] > 0.1) + 8 * (q[i] >= 0.1) + 16 * (0.1 == q[i]) + 32 * (q[i] != 0.1)",
			"kernel i <= 40 do (i < 20) + 2 * (i <= 20) + 4 * (i > 20) + 8 * (i >= 20) + 16 * (i == 20) + 32 * (20 != i)",
			"kernel i <= 40 do (3 * i < 2 * i + 17) + (41 - i == i + 1) + (41 - i == i)",
			"kernel i <= 40 do w[max(i - 1, 1)] + w[min(i + 1, 40)] * 2 + max(20, i) + min(i, 60 - 2 * i)",
			"kernel i <= 40 do w[i] / 3 + w[i] % 5 * 100 + (w[i] - 20) / 7 + w[i] / 4294967297 + i % 7",
			"kernel i <= 40 do w[i] & 6 | w[i] ^ 3",
			"kernel i <= 40 do i8(w[i] * 1000) + i32(w[i] * 3000000000) + i64(w[i] * i) + u8(w[i])",
			"kernel i <= 40 do abs(w[i]) + -w[i] + !w[i]",
			"kernel i <= 40 do if w[i] > 0 then 7 else let a = w[i] * 3 + m[i, 1] * w[41 - i] - w[i] * m[i, 2] in a * a - w[i]",
			"kernel i <= 40 do if w[i] > 0 then let a = w[i] * 3 in let b = a * a in b - a else w[i]",
			"kernel i <= 40 do if w[i] != 0 then 100 / w[i] else 1",
			"kernel i <= 40 do if w[i] == 0 then 1 else 100 %% w[i]",
			"kernel i <= 40 do if w[i] > 0 then w[w[i]] else if w[i] < -3 then w[-w[i]] + w[i + 0 * w[i]] else 5",
			"kernel i <= 40 do if w[i] >= 1 && w[i] <= 9 then m[i, w[i]] else 0",
			"kernel i <= 40 do if w[i] > 5 then b[i] * 0 else let t = w[i] in if b[i] > 1000 then t else b[i] * b[i]",
			"kernel i <= 40 do if i > 3 then w[i - 3] else 0",
			"kernel i <= 40 do if i % 2 == 0 then w[i] else r[1] > 0.0",
			"kernel i <= 40 do let (x, y) = if w[i] > 2 then (w[i], i) else (i, 3) in x * 100 + y",
			"kernel i <= 40 do let (x, y) = loop (x = w[i], y = i) for k <= 5 do (y, x) in x * 100 + y",
			"kernel i <= 40 do let (x, y) = loop (x = w[i], y = 1) for k <= 5 do (x + y, y + k) in x * 100 + y",
			"kernel i <= 40 do let (x, y) = loop (x = 0, y = 1) for k <= 5 do (y, x + w[i]) in x * 100 + y",
			"kernel i <= 40 do loop (x = 0) for k <= w[i] do x + k * i",
			"kernel i <= 40 do loop (x = 1) for k <= i do if k % 2 == 0 then x + k else x",
			"kernel i <= 40 do loop (x = i * 1000) while x > w[i] * w[i] do x / 2 - 1",
			"kernel i <= 40 do let (x, n) = loop (x = 0.3, n = 0) while n < 30 && x * x < 1.5 do (x * x + r[i] / 4.0, n + 1) in n",
			"kernel i <= 40 do if w[i] > 2 then (loop (x = 0) for k <= w[i] do x + m[i, min(k, 9)]) else (loop (x = i) while x > 5 do x - 4)",
			"kernel i <= 40 do reduce (+) 0 m[i]",
			"kernel i <= 40 do reduce (\\a x y -> a * 2 + x - y) 1 m[i] m[41 - i]",
			"kernel i <= 40 do reduce (+) 0 (kernel j <= 9 do m[i, j] * j)",
			"kernel i <= 40 do let v = [w[i], i, 3] in v[2] * v[1] + v[3]",
			"kernel i <= 40 do [w[i], i, w[41 - i]]",
			"kernel i <= 40 do kernel j <= 3 do kernel k <= 2 do w[i] * 100 + j * 10 + k",
			"kernel i <= 40 do transpose (kernel j <= 3 do kernel k <= 2 do w[i] * 100 + j * 10 + k)",
			"kernel i <= 40 do reverse (kernel j <= 4 do m[i, j + 2])",
			"kernel i <= 40 do let v = kernel j <= 5 do m[i, j] * j in let u = kernel j <= 5 do v[6 - j] + v[j] in u[abs(w[i]) % 5 + 1]",
			"kernel i <= 40 do let v = replicate(4, w[i]) in let u = copy (reverse m[i, 1:4]) in kernel j <= 4 do v[j] - u[j]",
			"kernel i <= 40 do let v = m[i, 3:4] in v[1] + v[4] + (reverse v)[1]",
			"kernel i <= 40 do let v = m[41 - i, 9:5:-2] in v[1] + v[5]",
			"kernel i <= 40 do let v = m[abs(w[i]) + 1] in v[1] + v[abs(w[i]) % 9 + 1]",
			"kernel j <= 9 do let v = m[:, j] in v[40] - v[j]",
			"kernel i <= 40 do let u = iota 5 in u[abs(w[i]) % 5 + 1]",
			"def f (x : int) (y : int) : int = if x > y then x - y else y * 2\nkernel i <= 40 do f(w[i], i) + f(i, w[i]) + f(w[i], w[i])",
			"def g [n] (x : [n]int) : int = x[n] * n + x[1]\nkernel i <= 40 do g(m[i]) + g(w)",
			"def h [n] (x : [n]int) : [n]int = kernel j <= n do x[j] + j\nkernel i <= 40 do h(h(m[i, 1:3]))",
			"def f (p : int) (x : f64) : f64 = if 9 == p then x else 0.1\nkernel i <= 40 do f(w[i], 2.5) * f(9, r[i]) + f(1, r[i]) + f(w[i], r[i])",
			"def f [n] (x : [n]int) (p : int) : int = let c = 1 <= p in if c then x[1] else n\nkernel i <= 40 do f(m[i], w[i]) - f(m[1], 3) * 100 + f(m[41 - i, 3:4], i)",
			"def f (p : int) : int = let v = [p, 2 * p] in v[1] + v[2]\nkernel i <= 40 do f(w[i]) - f(3) * 100 + f(i)",
			"def f (p : int) : int = loop (s = 0) for k <= 3 do s + p\nkernel i <= 40 do f(w[i]) - f(3) * 100 + f(i)",
			"def f (p : int) : int = let v = kernel j <= 3 do j * p in v[2]\nkernel i <= 40 do f(w[i]) - f(3) * 100 + f(i)",
			"scan (\\a x -> let v = loop (u = iota 3) for k <= 3 do u with [1] = u[2] + k in a + v[1] * x) 1 w",
			"let (a, b) = reduce (\\a b x -> (a + x, let v = loop (u = iota 5) for k <= 5 do u with [k] = b in v[2])) (1, 1) w\na\nb",
			"reduce (\\a x -> let u = iota 3 in let v = u with [1] = a in v[1] + u[1] + x) 0 w",
			"let (x, y) = kernel i <= 40 do (w[i], r[i] * 2.0)\nx\ny",
			"reduce (+) 0 w",
			"reduce (+) 0.0 r",
			"reduce max 0.0 q",
			"reduce (*) 1.0 r",
			"reduce (\\a x -> if x > a then x else a + 1) 0 w",
			"let (x, y) = reduce (\\a b x -> (a + x, max(b, x * 2))) (0, 0) w\nx\ny",
			"let (x, y) = reduce (\\a b x -> let s = a + x in (s, b + s)) (0, 0) w\nx\ny",
			"let (x, y) = scan (\\a b x -> let s = b + x in (a + s, s)) (0, 0) w\nx\ny",
			"let (x, y) = reduce (\\a b x -> (b + x, a + x * 2)) (0, 1) w\nx\ny",
			"let (x, y) = reduce (\\a b x -> (a + x, a + x * 2)) (0, 1) w\nx\ny",
			"let (x, y) = reduce (\\a b x -> let s = a + x in (s, s)) (0, 1) w\nx\ny",
			"reduce (\\a x -> let s = a + x in s + s) 0 w[1:20]",
			"reduce (\\a x -> let s = x + a in let t = s * x in if t > a then s else t) 0 w",
			"reduce (\\a x y -> a + x * y) 0.0 r q",
			"reduce (\\a x -> x - a) 0 w",
			"scan (+) 0 w",
			"let (p, q) = kernel i <= 20 do reduce (\\a b x -> let v = [a + x, a] in (v[x / 9 + 1], v[2 + x / 9])) (i, 0) (iota 4)\np\nq",
			"kernel i <= 20 do loop (x = i) for k <= 5 do let v = kernel j <= 3 do x * j + k in v[k % 3 + 1]",
			"kernel i <= 20 do let v = kernel j <= 2000 do i * j in v[i] + v[2000]",
			"kernel i <= 40 do loop (x = i) while x < 200 do x + w[i] % 3 + 7",
			"scan (\\a x -> x - a * 2.0) 0.5 r",
			"reduce (+) 0 (kernel i <= 40 do w[i] * w[i] % 7)",
		} {
			in := long()
			p, ids := parse(t, floats+text, in...)
			if yes, no := same(t, p, ids, in...); yes == 0 || no > 0 {
				t.Errorf("width %d: %d accelerated, %d not:\n%s", width, yes, no, text)
			}
		}
		for _, text := range []string{ // stuck before a later iteration that does not end
			"kernel i <= 20 do let x = loop (x = i) while x == 2 do x in 10 / (i - 1)",
			"kernel i <= 200 do let x = loop (x = i) while x == 150 do x in 10 / (i - 1)",
			"kernel i <= 40 do let x = loop (x = i) while x == 17 do x in 10 / (i - 11)",
			"reduce (\\a i -> let x = loop (x = i) while x == 12 do x in a + 10 / (i - 1) + x) 0 (iota 40)",
		} {
			in := long()
			p, ids := parse(t, floats+text, in...)
			same(t, p, ids, in...)
		}
		for _, text := range []string{ // too wide somewhere: the rules have the values
			"kernel i <= 40 do b[i] * b[42 - max(i, 2)] + b[i]",
			"kernel i <= 40 do b[i] * 4611686018427387904",
			"kernel i <= 40 do b[i] + 9223372036854775807",
			"kernel i <= 40 do -9223372036854775807 - b[i]",
			"kernel i <= 40 do w[i + w[i]]",
			"kernel i <= 40 do w[i + 1]",
			"reduce (+) 0 (kernel i <= 40 do b[40] * 7)",
			"scan (*) 1 (kernel i <= 40 do 3 + b[i])",
		} {
			in := long()
			p, ids := parse(t, text, in...)
			same(t, p, ids, in...)
		}
	}
}

// TestStripsMem: strips in heap mode are clean exactly where the rules are, with the same counts.
func TestStripsMem(t *testing.T) {
	const x40 = "let (xm : mem) = alloc 40\nlet (x : [40] @ xm -> R(40)) = iota 40\n"
	kernel := func(body, res string) string {
		return x40 + "let (m : mem) = alloc 40\nlet (y : [40] @ m -> R(40)) = kernel i <= 40 do\n" + body + "  in (" + res + ")\nin (m, y)"
	}
	local := func(layout string, size int) string {
		return kernel("  let (bm : mem) = alloc "+num.Of(int64(size)).String()+"\n  let (r : [3] @ bm -> "+layout+") = kernel j <= 3 do\n    let (a : int) = x[i]\n    in (a * 10 + j)\n  let (e : int) = r[2]\n", "e")
	}
	for name, c := range map[string]struct {
		text  string
		clean bool
	}{
		"own block":                       {local("R(3)", 3), true},
		"larger block":                    {local("R(3)", 7), true},
		"beyond its block":                {local("R(3)", 2), false},
		"backwards":                       {local("2 + {(3 : -1)}", 3), true},
		"all in one location":             {local("0 + {(3 : 0)}", 3), false},
		"too far to the right":            {local("1 + {(3 : 1)}", 3), false},
		"overlapping rows":                {kernel("  let (bm : mem) = alloc 4\n  let (r : [2][2] @ bm -> 0 + {(2 : 1) (2 : 1)}) = kernel j <= 2 do\n    let (qm : mem) = alloc 2\n    let (q : [2] @ qm -> R(2)) = iota 2\n    in (q)\n  let (e : int) = r[2, 2]\n", "e"), false},
		"rows":                            {kernel("  let (bm : mem) = alloc 4\n  let (r : [2][2] @ bm -> R(2, 2)) = kernel j <= 2 do\n    let (qm : mem) = alloc 2\n    let (q : [2] @ qm -> R(2)) = [i, j]\n    in (q)\n  let (e : int) = r[2, 1]\n", "e"), true},
		"two arrays in one block":         {kernel("  let (bm : mem) = alloc 3\n  let (r : [3] @ bm -> R(3)) = kernel j <= 3 do in (i * j)\n  let (s : [3] @ bm -> R(3)) = iota 3\n  let (e : int) = r[2]\n", "e"), false},
		"a block outside a kernel":        {kernel("  let (bm : mem) = alloc 1\n  let (rm : mem) = alloc 3\n  let (r : [3] @ rm -> R(3)) = kernel j <= 3 do\n    let (s : [1] @ bm -> R(1)) = [j]\n    let (e : int) = s[1]\n    in (e)\n  let (e : int) = r[2]\n", "e"), false},
		"a strip that fails after others": {kernel("  let (e : int) = x[i]\n  let (bm : mem) = alloc 2\n  let (r : [2] @ bm -> R(2)) = [e, i]\n  let (a : int) = r[1]\n  let (d : int) = if i > 20 then a * 4611686018427387904 / 4611686018427387904 else i\n", "d"), true},
		"a read of what an earlier iteration wrote": {
			"let (m : mem) = alloc 40\nlet (x : [40] @ m -> R(40)) = iota 40\nlet (y : [40] @ m -> R(40)) = kernel i <= 40 do\n  let (d : int) = if i > 20 then\n    let (k : int) = i - 20\n    let (e : int) = x[k]\n    in (e * 0 + i) else i\n  in (d)\nin (m, y)", false},
		"a read of what a later iteration writes": {
			"let (m : mem) = alloc 40\nlet (x : [40] @ m -> R(40)) = iota 40\nlet (y : [40] @ m -> R(40)) = kernel i <= 40 do\n  let (d : int) = if i > 20 then i else\n    let (k : int) = i + 20\n    let (e : int) = x[k]\n    in (e * 0 + i)\n  in (d)\nin (m, y)", false},
		"one location for all":  {kernel("", "i"), true},
		"writes that meet":      {"let (m : mem) = alloc 40\nlet (y : [40] @ m -> 3 + {(40 : 0)}) = kernel i <= 40 do in (7)\nin (1)", false},
		"writes beyond":         {"let (m : mem) = alloc 79\nlet (y : [40] @ m -> 1 + {(40 : 2)}) = kernel i <= 40 do in (7)\nin (1)", false},
		"every second location": {"let (m : mem) = alloc 80\nlet (y : [40] @ m -> 79 + {(40 : -2)}) = kernel i <= 40 do in (i)\nlet (k : mem) = alloc 40\nlet (z : [40] @ k -> R(40)) = copy y\nin (k, z)", true},
		"rows that meet":        {"let (m : mem) = alloc 100\nlet (y : [3][40] @ m -> 0 + {(3 : 30) (40 : 1)}) = kernel i <= 3 do\n  let (r : [40] @ m -> 30 * i - 30 + {(40 : 1)}) = kernel j <= 40 do in (i * j)\n  in (r)\nin (1)", false},
		"rows in place":         {"let (m : mem) = alloc 120\nlet (y : [3][40] @ m -> R(3, 40)) = kernel i <= 3 do\n  let (r : [40] @ m -> 40 * i - 40 + {(40 : 1)}) = kernel j <= 40 do in (i * j)\n  in (r)\nin (m, y)", true},
		"views":                 {kernel("  let (v : [3] @ xm -> min(i, 38) - 1 + {(3 : 1)}) = x[min(i, 38):3]\n  let (u : [3] @ xm -> min(i, 38) + 1 + {(3 : -1)}) = reverse v\n  let (s : int) = reduce (\\(a : int) (b : int) -> let (c : int) = a * 3 + b in (c)) 0 u\n", "s"), true},
		"calls": {"def f [n] (vm : mem) (o : int) (s : int) (v : [n] @ vm -> o + {(n : s)}) : (rm : mem, [n] @ rm -> R(n)) =\n  let (rm : mem) = alloc n\n  let (r : [n] @ rm -> R(n)) = kernel j <= n do\n    let (a : int) = v[j]\n    in (a * 2)\n  in (rm, r)\n" +
			x40 + "let (m : mem) = alloc 120\nlet (y : [40][3] @ m -> R(40, 3)) = kernel i <= 40 do\n  let (v : [3] @ xm -> min(i, 38) - 1 + {(3 : 1)}) = x[min(i, 38):3]\n  let (o : int) = min(i, 38) - 1\n  let (rm : mem) (r : [3] @ rm -> R(3)) = f(xm, o, 1, v)\n  in (r)\nin (m, y)", true},
	} {
		p, _ := parse(t, c.text)
		for _, width := range []int{1, 3, 16, 256} {
			fast.Narrow(t, width)
			if got := both(t, p, engine.Options{}); got != c.clean {
				t.Errorf("%s, width %d: clean is %t", name, width, got)
			}
		}
	}
}

// TestRandomIntroduced: random programs of Fun, with memory introduced, are clean in strips exactly as they are by the
// rules.
func TestRandomIntroduced(t *testing.T) {
	fast.Narrow(t, 3)
	rapid.Check(t, func(t *rapid.T) {
		text := testkit.Program(t)
		p, err := syntax.Parse(diag.NewSource("t.fun", text))
		if err != nil {
			t.Fatal(err)
		}
		s := elab.NewSession(nil)
		u, err := s.Program(p)
		if err != nil {
			t.Fatal(err)
		}
		mem, err := introduce.New().TransformProgram(u.Core, s.Supply())
		if err != nil {
			t.Skip(err)
		}
		compare(t, mem, engine.Options{}, text)
	})
}

// TestThreads: several threads give the values of the rules.
func TestThreads(t *testing.T) {
	fast.Narrow(t, 5)
	fast.Parallel(t)
	threads = 3
	defer func() { threads = 1 }()
	for _, test := range []func(*testing.T){TestConstructs, TestBailsOut, TestAgain, TestFolds, TestUpdates, TestUpdatesInPlace, TestRandomUpdates, TestRandomFun, TestStrips} {
		test(t)
	}
}

// TestStarved: where the arrays of several threads take too much memory, one thread goes on.
func TestStarved(t *testing.T) {
	fast.Parallel(t)
	p, ids := parse(t, "kernel i <= 96 do let v = kernel j <= 1000000 do i * j in v[i * 1000]")
	m := evaluator(ids)
	acc := &counted{Kernels: fast.NewKernels(engine.Options{Threads: 16, Memory: 20 << 20})}
	m.Accelerate = acc.Accelerate
	if _, err := m.Run(context.Background(), p); err != nil || acc.yes != 1 || acc.no != 0 {
		t.Errorf("%v; %d accelerated, %d not", err, acc.yes, acc.no)
	}
}
