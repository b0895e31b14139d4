package derive

import (
	"fmt"
	"strings"
	"testing"

	"funmem/semantics/syntax"
)

// says is a conclusion of one text.
func says(text string) func() Judgement { return func() Judgement { return Judgement{Of: text} } }

// racefree is a premise without rules of its own.
func racefree() Condition { return Holds("racefree(…)", "racefree") }

// leaf records an axiom.
func leaf(r *Recorder, rule, text string) {
	r.Enter("", nil)
	r.Leave(rule, says(text))
}

// kernel records a kernel whose iterations run in the given order.
func kernel(r *Recorder, order []int, body func(i int)) {
	r.Enter("", nil)
	leaf(r, "E-SCALAR", "bound")
	r.EnterKernel(len(order))
	for _, i := range order {
		r.Iteration(i)
		body(i)
	}
	r.LeaveKernel()
	r.Premise(racefree)
	r.Leave("E-KERNEL", says(fmt.Sprint(len(order), " iterations")))
}

func TestNil(t *testing.T) {
	var r *Recorder
	kernel(r, []int{1, 2, 3}, func(i int) {
		r.Enter("", nil)
		r.Premise(func() Condition { t.Error("text asked for"); return Condition{} })
		r.Leave("E-IN", func() Judgement { t.Error("conclusion asked for"); return Judgement{} })
	})
	if r.On() || r.Trees() != nil {
		t.Error("a nil recorder records")
	}
}

// TestElision: the first two iterations and the last one are kept, in order, whatever the
// schedule. A kernel in an iteration that is left out is not recorded.
func TestElision(t *testing.T) {
	const want = "E-KERNEL  ⊢ 7 iterations\n" +
		"├─ E-SCALAR  ⊢ bound\n" +
		"├─ E-IN  ⊢ 1\n" +
		"├─ E-KERNEL  ⊢ 2 iterations\n" +
		"│  ├─ E-SCALAR  ⊢ bound\n" +
		"│  ├─ E-IN  ⊢ 1.1\n" +
		"│  ├─ E-IN  ⊢ 1.2\n" +
		"│  └─ racefree\n" +
		"├─ E-IN  ⊢ 2\n" +
		"├─ E-KERNEL  ⊢ 2 iterations\n" +
		"│  ├─ E-SCALAR  ⊢ bound\n" +
		"│  ├─ E-IN  ⊢ 2.1\n" +
		"│  ├─ E-IN  ⊢ 2.2\n" +
		"│  └─ racefree\n" +
		"├─ ⋮ 4 more iterations\n" +
		"├─ E-IN  ⊢ 7\n" +
		"├─ E-KERNEL  ⊢ 2 iterations\n" +
		"│  ├─ E-SCALAR  ⊢ bound\n" +
		"│  ├─ E-IN  ⊢ 7.1\n" +
		"│  ├─ E-IN  ⊢ 7.2\n" +
		"│  └─ racefree\n" +
		"└─ racefree\n"
	for _, order := range [][]int{{1, 2, 3, 4, 5, 6, 7}, {7, 6, 5, 4, 3, 2, 1}, {4, 7, 1, 3, 2, 6, 5}} {
		r := NewRecorder()
		conclusions := 0
		kernel(r, order, func(i int) {
			r.Enter("", nil)
			r.Leave("E-IN", func() Judgement { conclusions++; return Judgement{Of: fmt.Sprint(i)} })
			inner := []int{2, 1}
			kernel(r, inner, func(j int) { leaf(r, "E-IN", fmt.Sprint(i, ".", j)) })
		})
		if len(r.Trees()) != 1 {
			t.Fatalf("%d trees", len(r.Trees()))
		}
		if got := Format(r.Trees()[0], Style{}); got != want {
			t.Errorf("order %v:\n%s", order, got)
		}
		if conclusions != 3 {
			t.Errorf("%d conclusions were asked for", conclusions)
		}
	}
}

// TestOpenLoop: for a loop without a bound, the first two rounds and the last one are kept.
// A short loop is kept whole.
func TestOpenLoop(t *testing.T) {
	for n, want := range map[int]string{
		4: "E-LOOP  ⊢ 4\n├─ E-IN  ⊢ 1\n├─ E-IN  ⊢ 2\n├─ E-IN  ⊢ 3\n└─ E-IN  ⊢ 4\n",
		5: "E-LOOP  ⊢ 5\n├─ E-IN  ⊢ 1\n├─ E-IN  ⊢ 2\n├─ ⋮ 2 more iterations\n└─ E-IN  ⊢ 5\n",
		9: "E-LOOP  ⊢ 9\n├─ E-IN  ⊢ 1\n├─ E-IN  ⊢ 2\n├─ ⋮ 6 more iterations\n└─ E-IN  ⊢ 9\n",
	} {
		r := NewRecorder()
		r.Enter("", nil)
		r.EnterLoop()
		for i := range n {
			r.Iteration(i + 1)
			leaf(r, "E-IN", fmt.Sprint(i+1))
		}
		r.LeaveKernel()
		r.Leave("E-LOOP", says(fmt.Sprint(n)))
		if got := Format(r.Trees()[0], Style{}); got != want {
			t.Errorf("%d rounds:\n%s", n, got)
		}
	}
}

