package step

import (
	"fmt"
	"slices"
	"strings"

	"funmem/eval/value"
)

// Beside is how the stories of two programs go together, such as those of a program before and after a pass.
type Beside struct {
	Meet  []Meet `json:"meet,omitempty"`  // in the order of both
	First int    `json:"first,omitempty"` // the number of the first of them at which the values differ, from 1; 0: they differ at none
	Words string `json:"words"`           // what the results have to do with each other
	Same  bool   `json:"same"`            // both have results, and these are the same
}

// Meet is a pair of steps that bind variables of the same names, in the same statements, iterations and rounds.
type Meet struct {
	Before int    `json:"before"` // how many steps come up to the one of the first story, and it
	After  int    `json:"after"`
	Words  string `json:"words"` // whether the values are the same
	Differ bool   `json:"differ,omitempty"`
}

// Together puts two stories beside each other. The value semantics of the first one says what the heap of the second one has to show.
func Together(before, after *Story) *Beside {
	at := map[string]int{}
	for k, s := range slices.Backward(after.Steps) {
		if s.Kind == End && len(s.Binds) > 0 {
			at[s.path] = k + 1
		}
	}
	var pairs [][2]int
	seen := map[string]bool{}
	for k, s := range before.Steps {
		if s.Kind == End && len(s.Binds) > 0 && at[s.path] > 0 && !seen[s.path] {
			seen[s.path] = true
			pairs = append(pairs, [2]int{k + 1, at[s.path]})
		}
	}
	b := &Beside{}
	for _, p := range rising(pairs) {
		m := Meet{Before: p[0], After: p[1]}
		m.Words, m.Differ = compared(before.Steps[p[0]-1].Binds, after.Steps[p[1]-1].Binds)
		b.Meet = append(b.Meet, m)
		if m.Differ && b.First == 0 {
			b.First = len(b.Meet)
		}
	}
	b.Words, b.Same = resultsOf(before, after)
	return b
}

// rising are as many of the pairs as can be taken if the second numbers are to rise, too. The first ones do.
func rising(pairs [][2]int) [][2]int {
	var ends []int // of the best list of each length, the number of its last pair
	from := make([]int, len(pairs))
	for k, p := range pairs {
		n, _ := slices.BinarySearchFunc(ends, p[1], func(e, second int) int { return pairs[e][1] - second })
		from[k] = -1
		if n > 0 {
			from[k] = ends[n-1]
		}
		ends = append(ends[:n], append([]int{k}, ends[min(n+1, len(ends)):]...)...)
	}
	if len(ends) == 0 {
		return nil
	}
	var list [][2]int
	for k := ends[len(ends)-1]; k >= 0; k = from[k] {
		list = append(list, pairs[k])
	}
	slices.Reverse(list)
	return list
}

// compared says whether the variables that both bind have the same values. A block has none, and what only one of the programs' authors, or a
// pass, has named is not compared: another program may mean something else by the name.
func compared(before, after []Bind) (words string, differ bool) {
	var same []string
	for _, x := range before {
		for _, y := range after {
			if x.Name != y.Name || x.made || y.made {
				continue
			}
			switch {
			case x.View == nil && y.View == nil && x.Block == 0 && y.Block == 0:
				if x.Value != y.Value {
					return fmt.Sprintf("`%s` is %s before, and %s after.", x.Name, x.Value, y.Value), true
				}
				same = append(same, "`"+x.Name+"`")
			case x.value != nil && y.shown != nil:
				if d := differing(x.Name, x.value, y.shown); d != "" {
					return d, true
				}
				same = append(same, "`"+x.Name+"`")
			}
		}
	}
	if len(same) == 0 {
		return "Both programs are here. The values are not compared.", false
	}
	return strings.Join(same, ", ") + ": the same in both programs.", false
}

// differing says how an array is another one before and after; "": it is the same.
func differing(name string, x, y *value.Array) string {
	if !slices.Equal(x.Shape, y.Shape) {
		return fmt.Sprintf("`%s` has the shape %v before, and %v after.", name, x.Shape, y.Shape)
	}
	for k := range x.Elems.Len() {
		if a, b := x.Elems.At(k), y.Elems.At(k); !value.Agrees(a, b) {
			return fmt.Sprintf("`%s%s` is %s before, and %s after.", name, indexText(x.Shape, k), a, b)
		}
	}
	return ""
}

// indexText is the index of element number k of an array, from 0, in row-major order.
func indexText(shape []int, k int) string {
	index := make([]string, len(shape))
	for d, n := range slices.Backward(shape) {
		index[d] = fmt.Sprint(k%n + 1)
		k /= n
	}
	return "[" + strings.Join(index, ", ") + "]"
}

// resultsOf says whether two stories have the same results.
func resultsOf(before, after *Story) (words string, same bool) {
	for _, s := range []struct {
		*Story
		when string
	}{{before, "before"}, {after, "after"}} {
		switch {
		case s.More:
			return "The program " + s.when + " has more steps than are shown, so the results are not compared.", false
		case s.differs && s.Story == before:
			return "The semantics differ in the program before, so its results are nothing to compare with.", false
		case s.Ended != "":
			return "The program " + s.when + " gets stuck, so there are no results to compare.", false
		}
	}
	if len(before.results) != len(after.results) {
		return "The programs have different numbers of results.", false
	}
	for k, x := range before.results {
		y := after.results[k]
		if (x.A == nil) != (y.A == nil) {
			return "The results have different types.", false
		}
		if x.A == nil {
			if !value.Agrees(x.I, y.I) {
				return fmt.Sprintf("The results differ: %s before, and %s after.", x.I, y.I), false
			}
			continue
		}
		if d := differing("result", x.A, y.A); d != "" {
			return "The results differ: " + d, false
		}
	}
	return "In this run the results are the same.", true
}
