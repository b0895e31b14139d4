package prove

import (
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// Symbols hands out variables.
type Symbols struct{ names []string }

// New is a variable that nothing has yet. The name is for people.
func (y *Symbols) New(name string) poly.Poly {
	y.names = append(y.names, name)
	return y.Get(len(y.names))
}

// Get is the variable with that ID.
func (y *Symbols) Get(id int) poly.Poly { return poly.Var(&syntax.Var{Name: y.names[id-1], ID: id}) }

// fork has the same variables, and makes its own from here on.
func (y *Symbols) fork() *Symbols { return &Symbols{slices.Clip(y.names)} }

// Made is how many variables there are. Those made from here on have greater IDs.
func (y *Symbols) Made() int { return len(y.names) }

// Name is what the variable with that ID is called.
func (y *Symbols) Name(id int) string { return y.names[id-1] }

// Copies puts a new variable for each of those made after the first ones, up to the
// last, in the order in which they were made.
func (y *Symbols) Copies(first, last int) map[int]poly.Poly {
	by := make(map[int]poly.Poly, last-first)
	for id := first + 1; id <= last; id++ {
		by[id] = y.New(y.Name(id) + "'")
	}
	return by
}

// constant is k as a polynomial.
func constant(k int64) poly.Poly { return poly.Int(num.Of(k)) }

var one = constant(1)
