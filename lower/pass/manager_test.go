package pass

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/heap"
	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// changed is a pass that replaces an expression wherever f returns another one.
func changed(f func(syntax.Expr) syntax.Expr) *Step {
	p := &Pass{Name: "planted", From: FunMem, To: FunMem, Run: func(_ *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
		return syntax.MapExpr(p, f), nil
	}}
	return &Step{Pass: p, text: "planted"}
}

const squares = `def squares (n : int) : (zm : mem, [n] @ zm -> R(n)) =
  let (m : mem) = alloc n
  let (a : [n] @ m -> R(n)) = iota n
  let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = kernel i <= n do a[i] * a[i]
  in (zm, z)`

// TestManager: a mistake of a pass is found, and blamed on that pass.
func TestManager(t *testing.T) {
	before, err := Elaborate("squares", squares)
	if err != nil {
		t.Fatal(err)
	}
	v := &Validator{Elaborate: Elaborate, Style: diag.Plain, Options: validate.Options{Options: engine.Options{Memory: 1 << 28}, Tests: 30, Seed: 1}}
	m := &Manager{Supply: before.Supply, Elaborate: Elaborate, Validate: v.Validate}
	plus := func(e syntax.Expr) syntax.Expr {
		if b, ok := e.(*syntax.Binary); ok && b.Op == syntax.Mul {
			return &syntax.Binary{Op: syntax.Add, X: b.X, Y: b.Y}
		}
		return e
	}
	small := func(e syntax.Expr) syntax.Expr {
		if a, ok := e.(*syntax.Alloc); ok {
			return &syntax.Alloc{N: &syntax.Binary{Op: syntax.Sub, X: a.N, Y: lmad.Const(1)}}
		}
		return e
	}
	unbound := func(e syntax.Expr) syntax.Expr {
		if x, ok := e.(*syntax.Var); ok && x.Name == "a" {
			return &syntax.Var{Name: "nowhere", ID: x.ID + 1000}
		}
		return e
	}
	promise := changed(func(e syntax.Expr) syntax.Expr { return e })
	promise.Pass.Ensures = func(*rewrite.Job, *syntax.Program) error { return errors.New("it promised more") }
	for _, c := range []struct {
		step *Step
		want string
	}{
		{changed(func(e syntax.Expr) syntax.Expr { return e }), ""},
		{changed(plus), "AFTER computes something else"},
		{changed(small), "AFTER is stuck where BEFORE is not"},
		{changed(unbound), "`nowhere` is not known here"},
		{promise, "it promised more"},
	} {
		stages, err := m.Run(context.Background(), before.Core, FunMem, []*Step{c.step})
		var failed *Failed
		switch {
		case c.want == "" && err != nil:
			t.Error(err)
		case c.want == "":
			if len(stages) != 2 || stages[1].Metrics.Allocs != 2 || stages[1].Metrics.Kernels != 1 {
				t.Errorf("%d stages, %+v", len(stages), stages[1].Metrics)
			}
		case !errors.As(err, &failed) || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "the pass `planted` is wrong"):
			t.Errorf("%v, wanted %s", err, c.want)
		}
	}
}

// TestPlaces: an error in the program that the manager gets has a place in it, and an error in the output of a pass has
// a place in that output.
func TestPlaces(t *testing.T) {
	const racy = "let (m : mem) = alloc 4\nlet (a : [4] @ m -> R(4)) = iota 4\n\n\nlet (b : [4] @ m -> R(4)) = kernel i <= 4 do in (a[5 - i])\nin (m, b)"
	same := func(e syntax.Expr) syntax.Expr { return e }
	apart := func(e syntax.Expr) syntax.Expr {
		if b, ok := e.(*syntax.Binary); ok && b.Op == syntax.Mul {
			return &syntax.Binary{Op: syntax.Div, X: b.X, Y: lmad.Const(0)}
		}
		return e
	}
	for _, c := range []struct {
		text  string
		steps []*Step
		want  string
	}{
		{racy, []*Step{changed(same)}, "mine:5:29: data race"},
		{squares, []*Step{changed(same), changed(apart)}, "after planted (2):8:23: stuck"},
		{squares, []*Step{changed(apart)}, "after planted:8:23: stuck"},
	} {
		before, err := Elaborate("mine", c.text)
		if err != nil {
			t.Fatal(err)
		}
		v := &Validator{Elaborate: Elaborate, Style: diag.Plain, Options: validate.Options{Options: engine.Options{Memory: 1 << 28}, Tests: 5, Seed: 1}}
		m := &Manager{Supply: before.Supply, Elaborate: Elaborate, Validate: v.Validate}
		if _, err := m.Run(context.Background(), before.Core, FunMem, c.steps); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, wanted %s", err, c.want)
		}
	}
}

// TestGotStuck: a stage that gets stuck where an earlier one ran is the mistake of the pass, unless a block is too
// large or the program came with its memory.
func TestGotStuck(t *testing.T) {
	before, err := Elaborate("squares", squares)
	if err != nil {
		t.Fatal(err)
	}
	same := changed(func(e syntax.Expr) syntax.Expr { return e })
	stuck := func(rule string) error { return diag.Errorf(diag.Stuck, rule, diag.Span{}, "no rule") }
	for _, c := range []struct {
		form  Form
		runs  []error // for the stages with memory
		wrong bool
	}{
		{Fun, []error{nil, nil}, false},
		{Fun, []error{nil, stuck("E-MEM-COPY")}, true},
		{Fun, []error{stuck("E-MEM-COPY"), stuck("E-MEM-COPY")}, false},
		{Fun, []error{nil, stuck("E-MEM-ALLOC")}, false},
		{Fun, []error{nil, errors.New("too long")}, false},
		{Fun, []error{nil, nil, stuck("E-MEM-COPY")}, true},
		{FunMem, []error{nil, stuck("E-MEM-COPY")}, false},
	} {
		steps := len(c.runs)
		if c.form == FunMem {
			steps--
		}
		k := -1
		m := &Manager{Supply: before.Supply, Elaborate: Elaborate, Measure: func(context.Context, *Stage) (*heap.Usage, error) {
			if k++; c.runs[k] != nil {
				return nil, c.runs[k]
			}
			return &heap.Usage{}, nil
		}}
		_, err := m.Run(context.Background(), before.Core, c.form, slices.Repeat([]*Step{same}, steps))
		var failed *Failed
		if errors.As(err, &failed) != c.wrong {
			t.Errorf("%v: %v", c.runs, err)
		}
	}
}

