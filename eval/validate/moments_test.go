package validate_test

import (
	"context"
	"html"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"funmem/eval/validate"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
)

// steps are counterexamples, with text that their steps must not show: an iteration or branch other than the one that
// fails.
var steps = []struct {
	name, before, after string
	not                 string
}{
	{"two of three iterations race", "def f (n : int) = kernel i <= 3 do i + n",
		`def f (n : int) : (zm : mem, [3] @ zm -> R(3)) =
  let (zm : mem) = alloc 3
  let (tm : mem) = alloc 4
  let (z : [3] @ zm -> R(3)) = kernel i <= 3 do
    let (o : int) = max(i, 2)
    let (t : [1] @ tm -> o + {(1 : 1)}) = [i]
    let (e : int) = t[1] + n
    in (e)
  in (zm, z)`, "i = 3"},
	{"the branch of the first access", "def f (n : int) = kernel i <= 3 do i + n",
		`def f (n : int) : (zm : mem, [3] @ zm -> R(3)) =
  let (zm : mem) = alloc 3
  let (tm : mem) = alloc 2
  let (z : [3] @ zm -> R(3)) = kernel i <= 3 do
    let (c : int) = i > 2
    let (e : int) =
      if c
      then let (a : int) = i + n in (a)
      else let (t : [1] @ tm -> 0 + {(1 : 1)}) = [i]
           let (b : int) = t[1] + n
           in (b)
    in (e)
  in (zm, z)`, "`then`"},
	{"a round of a loop in a call", "def g (n : int) = loop (a = kernel i <= 2 do n) for k <= 3 do a with [1] = k + a[2]\ndef f (n : int) = let b = g(n) in b",
		`def g (n : int) : (zm : mem, [2] @ zm -> R(2)) =
  let (zm : mem) = alloc 2
  let (z : [2] @ zm -> R(2)) = kernel i <= 2 do n
  let (y : [2] @ zm -> R(2)) = loop (a : [2] @ zm -> R(2) = z) for k <= 3 do
    let (e : int) = a[2]
    let (o : int) = k == 2
    let (w : [1] @ zm -> o + {(1 : 1)}) = [k + e]
    let (s : int) = a[2]
    let (b : [2] @ zm -> R(2)) = a with [1] = k + s
    in (b)
  in (zm, y)
def f (n : int) : (zm : mem, [2] @ zm -> R(2)) =
  let (zm : mem) (b : [2] @ zm -> R(2)) = g(n)
  in (zm, b)`, "k = 3"},
	{"a round of a reduce", "def f (n : int) = reduce (\\a e -> a + e) 0 (kernel i <= 3 do i)",
		`def f (n : int) : int =
  let (m : mem) = alloc 3
  let (x : [3] @ m -> R(3)) = kernel i <= 3 do i
  let (r : int) = reduce (\(a : int) (e : int) ->
    let (w : [1] @ m -> 2 + {(1 : 1)}) = [e]
    in (a + e)) 0 x
  in (r)`, "round 1"},
	{"a race in one iteration of another kernel", "def f (n : int) = kernel i <= 2 do kernel j <= 2 do n",
		`def f (n : int) : (zm : mem, [2][2] @ zm -> R(2, 2)) =
  let (zm : mem) = alloc 4
  let (z : [2][2] @ zm -> R(2, 2)) = kernel i <= 2 do
    let (rm : mem) = alloc 3
    let (c : int) = i - 1
    let (r : [2] @ rm -> 0 + {(2 : c)}) = kernel j <= 2 do n
    let (s : [2] @ rm -> R(2)) = kernel j <= 2 do n
    in (s)
  in (zm, z)`, "i = 2"},
	{"a comparison", "def f [n] (x : [2][n]int) (w : [n]int) = w == x[1]",
		`def f [n] (xm : mem) (x : [2][n] @ xm -> R(2, n)) (m : mem) (w : [n] @ m -> R(n)) : int =
  let (tm : mem) = alloc n
  let (t : [n] @ tm -> R(n)) = copy x[1]
  let (u : [n] @ tm -> R(n)) = copy w
  let (e : int) = w == t
  in (e)`, "round"},
	{"an operand", "def f [n] (x : [2][n]int) (w : [n]int) = w == x[1]",
		`def f [n] (xm : mem) (*x : [2][n] @ xm -> R(2, n)) (m : mem) (w : [n] @ m -> R(n)) : int =
  let (z : [n] @ xm -> R(n)) = copy w
  let (e : int) = z == x[1]
  in (e)`, "round"},
	{"a number read after the difference", "def f [n] (x : [n]int) : int = let y = copy x let s = y[1] + 1 let t = s * 2 in t",
		`def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : int =
  let (m : mem) = alloc n
  let (y : [n] @ m -> R(n)) = copy x
  let (z : [n] @ m -> R(n)) = kernel i <= n do in (7)
  let s = y[1] + 1
  let t = s * 2
  in (t)`, "t = 2     t = 2"},
	{"rotate", "def f [n] (x : [n]int) = rotate(1, x)",
		`def f [n] (xm : mem) (*x : [n] @ xm -> R(n)) : (xm : mem, [n] @ xm -> R(n)) =
  let (y : [n] @ xm -> R(n)) = rotate(1, x)
  in (xm, y)`, "rotate(1, x)["},
	{"a use after free", "def f [n] (x : [n]int) : int = let y = kernel i <= n do x[i] + 1 in reduce (+) 0 y + y[1]",
		`def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : int =
  let (m : mem) = alloc n
  let (y : [n] @ m -> R(n)) = kernel i <= n do in (x[i] + 1)
  let (s : int) = reduce (\(a : int) (e : int) -> a + e) 0 y
  free m
  let (e : int) = y[1]
  in (s + e)`, "at the end"},
	{"a fold after free", "def f [n] (x : [n]int) : int = let y = kernel i <= n do x[i] + 1 in reduce (+) 0 y",
		`def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : int =
  let (m : mem) = alloc n
  let (y : [n] @ m -> R(n)) = kernel i <= n do in (x[i] + 1)
  free m
  let (s : int) = reduce (\(a : int) (e : int) -> a + e) 0 y
  in (s)`, "shows 0"},
	{"a free in an earlier round", "def f [n] (x : [n]int) : [n]int = kernel i <= n do if i > 1 then x[i] * 2 else loop (s = 0) for k <= n do s + x[k]",
		`def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : (zm : mem, [n] @ zm -> R(n)) =
  let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = kernel i <= n do
    let (c : int) = i > 1
    let (r : int) = if c then
        let (d : int) = x[i] * 2
        in (d)
      else
        let (tm : mem) = alloc n
        let (t : [n] @ tm -> R(n)) = copy x
        let (q : int) = loop (s : int = 0) for k <= n do
          let (o : int) = s + t[k]
          free tm
          in (o)
        in (q)
    in (r)
  in (zm, z)`, "block of 0"},
	{"a second free", "def f [n] (x : [n]int) : int = let y = copy x in y[1]",
		`def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : int =
  let (m : mem) = alloc n
  let (y : [n] @ m -> R(n)) = copy x
  let (e : int) = y[1]
  free m
  free m
  in (e)`, "shows 0"},
	{"a result in a freed block", "def f [n] (x : [n]int) = kernel i <= n do x[i] + 1",
		`def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : (m : mem, [n] @ m -> R(n)) =
  let (m : mem) = alloc n
  let (y : [n] @ m -> R(n)) = kernel i <= n do in (x[i] + 1)
  free m
  in (m, y)`, "shows 0"},
	{"operands of && and ||", "def f [n] (x : [n]int) : [n]int = kernel i <= n do if i > 1 && x[i] > 3 || x[i] == 0 then x[i] - 1 else x[i]",
		`def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : (zm : mem, [n] @ zm -> R(n)) =
  let (zm : mem) = alloc n
  let (tm : mem) = alloc 1
  let (z : [n] @ zm -> R(n)) = kernel i <= n do
    let (t : [1] @ tm -> R(1)) = [x[i]]
    let (c : int) = i > 1 && t[1] > 3 || t[1] == 0
    let (r : int) = if c then let (d : int) = x[i] - 1 in (d) else let (d : int) = x[i] in (d)
    in (r)
  in (zm, z)`, "`else`"},
	{"in the right operand of &&", "def f [n] (x : [n]int) : [n]int = kernel i <= n do if i <= 2 && x[i] == x[1] then 1 else 0",
		`def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : (zm : mem, [n] @ zm -> R(n)) =
  let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = kernel i <= n do
    let (c : int) = i <= 2 && x[i] == x[i + 1]
    let (r : int) = if c then 1 else 0
    in (r)
  in (zm, z)`, "`then`"},
	{"map and rotate", `def f [n] (x : [n]int) : [n]int = rotate(1, map (\v -> v * 2) x)`,
		`def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : (zm : mem, [n] @ zm -> R(n)) =
  let (m : mem) = alloc n
  let (zm : mem) = alloc n
  let (y : [n] @ m -> R(n)) = map (\v -> v * 2) x
  let (u : [n] @ m -> R(n)) = copy x
  let (z : [n] @ zm -> R(n)) = rotate(1, y)
  in (zm, z)`, "t_1"},
	{"arrays after the difference", "def f [n] (x : [n]int) : [n]int = let y = copy x let z = kernel i <= n do y[i] + 1 in kernel i <= n do z[i] * 2",
		`def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : (om : mem, [n] @ om -> R(n)) =
  let (m : mem) = alloc n
  let (y : [n] @ m -> R(n)) = copy x
  let (w : [n] @ m -> R(n)) = kernel i <= n do in (7)
  let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = kernel i <= n do let (e : int) = y[i] in (e + 1)
  let (om : mem) = alloc n
  let (o : [n] @ om -> R(n)) = kernel i <= n do let (e : int) = z[i] in (e * 2)
  in (om, o)`, "z = [1]     z = [1]"},
	{"a result of a loop of the name of its variable", "def f [n] (x : [n]int) : int = let a = loop (a = 0) for k <= n do a + x[k] in a",
		`def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : int =
  let (m : mem) = alloc (n + 1)
  let (y : [n] @ m -> R(n)) = copy x
  let (a : int) = loop (a : int = 0) for k <= n do
    let (o : int) = max(k, 2) - 1
    let (w : [1] @ m -> o + {(1 : 1)}) = [9]
    let (e : int) = y[k]
    in (a + e)
  in (a)`, "a = 9  a = 0"},
	{"a copy over what it reads", "def f [n] (x : [n]int) = copy x",
		`def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : (m : mem, [n] @ m -> 1 + {(n : 1)}) =
  let (m : mem) = alloc (n + 1)
  let (y : [n] @ m -> R(n)) = copy x
  let (z : [n] @ m -> 1 + {(n : 1)}) = copy y
  in (m, z)`, "of kernel"},
	{"another program", "def f [n] (x : [n]int) : [n]int = let y = copy x in y with [1] = 5",
		`def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : (m : mem, [n] @ m -> R(n)) =
  let (m : mem) = alloc n
  let (y : [n] @ m -> R(n)) = copy x
  let (z : [n] @ m -> R(n)) = y with [1] = 6
  in (m, z)`, "shows"},
	{"a block that is too small", "def f [n] (x : [n]int) = let y = kernel i <= n do x[i] + 1 in y[n]",
		`def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : int =
  let (m : mem) = alloc n
  let (y : [n] @ m -> R(n)) = kernel i <= n do in (x[i] + 1)
  let (z : [n] @ m -> 1 + {(n : 1)}) = claim y
  let (e : int) = z[n]
  in (e)`, "shows 0"},
	{"a block that is written again after the difference", "def f [n] (x : [n]int) : [n]int = let a = kernel i <= n do x[i] + 1 let b = kernel i <= n do x[i] + 7 let c = kernel i <= n do a[i] + b[i] let d = kernel i <= n do c[i] + 1000 in d",
		`def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : (cm : mem, [n] @ cm -> R(n)) =
  let (am : mem) = alloc n
  let (a : [n] @ am -> R(n)) = kernel i <= n do in (x[i] + 1)
  let (b : [n] @ am -> R(n)) = kernel i <= n do in (x[i] + 7)
  let (cm : mem) = alloc n
  let (c : [n] @ cm -> R(n)) = kernel i <= n do in (a[i] + b[i])
  let (d : [n] @ cm -> R(n)) = kernel i <= n do in (c[i] + 1000)
  in (cm, d)`, "c = [1014]"},
	{"a block that is written again after the race", "def f [n] (x : [n]int) : [n]int = let a = copy x let b = kernel i <= n do a[n + 1 - i] let c = kernel i <= n do b[i] + 100 in c",
		`def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : (am : mem, [n] @ am -> R(n)) =
  let (am : mem) = alloc n
  let (a : [n] @ am -> R(n)) = copy x
  let (b : [n] @ am -> R(n)) = kernel i <= n do in (a[n + 1 - i])
  let (c : [n] @ am -> R(n)) = kernel i <= n do in (b[i] + 100)
  in (am, c)`, "b = [100"},
	{"a race, and a difference in another place after it", "def f (n : int) : int = let a = kernel i <= 3 do i + n let b = kernel i <= 3 do if i == 2 then a[i - 1] else a[i] let c = b with [3] = 9 in a[3]",
		`def f (n : int) : int =
  let (am : mem) = alloc 3
  let (a : [3] @ am -> R(3)) = kernel i <= 3 do i + n
  let (b : [3] @ am -> R(3)) = kernel i <= 3 do
    let v = if i == 2 then a[i - 1] else a[i]
    in (v)
  let (c : [3] @ am -> R(3)) = b with [3] = 9
  let (k : int) = a[3]
  in (k)`, "⟨9⟩"},
}

