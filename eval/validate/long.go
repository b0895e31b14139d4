package validate

import (
	"fmt"
	"slices"
	"strings"

	"funmem/eval/memory"
	"funmem/eval/value"
	"funmem/semantics/num"
)

// What is shown of long arrays: the first and the last elements, and of those between them the ones that tell something.

// mostElements is how many elements of an array a report shows, and mostHidden of how many it says what they are although they
// are not among these.
const (
	mostElements = 40
	mostHidden   = 8
)

// shortened tells whether the text of an input leaves elements out.
func (in *Input) shortened() bool {
	return slices.ContainsFunc(in.Arrays, func(a *value.Array) bool { return value.Shortened(value.Val{A: a}, mostElements) })
}

// sizesIfShortened are the sizes by name, "n = 1000", where the text of the input leaves elements out.
func (s *Subject) sizesIfShortened(in *Input) (list []string) {
	if in.shortened() {
		for k, n := range in.Sizes {
			list = append(list, fmt.Sprintf("%s = %d", s.SizeName(k), n))
		}
	}
	return list
}

// hidden says of a long array what it is, and what elements are that its text may leave out: those that matter, or, where that
// is not known or these are many, those that are not 0. The marks say which ones do not matter; first is what the first element is called.
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
			list = append(list, fmt.Sprintf("%s is %s", memory.Element("", shifted(indexIn(a.Shape, i), first)), a.Elems.At(i)))
		}
	}
	return append(notes, strings.Join(list, ", "))
}

// howMany is of how many elements something holds.
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

// Nearby are the elements around the first one that differs, in its row; none where the results are numbers, or of different
// shapes, or not too long to be shown.
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

// besideDifference is how many elements these are on each side.
const besideDifference = 2

// ifShortened is what is said of the first element that differs where the results are too long to be shown; "" where
// they are not. first is what the first element is called.
func (f *Failure) ifShortened(first int) string {
	if f.Result < 0 || len(f.Index) == 0 || !value.Shortened(f.Before[f.Result], mostElements) {
		return ""
	}
	i, _ := offsetIn(f.Before[f.Result].A.Shape, shifted(f.Index, -1))
	x, y := f.Before[f.Result], f.After[f.Result]
	return fmt.Sprintf("at %s of %s: %s in BEFORE, %s in AFTER", memory.Element("", shifted(f.Index, first-1)), x.Type(), x.A.Elems.At(i), y.A.Elems.At(i))
}
