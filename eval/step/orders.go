package step

import (
	"slices"

	"funmem/eval/value"
)

// Orders are the evaluations of a program with the iterations of its kernels in various orders, as a tree: an order parts from another one where
// another iteration comes next.
type Orders struct {
	Branches []Branch `json:"branches"`       // the first one is forward
	Open     int      `json:"open,omitempty"` // how many choices lead nowhere, because there were enough steps
	Results  int      `json:"results"`        // how many different results these evaluations have; each way to get stuck counts as one
}

// Branch is an evaluation from the choice where it parts from another one.
type Branch struct {
	From    int     `json:"from"` // the branch that it parts from; the first one parts from itself
	At      int     `json:"at"`   // how many steps they have in common; Story has those after them
	Story   *Story  `json:"story"`
	Forks   []Forks `json:"forks,omitempty"` // of each of its choices that are not in common
	Race    bool    `json:"race,omitempty"`  // there is one, before it parts or after that
	Differ  bool    `json:"differ,omitempty"`
	choices []int   // all iterations that were chosen
}

// Forks are the branches that part from one at a choice, by the iterations that come next there.
type Forks struct {
	Choice
	To map[int]int `json:"to,omitempty"`
}

// has tells whether a story has a step of a kind.
func (s *Story) has(k Kind) bool {
	return slices.ContainsFunc(s.Steps, func(x Step) bool { return x.Kind == k })
}

// One is a single evaluation, in an order that leaves no choice.
func One(s *Story) *Orders {
	s.Choices = nil
	return &Orders{Branches: []Branch{{Story: s, Race: s.has(Race), Differ: s.has(Differ)}}, Results: 1}
}

// MostOrders bounds what is looked at: the steps that are kept beside those of the first order, and the steps that are evaluated for them.
const (
	MostOrders    = 20_000
	mostEvaluated = 25 * MostOrders
)

// AllOrders evaluates a program in all orders of its iterations, or in those that part from others least often, as far as most steps go. record
// is Record with a schedule by hand.
func AllOrders(most int, record func(hand []int) (*Story, error)) (*Orders, error) {
	type wanted struct{ branch, fork, took int }
	o := &Orders{}
	kept, evaluated := 0, 0
	var queue []wanted
	add := func(from, at, common int, s *Story) {
		b := Branch{From: from, At: at, Story: s, Race: s.has(Race), Differ: s.has(Differ)}
		for k, c := range s.Choices {
			b.choices = append(b.choices, c.Took)
			if k >= common {
				b.Forks = append(b.Forks, Forks{Choice: c, To: map[int]int{}})
			}
		}
		evaluated += len(s.Steps)
		s.Steps, s.Choices = s.Steps[at:], nil
		if len(o.Branches) > 0 {
			kept += len(s.Steps)
		}
		o.Branches = append(o.Branches, b)
		for k, f := range b.Forks {
			for _, i := range f.Left {
				if i != f.Took {
					queue = append(queue, wanted{len(o.Branches) - 1, k, i})
				}
			}
		}
	}
	first, err := record(nil)
	if err != nil {
		return nil, err
	}
	if first.More {
		return One(first), nil
	}
	add(0, 0, 0, first)
	for ; len(queue) > 0; queue = queue[1:] {
		w := queue[0]
		b := &o.Branches[w.branch]
		f := &b.Forks[w.fork]
		rest := len(b.Story.Steps) + b.At - f.At
		if kept+rest > most || evaluated+f.At+rest > mostEvaluated {
			o.Open = len(queue)
			break
		}
		common := len(b.choices) - len(b.Forks) + w.fork
		s, err := record(append(append([]int{}, b.choices[:common]...), w.took))
		if err != nil {
			return nil, err
		}
		f.To[w.took] = len(o.Branches)
		add(w.branch, f.At, common+1, s)
	}
	o.count()
	return o, nil
}

// count counts the different results.
func (o *Orders) count() {
	var seen []*Story
	for _, b := range o.Branches {
		if !slices.ContainsFunc(seen, b.Story.sameResult) {
			seen = append(seen, b.Story)
		}
	}
	o.Results = len(seen)
}

// sameResult tells whether two evaluations end in the same way.
func (s *Story) sameResult(t *Story) bool {
	return s.Ended == t.Ended && slices.EqualFunc(s.results, t.results, value.Val.Equal)
}
