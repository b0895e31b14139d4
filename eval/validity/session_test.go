package validity_test

import (
	"context"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// line is a line of a session and the text of its verdict.
type line struct {
	text, want string
	ok         bool
}

// session runs lines one after the other.
func session(t *testing.T, lines []line) *validity.Session {
	t.Helper()
	e, s := elab.NewSession(nil), validity.NewSession(engine.Options{})
	for _, l := range lines {
		v, err := s.Check(context.Background(), core(t, e, l.text))
		if err != nil {
			t.Fatal(err)
		}
		if text := v.Text(diag.Plain); v.OK != l.ok || !strings.Contains(text, l.want) {
			t.Errorf("%s\nok is %v, and no %q in\n%s", l.text, v.OK, l.want, text)
		}
	}
	return s
}

const declarations = `
let (m : mem) = alloc 4
let (x : [4]int @ m -> R(4)) = iota 4
`

// TestSession finds a divergence several lines after its cause, once, and then goes on in
// lockstep.
func TestSession(t *testing.T) {
	s := session(t, []line{
		{declarations, "ok", true},
		{"let (y : [4]int @ m -> R(4)) = kernel i <= 4 do in (7 * i)", "the semantics agree", true},
		{"let (zm : mem) = alloc 4\nlet (z : [4]int @ zm -> R(4)) = copy x\nin (zm, z)", "`x[1]` is 1 in the value semantics, and the heap has 7 when it is used by copy into `z`", false},
		{"let (wm : mem) = alloc 4\nlet (w : [4]int @ wm -> R(4)) = copy y\nin (wm, w)", "valid: in this run; consistent", true},
		{"in (zm, z)", "`z[1]` is 1 in the value semantics, and the heap has 7 when it is used by result `z`", false},
	})
	if !s.Heap.Lockstep() {
		t.Error("no lockstep although all integers agree")
	}
}

// TestTaintedIntegers: once integers differ, only results are compared.
func TestTaintedIntegers(t *testing.T) {
	s := session(t, []line{
		{declarations, "", true},
		{"let (y : [4]int @ m -> R(4)) = kernel i <= 4 do in (7 * i)", "", true},
		{"let (a : int) = x[2]", "`x[2]` is 2 in the value semantics, and the heap has 14 when it is used by `x[2]`", true},
		{"in (a)", "`a` is 2 in the value semantics, and the heap has 14 when it is used by result `a`", false},
		{"let (b : int) = 3\nin (b)", "valid: in this run; consistent", true},
		{"let (wm : mem) = alloc 2\nlet (w : [2]int @ wm -> R(2)) = kernel i <= 2 do\n  let (c : int) = a + i\n  in (c)\nin (wm, w)", "`w[1]` is 3 in the value semantics, and the heap has 15", false},
	})
	if s.Heap.Lockstep() {
		t.Error("lockstep although an integer differs")
	}
}

// TestSavepoint returns to an earlier state, and drops what is not kept.
func TestSavepoint(t *testing.T) {
	e, m := elab.NewSession(nil), memory.New(memory.Options{Validate: true})
	run := func(text string) *memory.Outcome {
		t.Helper()
		out, err := m.Run(context.Background(), core(t, e, text))
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	run(declarations)
	s := m.Save()
	run("let (y : [4]int @ m -> R(4)) = kernel i <= 4 do in (7 * i)")
	m.Restore(s)
	out := run("let (km : mem) = alloc 4\nlet (k : [4]int @ km -> R(4)) = copy x\nin (km, k)")
	if out.Divergence != nil {
		t.Errorf("what was taken back is still there: %v", out.Divergence)
	}
	names := func() string {
		var names []string
		for _, b := range m.Heap.Blocks() {
			names = append(names, b.String())
		}
		return strings.Join(names, " ")
	}
	if got := names(); got != "m km" {
		t.Errorf("blocks %s", got)
	}
	keep, _ := e.Lookup("km")
	dropped := m.Collect(func(id int) bool { return id == keep.Binding.ID })
	if len(dropped) != 1 || names() != "km" {
		t.Errorf("blocks %s after a collection that dropped %d", names(), len(dropped))
	}
}

// TestInput binds an array from outside and reads it.
func TestInput(t *testing.T) {
	e, s := elab.NewSession(nil), validity.NewSession(engine.Options{})
	intType := &syntax.Type{Elem: syntax.Int}
	size := &syntax.IntLit{Val: num.Of(3)}
	mem := e.Bind("xm", &syntax.Type{Elem: syntax.Mem})
	x := e.Bind("x", &syntax.Type{Elem: intType.Elem, Dims: []syntax.Expr{size}, Mem: &syntax.MemAnn{Block: mem.Use(), L: syntax.RowMajor([]syntax.Expr{size})}})
	e.BindMem(mem)
	e.BindMem(x)
	a := &value.Array{Shape: []int{3}, Elems: num.VecOf([]int64{5, 6, 7})}
	s.Input(mem, x, a)
	v, err := s.Check(context.Background(), core(t, e, `
let (ym : mem) = alloc 3
let (y : [3]int @ ym -> R(3)) = kernel i <= 3 do
  let (a : int) = x[i]
  in (a + 1)
in (ym, y)
`))
	if err != nil {
		t.Fatal(err)
	}
	if !v.OK || len(v.Warnings) > 0 {
		t.Error(v.Text(diag.Plain))
	}
	first := v.Outcome.Results[1]
	v, err = s.Check(context.Background(), core(t, e, `
let (z : [3]int @ ym -> R(3)) = copy x
let (w : int) = y[1]
in (w)
`))
	if err != nil || v.Valid {
		t.Errorf("%v\n%s", err, v.Text(diag.Plain))
	}
	got, err := memory.Show(first)
	if err != nil || value.Format(got, 0) != "[5, 6, 7]" {
		t.Errorf("%s, %v", value.Format(got, 0), err)
	}
}

// TestBothStuck tells a program that is stuck by itself from one that is stuck only because
// of its memory.
func TestBothStuck(t *testing.T) {
	for _, c := range []struct {
		text     string
		heapOnly bool
	}{
		{declarations + "let (n : int) = 5\nlet (a : int) = x[n]\nin (a)", false},
		{"let (m : mem) = alloc 3\nlet (x : [4]int @ m -> R(4)) = iota 4\nin (m, x)", true},
	} {
		v := check(t, "forward", c.text)
		if v.Stuck == nil || v.Stuck.HeapOnly != c.heapOnly || v.OK || v.Valid {
			t.Errorf("%s\n%s", c.text, v.Text(diag.Plain))
		}
	}
}

// TestUnusedDivergence is a difference that no result shows.
func TestUnusedDivergence(t *testing.T) {
	v := check(t, "forward", declarations+`
let (y : [4]int @ m -> R(4)) = kernel i <= 4 do in (7 * i)
let (a : int) = x[1]
let (b : int) = a * 0
in (b, m, y)
`)
	if !v.Valid || v.Consistent || v.Divergence == nil || v.Divergence.AffectsResult || !v.OK {
		t.Error(v.Text(diag.Plain))
	}
	if text := v.Text(diag.Plain); !strings.Contains(text, "warning: `x[1]` is 1") {
		t.Error(text)
	}
}
