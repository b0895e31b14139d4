package grade

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// one grades a text by the checks of one exercise, and returns the checks that give points.
func one(t testing.TB, reference, checks, text string) (passed []string, r *Report) {
	t.Helper()
	all, _ := tasks(t, "# T\n## exercise f\n### reference\n"+reference+"\n"+checks)
	r = graded(t, all, text, Options{})
	for _, c := range r.Exercises[0].Checks {
		for _, it := range c.Items {
			if it.Passed {
				passed = append(passed, it.What)
			}
		}
	}
	return passed, r
}

// TestConstructs: constructs are found in the syntax tree, through functions of the submission and of the library.
func TestConstructs(t *testing.T) {
	const head = "def f [n] (x : [n]int) : [n]int = "
	for _, c := range []struct {
		check, text string
		passes      bool
	}{
		{"avoid: 1 point, loop", head + "x", true},
		{"avoid: 1 point, loop", "-- no loop here\n" + head + "let loops = 1 in x", true},
		{"avoid: 1 point, loop", head + "loop (y = x) for i <= 3 do y", false},
		{"avoid: 1 point, loop", head + "g(x)\ndef g [n] (x : [n]int) : [n]int = loop (y = x) for i <= 3 do y", false},
		{"avoid: 1 point, loop", head + "x\ndef g [n] (x : [n]int) : [n]int = loop (y = x) for i <= 3 do y", true},
		{"avoid: 1 point, loop", head + "let y = loop (y = x) for i <= 3 do y in x", false},
		{"avoid: 1 point, for", head + "loop (y = x) while 1 == 0 do y", true},
		{"avoid: 1 point, while", head + "loop (y = x) while 1 == 0 do y", false},
		{"avoid: 1 point, kernel", head + "map (\\a -> a) x", false},
		{"avoid: 1 point, map", head + "kernel i <= n do x[i]", true},
		{"avoid: 1 point, call sum", head + "let s = sum(x) in x", false},
		{"avoid: 1 point, call sum", head + "let s = sum(x) in x\ndef sum [n] (x : [n]int) : int = 1", true},
		{"avoid: 1 point, call sum", head + "g(x)\ndef g [n] (x : [n]int) : [n]int = let s = kernel i <= n do sum(x) in x", false},
		{"avoid: 1 point, call sum", head + "let sum = 3 in x", true},
		{"avoid: 1 point, reduce", head + "let s = sum(x) in x", false},
		{"avoid: 1 point, call sqrt", head + "let s = sqrt(2.0) in x", false},
		{"avoid: 1 point, call g", head + "map g x\ndef g (k : int) : int = k", true},
		{"use: 1 point, call g", head + "map g x\ndef g (k : int) : int = k", true},
		{"use: 1 point, call g", head + "x\ndef g (k : int) : int = k", false},
		{"use: 1 point, kernel", head + "map (\\a -> a) x", true},
		{"use: 1 point, kernel", head + "let y = map (\\a -> a) x in x", false},
		{"use: 1 point, kernel", head + "let y = map (\\a -> a) x in let z = y in x", false},
		{"use: 1 point, kernel", head + "let y = map (\\a -> a) x in let z = y in z", true},
		{"use: 1 point, kernel", head + "let y = map (\\a -> a) x let y = x in y", false},
		{"use: 1 point, kernel", head + "let y = map (\\a -> a) x let y = reverse y in y", true},
		{"use: 1 point, kernel", head + "let x = (let y = map (\\a -> a) x in x) in x", false},
		{"use: 1 point, kernel", head + "let y = x in if 1 == 1 then (let z = kernel i <= n do y[i] in z) else x", true},
		{"use: 1 point, kernel", head + "g(x)\ndef g [n] (x : [n]int) : [n]int = let y = kernel i <= n do 1 in x", false},
		{"use: 1 point, kernel", head + "let y = g(x) in x\ndef g [n] (x : [n]int) : [n]int = kernel i <= n do x[i]", false},
		{"use: 1 point, with", head + "loop (y = copy x) for i <= n do y with [i] = y[i]", true},
		{"use: 1 point, reverse", head + "reverse (reverse x)", true},
		// lets at the top
		{"avoid: 1 point, loop", "let t = loop (y = 1) for i <= 3 do y\n" + head + "x + t", false},
		{"avoid: 1 point, loop", "let t = g(1)\n" + head + "x + t\ndef g (k : int) : int = loop (y = k) for i <= 3 do y", false},
		{"avoid: 1 point, loop", "let t = loop (y = 1) for i <= 3 do y\nlet u = t\n" + head + "map g x\ndef g (k : int) : int = k + u", false},
		{"avoid: 1 point, loop", "let t = loop (y = 1) for i <= 3 do y\n" + head + "let t = 1 in x + t", true},
		{"avoid: 1 point, call sum", "let t = sum([1])\n" + head + "x + t", false},
		{"use: 1 point, loop", "let t = loop (y = 1) for i <= 3 do y\n" + head + "x + t", true},
		{"use: 1 point, loop", "let t = loop (y = 1) for i <= 3 do y\n" + head + "let u = t in x", false},
		{"use: 1 point, loop", "let (t, u) = (loop (y = 1) for i <= 3 do y, 2)\n" + head + "x + u", false},
		{"use: 1 point, loop", "let t = loop (y = 1) for i <= 3 do y\nlet t = 2\n" + head + "x + t", false},
		// tuples
		{"use: 1 point, kernel", head + "let (k, y) = (kernel i <= n do 7, x) in y", false},
		{"use: 1 point, kernel", head + "let (k, y) = (x, kernel i <= n do 7) in y", true},
		{"use: 1 point, kernel", head + "let (k, y) = if n == 1 then (kernel i <= n do 7, x) else (x, x) in y", false},
		{"use: 1 point, kernel", head + "let (k, y) = (let z = kernel i <= n do 7 in (z, x)) in y", false},
		{"use: 1 point, kernel", head + "let (k, y) = g(x) in y\ndef g [n] (x : [n]int) : ([n]int, [n]int) = (kernel i <= n do 7, x)", false},
		{"use: 1 point, kernel", head + "let (k, y) = g(x) in k\ndef g [n] (x : [n]int) : ([n]int, [n]int) = (kernel i <= n do 7, x)", true},
		{"use: 1 point, kernel", head + "let (k, y) = loop (a = x, b = x) for i <= 3 do (kernel j <= n do a[j], b) in y", false},
		{"use: 1 point, kernel", head + "let (k, y) = loop (a = x, b = x) for i <= 3 do (kernel j <= n do a[j], a) in y", true},
		{"use: 1 point, reverse", head + "let (k, y) = loop (a = reverse x, b = x) for i <= 3 do (a, b) in y", false},
		{"use: 1 point, reverse", head + "let (k, y) = loop (a = reverse x, b = x) while a[1] < 0 do (a, b) in y", true},
		{"use: 1 point, reverse", head + "let (k, y) = map (\\a -> (let s = reverse x in s[1], a)) x in y", false},
		// arguments that a function ignores
		{"use: 1 point, kernel", head + "g(kernel i <= n do 7, x)\ndef g [n] (k : [n]int) (y : [n]int) : [n]int = y", false},
		{"use: 1 point, reverse", head + "g(reverse x, x)\ndef g [n] (k : [n]int) (y : [n]int) : [n]int = map (\\a -> a + n) y", false},
		{"use: 1 point, kernel", head + "g(kernel i <= n do 7, x)\ndef g [n] (k : [n]int) (y : [n]int) : [n]int = h(y, k)\ndef h [n] (y : [n]int) (k : [n]int) : [n]int = y", false},
		{"use: 1 point, kernel", head + "g(kernel i <= n do 7, x)\ndef g [n] (k : [n]int) (y : [n]int) : [n]int = k", true},
		{"use: 1 point, reverse", head + "map (\\a b -> b) (reverse x) x", false},
		{"use: 1 point, reverse", head + "map g (reverse x) x\ndef g (a : int) (b : int) : int = b", false},
		{"use: 1 point, reverse", head + "map (\\a -> 1) (reverse x)", true},
		{"use: 1 point, kernel", head + "let s = reduce (\\s a b -> s + b) 0 (kernel i <= n do 7) x in x + s", false},
		{"use: 1 point, kernel", head + "let s = reduce (\\s a b -> s + a) 0 (kernel i <= n do 7) x in x + s", true},
		// checks give no value
		{"use: 1 point, kernel", head + "let k = kernel i <= n do 7 check length(k) = n in x", false},
		{"use: 1 point, check", head + "check n = n in x", true},
	} {
		passed, r := one(t, head+"x", "### "+c.check, c.text)
		if (len(passed) == 1) != c.passes {
			t.Errorf("%s: %s\npasses: %t\n%s", c.check, c.text, len(passed) == 1, r.Text())
		}
	}
}