// overlaps are forms with a copy that writes over what it reads, which --strict refuses, with text that their steps
// must not show.
var overlaps = []struct{ name, before, after, not string }{
	{"a copy in a round of a loop", "def f [n] (*x : [n]int) (k : int) = loop (a = x) for t <= k do a with [t : n / 2] = copy a[1 : n / 2]",
		`def f [n] (xm : mem) (*x : [n] @ xm -> R(n)) (k : int) : (xm : mem, [n] @ xm -> R(n)) =
  let (h : int) = n / 2
  let (r : [n] @ xm -> R(n)) = loop (a : [n] @ xm -> R(n) = x) for t <= k do
    let (v : [h] @ xm -> R(h)) = a[1 : h]
    let (b : [n] @ xm -> R(n)) = a with [t : h] = v
    in (b)
  in (xm, r)`, "round 1"},
	{"a copy in a branch, in a call", "def g [n] (*x : [n]int) = x with [2 : n - 1] = copy x[1 : n - 1]\ndef f [n] (*x : [n]int) (k : int) = if k < 3 then x else g(x)",
		`def g [n] (xm : mem) (*x : [n] @ xm -> R(n)) : (xm : mem, [n] @ xm -> R(n)) =
  let (h : int) = n - 1
  let (v : [h] @ xm -> R(h)) = x[1 : h]
  let (b : [n] @ xm -> R(n)) = x with [2 : h] = v
  in (xm, b)
def f [n] (xm : mem) (*x : [n] @ xm -> R(n)) (k : int) : (m : mem, [n] @ m -> R(n)) =
  let (c : int) = k < 3
  let (m : mem) (r : [n] @ m -> R(n)) =
    if c
    then (xm, x)
    else let (ym : mem) (y : [n] @ ym -> R(n)) = g(xm, x)
         in (ym, y)
  in (m, r)`, "`then`"},
	{"the result of an iteration", "def f (n : int) = kernel i <= 3 do kernel j <= 2 do i * j + n",
		`def f (n : int) : (m : mem, [3][2] @ m -> 0 + {(3 : 3) (2 : 1)}) =
  let (m : mem) = alloc 9
  let (y : [3][2] @ m -> 0 + {(3 : 3) (2 : 1)}) = kernel i <= 3 do
    let (o : int) = 3 * i - 2
    let (r : [2] @ m -> o + {(2 : 1)}) = kernel j <= 2 do in (i * j + n)
    in (r)
  in (m, y)`, "i = 2"},
	{"a copy after others of its place", "def f [n] (x : [n]int) = let y = concat(copy x, x) in y with [2 : n] = copy y[1 : n]",
		`def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : (m : mem, [2 * n] @ m -> R(2 * n)) =
  let (h : int) = 2 * n
  let (m : mem) = alloc h
  let (y : [h] @ m -> R(h)) = concat(x, x)
  let (v : [n] @ m -> R(n)) = y[1 : n]
  let (z : [h] @ m -> R(h)) = y with [2 : n] = v
  in (m, z)`, "at the end"},
	{"an accumulator", "def f (n : int) = reduce (\\a k -> reverse a) (kernel i <= 3 do n + i) (kernel i <= 3 do i)",
		`def f (n : int) : (rm : mem, [3] @ rm -> R(3)) =
  let (nm : mem) = alloc 3
  let (e : [3] @ nm -> R(3)) = kernel i <= 3 do i
  let (m : mem) = alloc 3
  let (z : [3] @ m -> R(3)) = kernel i <= 3 do n + i
  let (rm : mem) = alloc 3
  let (s : [3] @ rm -> R(3)) = reduce (\(a : [3] @ rm -> R(3)) (k : int) ->
    let (b : [3] @ rm -> 2 + {(3 : -1)}) = reverse a
    in (b)) z e
  in (rm, s)`, "round 2"},
}

