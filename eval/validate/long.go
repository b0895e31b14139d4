package validate

import (
	"fmt"
	"slices"

	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/diag"
	"funmem/semantics/num"
)

// How long arrays are shown: the first and last elements, and those in between that are informative.

// mostElements is how many elements of an array a report shows. mostHidden is how many of the others it lists by value.
const (
	mostElements = 40
	mostHidden   = 8
)

// shortened tells whether the text of an input leaves elements out.
func (s *Subject) shortened(in *Input) bool {
	return slices.ContainsFunc(s.Arguments(in), func(x Argument) bool { return value.Shortened(x.Value, mostElements) })
}

// sizesIfShortened returns the sizes by name, "n = 1000", if the text of the input leaves elements out.
func (s *Subject) sizesIfShortened(in *Input) (list []string) {
	if s.shortened(in) {
		for k, n := range in.Sizes {
			if s.ofAllRows(k) {
				continue
			}
			list = append(list, fmt.Sprintf("%s = %d", s.SizeName(k), n))
		}
	}
	return list
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
	last := len(f.Index) - 1
	for d := -besideDifference; d <= besideDifference; d++ {
		at := slices.Clone(f.Index)
		at[last] += d
		x, y, ok := f.bothAt(at)
		if _, array := x.Len(); ok && !array {
			list = append(list, Nearby{at, x.Number(), y.Number()})
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
	x, y, _ := f.bothAt(f.Index)
	at, typ := heap.Element("", shifted(f.Index, first-1)), f.Before[f.Result].Type()
	if n, array := x.Len(); array {
		m, _ := y.Len()
		return fmt.Sprintf("row %s of %s: %s in BEFORE, %d in AFTER", at, typ, diag.Count(n, "element"), m)
	}
	return fmt.Sprintf("at %s of %s: %s in BEFORE, %s in AFTER", at, typ, x.Number(), y.Number())
}

// bothAt are the parts of the results that differ at an index, from 1.
func (f *Failure) bothAt(at []int) (x, y value.Part, ok bool) {
	x, ok = value.PartAt(f.Before[f.Result], at)
	y, too := value.PartAt(f.After[f.Result], at)
	return x, y, ok && too
}