// TestDeadBlocks: of FUNMEM, what lies in a block that the result needs counts.
func TestDeadBlocks(t *testing.T) {
	const head = "def f (n : int) (xm : mem) (x : [n]int @ xm -> R(n)) : (ym : mem, [n]int @ ym -> R(n)) =\n"
	const dead = "  let (dm : mem) = alloc n\n  let (d : [n]int @ dm -> R(n)) = kernel i <= n do (let (a : int) = x[i] in (a))\n"
	const made = "  let (ym : mem) = alloc n\n  let (y : [n]int @ ym -> R(n)) = copy x\n"
	for text, passes := range map[string]bool{
		head + dead + made + "  in (ym, y)": false,
		head + dead + "  in (dm, d)":        true,
		// the kernel writes where the result lies, under another name
		head + made + "  let (z : [n]int @ ym -> R(n)) = kernel i <= n do (let (a : int) = x[i] in (a))\n  in (ym, y)":                                                                   true,
		head + dead + made + "  let (e : [n]int @ dm -> R(n)) = claim d\n  in (ym, y)":                                                                                                   false,
		head + dead + "  let (m : mem) (y : [n]int @ m -> R(n)) = if n == 1 then (let (ym : mem) = alloc n let (y : [n]int @ ym -> R(n)) = copy x in (ym, y)) else (dm, d)\n  in (m, y)": true,
	} {
		_, r := one(t, "def f [n] (x : [n]int) : [n]int = copy x", "### use: 1 point, kernel", text)
		if r.Full() != passes {
			t.Errorf("%s\nwant %t:\n%s", text, passes, r.Text())
		}
	}
}

