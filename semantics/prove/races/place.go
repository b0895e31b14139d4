package races

import (
	"fmt"

	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// roundOf is a round of a fold: the program's name for it, or a name that Where explains.
func (w *walker) roundOf(f *syntax.Fold, name *syntax.Binding) poly.Poly {
	if name != nil {
		return w.fresh(name.Name)
	}
	i := w.fresh("round")
	w.counting(i, "round", f.Name)
	return i
}

// counting says that i counts the rows or rounds of the statement at hand.
func (w *walker) counting(i poly.Poly, what, of string) {
	if id, ok := i.Variable(); ok && w.trace != nil {
		line, _ := w.at.Span.Position()
		w.trace.counts[id] = fmt.Sprintf("%s of the %s at line %d", what, of, line)
	}
}

// Where is where the elements lie, in the names of the program: "offsets 3–5", or
// "offset 4 * i_17 + k".
func (a Access) Where() string {
	lo, hi, ok := a.Extent()
	switch {
	case ok && lo == hi:
		return fmt.Sprintf("offset %d", lo)
	case ok:
		return fmt.Sprintf("offsets %d–%d", lo, hi)
	case len(a.l.Dims) == 0:
		return "offset " + a.l.Offset.String() + a.counts()
	}
	return "offsets " + a.l.String() + a.counts()
}

// counts says what the variables count that the place mentions and the program does not
// name.
func (a Access) counts() (text string) {
	for _, id := range a.l.Offset.Vars() {
		if what := a.trace.counts[id]; what != "" {
			text += ", for each " + what
		}
	}
	return text
}
