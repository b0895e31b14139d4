package page_test

import (
	"fmt"
	"slices"

	"funmem/eval/step"
	"funmem/repl/page"
)

// state is what the page has to show after some steps.
type state struct {
	Cells  map[string][]string `json:"cells"`  // of each block that is known
	Env    map[string]string   `json:"env"`    // the numbers
	Arrays map[string][2]any   `json:"arrays"` // the elements of each array that are shown: in the value semantics, and on the heap
}

// replay is the state after some steps, by a way of its own.
type replay struct {
	story *step.Story
	cells map[int][]string
	freed map[int]bool
	env   []variable
	calls []seen
}

// seen is what can be seen in a function: what is bound deeper, and what it mentions.
type seen struct {
	depth int
	uses  []string
}

type variable struct {
	depth int
	step.Bind
}

func (r *replay) know(b int) {
	if b == 0 || r.cells[b] != nil {
		return
	}
	r.cells[b] = make([]string, r.story.Blocks[b-1].Size)
	for k := range r.cells[b] {
		r.cells[b][k] = "0"
	}
	for k, c := range r.story.Blocks[b-1].Cells {
		if c != "" {
			r.cells[b][k] = c
		}
	}
}

func (r *replay) bind(depth int, b step.Bind) {
	r.know(b.Block)
	r.env = append(r.env, variable{depth, b})
}

func (r *replay) apply(x *step.Step) {
	for len(r.env) > 0 && (r.env[len(r.env)-1].depth > x.Depth || x.Kind == step.Turn && r.env[len(r.env)-1].depth == x.Depth) {
		r.env = r.env[:len(r.env)-1]
	}
	for n := len(r.calls); n > 0 && (r.calls[n-1].depth > x.Depth || x.Kind == step.Turn && r.calls[n-1].depth == x.Depth); n-- {
		r.calls = r.calls[:n-1]
	}
	if x.Call != nil {
		r.calls = append(r.calls, seen{x.Depth, x.Call.Uses})
	}
	r.know(x.Block)
	for _, b := range x.Binds {
		r.bind(x.Depth, b)
	}
	if x.Kind == step.Write {
		r.cells[x.Block][x.Offset] = x.Value
	}
	if x.Free > 0 {
		r.freed[x.Free] = true
	}
	for _, b := range x.Gone {
		delete(r.cells, b)
	}
}

// state is what the page shows of it.
func (r *replay) state() state {
	st := state{map[string][]string{}, map[string]string{}, map[string][2]any{}}
	for b, c := range r.cells {
		if !r.freed[b] {
			st.Cells[fmt.Sprint(r.story.Blocks[b-1].Name, " ", b)] = append([]string{}, c...)
		}
	}
	for _, b := range r.env {
		if n := len(r.calls); n > 0 && b.depth < r.calls[n-1].depth && (b.depth > 0 || !slices.Contains(r.calls[n-1].uses, b.Name)) {
			continue
		}
		delete(st.Env, b.Name)
		delete(st.Arrays, b.Name)
		switch {
		case b.View != nil:
			st.Arrays[b.Name] = [2]any{append([]string{}, b.Means...), r.shown(b.Bind)}
		case b.Value != "":
			st.Env[b.Name] = b.Value
		}
	}
	return st
}

// shown are the elements of an array that the heap shows, as far as the page does.
func (r *replay) shown(b step.Bind) []string {
	list := []string{}
	shape := make([]int, len(b.View.Dims))
	for k, d := range b.View.Dims {
		shape[k] = d[0]
	}
	window := step.Window(shape)
	n := 1
	for _, w := range window {
		n *= w
	}
	for k := range n {
		at, rest := b.View.Offset, k
		for d := len(window) - 1; d >= 0; d-- {
			at += rest % window[d] * b.View.Dims[d][1]
			rest /= window[d]
		}
		switch cells := r.cells[b.Block]; {
		case r.freed[b.Block] || cells == nil:
			list = append(list, "freed")
		case at < 0 || at >= len(cells):
			list = append(list, "?")
		default:
			list = append(list, cells[at])
		}
	}
	return list
}

// states are the states after each number of steps.
func states(s *step.Story, steps []step.Step) []state {
	r := &replay{story: s, cells: map[int][]string{}, freed: map[int]bool{}}
	for _, b := range s.Given {
		r.bind(0, b)
	}
	list := []state{r.state()}
	for k := range steps {
		r.apply(&steps[k])
		list = append(list, r.state())
	}
	return list
}

// order is an order of iterations: the ones that are chosen, and the states that it leads to.
type order struct {
	Took   []int   `json:"took"`
	States []state `json:"states"`
}

// ordersOf are all orders of a program that a page has.
func ordersOf(o *step.Orders) (list []order) {
	type whole struct {
		steps   []step.Step
		choices []step.Choice
	}
	var all []whole
	for n, b := range o.Branches {
		var w whole
		if n > 0 {
			from := all[b.From]
			w.steps = append(w.steps, from.steps[:b.At]...)
			for _, c := range from.choices {
				if c.At == b.At { // it parts here
					c.Took = 0
				}
				if c.At <= b.At {
					w.choices = append(w.choices, c)
				}
			}
		}
		w.steps = append(w.steps, b.Story.Steps...)
		for _, f := range b.Forks {
			w.choices = append(w.choices, f.Choice)
		}
		for _, from := range o.Branches[b.From].Forks {
			for i, to := range from.To {
				if to == n {
					for k := range w.choices {
						if w.choices[k].Took == 0 {
							w.choices[k].Took = i
						}
					}
				}
			}
		}
		all = append(all, w)
		one := order{States: states(b.Story, w.steps)}
		for _, c := range w.choices {
			one.Took = append(one.Took, c.Took)
		}
		list = append(list, one)
	}
	return list
}

// onePage is the page of one program that ran forward, and in other orders by hand.
func onePage(title string, forms []page.Form, o *step.Orders, more ...page.Run) *page.Lesson {
	runs := append([]page.Run{{Schedule: "forward", Hand: len(o.Branches[0].Forks) > 0, Orders: o}}, more...)
	return &page.Lesson{Title: title, Columns: []page.Column{{Forms: forms, Runs: runs}}}
}