// TestLimits: a limit is what a run counts, and not one more or less.
func TestLimits(t *testing.T) {
	const head = "def f [n] (x : [n]int) : [n]int = "
	const text = head + "let y = map (\\a -> a + 1) x in copy (reverse (map (\\a -> a * 2) y))" // 3 blocks, 10 elements are copied, 3 kernels
	for limit, passes := range map[string]bool{
		"allocations <= 2": false, "allocations <= 3": true, "allocations = 3": true, "allocations = 2": false, "allocations = 4": false, "allocations >= 3": true, "allocations >= 4": false,
		"copies <= 9": false, "copies <= 10": true, "copies >= 10": true, "copies >= 11": false,
		"locations <= 29": false, "locations <= 30": true, "peak <= 39": false, "peak <= 40": true, "kernels <= 2": false, "kernels <= 3": true, "kernels >= 4": false,
		"allocations <= 3, after simplify": true, "allocations <= 2, after fuse": true, "allocations <= 1, after fuse": false,
	} {
		passed, r := one(t, text, "### limit: 1 point, "+limit+"\n> f(iota 10)", text)
		if (len(passed) == 1) != passes {
			t.Errorf("%s\n%s", limit, r.Text())
		}
	}
}

// TestPoints: the share of the points for what passes is rounded down, and all of it gives all.
func TestPoints(t *testing.T) {
	const ref = "def f (x : int) : int = x"
	_, r := one(t, ref, "### test: 1 point\n> f(1)\n1\n> f(2)\n3\n> f(3)\n3\n### test: 0.01 points\n> f(1)\n1\n> f(2)\n3\n### test: 2.5 points\n> f(1)\n1", ref)
	if got := r.Points.String() + " of " + r.Of.String(); got != "3.16 of 3.51" {
		t.Errorf("%s, want 3.16 of 3.51", got)
	}
	if r.Full() {
		t.Error("a test fails, and the report is full")
	}
}