// TestHeapAtAMoment: the heap of a counterexample lists the arrays that are bound at that moment, including those of
// the enclosing body, and marks what is accessed then.
func TestHeapAtAMoment(t *testing.T) {
	r := validated(t, "def f [n] (x : [n]int) (r : int) : [n]int = loop (y = copy x) for t <= r do let b = map (\\e -> e + t) y let c = map (\\e -> e * 2) y in map (+) b c",
		`def f [n] (xm : mem) (x : [n] @ xm -> R(n)) (r : int) : (ym : mem, [n] @ ym -> R(n)) =
  let (ym : mem) = alloc n
  let (y : [n] @ ym -> R(n)) = copy x
  let (bm : mem) = alloc n
  let (z : [n] @ ym -> R(n)) = loop (a : [n] @ ym -> R(n) = y) for t <= r do
    let (b : [n] @ bm -> R(n)) = kernel i <= n do in (a[i] + t)
    let (c : [n] @ bm -> R(n)) = kernel i <= n do in (a[i] * 2)
    let (g : [n] @ bm -> R(n)) = kernel i <= n do in (b[i] + c[i])
    let (h : [n] @ ym -> R(n)) = copy g
    in (h)
  in (ym, z)`)
	if r.Failure == nil {
		t.Fatal(r.Line())
	}
	traces, err := r.Explain(context.Background(), options, nil)
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]string{}
	for _, c := range traces.After.Heap {
		for _, v := range c.Views {
			at[v.Name] = c.Block
		}
		if (c.Marked >= 0) != (c.Block == "bm") {
			t.Errorf("offset %d of %s is marked", c.Marked, c.Block)
		}
	}
	if want := map[string]string{"x": "xm", "y": "ym", "a": "ym", "b": "bm", "c": "bm"}; !maps.Equal(at, want) {
		t.Errorf("the heap %s lists %v, want %v", traces.After.When, at, want)
	}
}

