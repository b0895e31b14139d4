package infold_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/heap"
	"funmem/internal/passtest"
	"funmem/lower/pass"

	"pgregory.net/rapid"
)

// lists are passes around this one, and pipelines.
var lists = []string{
	"introduce,infold", "introduce,infold:suballoc=no", "introduce,infold,shortcircuit,emr", "introduce,hoist,shortcircuit,infold",
	"cpu", strings.Replace(pass.Pipelines()[0].Steps, "fuse,", "", 1), "introduce,infold,expand",
}

// TestRandom: random programs stay valid and race-free.
func TestRandom(t *testing.T) {
	passtest.Check(t, 10, func(rt *rapid.T) {
		p := passtest.Random(rt)
		if _, err := p.Run(rapid.SampledFrom(lists).Draw(rt, "list"), 3); err != nil {
			rt.Fatalf("%v", err)
		}
	})
}

// TestRandomFolds: so do random programs with folds of rows, some of them in place and some refused.
func TestRandomFolds(t *testing.T) {
	done := map[string]int{}
	passtest.Check(t, 60, func(rt *rapid.T) {
		w := &writer{rt}
		text := w.program()
		list := rapid.SampledFrom(lists).Draw(rt, "list")
		stages, err := passtest.Parse(t, "folds", text).Run(list, 2)
		if err != nil {
			rt.Fatalf("%s\n%s\n%v%s", list, text, err, passtest.Programs(err))
		}
		for _, s := range stages {
			for _, n := range s.Notes {
				if text, _, _ := strings.Cut(n.Text, "`"); s.Step != nil && s.Step.Pass.Name == "infold" {
					done[text]++
				}
			}
		}
	})
	t.Log(done)
	if len(done) < 5 {
		t.Errorf("the programs are too much alike: %v", done)
	}
}

// writer writes a random program.
type writer struct{ *rapid.T }

func (w *writer) k(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(w.T, "k") }

// pick is one of some texts.
func (w *writer) pick(texts ...string) string { return texts[w.k(0, len(texts)-1)] }

// program is a function with a fold, which may be a row of a kernel or the state of a loop, and a call of it.
func (w *writer) program() string {
	fold := w.fold("a", 2)
	switch w.k(0, 3) {
	case 0:
		fold = fmt.Sprintf("kernel t <= n do if t > %d then %s else %s", w.k(0, 2), fold, w.pick("replicate(n, t)", w.fold("a", 1)))
	case 1:
		fold = fmt.Sprintf("loop (o = %s) for t <= 2 do let z = %s in %s", w.row("n", "o"), fold, w.pick("z", "map (+) z o", "reverse z"))
	case 2:
		fold = fmt.Sprintf("let z = %s in concat(z, %s)", fold, w.pick("a[1]", w.fold("a", 1)))
	}
	return fmt.Sprintf("def f [n] (a : [n][n]int) (o : [n]int) =\n  let e = replicate(n, 2)\n  let d = map (\\v -> v + 1) o\n  in %s\nf([[1, 2, 3], [4, 5, 6], [7, 8, 9]], [3, 1, 2])\nf([[5, 7], [2, 9]], [1, 4])\n", fold)
}

// row is an array of n ints that is no fold.
func (w *writer) row(n string, names ...string) string {
	x := w.pick(append(names, "o", "d", "e")...)
	return w.pick("replicate("+n+", 1)", x, x, "map (\\v -> v * 2) "+x, "copy "+x, "reverse "+x)
}

// fold is a reduce of the rows of a matrix, with folds in it up to a depth.
func (w *writer) fold(a string, depth int) string {
	acc, x := fmt.Sprint("acc", depth), fmt.Sprint("x", depth)
	switch w.k(0, 3) {
	case 0:
		second := w.pick(w.next(acc, x, depth), "q", acc, w.next("q", x, depth))
		return fmt.Sprintf("(let (p, q) = reduce (\\(%s, q) %s -> let r = %s in %s) (%s, %s) %s in %s)", acc, x, w.next(acc, x, depth),
			w.pick("(r, "+second+")", "(r, r)", "(q, r)", "(r, "+w.next("r", acc, depth)+")"), w.row("n"), w.row("n"), a, w.pick("p", "q", "map (+) p q"))
	case 1:
		after := w.pick("r", "r", "map (+) r "+x, "map (+) r "+acc, "r with [1] = "+acc+"[1]", "r with [1] = "+x+"[1]", "(if r[1] > 5 then r else "+acc+")")
		return fmt.Sprintf("reduce (\\%s %s -> let r = %s in %s) %s %s", acc, x, w.next(acc, x, depth), after, "("+w.row("n")+")", a)
	}
	return fmt.Sprintf("reduce (\\%s %s -> %s) %s %s", acc, x, w.next(acc, x, depth), "("+w.row("n")+")", a)
}

