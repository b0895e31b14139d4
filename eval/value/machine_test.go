package value

import (
	"context"
	"testing"

	"funmem/eval/engine"
	"funmem/semantics/derive"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// TestSession: what a run binds is there for the next run, and a run that ends in an error
// changes nothing.
func TestSession(t *testing.T) {
	m := New(engine.Options{})
	r := &resolver{t: t, scope: map[string]int{}}
	say := func(text, want string) {
		t.Helper()
		if got := printed(m.Run(context.Background(), r.program(text))); got != want {
			t.Errorf("%s\ngot %swant %s", text, got, want)
		}
	}
	say("let (x : [3]int) = iota 3\nlet (a : int) = 5\nin (a)", "5\n")
	say("let (y : int) = x[a]\nin (y)", "t.fun:1:17: stuck: index 5 is out of bounds: dimension 1 of `x` has size 3 [E-INDEX]\n  1 | let (y : int) = x[a]\n    |                 ^^^^\n")
	say("let (b : int) = a + 1\nlet (z : [3]int) = kernel i <= 3 do\n  let (k : int) = x[i]\n  let (l : int) = k * b\n  in (l)\nin (z, x)", "[6, 12, 18]\n[1, 2, 3]\n")
	if n := m.Env.Of(r.last - 1); n.A != nil || !n.I.IsZero() {
		t.Errorf("what is bound in a kernel stays: %v", n)
	}
	say("let (c : int) = b + 1\nlet (d : int) = 1 / (c - 7)\nin (d)", "t.fun:2:17: stuck: division by zero: `1 / (c - 7)` is 1 / 0 [E-SCALAR]\n  2 | let (d : int) = 1 / (c - 7)\n    |                 ^^^^^^^^^^^\n")
	if m.Env.Knows(r.scope["c"]) {
		t.Error("a run that ended in an error changed the environment")
	}
	say("in (z)", "[6, 12, 18]\n")
}

// TestSnapshot: later runs do not change an environment that was kept, or that two machines
// share.
func TestSnapshot(t *testing.T) {
	r := &resolver{t: t, scope: map[string]int{}}
	m, other := New(engine.Options{}), New(engine.Options{})
	run := func(m *Machine, text string) {
		t.Helper()
		if _, err := m.Run(context.Background(), r.program(text)); err != nil {
			t.Fatal(err)
		}
	}
	run(m, "let (a : int) = 1\nin (a)")
	kept := m.Env
	other.Env, other.Defs = m.Env, m.Defs
	run(m, "let (b : int) = a + 1\nin (b)")
	b := r.scope["b"]
	run(other, "let (c : int) = a + 5\nin (c)")
	if !kept.Of(b).Equal(Of(0)) || !other.Env.Of(b).Equal(Of(0)) || !m.Env.Of(b).Equal(Of(2)) || !m.Env.Of(r.scope["c"]).Equal(Of(0)) {
		t.Error("machines share what they bind")
	}
}

// TestDefsAfterError: functions are added with the run that declares them.
func TestDefsAfterError(t *testing.T) {
	m := New(engine.Options{})
	text := "def f (a : int) : int =\n  let (b : int) = 10 / a\n  in (b)\nlet (x : int) = f(%)\nin (x)"
	run := func(arg string) (string, bool) {
		v, err := m.Run(context.Background(), core(t, text[:len(text)-len("%)\nin (x)")]+arg+")\nin (x)"))
		return printed(v, err), m.Defs.Get("f") != nil
	}
	if got, kept := run("0"); kept {
		t.Errorf("the function of a failed run stays: %s", got)
	}
	if got, kept := run("3"); got != "3\n" || !kept {
		t.Errorf("got %s, kept %v", got, kept)
	}
}

// TestAccelerate: the hook is asked for every kernel that E-KERNEL evaluates, and never
// while a derivation is recorded.
func TestAccelerate(t *testing.T) {
	text := "let (n : int) = 2\nlet (x : [n][3]int) = kernel i <= n do\n  let (r : [3]int) = kernel j <= 3 do\n    let (k : int) = i * j\n    in (k)\n  in (r)\nin (x)"
	asked := 0
	m := New(engine.Options{})
	m.Accelerate = func(_ context.Context, _ []*syntax.Binding, e syntax.Expr, env Env, _ func(string) *syntax.Def) ([]Val, bool) {
		asked++
		if e.(*syntax.Kernel).Index[0].X.Name != "j" {
			return nil, false
		}
		a := NewArray(syntax.Int, []int{3})
		a.Elems.Set(2, num.Of(40))
		return []Val{{A: a}}, true
	}
	if got := printed(m.Run(context.Background(), core(t, text))); got != "[[0, 0, 40], [0, 0, 40]]\n" || asked != 3 {
		t.Errorf("got %safter %d questions", got, asked)
	}
	m.Record = derive.NewRecorder()
	if got := printed(m.Run(context.Background(), core(t, text))); got != "[[1, 2, 3], [2, 4, 6]]\n" || asked != 3 {
		t.Errorf("got %safter %d questions", got, asked)
	}
}

// TestSchedule: as seen by the hook, the iterations run in the order of the schedule, and
// the result does not depend on it.
func TestSchedule(t *testing.T) {
	p := core(t, "let (x : [5][2]int) = kernel i <= 5 do\n  let (r : [2]int) = kernel j <= 2 do\n    let (k : int) = i * j\n    in (k)\n  in (r)\nin (x)")
	outer := p.Main().Stms[0].(*syntax.Let).Exp.(*syntax.Kernel)
	for _, c := range []struct {
		schedule string
		order    []int64
	}{{"forward", []int64{1, 2, 3, 4, 5}}, {"reverse", []int64{5, 4, 3, 2, 1}}} {
		s, err := engine.ParseSchedule(c.schedule)
		if err != nil {
			t.Fatal(err)
		}
		m := New(engine.Options{Schedule: s})
		var order []int64
		m.Accelerate = func(_ context.Context, _ []*syntax.Binding, e syntax.Expr, env Env, _ func(string) *syntax.Def) ([]Val, bool) {
			if e != outer {
				i, _ := env.Of(outer.Index[0].X.ID).I.Int64()
				order = append(order, i)
			}
			return nil, false
		}
		if got := printed(m.Run(context.Background(), p)); got != "[[1, 2], [2, 4], [3, 6], [4, 8], [5, 10]]\n" {
			t.Errorf("%s: %s", c.schedule, got)
		}
		for k := range c.order {
			if order[k] != c.order[k] {
				t.Errorf("%s: iterations ran in the order %v", c.schedule, order)
				break
			}
		}
	}
}
