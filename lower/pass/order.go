package pass

import (
	"slices"
	"strings"

	"funmem/semantics/diag"
)

// misplaced says that an item of a list is in the wrong place.
type misplaced struct {
	item, before int // it would have to stand before that one; -1: nowhere in the list
	said         *diag.Diagnostic
}

// arranged returns the steps of a list, with introduce added if it is left out, provided
// that each takes what the one before it gives and their order is possible.
func arranged(items []item, form Form) ([]*Step, *misplaced) {
	introduces := func(it item) bool {
		return slices.ContainsFunc(it.steps, func(s *Step) bool { return s.Pass.Name == "introduce" })
	}
	introduced := slices.IndexFunc(items, introduces)
	var steps []*Step
	var of []int // the item of each step
	for k, it := range items {
		for _, s := range it.steps {
			from := s.Pass.From
			if form == Fun && from == FunMem && introduced < 0 {
				intro, _ := step(diag.Span{}, "introduce")
				steps, of, form, introduced = append(steps, intro), append(of, k), FunMem, k
			}
			if from != Either && from != form {
				d := diag.Errorf(diag.Usage, "", it.at, "the pass `%s` takes a program of %s, and gets one of %s", s.Pass.Name, from, form)
				switch {
				case from == FunMem:
					return nil, &misplaced{introduced, k, d}
				case introduced < 0 || introduced >= k: // the program came in this form
					return nil, &misplaced{k, -1, d.Helpf("the program is one of FUNMEM as it stands")}
				}
				return nil, &misplaced{k, introduced, d}
			}
			if s.Pass.To != Either {
				form = s.Pass.To
			}
			steps, of = append(steps, s), append(of, k)
		}
	}
	return steps, ordered(items, steps, of)
}

// ordered returns an error if two passes stand in an impossible order.
func ordered(items []item, steps []*Step, of []int) *misplaced {
	for _, c := range constraints {
		first := slices.IndexFunc(steps, func(s *Step) bool { return s.Pass.Name == c.then })
		if first < 0 {
			continue
		}
		for k, s := range steps[first:] {
			if s.Pass.Name == c.first {
				at := of[first+k]
				return &misplaced{at, of[first], diag.Errorf(diag.Usage, "", items[at].at, "the pass `%s` cannot stand after `%s`: %s", c.first, c.then, c.why)}
			}
		}
	}
	return nil
}

// mended returns a list of the same items in a possible order. Otherwise it returns a list
// of some of them, or "".
func mended(items []item, form Form) string {
	moved := slices.Clone(items)
	for range len(items) * len(items) {
		_, wrong := arranged(moved, form)
		switch {
		case wrong == nil:
			return listed(moved)
		case wrong.before < 0:
			return mended(slices.Delete(moved, wrong.item, wrong.item+1), form)
		}
		it := moved[wrong.item]
		moved = slices.Insert(slices.Delete(moved, wrong.item, wrong.item+1), wrong.before, it)
	}
	for len(items) > 1 {
		most, best := 0, ""
		for k := range items {
			rest := slices.Delete(slices.Clone(items), k, k+1)
			if steps, wrong := arranged(rest, form); wrong == nil && len(steps) >= most {
				most, best = len(steps), listed(rest)
			}
		}
		if best != "" {
			return best
		}
		_, wrong := arranged(items, form)
		items = slices.Delete(slices.Clone(items), wrong.item, wrong.item+1)
	}
	return ""
}

// listed returns items as they are written in a list.
func listed(items []item) string {
	var texts []string
	for _, it := range items {
		texts = append(texts, it.at.Text())
	}
	return strings.Join(texts, ",")
}

// tries tells whether a pass could stand somewhere before the last of the steps, for a program of that form, and does
// not.
func tries(steps []*Step, form Form, name string) bool {
	if slices.ContainsFunc(steps, func(s *Step) bool { return s.Pass.Name == name }) {
		return false
	}
	more, err := step(diag.Span{}, name)
	if err != nil {
		return false
	}
	for k := range steps {
		var items []item
		for _, s := range slices.Insert(slices.Clone(steps), k, more) {
			items = append(items, item{steps: []*Step{s}})
		}
		if _, wrong := arranged(items, form); wrong == nil {
			return true
		}
	}
	return false
}
