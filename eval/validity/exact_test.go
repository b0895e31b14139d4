package validity_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"funmem/eval/memory"
	"funmem/eval/value"
)

// results returns the results of a verdict as the heap shows them, without blocks.
func results(t *testing.T, schedule, text string) string {
	t.Helper()
	var all []string
	for _, r := range check(t, schedule, text).Outcome.Results {
		if !r.IsNumber() && !r.IsArray() {
			continue
		}
		v, err := memory.Show(r)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, value.Format(v, 0))
	}
	return fmt.Sprint(all)
}

// TestSchedule: every kind of kernel runs in the order of the schedule. The last iteration
// leaves its value in the one cell that all iterations write.
func TestSchedule(t *testing.T) {
	for name, c := range map[string]struct{ text, forward, reverse string }{
		"kernel": {`
let (m : mem) = alloc 1
let (x : [3] @ m -> 0 + {(3 : 0)}) = kernel i <= 3 do in (i)
in (m, x)`, "[[3, 3, 3]]", "[[1, 1, 1]]"},
		"iota": {`
let (m : mem) = alloc 1
let (x : [3] @ m -> 0 + {(3 : 0)}) = iota 3
in (m, x)`, "[[3, 3, 3]]", "[[1, 1, 1]]"},
		"copy": {`
let (a : mem) = alloc 3
let (x : [3] @ a -> R(3)) = iota 3
let (m : mem) = alloc 1
let (y : [3] @ m -> 0 + {(3 : 0)}) = copy x
in (m, y)`, "[[3, 3, 3]]", "[[1, 1, 1]]"},
		"replicate in place": {`
let (m : mem) = alloc 4
let (x : [2] @ m -> R(2)) = iota 2
let (y : [2][2] @ m -> 1 + {(2 : 1) (2 : 1)}) = replicate(2, x)
in (m, y)`, "[[[1, 1], [1, 1]]]", "[[[1, 2], [2, 2]]]"},
	} {
		if got := results(t, "forward", c.text); got != c.forward {
			t.Errorf("%s, forward: %s, want %s", name, got, c.forward)
		}
		if got := results(t, "reverse", c.text); got != c.reverse {
			t.Errorf("%s, reverse: %s, want %s", name, got, c.reverse)
		}
	}
}

// TestInstances: under a random schedule each instance has its own order.
func TestInstances(t *testing.T) {
	v := check(t, "random:5", `
let (m : mem) = alloc 40
let (x : [40] @ m -> R(40)) = kernel i <= 40 do
  let (a : mem) = alloc 1
  let (r : [9] @ a -> 0 + {(9 : 0)}) = kernel j <= 9 do in (j)
  let (k : int) = r[1]
  in (k)
in (m, x)`)
	show, err := memory.Show(v.Outcome.Results[1])
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for k := range 40 {
		seen[show.A.Elems.At(k).String()] = true
	}
	if len(seen) < 3 {
		t.Errorf("the last iterations of 40 instances are %v", seen)
	}
}

// stale is an array x whose block y has been written to.
const stale = `
let (m : mem) = alloc 2
let (x : [2] @ m -> R(2)) = iota 2
let (y : [2] @ m -> R(2)) = replicate(2, 9)
`

// TestUses: each use of an array that differs on the heap is a divergence, which names the
// use.
func TestUses(t *testing.T) {
	for name, c := range map[string]struct{ text, use string }{
		"index":     {stale + "let (k : int) = x[1]\nin (1)", "`x[1]`"},
		"copy":      {stale + "let (b : mem) = alloc 2\nlet (z : [2] @ b -> R(2)) = copy x\nin (1)", "copy into `z`"},
		"row":       {stale + "let (b : mem) = alloc 4\nlet (z : [2][2] @ b -> R(2, 2)) = kernel i <= 2 do in (x)\nin (1)", "result copy of kernel `z`"},
		"replicate": {stale + "let (b : mem) = alloc 4\nlet (z : [2][2] @ b -> R(2, 2)) = replicate(2, x)\nin (1)", "replicate into `z`"},
		"literal":   {stale + "let (b : mem) = alloc 2\nlet (z : [1][2] @ b -> R(1, 2)) = [x]\nin (1)", "literal `z`"},
		"if":        {stale + "let (zm : mem) (z : [2] @ zm -> R(2)) = if 1 then in (m, x) else in (m, x)\nin (1)", ""},
		"derived":   {stale + "let (z : [2] @ m -> 1 + {(2 : -1)}) = reverse x\nin (1)", ""},
		"parameter": {"def f (xm : mem) (x : [2] @ xm -> R(2)) : int = 7\n" + stale + "let (k : int) = f(m, x)\nin (k)", ""},
		"result":    {stale + "in (m, x)", "result `x`"},
	} {
		t.Run(name, func(t *testing.T) {
			v := check(t, "forward", c.text)
			switch d := v.Divergence; {
			case d == nil || v.Consistent:
				t.Errorf("no divergence")
			case d.Use != c.use || d.AffectsResult != (name == "result") || v.Valid == (name == "result"):
				t.Errorf("use %q, affects the result: %v, valid: %v", d.Use, d.AffectsResult, v.Valid)
			case d.LastWriter == nil || d.LastWriter.Array != "y":
				t.Errorf("last writer %+v", d.LastWriter)
			}
		})
	}
}