// next is the next accumulator.
func (w *writer) next(acc, x string, depth int) string {
	switch k := w.k(0, 11); {
	case k == 0:
		return w.row("n", acc, x)
	case k == 1:
		return fmt.Sprintf("(if %s[1] %% 2 == 0 then %s else %s)", w.pick(acc, x), acc, w.row("n", acc, x))
	case k == 2 && depth > 0:
		return w.fold("a", depth-1)
	case k == 3 && depth > 0:
		return fmt.Sprintf("reduce (\\b y -> %s) %s a", w.next("b", "y", depth-1), acc)
	case k == 4:
		return fmt.Sprintf("(let s = reverse %s in kernel i <= n do %s + s[i])", acc, w.element(acc, x))
	case k == 5:
		return fmt.Sprintf("(let s = map (\\v -> v + %s[1]) %s in kernel i <= n do s[n - i + 1] + %s[i])", acc, acc, x)
	case k == 6:
		return fmt.Sprintf("kernel i <= n do (reduce (+) 0 (map (*) %s (%s))) %% 97", acc, w.row("n", acc, x))
	}
	return fmt.Sprintf("kernel i <= n do (%s) %% 97", w.element(acc, x))
}

// element is an element of the next accumulator.
func (w *writer) element(acc, x string) string {
	return fmt.Sprintf("%s[i] * %d + %s[%s]", w.pick(acc, acc, x), w.k(1, 3), w.pick(acc, x, x, "d"), w.pick("i", "i", "n - i + 1", "1"))
}

// rest is a list of passes with infold before short-circuiting, or without it.
func rest(infold string) string {
	return "simplify,hoist," + infold + "shortcircuit,doublebuffer,hoist,simplify,merge,free"
}

// TestRandomGains: alone, the pass makes no random program with folds take more blocks, locations or copies than without it. Before
// short-circuiting some take fewer, and none takes more that does not save copies.
func TestRandomGains(t *testing.T) {
	gains := 0
	passtest.Check(t, 40, func(rt *rapid.T) {
		text := (&writer{rt}).program()
		p := passtest.Parse(t, "folds", text).Mem(t)
		take := func(list string) heap.Usage { return passtest.Measure(t, p.Last(t, list, 0).Program) }
		if off, on := take("free"), take("infold,free"); more(on, off) {
			rt.Fatalf("%s\n%+v becomes %+v", text, off, on)
		}
		off, on := take(rest("")), take(rest("infold,"))
		if more(on, off) && on.Copied >= off.Copied {
			rt.Fatalf("before short-circuiting: %s\n%+v becomes %+v", text, off, on)
		}
		if more(off, on) {
			gains++
		}
	})
	t.Log(gains)
	if gains == 0 {
		t.Error("short-circuiting does without the pass")
	}
}

// trade is a program that takes more blocks with the pass before short-circuiting, and fewer copies.
const trade = `def f [n] (a : [n][n]int) (o : [n]int) =
  let e = replicate(n, 2)
  let d = map (\v -> v + 1) o
  let (z, _) = reduce (\(acc, q) x -> let r = (if acc[1] % 2 == 0 then acc else e) in (r, kernel i <= n do (acc[i] * 2 + r[i]) % 97)) (o, map (\v -> v * 2) o) a
  in concat(z, reduce (\acc x -> reduce (\b y -> (if y[1] % 2 == 0 then b else copy o)) acc a) (d) a)
f([[1, 2, 3], [4, 5, 6], [7, 8, 9]], [3, 1, 2])
f([[5, 7], [2, 9]], [1, 4])
`

// TestTrade: the page says what it takes.
func TestTrade(t *testing.T) {
	p := passtest.Parse(t, "trade", trade).Mem(t)
	off, on := passtest.Measure(t, p.Last(t, rest(""), 0).Program), passtest.Measure(t, p.Last(t, rest("infold,"), 0).Program)
	if off.Allocs != 7 || on.Allocs != 9 || off.Copied != 68 || on.Copied != 47 {
		t.Errorf("%+v becomes %+v", off, on)
	}
}
