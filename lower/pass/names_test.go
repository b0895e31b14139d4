package pass_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/internal/passtest"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/erase"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// shared are names that globals, parameters, locals, and what passes and elaboration make have in common.
var shared = []string{"n", "m", "x", "t", "t_1", "x_1", "x_mem", "f1_res", "n_1"}

// clashing writes a program whose globals and functions have few names among them.
func clashing(rt *rapid.T) string {
	var b strings.Builder
	name := func() string { return rapid.SampledFrom(shared).Draw(rt, "name") }
	var ints, arrays []string // globals
	global := func() string { return rapid.SampledFrom(append([]string{"2"}, ints...)).Draw(rt, "global") }
	defs := []bool{} // whether the functions give arrays
	call := func(arg string) (string, bool) {
		k := rapid.IntRange(0, len(defs)-1).Draw(rt, "function")
		return fmt.Sprintf("f%d(%s)", k, arg), defs[k]
	}
	number := func(e string, array bool) string {
		if array {
			return "sum(" + e + ")"
		}
		return e
	}
	used := map[string]bool{}
	for k := range rapid.IntRange(4, 9).Draw(rt, "declarations") {
		switch what := rapid.IntRange(0, 3).Draw(rt, "declaration"); {
		case what == 0:
			x := name()
			if used[x] {
				continue
			}
			used[x] = true
			if rapid.Bool().Draw(rt, "array") {
				fmt.Fprintf(&b, "let %s = iota(%s)\n", x, global())
				arrays = append(arrays, x)
			} else {
				fmt.Fprintf(&b, "let %s = %d\n", x, 1+k%4)
				ints = append(ints, x)
			}
		case what == 1 || len(defs) == 0:
			p := name()
			fmt.Fprintf(&b, "def f%d (%s : int) = kernel i <= %s do %s * i + 1\n", len(defs), p, global(), p)
			defs = append(defs, true)
		default:
			p, l, r := name(), name(), name()
			e, array := call(p)
			body := fmt.Sprintf("let %s = %s in ", l, e)
			again, other := call(number(l, array) + " % 4")
			body += fmt.Sprintf("let %s = %s in ", r, again)
			if other && rapid.Bool().Draw(rt, "map") {
				fmt.Fprintf(&b, "def f%d (%s : int) = %smap (\\v -> v + %s) %s\n", len(defs), p, body, global(), r)
				defs = append(defs, true)
				continue
			}
			fmt.Fprintf(&b, "def f%d (%s : int) : int = %s%s + %s\n", len(defs), p, body, number(r, other), global())
			defs = append(defs, false)
		}
	}
	for k, array := range defs {
		fmt.Fprintf(&b, "%s\n", number(fmt.Sprintf("f%d(%d)", k, k+1), array))
	}
	for _, x := range arrays {
		fmt.Fprintf(&b, "sum(%s)\n", x)
	}
	return b.String()
}

// TestNames: programs whose functions have the names of globals, and of each other, are printed so that they read back
// as what they are, after any pass.
func TestNames(t *testing.T) {
	programs := 0
	passtest.Check(t, 400, func(rt *rapid.T) {
		text := clashing(rt)
		src, err := syntax.Parse(diag.NewSource("names", text))
		if err != nil {
			rt.Fatalf("%s\n%v", text, err)
		}
		if _, err := elab.NewSession(nil).Program(src); err != nil {
			return // a name of a local is one of a global that was meant
		}
		programs++
		p := passtest.Parse(t, "names", text)
		values := func(q *syntax.Program) string {
			vs, err := value.New(engine.Options{}).Run(context.Background(), erase.Program(q))
			if err != nil {
				rt.Fatalf("%s\n%v\n%s", text, err, syntax.Print(q))
			}
			var out []string
			for _, v := range vs {
				out = append(out, value.Format(v, 0))
			}
			return strings.Join(out, " ")
		}
		want := values(p.Core)
		for _, list := range []string{"simplify", "inline", "inline:defs=all,simplify", "fuse", "introduce", "inline,introduce,hoist,shortcircuit,emr,hoist,simplify", "cpu", "gpu"} {
			s := p.Last(t, list, 0)
			again := passtest.Parse(t, "printed", s.Text)
			if got := values(again.Core); got != want {
				rt.Fatalf("%s\n%s: %s, want %s\n%s", text, list, got, want, s.Text)
			}
		}
	})
	if programs < 20 {
		t.Errorf("only %d programs have types", programs)
	}
}