// TestStuckAfterDivergence: a difference before the program got stuck is not forgotten.
func TestStuckAfterDivergence(t *testing.T) {
	v := check(t, "forward", stale+"let (k : int) = x[1]\nlet (j : int) = x[5]\nin (j)")
	if v.Stuck == nil || v.Consistent || v.OK || v.Divergence == nil {
		t.Errorf("%+v", v)
	}
}

// TestShapes: results of different shapes are different, whatever their elements are.
func TestShapes(t *testing.T) {
	for _, c := range []struct {
		name       string
		here, heap int // the size in each semantics
		text       string
	}{
		{"shorter", 3, 0, "let (z : [n] @ zm -> R(n)) = iota n"},
		{"prefix", 3, 2, "let (z : [n] @ zm -> R(n)) = iota n"},
		{"longer", 2, 3, "let (z : [n] @ zm -> R(n)) = iota n"},
		{"as many", 2, 3, "let (z : [n][6 / n] @ zm -> R(n, 6 / n)) = kernel i <= n do\n  let (w : int) = 6 / n\n  let (rm : mem) = alloc w\n  let (r : [w] @ rm -> R(w)) = replicate(w, 7)\n  in (r)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := check(t, "forward", fmt.Sprintf(`
let (m : mem) = alloc 1
let (x : [1] @ m -> R(1)) = replicate(1, %d)
let (y : [1] @ m -> R(1)) = replicate(1, %d)
let (n : int) = x[1]
let (zm : mem) = alloc 6
%s
in (zm, z)`, c.here, c.heap, c.text))
			if v.Valid || v.OK || v.Divergence == nil || !v.Divergence.AffectsResult {
				t.Errorf("%+v", v)
			}
		})
	}
}

// TestInnermost: JSON gives the iteration of the innermost kernel around a writer, and of
// the racing kernel for an access.
func TestInnermost(t *testing.T) {
	v := check(t, "forward", `
let (m : mem) = alloc 12
let (x : [3][4] @ m -> R(3, 4)) = kernel i <= 3 do
  let (rm : mem) = alloc 4
  let (r : [4] @ rm -> R(4)) = iota 4
  in (r)
let (ym : mem) = alloc 3
let (y : [3] @ ym -> R(3)) = kernel i <= 3 do
  let (r : [4] @ m -> 4 * i - 4 + {(4 : 1)}) = kernel j <= 4 do
    let (qm : mem) = alloc 1
    let (q : [4] @ qm -> 0 + {(4 : 0)}) = kernel k <= 4 do in (7)
    in (j + 10)
  in (i)
let (k : int) = x[2, 3]
in (k)`)
	var got struct {
		Kernels []struct {
			Binds string
			Race  *struct{ First, Second struct{ Iteration int } }
		}
		Divergence struct {
			LastWriter struct{ Iteration int }
		}
	}
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	if w := v.Divergence.LastWriter; !slices.Equal(w.Iterations, []int{2, 3}) || got.Divergence.LastWriter.Iteration != 3 {
		t.Errorf("last writer %+v, %+v", w, got.Divergence)
	}
	raced := false
	for _, k := range got.Kernels {
		if k.Race != nil {
			raced = k.Binds == "q" && k.Race.First.Iteration == 1 && k.Race.Second.Iteration == 2
		}
	}
	if !raced {
		t.Errorf("%s", raw)
	}
}