// TestHeapBeforeACopy: for a copy that writes over what it reads, the heap is the one before the copy.
func TestHeapBeforeACopy(t *testing.T) {
	strict := *options
	strict.Strict = true
	r := validatedAs(t, overlaps[0].before, overlaps[0].after, &strict)
	if r.Failure == nil {
		t.Fatal(r.Line())
	}
	traces, err := r.Explain(context.Background(), &strict, nil)
	if err != nil {
		t.Fatal(err)
	}
	var views []string
	for _, c := range traces.After.Heap {
		for _, v := range c.Views {
			views = append(views, v.Name)
		}
		if m := r.Failure.Verdict.Warnings[0].Meets; (c.Marked == m.Offset) != (c.Block == m.Block) {
			t.Errorf("offset %d of %s is marked, not %d of %s", c.Marked, c.Block, m.Offset, m.Block)
		}
	}
	if want := []string{"x", "a", "v"}; traces.After.When != "before the copy" || !slices.Equal(views, want) {
		t.Errorf("the heap %s lists %v, want %v", traces.After.When, views, want)
	}
}

// TestMoments shows the steps of counterexamples: the state at the failure, in the order of events.
func TestMoments(t *testing.T) {
	var b strings.Builder
	for _, c := range steps {
		b.WriteString(stepsOf(t, c.name, c.before, c.after, c.not, options))
	}
	testkit.Golden(t, "testdata/steps.golden", b.String())
}