// TestValues: when a value is as it should be.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		typed, options, is, want string
		passes                   bool
	}{
		{"int", "", "3", "3", true}, {"int", "", "3", "4", false}, {"int", "", "3", "3.0", false}, {"int", "", "3", "[3]", false},
		{"f64", "", "0.1 + 0.2", "0.3", false}, {"f64", ", within 1e-12", "0.1 + 0.2", "0.3", true}, {"f64", ", within 1e-18", "0.1 + 0.2", "0.3", false},
		{"f64", "", "0.0 / 0.0", "nan", true}, {"f64", ", within 1.0", "0.0 / 0.0", "1.0", false}, {"f64", ", within 1.0", "1.0 / 0.0", "5.0", false},
		{"f64", ", within 0.01", "1001.0", "1000.0", true}, {"f64", ", within 0.01", "1011.0", "1000.0", false},
		{"f64", ", within 1.0", "5.0", "1.0 / 0.0", false}, {"f64", ", within 1.0", "-1.0 / 0.0", "1.0 / 0.0", false}, {"f64", ", within 1.0", "1.0 / 0.0", "1.0 / 0.0", true}, {"f64", ", within 3.0", "-1e308", "1e308", false},
		{"f64", ", within 1.0", "1.0", "0.0 / 0.0", false},
		{"[2]int", "", "[1, 2]", "[1, 2]", true}, {"[2]int", "", "[1, 2]", "[1, 2, 3]", false}, {"[2][1]int", "", "[[1], [2]]", "[1, 2]", false},
		{"[2]f64", ", within 1.0", "[1.0, 2.0]", "[[1.0], [2.0]]", false}, {"[2]f64", ", within 1.0", "[1.0, 2.0]", "[1, 2]", false}, {"[2]f64", ", within 0.1", "[1.0, 2.0]", "[1.05, 2.1]", true},
		{"[0]int", "", "empty([0]int)", "empty([0]int)", true}, {"int", "", "2 ** 100", "2 ** 100", true},
	} {
		ref := "def f (x : int) : " + c.typed + " = " + c.is
		passed, r := one(t, ref, "### test: 1 point"+c.options+"\n> f(1)\n"+c.want, ref)
		if (len(passed) == 1) != c.passes {
			t.Errorf("%v\n%s", c, r.Text())
		}
	}
	for is, passes := range map[string]bool{"1": true, "7": true, "-1": true, "0": false, "[1]": false, "1.0": false} {
		ref := "def f (x : int) = " + is
		if passed, r := one(t, ref, "### test: 1 point\n> f(1)", ref); (len(passed) == 1) != passes {
			t.Errorf("%s\n%s", is, r.Text())
		}
	}
}

