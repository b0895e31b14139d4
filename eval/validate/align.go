package validate

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Row is one line of the table: a step of each side, or of one side only; the other is then nil.
type Row struct{ Before, After *Step }

// Paired tells whether both steps bind the same written name to values of the same type.
func (r Row) Paired() bool {
	b, a := r.Before, r.After
	return b != nil && a != nil && b.Written && a.Written && b.binds() == a.binds()
}

// bound identifies what a step binds. Steps of the two sides with equal bounds are the same step.
type bound struct{ name, typ, in string }

// binds returns the step's name, the type of its value, and the iterations and rounds around it. A translated dump has
// several arrays of one name for one statement, so the name alone is not enough.
func (s *Step) binds() bound {
	switch {
	case s.Scope != "":
		return bound{s.Name, "", s.in}
	case s.IsBlock:
		return bound{s.Name, "mem", s.in}
	case s.Known:
		return bound{s.Name, s.Value.Type(), s.in}
	}
	return bound{s.Name, s.Heap.Type(), s.in}
}

// locate records in which iterations and rounds each step lies, so that steps are told apart that bind one name several
// times.
func (t *Traces) locate() {
	var names [2]map[string]bool
	for side, trace := range []*Trace{t.Before, t.After} {
		names[side] = map[string]bool{}
		for _, s := range trace.Steps {
			names[side][s.Scope] = true
		}
	}
	for _, trace := range []*Trace{t.Before, t.After} {
		var around []string // by depth
		for k := range trace.Steps {
			s := &trace.Steps[k]
			if s.Scope != "" {
				at := ""
				if s.turn > 0 {
					at = fmt.Sprint(s.turn, "/")
				}
				if names[0][s.Scope] && names[1][s.Scope] {
					at = s.Scope + "/"
				}
				around = append(around[:min(len(around), s.Depth-1)], at)
			}
			s.in = strings.Join(around[:min(s.Depth, len(around))], "")
		}
	}
}

// Hidden tells whether nothing in the row has to do with the difference.
func (r Row) Hidden() bool {
	return (r.Before == nil || r.Before.Hidden) && (r.After == nil || r.After.Hidden)
}

// Differs tells whether the two sides have different values, or the heap of AFTER differs.
func (r Row) Differs() bool {
	b, a := r.Before, r.After
	return a != nil && (a.Differs() || r.Paired() && b.Known && a.Known && !b.Value.Shows(a.Value))
}

// First returns the first row that has one name and two different values, or nil.
func (t *Traces) First() *Row {
	for _, r := range t.Rows() {
		if b, a := r.Before, r.After; r.Paired() && b.Known && a.Known && !b.Value.Shows(a.Value) {
			return &r
		}
	}
	return nil
}

// Rows returns the steps of both sides in order. As many steps as possible share a row with the step of the same name
// on the other side. Between these rows, steps stand next to each other if they lie in the same iterations and rounds
// and are both hidden or both shown.
func (t *Traces) Rows() []Row {
	before, after := t.Before.Steps, t.After.Steps
	var rows []Row
	i, j := 0, 0
	between := func(to [2]int) {
		for i < to[0] || j < to[1] {
			switch {
			case i < to[0] && j < to[1] && before[i].Hidden == after[j].Hidden && before[i].in == after[j].in && before[i].Depth == after[j].Depth:
				rows = append(rows, Row{&before[i], &after[j]})
				i, j = i+1, j+1
			case i < to[0] && (j == to[1] || before[i].Hidden || before[i].Depth > after[j].Depth):
				rows = append(rows, Row{Before: &before[i]})
				i++
			default:
				rows = append(rows, Row{After: &after[j]})
				j++
			}
		}
	}
	for _, both := range common(before, after) {
		between(both)
		rows = append(rows, Row{&before[i], &after[j]})
		i, j = i+1, j+1
	}
	between([2]int{len(before), len(after)})
	return rows
}

// common returns the longest common subsequence of the written names that the steps bind, as pairs of positions (Hunt
// and Szymanski, 1977).
func common(before, after []Step) [][2]int {
	places := map[bound][]int{}
	stuck := map[string][]int{} // a stuck step binds nothing; it pairs with any step of its name
	for j, s := range after {
		switch {
		case s.Stuck && s.Written:
			stuck[s.Name] = append(stuck[s.Name], j)
		case s.Written:
			b := s.binds()
			places[b] = append(places[b], j)
		}
	}
	type link struct {
		at   [2]int
		prev *link
	}
	var ends []*link // ends[n]: among the subsequences of n+1 names, the one that ends first in after
	for i, s := range before {
		if !s.Written {
			continue
		}
		for _, j := range slices.Backward(append(slices.Clip(places[s.binds()]), stuck[s.Name]...)) {
			n := sort.Search(len(ends), func(n int) bool { return ends[n].at[1] >= j })
			l := &link{at: [2]int{i, j}}
			if n > 0 {
				l.prev = ends[n-1]
			}
			if n == len(ends) {
				ends = append(ends, nil)
			}
			ends[n] = l
		}
	}
	var pairs [][2]int
	if len(ends) > 0 {
		for l := ends[len(ends)-1]; l != nil; l = l.prev {
			pairs = append(pairs, l.at)
		}
	}
	slices.Reverse(pairs)
	return pairs
}
