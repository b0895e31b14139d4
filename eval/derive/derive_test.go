package derive

import (
	"fmt"
	"strings"
	"testing"
)

// leaf records an axiom.
func leaf(r *Recorder, rule, text string) {
	r.Enter("", nil)
	r.Leave(rule, func() string { return text })
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
	r.Premise(func() string { return "racefree" })
	r.Leave("E-KERNEL", func() string { return fmt.Sprint(len(order), " iterations") })
}

func TestNil(t *testing.T) {
	var r *Recorder
	kernel(r, []int{1, 2, 3}, func(i int) {
		r.Enter("", nil)
		r.Premise(func() string { t.Error("text asked for"); return "" })
		r.Leave("E-IN", func() string { t.Error("conclusion asked for"); return "" })
	})
	if r.On() || r.Trees() != nil {
		t.Error("a nil recorder records")
	}
}

// TestElision: the first two iterations and the last one are kept, in order, whatever the
// schedule. A kernel in an iteration that is left out is not recorded.
func TestElision(t *testing.T) {
	const want = "E-KERNEL  7 iterations\n" +
		"├─ E-SCALAR  bound\n" +
		"├─ E-IN  1\n" +
		"├─ E-KERNEL  2 iterations\n" +
		"│  ├─ E-SCALAR  bound\n" +
		"│  ├─ E-IN  1.1\n" +
		"│  ├─ E-IN  1.2\n" +
		"│  └─ racefree\n" +
		"├─ E-IN  2\n" +
		"├─ E-KERNEL  2 iterations\n" +
		"│  ├─ E-SCALAR  bound\n" +
		"│  ├─ E-IN  2.1\n" +
		"│  ├─ E-IN  2.2\n" +
		"│  └─ racefree\n" +
		"├─ ⋮ 4 more iterations\n" +
		"├─ E-IN  7\n" +
		"├─ E-KERNEL  2 iterations\n" +
		"│  ├─ E-SCALAR  bound\n" +
		"│  ├─ E-IN  7.1\n" +
		"│  ├─ E-IN  7.2\n" +
		"│  └─ racefree\n" +
		"└─ racefree\n"
	for _, order := range [][]int{{1, 2, 3, 4, 5, 6, 7}, {7, 6, 5, 4, 3, 2, 1}, {4, 7, 1, 3, 2, 6, 5}} {
		r := NewRecorder()
		conclusions := 0
		kernel(r, order, func(i int) {
			r.Enter("", nil)
			r.Leave("E-IN", func() string { conclusions++; return fmt.Sprint(i) })
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
		4: "E-LOOP  4\n├─ E-IN  1\n├─ E-IN  2\n├─ E-IN  3\n└─ E-IN  4\n",
		5: "E-LOOP  5\n├─ E-IN  1\n├─ E-IN  2\n├─ ⋮ 2 more iterations\n└─ E-IN  5\n",
		9: "E-LOOP  9\n├─ E-IN  1\n├─ E-IN  2\n├─ ⋮ 6 more iterations\n└─ E-IN  9\n",
	} {
		r := NewRecorder()
		r.Enter("", nil)
		r.EnterLoop()
		for i := range n {
			r.Iteration(i + 1)
			leaf(r, "E-IN", fmt.Sprint(i+1))
		}
		r.LeaveKernel()
		r.Leave("E-LOOP", func() string { return fmt.Sprint(n) })
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
	goal := func(s string) func() string { return func() string { return s } }
	run := func(r *Recorder) string {
		r.Enter("E-KERNEL", goal("kernel"))
		r.EnterKernel(9)
		for i := 1; i < 6; i++ {
			r.Iteration(i)
			leaf(r, "E-IN", fmt.Sprint(i))
		}
		r.Iteration(6)
		r.Enter("", goal("if"))
		leaf(r, "E-SCALAR", "6")
		r.Enter("E-INDEX", goal("x[6]"))
		r.Stuck()
		return Format(r.Trees()[0], Style{})
	}
	r := NewRecorder()
	if got, want := run(r), "✗ no rule  kernel\n├─ E-IN  1\n└─ E-IN  2\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	again := r.Again()
	want := "E-KERNEL  kernel\n├─ E-IN  1\n├─ E-IN  2\n├─ ⋮ 3 more iterations\n└─ ?  if\n   ├─ E-SCALAR  6\n   └─ ✗ no rule  x[6]\n"
	if got := run(again); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if again.Again() != nil {
		t.Error("nothing was left out")
	}
}

// TestShorten holds lines to a width. The environment is dropped first, then the types in
// the statement. The result of the statement is never cut.
func TestShorten(t *testing.T) {
	long := strings.Repeat("x ↦ [1, 2, 3], ", 9) + "y ↦ 1; H₀ ⊢ let a = 1 ⇓ E; H₁"
	if got := Format(&Tree{Rule: "R", Judgement: long}, Style{Width: 60}); got != "R  E; H₀ ⊢ let a = 1 ⇓ E; H₁\n" {
		t.Error(got)
	}
	typed := "•; H₀ ⊢ let (m : mem) (t : [4][3]int @ x_mem -> 0 + {(4 : 1) (3 : 4)}) = f(x) ⇓ "
	for conclusion, want := range map[string]string{
		"E; H₀; ⟨∅, ∅⟩": "R  E; H₀ ⊢ let m t = f(x) ⇓ E; H₀; ⟨∅, ∅⟩\n",
		"E, t ↦ (x_mem, 0 + {(4 : 1) (3 : 4)}); H₀; ⟨∅, ∅⟩":         "R  E; H₀ ⊢ let m t = f(x)\n   ⇓ E, t ↦ (x_mem, 0 + {(4 : 1) (3 : 4)}); H₀; ⟨∅, ∅⟩\n",
		"E; H₁; ⟨" + strings.Repeat("(m, 1), ", 5) + "(m, 22)}, ∅⟩": "R  E; H₀ ⊢ let m t = f(x)\n   ⇓ E; H₁; ⟨(m, 1), (m, 1), (m, 1), (m, 1), (m, 1),\n   (m, 22)}, ∅⟩\n",
	} {
		if got := Format(&Tree{Rule: "R", Judgement: typed + conclusion}, Style{Width: 60}); got != want {
			t.Errorf("got\n%swant\n%s", got, want)
		}
	}
	tree := &Tree{Rule: "R", Judgement: typed + strings.Repeat("E ", 40), Premises: []*Tree{{Judgement: "p"}}}
	if got := Format(tree, Style{Width: 60}); strings.Count(got, "\n│  ") != 2 {
		t.Error(got)
	}
	for width := range 200 {
		got := Format(&Tree{Rule: "R", Judgement: strings.Repeat("λ", 150)}, Style{Width: width})
		for l := range strings.Lines(got) {
			if n := len([]rune(l)) - 1; width > 0 && n > max(width, leastWidth+3) {
				t.Errorf("%d: %d characters: %s", width, n, got)
			}
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
	if trees := r.Trees(); len(trees) != 1 || trees[0].Judgement != "first" {
		t.Errorf("got %d trees", len(trees))
	}
}

func TestStyle(t *testing.T) {
	tree := &Tree{Rule: "E-LET", Judgement: "let", Premises: []*Tree{
		{Rule: "E-SCALAR", Judgement: "2"},
		{Rule: "E-IN", Judgement: "in"},
	}}
	mark := func(s string) string { return "<" + s + ">" }
	if got, want := Format(tree, Style{Rule: mark}), "<E-LET>  let\n├─ <E-SCALAR>  2\n└─ <E-IN>  in\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got, want := Format(tree, Style{}), "E-LET  let\n├─ E-SCALAR  2\n└─ E-IN  in\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := (&Tree{Elided: 1}).label(Style{}); got != "⋮ 1 more iteration" {
		t.Error(got)
	}
}
