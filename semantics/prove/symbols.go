package prove

import (
	"fmt"
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Symbols hands out variables with IDs after those of another supply.
type Symbols struct {
	after int
	names []string
	tests int // linear programs for a question; 0: no limit
	steps int // for a question; 0: as many as a search may take

	about    func() string // what the questions are about; nil: nobody said
	attempts bool          // the questions are one of several ways to prove something

	Until  stop.Poll // asked during a proof; nil: nobody stops it
	Budget *Budget   // the steps that proofs may take
}

// After hands out variables with IDs above the given one.
func After(id int) *Symbols { return &Symbols{after: id} }

// New is a variable that is not used yet. The name is for people.
func (y *Symbols) New(name string) poly.Poly {
	y.names = append(y.names, name)
	return y.Get(y.after + len(y.names))
}

// Get is the variable with that ID.
func (y *Symbols) Get(id int) poly.Poly { return poly.Var(&syntax.Var{Name: y.Name(id), ID: id}) }

// Fork has the same variables, and makes its own from then on.
func (y *Symbols) Fork() *Symbols {
	z := *y
	z.names = slices.Clip(y.names)
	return &z
}

// Unnamed is the name of an int that stands for what has no name and no value that is known.
const Unnamed = "?"

// Limited is a Fork for questions that are given up after that many linear programs, or
// after some large ones. What can be proved at all usually takes a few.
func (y *Symbols) Limited(tests int) *Symbols {
	z := y.Fork()
	z.tests = tests
	return z
}

// Brief is a Fork for questions that are given up after that many steps.
func (y *Symbols) Brief(steps int) *Symbols {
	z := y.Fork()
	z.steps = steps
	return z
}

// Made is the ID of the last variable. Variables made later have greater IDs.
func (y *Symbols) Made() int { return y.after + len(y.names) }

// Name is the name of the variable with that ID, or a number if the ID belongs to the
// other supply.
func (y *Symbols) Name(id int) string {
	if id <= y.after {
		return fmt.Sprint("#", id)
	}
	return y.names[id-1-y.after]
}

// Copies gives a new variable for each of those with IDs after first, up to last, in
// the order in which they were made.
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
