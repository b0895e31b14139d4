package validate

import (
	"fmt"
	"slices"
	"strings"

	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/num"
)

// How long arrays are shown: the first and last elements, and those in between that are informative.

// mostElements is how many elements of an array a report shows. mostHidden is how many of the others it lists by value.
const (
	mostElements = 40
	mostHidden   = 8
)

// shortened tells whether the text of an input leaves elements out.
func (in *Input) shortened() bool {
	return slices.ContainsFunc(in.Arrays, func(a *value.Array) bool { return value.Shortened(value.Val{A: a}, mostElements) })
}

// sizesIfShortened returns the sizes by name, "n = 1000", if the text of the input leaves elements out.
func (s *Subject) sizesIfShortened(in *Input) (list []string) {
	if in.shortened() {
		for k, n := range in.Sizes {
			list = append(list, fmt.Sprintf("%s = %d", s.SizeName(k), n))
		}
	}
	return list
}

// hidden returns notes about a long array: its type, and the values of elements that its text may leave out. These are
// the elements that matter; if that is not known or they are too many, the elements that are not 0. free marks the
// elements that do not matter. first is the number of the first element.
func hidden(a *value.Array, free []bool, first int) []string {
	v := value.Val{A: a}
	if !value.Shortened(v, mostElements) {
		return nil
	}
	notes := []string{v.Type()}
	tells := func(i int) bool { return !free[i] }
	if free == nil || !slices.Contains(free, true) || howMany(a, tells) > mostHidden {
		tells = func(i int) bool { return !a.Elems.At(i).Equal(num.Zero(a.Elems.At(i).IsReal())) }
	}
	if n := howMany(a, tells); n == 0 || n > mostHidden {
		return notes
	}
	var list []string
	for i := range a.Elems.Len() {
		if tells(i) {
			list = append(list, fmt.Sprintf("%s is %s", heap.Element("", shifted(indexIn(a.Shape, i), first)), a.Elems.At(i)))
		}
	}
	return append(notes, strings.Join(list, ", "))
}

// howMany returns for how many elements of holds.
func howMany(a *value.Array, of func(i int) bool) (n int) {
	for i := range a.Elems.Len() {
		if of(i) {
			n++
		}
	}
	return n
}

// Nearby is an element around the first one that differs, in both results.
type Nearby struct {
	Index         []int // from 1
	Before, After num.Num
}

// Nearby returns the elements around the first differing one, in its row. It returns none if the results are numbers,
// have different shapes, or are short enough to be shown.
func (f *Failure) Nearby() (list []Nearby) {
	if f.Result < 0 || len(f.Index) == 0 || !value.Shortened(f.Before[f.Result], mostElements) {
		return nil
	}
	x, y := f.Before[f.Result].A, f.After[f.Result].A
	last := len(f.Index) - 1
	for d := -besideDifference; d <= besideDifference; d++ {
		at := shifted(f.Index, -1)
		at[last] += d
		if i, ok := offsetIn(x.Shape, at); ok {
			list = append(list, Nearby{shifted(at, 1), x.Elems.At(i), y.Elems.At(i)})
		}
	}
	return list
}

// besideDifference is how many of these elements there are on each side.
const besideDifference = 2

// ifShortened returns the text about the first differing element if the results are too long to be shown, and ""
// otherwise. first is the number of the first element.
func (f *Failure) ifShortened(first int) string {
	if f.Result < 0 || len(f.Index) == 0 || !value.Shortened(f.Before[f.Result], mostElements) {
		return ""
	}
	i, _ := offsetIn(f.Before[f.Result].A.Shape, shifted(f.Index, -1))
	x, y := f.Before[f.Result], f.After[f.Result]
	return fmt.Sprintf("at %s of %s: %s in BEFORE, %s in AFTER", heap.Element("", shifted(f.Index, first-1)), x.Type(), x.A.Elems.At(i), y.A.Elems.At(i))
}