// TestNames: what a submission calls its functions and variables does not change what the names in a test mean.
func TestNames(t *testing.T) {
	const exercise = "# T\n### helpers\nlet seven = 7\ndef fine (x : int) : int = x == seven\n## exercise f, g\n### reference\n" +
		"def f (x : int) : int = x + 1\ndef g [n] (x : [n]int) : [n]int = reverse x\n"
	const checks = "### test: 6 points\n> fine(f(6))\n> sum(g([1, 2])) + f(1)\n5\n> g([1, 2])\nreference.g([1, 2])\n> map f [1, 2]\n[2, 3]\n> map (\\f -> f + seven) [1, 2]\n[8, 9]\n> let g = 3 in g + f(g)\n7\n"
	all, _ := tasks(t, exercise+checks)
	for text, points := range map[string]string{
		"def f (x : int) : int = x + 1\ndef g [n] (x : [n]int) : [n]int = kernel i <= n do x[n + 1 - i]": "6",
		// the same names for other things
		"def fine (x : int) : int = 0\nlet seven = 8\ndef sum [n] (x : [n]int) : int = 0\ndef f (x : int) : int = x + seven - 7\ndef g [n] (x : [n]int) : [n]int = let fine = 2 in let s = sum(x) in reverse x": "6",
		// the names of the teacher are not known
		"def f (x : int) : int = reference.f(x)\ndef g [n] (x : [n]int) : [n]int = x":                           "0",
		"def f (x : int) : int = x + seven - 6\ndef g [n] (x : [n]int) : [n]int = x":                            "0",
		"def f (x : int) : int = if fine(x) then x + 1 else x + 1\ndef g [n] (x : [n]int) : [n]int = x":         "0",
		"def f (x : int) : int = your.h(x)\ndef h (x : int) : int = x + 1\ndef g [n] (x : [n]int) : [n]int = x": "0",
		// one of the two functions is not there
		"def f (x : int) : int = x + 1": "4",
	} {
		if r := graded(t, all, text, Options{}); r.Points.String() != points {
			t.Errorf("want %s points:\n%s\n%s", points, text, r.Text())
		}
	}
}

// TestBlocks: a test says that it cannot call a function that takes blocks.
func TestBlocks(t *testing.T) {
	const ref = "def f [n] (x : [n]int) : [n]int = reverse x"
	_, r := one(t, ref, "### test: 1 point\n> f([1, 2])\n[2, 1]\n### validate: 1 point\n> f([1, 2])\n> f(iota 20)\n", "def f (n : int) (xm : mem) (x : [n]int @ xm -> R(n)) : (ym : mem, [n]int @ ym -> R(n)) =\n  let (ym : mem) = alloc n\n  let (y : [n]int @ ym -> R(n)) = kernel i <= n do (let (j : int) = n + 1 - i let (a : int) = x[j] in (a))\n  in (ym, y)")
	testkit.Golden(t, "testdata/blocks.golden", r.Text())
}

// TestNum: functions over ints and f64s.
func TestNum(t *testing.T) {
	const ref = "def f [n] (x : [n]num) : [n]num = map (\\a -> a + a) x"
	_, r := one(t, ref, "### test: 1 point\n> f([1, 2])\n[2, 4]\n### test: 1 point\n> f([1.5])\n[3.0]\n### validate: 1 point\n### check: 1 point\n### limit: 1 point, allocations <= 1\n> f(iota 5)", ref)
	if !r.Full() {
		t.Error(r.Text())
	}
}

// TestRandom: a program gets all points where it is its own reference solution, unless nothing is known, and whatever
// the program is, there is a report.
func TestRandom(t *testing.T) {
	week, _ := week3(t)
	full := 0
	rapid.Check(t, func(rt *rapid.T) {
		text := testkit.Sized(rt)
		prog, err := syntax.Parse(diag.NewSource("random.fun", text))
		if err != nil {
			rt.Fatal(err)
		}
		prog.Decls, prog.Comments = onlyDefinitions(prog.Decls), nil
		body := syntax.Format(prog)
		for _, d := range prog.Defs() {
			all, err := Parse(diag.NewSource("w.tasks", fmt.Sprintf("# T\n### budget: 100000 steps\n## exercise %s\n### reference\n%s\n### validate: 1 point, 10 inputs\n### check: 1 point, 5 inputs\n", d.Name, body)))
			if err != nil {
				rt.Fatalf("%v\n%s", err, body)
			}
			r := graded(t, all, body, Options{})
			for _, c := range r.Exercises[0].Checks {
				for _, it := range c.Items {
					if it.Verdict == "invalid" || strings.Contains(r.Text(), "bug in funmem") {
						rt.Fatalf("%s\n%s", body, r.Text())
					}
				}
			}
			if r.Full() {
				full++
			}
		}
		renamed := strings.ReplaceAll(body, "def "+firstName(prog), "def double")
		if r := graded(t, week, renamed, Options{}); r.Full() || strings.Contains(r.Text(), "bug in funmem") {
			rt.Fatalf("%s\n%s", renamed, r.Text())
		}
	})
	if full == 0 {
		t.Error("no program gets all points for itself")
	}
}

