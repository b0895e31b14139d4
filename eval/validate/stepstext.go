package validate

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// text shows the steps of both sides next to each other, and their heaps. first is the number of the first
// element.
func (t *Traces) text(b *strings.Builder, first int) {
	names := t.Names()
	lines := [][2]string{names}
	hidden := false
	for _, r := range t.Rows() {
		if !r.Hidden() {
			lines = append(lines, [2]string{r.Before.text(first), r.After.text(first)})
		} else if !hidden {
			lines = append(lines, [2]string{"…", "…"})
		}
		hidden = r.Hidden()
	}
	width := 0
	for _, l := range lines {
		width = max(width, min(utf8.RuneCountInString(l[0]), column))
	}
	b.WriteString("steps:\n")
	for _, l := range lines {
		left, right := cut(l[0], column), cut(l[1], column)
		text := "  " + left + strings.Repeat(" ", width-utf8.RuneCountInString(left)) + "  " + right
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
	for _, side := range []struct {
		name string
		*Trace
	}{{names[0], t.Before}, {names[1], t.After}} {
		if len(side.Heap) > 0 {
			fmt.Fprintf(b, "heap of %s %s:\n", side.name, side.When)
			for _, c := range side.Heap {
				fmt.Fprintf(b, "  %s: %s\n", c.Block, c.text())
			}
		}
	}
}

// shown is how many elements of an array a step shows.
const shown = 12

// column is the width of a step.
const column = 58

// cut shortens a text to at most n characters.
func cut(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}

// text returns the step in one line, or nothing for nil.
func (s *Step) text(first int) string {
	switch {
	case s == nil:
		return ""
	case s.Event != nil:
		return strings.Repeat("  ", s.Depth) + s.Event.text(1) // as in messages, which count elements from 1
	case s.Scope != "":
		return strings.Repeat("  ", s.Depth-1) + s.Scope + ":"
	case s.Depth > 0:
		outer := *s
		outer.Depth = 0
		return strings.Repeat("  ", s.Depth) + outer.text(first)
	case s.Stuck:
		const here = ": stuck here"
		return cut(s.Called(), column-len(here)) + here
	case s.Free:
		return "free " + s.Name
	case s.Alloc && s.Block != s.Name:
		return fmt.Sprintf("%s: block %s of %d", s.Called(), s.Block, s.Size)
	case s.Alloc:
		return fmt.Sprintf("%s: block of %d", s.Called(), s.Size)
	case s.IsBlock:
		return fmt.Sprintf("%s: block %s", s.Called(), s.Block)
	case s.Lacks != "" && s.Known:
		return fmt.Sprintf("%s = %s, and %s %s", s.Called(), value.Format(s.Value, shown), s.Block, s.Lacks)
	case s.Lacks != "":
		return fmt.Sprintf("%s: %s %s", s.Called(), s.Block, s.Lacks)
	case s.Block != "" && s.Differs():
		text := fmt.Sprintf("%s = %s, and %s shows %s %s", s.Called(), value.Format(s.Value, shown), s.Block, value.Format(s.Heap, shown), s.When)
		if utf8.RuneCountInString(text) > column || value.Shortened(s.Heap, shown) {
			return s.difference(text, first)
		}
		return text
	case s.Block != "" && !s.Known && s.Heap.A != nil:
		return fmt.Sprintf("%s: %s shows %s %s", s.Called(), s.Block, value.Format(s.Heap, shown), s.When)
	case s.Block != "" && !s.Known:
		return fmt.Sprintf("%s in %s", s.Called(), s.Block)
	case s.Block != "":
		return fmt.Sprintf("%s = %s in %s", s.Called(), value.Format(s.Value, shown), s.Block)
	}
	return fmt.Sprintf("%s = %s", s.Called(), value.Format(s.Value, shown))
}

// FirstDifference returns the index, from 1, of the first element in which the heap differs, and both values. The index is
// nil for a number, or for arrays of different shapes.
func (s *Step) FirstDifference() (index []int, value, heap num.Num) {
	k := firstDifference(s.Value, s.Heap)
	if k < 0 {
		return nil, value, heap
	}
	return shifted(indexIn(s.Value.A.Shape, k), 1), s.Value.A.Elems.At(k), s.Heap.A.Elems.At(k)
}

// Called returns the name, with a number if another variable has the same name.
func (s *Step) Called() string {
	if s.nth > 1 {
		return fmt.Sprintf("%s#%d", s.Name, s.nth)
	}
	return s.Name
}

// finish removes scopes without steps, and numbers variables that share a name.
func (t *Trace) finish() {
	var steps []Step
	for _, s := range slices.Backward(t.Steps) {
		if n := len(steps); s.Scope != "" && (n == 0 || steps[n-1].Depth < s.Depth || steps[n-1].Depth == s.Depth && steps[n-1].Scope != "") ||
			n > 0 && s.repeats(&steps[n-1]) {
			continue
		}
		steps = append(steps, s)
	}
	slices.Reverse(steps)
	t.Steps = steps
	t.tellApart()
}

// repeats tells whether next is an operand without a name that is evaluated again directly after s, with the same
// value.
func (s *Step) repeats(next *Step) bool {
	return !s.Written && s.Known && s.Name != "" && s.Event == nil && next.Event == nil && !next.Written && next.Known && s.Depth == next.Depth &&
		s.Name == next.Name && s.Block == next.Block && s.Value.Equal(next.Value)
}

// tellApart numbers the variables of one body that share a name.
func (t *Trace) tellApart() {
	type here struct {
		name  string
		depth int
	}
	ids := map[here][]int{}
	for k := range t.Steps {
		s := &t.Steps[k]
		if s.Event != nil || s.Free {
			continue
		}
		if s.Scope != "" {
			maps.DeleteFunc(ids, func(x here, _ []int) bool { return x.depth >= s.Depth })
			continue
		}
		if !s.Written && !s.IsBlock { // the text is not a name but an expression
			continue
		}
		x := here{s.Name, s.Depth}
		n := slices.Index(ids[x], s.id)
		if n < 0 {
			n = len(ids[x])
			ids[x] = append(ids[x], s.id)
		}
		s.nth = n + 1
	}
}

// difference shows a step by its first differing element if the step or its array is too long for the column.
func (s *Step) difference(text string, first int) string {
	y, is, has := s.FirstDifference()
	if y == nil {
		return text
	}
	return fmt.Sprintf("%s is %s, and %s shows %s %s", heap.Element(s.Called(), shifted(y, first-1)), is, s.Block, has, s.When)
}

// mostShown is how many cells of a block are shown.
const mostShown = 24

// Window returns the range of offsets that is shown: at most so many, around the marked one.
func (c *Cells) Window(most int) (from, to int) {
	from, to = 0, len(c.Values)
	if to > most {
		from = min(max(0, c.Marked-most/2), to-most)
		to = from + most
	}
	return from, to
}

// text shows the cells, with the differing one in angle brackets.
func (c *Cells) text() string {
	if c.Freed {
		return "freed"
	}
	from, to := c.Window(mostShown)
	var parts []string
	if from > 0 {
		parts = append(parts, "…")
	}
	for off := from; off < to; off++ {
		text := c.Values[off].String()
		if off == c.Marked {
			text = "⟨" + text + "⟩"
		}
		parts = append(parts, text)
	}
	if to < len(c.Values) {
		parts = append(parts, "…")
	}
	return strings.Join(parts, " ")
}

// Hide marks the steps of AFTER that have nothing to do with the difference: neither the differing results nor
// the differing block need their variables.
func (t *Traces) Hide(r *Result) {
	f := r.Failure
	if f.Result < 0 && f.Verdict.Divergence == nil {
		return
	}
	for _, s := range []struct {
		side  *side
		trace *Trace
	}{{&r.Before, t.Before}, {&r.After, t.After}} {
		if s.side.program.IMP != nil { // variables do not tell where they came from
			continue
		}
		needed := map[string]bool{}
		ids := map[int]bool{}
		at, n := s.side.coreOf(max(0, f.Result))
		for i, k := range s.side.results {
			if f.Result < 0 || at <= i && i < at+n {
				for _, v := range syntax.FreeVars(s.side.body.Res[k]) {
					ids[v.ID] = true
				}
			}
		}
		for k, x := range s.side.lets {
			if f.Result < 0 || at <= k && k < at+n {
				ids[x.ID] = true
			}
		}
		blocks := map[string]bool{}
		if d := f.Verdict.Divergence; d != nil && s.side == &r.After {
			blocks[d.Block] = true
			needed[d.Array] = true
		}
		s.side.slice(ids, needed)
		for k := range s.trace.Steps {
			step := &s.trace.Steps[k]
			step.Hidden = step.Depth == 0 && !step.Stuck && step.Event == nil && !ids[step.id] && !needed[step.Name] && !blocks[step.Block]
		}
	}
}

// slice adds the names of all variables that the variables with the given IDs need.
func (s *side) slice(ids map[int]bool, names map[string]bool) {
	for _, stm := range slices.Backward(s.body.Stms) {
		let, ok := stm.(*syntax.Let)
		if !ok {
			continue
		}
		if !slices.ContainsFunc(let.Pat, func(x *syntax.Binding) bool { return ids[x.ID] || names[machine.Shown(x)] }) {
			continue
		}
		for _, x := range let.Pat {
			names[machine.Shown(x)] = true
			ids[x.ID] = true
		}
		for _, v := range syntax.FreeVars(let) {
			ids[v.ID] = true
		}
	}
}
