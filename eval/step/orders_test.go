package step_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/step"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// ordered is the story of a program with a kernel's iterations in the order of a list of choices.
func ordered(t rapid.TB, p *syntax.Program, hand []int) *step.Story {
	t.Helper()
	s, err := step.Record(context.Background(), p, step.Options{Options: engine.Options{Memory: 1 << 28}, ByHand: true, Hand: hand}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// orders are all orders of a program, up to a number of steps.
func orders(t rapid.TB, p *syntax.Program, most int) *step.Orders {
	t.Helper()
	o, err := step.AllOrders(most, func(hand []int) (*step.Story, error) { return ordered(t, p, hand), nil })
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// path are the iterations that are chosen up to a branch, and its steps from the first one.
func path(o *step.Orders, n int) (took []int, steps []step.Step) {
	b := o.Branches[n]
	if b.From != n {
		took, steps = path(o, b.From)
		from := o.Branches[b.From]
		mine := 0 // of the choices of the branch that it parts from, those after the choice where it parts
		for _, f := range from.Forks {
			if f.At > b.At || f.At == b.At && f.To[chosen(f, n)] == n {
				mine++
			}
		}
		took = took[:len(took)-mine]
		for _, f := range from.Forks {
			if i := chosen(f, n); i != 0 {
				took = append(took, i)
			}
		}
		steps = steps[:b.At]
	}
	for _, f := range b.Forks {
		took = append(took, f.Took)
	}
	return took, append(slices.Clone(steps), b.Story.Steps...)
}

// chosen is the iteration that leads from a choice to a branch, or 0.
func chosen(f step.Forks, branch int) int {
	for i, to := range f.To {
		if to == branch {
			return i
		}
	}
	return 0
}

// agreesInOrder: each branch is what an evaluation in that order does.
func agreesInOrder(t rapid.TB, p *syntax.Program, o *step.Orders) {
	t.Helper()
	seen := map[string]bool{}
	for n := range o.Branches {
		took, steps := path(o, n)
		if key := fmt.Sprint(took); seen[key] {
			t.Fatalf("the order %v is there twice", took)
		} else {
			seen[key] = true
		}
		s := ordered(t, p, took)
		if len(s.Steps) != len(steps) || s.Result != o.Branches[n].Story.Result || s.Ended != o.Branches[n].Story.Ended {
			t.Fatalf("order %v has %d steps and gives %s, and an evaluation %d and %s", took, len(steps), o.Branches[n].Story.Result, len(s.Steps), s.Result)
		}
		for k, x := range s.Steps {
			if y := steps[k]; x.Words != y.Words || x.Block != y.Block || x.Other != y.Other {
				t.Fatalf("order %v, step %d: %q, and in an evaluation %q", took, k+1, y.Words, x.Words)
			}
		}
	}
}

// TestOrders: of three iterations there are six orders, and of two kernels the product.
func TestOrders(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want int
		open bool
	}{
		{"kernel i <= 3 do i", step.MostOrders, 6, false},
		{"let x = kernel i <= 3 do i\nlet y = kernel i <= 2 do x[i]\nin (y)", step.MostOrders, 12, false},
		{"kernel i <= 2 do let a = kernel j <= 2 do i * j in a", step.MostOrders, 8, false},
		{"kernel i <= 1 do i", step.MostOrders, 1, false},
		{"kernel i <= 4 do i", 40, 2, true},
		{"let (x_mem : mem) = alloc 3\nlet (x : [3] @ x_mem -> R(3)) = iota 3\nlet (y : [3] @ x_mem -> R(3)) = kernel i <= 3 do x[4 - i] + 1\nin (x_mem, y)", step.MostOrders, 6, false},
	} {
		p := passtest.Parse(t, c.text, c.text).Mem(t).Core
		o := orders(t, p, c.most)
		if !c.open && len(o.Branches) != c.want || c.open && len(o.Branches) < c.want || (o.Open > 0) != c.open {
			t.Errorf("%s: %d orders, and %d are open", c.text, len(o.Branches), o.Open)
		}
		agreesInOrder(t, p, o)
		kept := 0
		for _, b := range o.Branches[1:] {
			kept += len(b.Story.Steps)
		}
		if kept > c.most {
			t.Errorf("%s: %d steps are kept", c.text, kept)
		}
	}
}

// TestRandomOrders: those of random programs.
func TestRandomOrders(t *testing.T) {
	several, open := 0, 0
	passtest.Check(t, testkit.Sample(40, 1000), func(rt *rapid.T) {
		p := passtest.Drawn(rt).Mem(rt).Claimed(rt)
		o := orders(rt, p.Core, 400)
		if len(o.Branches) > 1 {
			several++
		}
		if o.Open > 0 {
			open++
		}
		agreesInOrder(rt, p.Core, o)
	})
	if several == 0 || open == 0 {
		t.Errorf("%d programs have several orders, and %d have too many", several, open)
	}
}

// TestNeighbour: what docs/teaching.md says of a program in which each iteration writes what the next one reads.
func TestNeighbour(t *testing.T) {
	for _, p := range passtest.Wrong(t) {
		if p.Name != "wrong/neighbour.fun" {
			continue
		}
		o := orders(t, p.Mem(t).Core, step.MostOrders)
		races, differ, results := 0, 0, map[string]bool{}
		for _, b := range o.Branches {
			results[b.Story.Result] = true
			if b.Race {
				races++
			}
			if b.Differ {
				differ++
			}
		}
		if len(o.Branches) != 24 || races != 24 || differ != 23 || len(results) != 8 || o.Results != 8 {
			t.Errorf("%d orders, %d with a race, %d with a difference, %d results", len(o.Branches), races, differ, len(results))
		}
		return
	}
	t.Error("the program is not there")
}