func firstName(p *syntax.Program) string {
	for _, d := range p.Defs() {
		return d.Name
	}
	return "f"
}

func onlyDefinitions(decls []syntax.Decl) (out []syntax.Decl) {
	for _, d := range decls {
		switch d.(type) {
		case *syntax.Def, *syntax.Let:
			out = append(out, d)
		}
	}
	return out
}

// TestInterpreted: nothing of a submission is compiled, whatever the settings of the caller are.
func TestInterpreted(t *testing.T) {
	all, _ := week3(t)
	for _, e := range all.Exercises {
		if s := e.settings(Options{Memory: 1 << 40}); s.Compiles() || s.Lower != "off" || s.Engine != "value" || s.Threads != 1 || s.Memory != e.Budget.Memory {
			t.Errorf("%+v", s)
		}
	}
}

// TestFewInputs: a submission that is so slow that few inputs run gets no points for these.
func TestFewInputs(t *testing.T) {
	const ref = "def f [n] (x : [n]int) : int = reduce (+) 0 x"
	slow := func(rounds int, rest string) string {
		return fmt.Sprintf("def f [n] (x : [n]int) : int = let w = loop (s = 0) for i <= %d * 400 do s + 1 in %s", rounds, rest)
	}
	for _, c := range []struct {
		check, text string
		full        bool
		undecided   bool
	}{
		{"validate: 1 point, 200 inputs", slow(1, "reduce (+) 0 x"), true, false},
		{"validate: 1 point, 200 inputs", slow(249, "if n * n > 50 && n * n < 900 then 0 - 1 else reduce (+) 0 x"), false, true},
		{"validate: 1 point, 200 inputs", slow(1, "if n * n > 50 && n * n < 900 then 0 - 1 else reduce (+) 0 x"), false, false},
		{"validate: 1 point, 200 inputs", slow(249, "reduce (+) 0 x"), false, true},
		{"validate: 1 point, 2 inputs", slow(249, "reduce (+) 0 x"), true, false},
		{"validate: 1 point, 200 inputs", slow(1, "if n > 1000 then (loop (s = 0) while s >= 0 do s + 1) else reduce (+) 0 x"), false, true},
		{"check: 1 point, 200 inputs", slow(249, "reduce (+) 0 x"), false, true},
		{"check: 1 point, 2 inputs", slow(249, "reduce (+) 0 x"), true, false},
	} {
		_, r := one(t, ref, "### budget: 200000 steps\n### "+c.check, c.text)
		if r.Full() != c.full || r.Undecided != c.undecided {
			t.Errorf("%s: %s\n%s", c.check, c.text, r.Text())
		}
	}
	// fewer inputs than are wanted are all that there are
	if _, r := one(t, "def f (x : int) : int = check x = 3 in x", "### validate: 1 point, 200 inputs", "def f (x : int) : int = 3"); !r.Full() {
		t.Error(r.Text())
	}
}