// TestMomentsOfCopies does the same for copies that write over what they read.
func TestMomentsOfCopies(t *testing.T) {
	strict := *options
	strict.Strict = true
	var b strings.Builder
	for _, c := range overlaps {
		text := stepsOf(t, c.name, c.before, c.after, c.not, &strict)
		if strings.Count(text, "→ ") != 2 || !strings.Contains(text, "heap of AFTER before the copy:") || !strings.Contains(text, "⟨") {
			t.Errorf("%s: the copy is missing", c.name)
		}
		b.WriteString(text)
	}
	testkit.Golden(t, "testdata/copies.golden", b.String())
}

// stepsOf returns the text of a counterexample. Its steps must not contain not, and the page must show the same steps.
func stepsOf(t *testing.T, name, before, after, not string, o *validate.Options) string {
	r := validatedAs(t, before, after, o)
	if r.Failure == nil {
		t.Errorf("%s: %s", name, r.Line())
		return ""
	}
	traces, err := r.Explain(context.Background(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	traces.Hide(r)
	text := r.Text(diag.Plain, traces, nil)
	if _, shown, _ := strings.Cut(text, "steps:"); strings.Contains(shown, not) {
		t.Errorf("%s: the steps have %q", name, not)
	}
	var page strings.Builder
	p := &validate.Page{Before: "before", After: "after", Reports: []*validate.Report{{Result: r, Traces: traces}}}
	if err := p.Write(&page, o); err != nil {
		t.Fatal(err)
	}
	if on, in := onPage(page.String()), inText(text); !slices.Equal(on, in) {
		t.Errorf("%s: the page has the steps\n%q\nand the text\n%q", name, on, in)
	}
	return "== " + name + "\n" + text + "\n"
}

var (
	stepRows = regexp.MustCompile(`(?s)<tr[^>]*><td[^>]*>(.*?)</td><td[^>]*>(.*?)</td></tr>`)
	tags     = regexp.MustCompile(`<[^>]*>`)
	hidden   = regexp.MustCompile(`(?s)<details>.*?</details>`)
)

// onPage returns the steps of a page, without the hidden ones.
func onPage(page string) (rows [][2]string) {
	_, page, _ = strings.Cut(page, "<h3>Steps</h3>")
	page, _, _ = strings.Cut(page, "<h3>Heaps</h3>")
	plain := func(cell string) string {
		return strings.Join(strings.Fields(html.UnescapeString(tags.ReplaceAllString(cell, ""))), " ")
	}
	for _, row := range stepRows.FindAllStringSubmatch(hidden.ReplaceAllString(page, ""), -1) {
		rows = append(rows, [2]string{plain(row[1]), plain(row[2])})
	}
	return rows
}

// inText returns the steps of a text, without the hidden ones.
func inText(text string) (rows [][2]string) {
	_, text, _ = strings.Cut(text, "steps:\n")
	text, _, _ = strings.Cut(text, "\nheap of ")
	lines := strings.Split(text, "\n")
	header, _, _ := strings.Cut(lines[0], "AFTER")
	for _, l := range lines[1:] {
		r := []rune(l)
		at := min(len(header), len(r))
		plain := func(cell []rune) string { return strings.TrimSpace(strings.ReplaceAll(string(cell), "`", "")) }
		if row := [2]string{plain(r[:at]), plain(r[at:])}; row[0]+row[1] != "……" {
			rows = append(rows, row)
		}
	}
	return rows
}
