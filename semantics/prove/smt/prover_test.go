package smt_test

import (
	"slices"
	"testing"

	"funmem/semantics/poly"
	"funmem/semantics/prove"
	"funmem/semantics/prove/smt"
	"funmem/semantics/syntax"
)

// claimed is the question whether x² + k is not negative.
func claimed(k int64, proved bool) prove.Question {
	y := &prove.Symbols{}
	x := y.New("x")
	goal := x.Mul(x).Add(constant(k))
	var s prove.System
	s.Less(goal, poly.Poly{})
	return prove.Question{Claim: prove.NotNegative, About: "the test", Goal: goal, Syms: y, System: s, Proof: prove.Proof{"intervals"}, Proved: proved}
}

// TestRefuted: a claim of ours that is false is a bug, and is reported as one.
func TestRefuted(t *testing.T) {
	p := smt.NewProver(z3(t))
	p.Second(claimed(-1, true))
	_, err := p.Finish()
	want := "this is a bug in funmem: funmem proves what is not so, says z3: the test: an int is not negative (intervals); with x = 0 it does not hold\n" +
		"  help: believe no proof of this program, and report it with the script that `--smt DIR` writes\n"
	if err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}

// TestOpenOnes: what ours leaves open is proved if z3 proves it, and else there are values.
func TestOpenOnes(t *testing.T) {
	p := smt.NewProver(z3(t))
	for k, want := range map[int64]bool{0: true, 3: true, -1: false} {
		if _, ok := p.Second(claimed(k, false)); ok != want {
			t.Errorf("x² + %d: proved is %v", k, ok)
		}
	}
	p.Second(claimed(5, true))
	p.Second(claimed(5, true)) // the same one counts once
	r, err := p.Finish()
	if err != nil || r.Ours != 1 || r.Theirs != 2 || r.Sampled != 1 || r.Confirmed != 1 || len(r.Open) != 1 || r.Open[0].Values() != "x = 0" {
		t.Errorf("%+v %v", r, err)
	}
	if got, want := r.Text(), "2 of 3 obligations by z3"; got != want {
		t.Error(got)
	}
}

// TestFits has values that fit x = y, x / y >= 0, and others.
func TestFits(t *testing.T) {
	y := &prove.Symbols{}
	a, b := y.New("x"), y.New("y")
	var none poly.Env
	quotient := none.Of(&syntax.Binary{Op: syntax.Div, X: &syntax.Var{Name: "x", ID: 1}, Y: &syntax.Var{Name: "y", ID: 2}})
	var s prove.System
	s.Zero(a.Sub(b))
	s.NonNeg(quotient)
	for _, c := range []struct {
		x, y        int64
		fits, known bool
	}{{2, 2, true, true}, {-2, -2, true, true}, {2, 1, false, true}, {-1, 1, false, true}, {0, 0, false, false}} {
		fits, known := s.Fits(map[int]poly.Poly{1: constant(c.x), 2: constant(c.y)})
		if fits != c.fits || known != c.known {
			t.Errorf("x = %d, y = %d: %v %v", c.x, c.y, fits, known)
		}
	}
	if fits, known := s.Fits(map[int]poly.Poly{1: constant(2)}); fits || known {
		t.Error("x = 2 alone fits")
	}
}

// TestUnneeded: a question that nobody answers is open, unless the proof does without it. One that is asked again for something that is not shown is open.
func TestUnneeded(t *testing.T) {
	p := smt.NewProver(nil)
	steps := prove.NewBudget(prove.MaxSteps)
	steps.Second = p.Second
	ask := func(k int64) {
		y := &prove.Symbols{Budget: steps}
		var nothing prove.System
		if nothing.Proves(y, y.New("x").Add(constant(k))) {
			t.Errorf("x + %d is not negative", k)
		}
	}
	steps.Oblige(func() bool {
		steps.Oblige(func() bool { ask(-1); return false })
		return true
	})
	steps.Oblige(func() bool { ask(-2); return false })
	steps.Oblige(func() bool { ask(-3); return true })
	ask(-3)
	var got []string
	p.Files("f", func(name, text string) { got = append(got, name) })
	if want := []string{"f-001-not-negative-unneeded.smt2", "f-002-not-negative-open.smt2", "f-003-not-negative-open.smt2"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if r, err := p.Finish(); err != nil || len(r.Open) != 2 {
		t.Errorf("%+v %v", r, err)
	}
	for _, name := range got {
		if !smt.Names.MatchString(name) {
			t.Errorf("%s is no name of ours", name)
		}
	}
}
