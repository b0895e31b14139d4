package imp

import (
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/internal/testkit"
	"funmem/semantics/derive"
	"funmem/semantics/num"
	"funmem/semantics/rule"
)

// inputs are the inputs of the programs of TestRules.
func inputs() map[string]Input {
	x := &value.Array{Elem: 1, Shape: []int{2, 2}, Elems: num.NewVec(4)}
	for k := range 4 {
		x.Elems.Set(k, num.OfReal(num.NewReals(0).Literal("", float64(k)+0.5)))
	}
	return map[string]Input{"n": {Value: value.Of(2)}, "x": {Value: value.Val{A: x}}}
}

// derived derives a program, and compares the rules in the tree with those that applied:
// the same names, and as many of each if nothing is left out.
func derived(t *testing.T, text string, full bool) (*derive.Recorder, string) {
	t.Helper()
	rec := derive.NewRecorder()
	rec.Full = full
	cov := rule.NewCoverage()
	out, err := Follow(t.Context(), program(t, text), inputs(), engine.Options{Coverage: cov}, nil, &Watch{Derive: rec})
	if err != nil {
		t.Fatalf("%v\nin\n%s", err, text)
	}
	if len(rec.Trees()) != 1 || rec.Trees()[0].Rule != "E-IMP-PROG" {
		t.Fatalf("%d trees\nin\n%s", len(rec.Trees()), text)
	}
	tree := rec.Trees()[0]
	in := tree.Rules()
	for _, r := range rule.All() {
		applied, _ := cov.Counts(r.Name)
		if (applied > 0) != (in[r.Name] > 0) || full && applied != in[r.Name] {
			t.Errorf("%s applied %d times, and is in the tree %d times\nin\n%s", r.Name, applied, in[r.Name], text)
		}
		delete(in, r.Name)
	}
	if len(in) > 0 {
		t.Errorf("not in the table of rules: %v", in)
	}
	vs := make([]string, len(out.Results))
	for k, v := range out.Results {
		vs[k] = value.Format(v, rec.Limit(elements))
	}
	if got, want := tree.Judgement.After[0].String(), "("+strings.Join(vs, ", ")+")"; got != want {
		t.Errorf("the tree concludes %s, and the run gives %s\nin\n%s", got, want, text)
	}
	return rec, derive.Format(tree, derive.Style{})
}

// TestDerivations derives the programs for each rule, under all of which the trees must
// agree with the runs, and some of them as a golden file.
func TestDerivations(t *testing.T) {
	var all strings.Builder
	for k, c := range rules {
		_, _ = derived(t, c.text, true)
		_, tree := derived(t, c.text, false)
		if k%2 == 0 || strings.Contains(c.rule, "KERNEL") {
			all.WriteString("== " + c.text + "\n" + tree)
		}
	}
	testkit.Golden(t, "testdata/derive.golden", all.String())
}

// TestFullDerivation: nothing is cut, and the heaps are there.
func TestFullDerivation(t *testing.T) {
	rec, tree := derived(t, "var m : mem; m <- alloc 5; var z : int; z <- 7; kernel i <= 5 do m[i - 1] <- i done; return x : [5]int @ m -> R(5)", true)
	for _, want := range []string{"m ↦ m, z ↦ 7, i ↦ 4 ⊢ m[i - 1] <- i", "H₁ = H₀, m ↦ [0, 0, 0, 0, 0]"} {
		if !strings.Contains(tree, want) {
			t.Errorf("no %s in\n%s", want, tree)
		}
	}
	if strings.Contains(tree, "⋮") || strings.Contains(tree, "…,") || rec.Cuts() != 0 {
		t.Errorf("something is cut: %v\n%s", rec.Cuts(), tree)
	}
	if n := len(rec.Heaps); n != 7 || rec.Heaps[0].String() != "•" || rec.Heaps[6].String() != "m ↦ [1, 2, 3, 4, 5]" {
		t.Errorf("heaps %v", rec.Heaps)
	}
}

// TestStuckDerivation ends where no rule has an instance, with the environment before it.
func TestStuckDerivation(t *testing.T) {
	rec := derive.NewRecorder()
	_, err := Follow(t.Context(), program(t, "var m : mem; m <- alloc 2; var x : int; for i <= 9 do x <- x + i; m[x] <- i done; return 1 : int"), nil, engine.Options{}, nil, &Watch{Derive: rec})
	if err == nil {
		t.Fatal("not stuck")
	}
	rec.Stuck()
	text := derive.Format(rec.Trees()[0], derive.Style{})
	if want := "✗ no rule  H₂; m ↦ m, x ↦ 3, i ↦ 2 ⊢ m[x] <- i → ?"; !strings.Contains(text, want) {
		t.Errorf("no %s in\n%s", want, text)
	}
}