func TestShortKernelIsWhole(t *testing.T) {
	for n := 0; n <= 5; n++ {
		r := NewRecorder()
		order := make([]int, n)
		for k := range order {
			order[k] = k + 1
		}
		kernel(r, order, func(i int) { leaf(r, "E-IN", fmt.Sprint(i)) })
		text := Format(r.Trees()[0], Style{})
		if elided := strings.Contains(text, "⋮"); elided != (n == 5) {
			t.Errorf("%d iterations:\n%s", n, text)
		}
		want := n
		if n == 5 {
			want = keepFirst + 1
		}
		if rules := r.Trees()[0].Rules(); rules["E-KERNEL"] != 1 || rules["E-SCALAR"] != 1 || rules["E-IN"] != want {
			t.Errorf("%d iterations: %v", n, rules)
		}
	}
}

// TestStuck keeps the rules that were being applied when evaluation got stuck. When asked
// again, it also keeps the iteration in which that happened.
func TestStuck(t *testing.T) {
	run := func(r *Recorder) string {
		r.Enter("E-KERNEL", says("kernel"))
		r.EnterKernel(9)
		for i := 1; i < 6; i++ {
			r.Iteration(i)
			leaf(r, "E-IN", fmt.Sprint(i))
		}
		r.Iteration(6)
		r.Enter("", says("if"))
		leaf(r, "E-SCALAR", "6")
		r.Enter("E-INDEX", says("x[6]"))
		r.Stuck()
		return Format(r.Trees()[0], Style{})
	}
	r := NewRecorder()
	if got, want := run(r), "✗ no rule  ⊢ kernel\n├─ E-IN  ⊢ 1\n└─ E-IN  ⊢ 2\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	again := r.Again()
	want := "E-KERNEL  ⊢ kernel\n├─ E-IN  ⊢ 1\n├─ E-IN  ⊢ 2\n├─ ⋮ 3 more iterations\n└─ ?  ⊢ if\n   ├─ E-SCALAR  ⊢ 6\n   └─ ✗ no rule  ⊢ x[6]\n"
	if got := run(again); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if again.Again() != nil {
		t.Error("nothing was left out")
	}
}

// TestShorten holds lines to a width. The environment is dropped first, then the types in
// the statement. The result of the statement is never cut, and in a whole style nothing is.
func TestShorten(t *testing.T) {
	env := func(n int) Part {
		p := Part{Name: "E"}
		for k := range n {
			p.Binds = append(p.Binds, Bind{fmt.Sprint("x", k), " ↦ ", "[1, 2, 3]"})
		}
		return p
	}
	judge := func(n int, of, after string) Judgement {
		return Judgement{Before: []Part{env(n), Text("H₀")}, Of: of, Rel: "⇓", After: []Part{Text(after)}}
	}
	long := judge(9, "let a = 1", "E; H₁")
	if got := Format(&Tree{Rule: "R", Judgement: long}, Style{Width: 60}); got != "R  E; H₀ ⊢ let a = 1 ⇓ E; H₁\n" {
		t.Error(got)
	}
	whole := Format(&Tree{Rule: "R", Judgement: long}, Style{Width: 60, Whole: true})
	if got := strings.Join(strings.Fields(whole), " "); got != strings.Join(strings.Fields("R "+long.String()), " ") {
		t.Error(whole)
	}
	typed := "let (m : mem) (t : [4][3]int @ x_mem -> 0 + {(4 : 1) (3 : 4)}) = f(x)"
	for conclusion, want := range map[string]string{
		"E; H₀; ⟨∅, ∅⟩": "R  E; H₀ ⊢ let m t = f(x) ⇓ E; H₀; ⟨∅, ∅⟩\n",
		"E, t ↦ (x_mem, 0 + {(4 : 1) (3 : 4)}); H₀; ⟨∅, ∅⟩":         "R  E; H₀ ⊢ let m t = f(x)\n   ⇓ E, t ↦ (x_mem, 0 + {(4 : 1) (3 : 4)}); H₀; ⟨∅, ∅⟩\n",
		"E; H₁; ⟨" + strings.Repeat("(m, 1), ", 5) + "(m, 22)}, ∅⟩": "R  E; H₀ ⊢ let m t = f(x)\n   ⇓ E; H₁; ⟨(m, 1), (m, 1), (m, 1), (m, 1), (m, 1),\n   (m, 22)}, ∅⟩\n",
	} {
		if got := Format(&Tree{Rule: "R", Judgement: judge(0, typed, conclusion)}, Style{Width: 60}); got != want {
			t.Errorf("got\n%swant\n%s", got, want)
		}
	}
	tree := &Tree{Rule: "R", Judgement: judge(0, typed, strings.Repeat("E ", 40)), Premises: []*Tree{{Condition: &Condition{Left: "p"}}}}
	if got := Format(tree, Style{Width: 60}); strings.Count(got, "\n│  ") != 2 {
		t.Error(got)
	}
	for width := range 200 {
		for _, tree := range []*Tree{{Rule: "R", Judgement: judge(0, strings.Repeat("λ", 150), "")}, {Condition: &Condition{Left: strings.Repeat("λ", 150)}}} {
			got := Format(tree, Style{Width: width})
			for l := range strings.Lines(got) {
				if n := len([]rune(l)) - 1; width > 0 && n > max(width, leastWidth+3) {
					t.Errorf("%d: %d characters: %s", width, n, got)
				}
			}
		}
	}
}