// TestFirstMistake: the output of a pass is checked while the next one runs, and the first wrong pass is blamed, even
// if the next one panics. A panic in the checks is passed on, and so is a panic while a program runs.
func TestFirstMistake(t *testing.T) {
	before, err := Elaborate("squares", squares)
	if err != nil {
		t.Fatal(err)
	}
	same := changed(func(e syntax.Expr) syntax.Expr { return e })
	unbound := changed(func(e syntax.Expr) syntax.Expr {
		if x, ok := e.(*syntax.Var); ok && x.Name == "a" {
			return &syntax.Var{Name: "nowhere", ID: x.ID + 1000}
		}
		return e
	})
	ends := changed(func(syntax.Expr) syntax.Expr { panic("the end") })
	run := func(m *Manager, steps ...*Step) (err error, bug any) {
		defer func() { bug = recover() }()
		m.Supply, m.Elaborate = before.Supply, Elaborate
		_, err = m.Run(context.Background(), before.Core, FunMem, steps)
		return err, nil
	}
	var failed *Failed
	if err, bug := run(&Manager{}, same, unbound, ends); bug != nil || !errors.As(err, &failed) || !strings.Contains(err.Error(), "`nowhere` is not known here") {
		t.Errorf("%v, panic %v", err, bug)
	}
	if err, bug := run(&Manager{}, same, ends); bug != "the end" {
		t.Errorf("%v, panic %v", err, bug)
	}
	ran := func(context.Context, *Stage) (*heap.Usage, error) { panic("the run") }
	if err, bug := run(&Manager{Measure: ran}, same); bug != "the run" {
		t.Errorf("%v, panic %v", err, bug)
	}
}

// TestStrays: the output of a pass may be valid but have other values on the way. This is reported in the words of
// `validate`.
func TestStrays(t *testing.T) {
	text := func(block string) string {
		return `def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : int =
  let (am : mem) = alloc n
  let (bm : mem) = alloc n
  let (a : [n] @ am -> R(n)) = copy x
  let (b : [n] @ ` + block + ` -> R(n)) = replicate(n, 0)
  let (s : int) = reduce (+) 0 a
  let (t : int) = reduce (+) 0 x
  in (s * 0 + t)`
	}
	stage := func(text string) *Stage {
		p, err := Elaborate("mine", text)
		if err != nil {
			t.Fatal(err)
		}
		return &Stage{Form: FunMem, Program: p.Core, Text: text, Read: p}
	}
	for _, c := range []struct {
		before, after string
		want          int
	}{{"bm", "am", 1}, {"am", "am", 0}, {"bm", "bm", 0}} {
		v := &Validator{Elaborate: Elaborate, Style: diag.Plain, Options: validate.Options{Options: engine.Options{Memory: 1 << 28}, Tests: 20, Seed: 1, Unproved: true, Proof: validity.NoProof}}
		if err := v.Validate(context.Background(), stage(text(c.before)), stage(text(c.after))); err != nil {
			t.Fatal(err)
		}
		says := strings.Contains(v.Warnings(), "AFTER is not consistent: `a` has other values") && strings.Contains(v.Summary(), "1 time what a pass gives is not consistent")
		if len(v.Strays) != c.want || says != (c.want > 0) {
			t.Errorf("%s, then %s: %d strays, wanted %d: %s\n%s", c.before, c.after, len(v.Strays), c.want, v.Summary(), v.Warnings())
		}
	}
}

// TestStatements: a stage is compared with the one before by its statements too, if neither has results.
func TestStatements(t *testing.T) {
	const text = "def f (k : int) = k + 1\nlet (k : int) = f(1)\nlet (m : mem) = alloc 3\nlet (a : [3] @ m -> R(3)) = iota 3\n"
	for _, c := range []struct{ after, want string }{
		{text, ""},
		{strings.Replace(text, "iota 3", "replicate(3, k)", 1), "`a` at [1]"},
		{text + "let (b : [3] @ m -> R(3)) = kernel i <= 3 do a[3]\n", "data race"},
		{text + "let (k2 : int) = a[k + 2]\n", "stuck"},
		{strings.Replace(text, "let (k : int) = f(1)\n", "", 1), ""}, // unused
	} {
		stage := func(text string) *Stage {
			p, err := Elaborate("mine", text)
			if err != nil {
				t.Fatal(err)
			}
			return &Stage{Form: FunMem, Program: p.Core, Text: text, Read: p}
		}
		v := &Validator{Elaborate: Elaborate, Style: diag.Plain, Options: validate.Options{Options: engine.Options{Memory: 1 << 28}, Tests: 5, Seed: 1, Unproved: true, Proof: validity.NoProof, Clean: validate.Quick}}
		err := v.Validate(context.Background(), stage(text), stage(c.after))
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) || len(v.Open) > 0 {
			t.Errorf("%s: %v, %v, wanted %q", c.after, err, v.Open, c.want)
		}
	}
}