// TestSlowReference: `--verify` says that a reference solution leaves no steps to others.
func TestSlowReference(t *testing.T) {
	all, srcs := tasks(t, "# T\n### budget: 200000 steps\n## exercise f\n### reference\ndef f (x : int) : int = let w = loop (s = 0) for i <= 9000 do s + 1 in x\n### validate: 1 point, 200 inputs\n")
	for _, verify := range []bool{false, true} {
		r := graded(t, all, all.Exercises[0].Solution.Text, Options{Verify: verify})
		if r.Full() == verify {
			t.Errorf("with Verify %t:\n%s", verify, r.Text())
		}
	}
	list, err := runner(t).Verify(t.Context(), all, srcs, Options{Reveal: true})
	if err != nil || list[0].OK || !strings.Contains(list[0].Text(), "200 were wanted") {
		t.Errorf("%v %s", err, list[0].Text())
	}
}

// TestFiles: the functions of an exercise may be in several files, if one imports the others.
func TestFiles(t *testing.T) {
	all, _ := tasks(t, "# T\n## exercise f, g\n### reference\ndef f (x : int) : int = x\ndef g (x : int) : int = x\n### test: 2 points\n> f(1)\n1\n> g(2)\n2\n")
	list, err := all.Prepare(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		f, g, says string
		points     string
	}{
		{"def f (x : int) : int = x", "import \"f.fun\"\ndef g (x : int) : int = f(x)", "", "2"},
		{"import \"g.fun\"\ndef f (x : int) : int = g(x)", "def g (x : int) : int = x", "", "2"},
		{"def f (x : int) : int = x", "def g (x : int) : int = x", "none of these imports the others", "0"},
		{"def f (x : int) : int = x", "import \"f.fun\" as other\ndef g (x : int) : int = other.f(x)", "none of these imports the others", "0"},
		{"def f (x : int) : int = x", "import \"f.fun\"", "does not define `g`", "1"},
	} {
		r := all.Grade(t.Context(), list, &Submission{Name: "d", Files: []File{{"d/f.fun", []byte(c.f)}, {"d/g.fun", []byte(c.g)}}}, Options{})
		if r.Points.String() != c.points || !strings.Contains(r.Text(), c.says) {
			t.Errorf("want %s points and %q:\n%s\n%s\n%s", c.points, c.says, c.f, c.g, r.Text())
		}
	}
}

// TestStar: a student cannot mark a parameter of the reference solution.
func TestStar(t *testing.T) {
	_, r := one(t, "def f [n] (x : [n]int) : [n]int = kernel i <= n do x[i] + 1", "### validate: 1 point",
		"def f (n : int) (xm : mem) (*x : [n]int @ xm -> R(n)) : (ym : mem, [n]int @ ym -> R(n)) =\n  let (y : [n]int @ xm -> R(n)) = kernel i <= n do (let (a : int) = x[i] let (b : int) = a + 1 in (b))\n  in (xm, y)")
	if said := r.Text(); r.Full() || strings.Contains(said, "both programs") || !strings.Contains(said, "help: copy `x` before it is overwritten") {
		t.Error(said)
	}
}

// TestMismatch: a function of another type is ill-typed, and no wrong request.
func TestMismatch(t *testing.T) {
	for _, text := range []string{"def f (x : int) : [1]int = [x]", "def f (x : f64) : f64 = x", "def f (x : int) (y : int) : int = x"} {
		_, r := one(t, "def f (x : int) : int = x", "### validate: 1 point\n### limit: 1 point, copies <= 0\n> f(1)", text)
		for _, c := range r.Exercises[0].Checks {
			if it := c.Items[0]; it.Verdict != "ill-typed" || it.Undecided {
				t.Errorf("%s: %+v", text, it)
			}
		}
		if said := r.Text(); strings.Contains(said, "usage error") || strings.Contains(said, "BEFORE") {
			t.Error(said)
		}
	}
	_, r := one(t, "def f [n] (x : [n]int) : int = n", "### validate: 1 point", "def f (x : [3]int) : int = 3")
	if said := r.Text(); r.Full() || strings.Contains(said, "BEFORE") || strings.Contains(said, "AFTER") {
		t.Error(said)
	}
}