// TestScope follows what is in scope, and notes that environments are cut.
func TestScope(t *testing.T) {
	x, y, z := &syntax.Binding{Name: "x", ID: 1}, &syntax.Binding{Name: "y", ID: 2}, &syntax.Binding{Name: "z", ID: 3}
	env := func(r *Recorder, used ...*syntax.Var) string {
		return r.Env("E", " ↦ ", used, func(v *syntax.Var) string { return fmt.Sprint(v.ID) }).String()
	}
	r := NewRecorder(x)
	r.Full = true
	want := func(want string) {
		t.Helper()
		if got := env(r); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	want("x ↦ 1")
	r.Enter("", says(""))
	r.EnterKernel(2)
	for i := range 2 {
		r.Iteration(i + 1)
		want("x ↦ 1")
		r.Bind(y, y)
		want("x ↦ 1, y ↦ 2")
		r.Enter("E-CALL", says(""))
		r.Call()
		r.Bind(z)
		want("x ↦ 1, z ↦ 3")
		r.Leave("", func() Judgement { want("x ↦ 1, y ↦ 2"); return Judgement{} })
	}
	r.LeaveKernel()
	want("x ↦ 1")
	if got := env(r, z.Use()); got != "x ↦ 1, z ↦ 3" {
		t.Error(got)
	}
	if r.Cuts() != 0 {
		t.Error("something is cut")
	}
	r.Full = false
	if got := env(r, x.Use()); got != "x ↦ 1" || r.Cuts() != 0 {
		t.Error(got, r.Cuts())
	}
	if got := env(r); got != "•" || r.Cuts() != CutEnv {
		t.Error(got, r.Cuts())
	}
}

// TestFull: all iterations are kept, up to a number of rules.
func TestFull(t *testing.T) {
	for _, n := range []int{30, 2 * most} {
		r := NewRecorder()
		r.Full = true
		order := make([]int, n)
		for k := range order {
			order[k] = k + 1
		}
		kernel(r, order, func(i int) { leaf(r, "E-IN", fmt.Sprint(i)) })
		if size := r.Trees()[0].Size(); n < most && size != n+3 || size > most+10 {
			t.Errorf("%d iterations: %d rules", n, size)
		}
	}
}

// TestUnfinished: rules that an error cut off are not in the trees.
func TestUnfinished(t *testing.T) {
	r := NewRecorder()
	leaf(r, "E-IN", "first")
	r.Enter("", nil)
	r.EnterKernel(3)
	r.Iteration(1)
	leaf(r, "E-IN", "second")
	if trees := r.Trees(); len(trees) != 1 || trees[0].Judgement.Of != "first" {
		t.Errorf("got %d trees", len(trees))
	}
}

func TestStyle(t *testing.T) {
	tree := &Tree{Rule: "E-LET", Judgement: Judgement{Of: "let"}, Premises: []*Tree{
		{Rule: "E-SCALAR", Judgement: Judgement{Of: "2"}},
		{Rule: "E-IN", Judgement: Judgement{Of: "in"}},
	}}
	mark := func(s string) string { return "<" + s + ">" }
	if got, want := Format(tree, Style{Rule: mark}), "<E-LET>  ⊢ let\n├─ <E-SCALAR>  ⊢ 2\n└─ <E-IN>  ⊢ in\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got, want := Format(tree, Style{}), "E-LET  ⊢ let\n├─ E-SCALAR  ⊢ 2\n└─ E-IN  ⊢ in\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := (&Tree{Elided: 1}).label(Style{}, ""); got != "⋮ 1 more iteration" {
		t.Error(got)
	}
}
