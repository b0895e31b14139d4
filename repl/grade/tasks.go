package grade

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Tasks are the exercises of a teacher.
type Tasks struct {
	Title     string
	Exercises []*Exercise
}

// Exercise is one exercise. Its names are those of the functions that the student writes.
type Exercise struct {
	Names     []string
	Title     string
	At        diag.Span
	Budget    Budget
	Helpers   []*syntax.Program // of the teacher, for tests
	Reference *syntax.Program
	Solution  *diag.Source // the helpers and the reference solution, as a program of its own
	Wrong     []*Wrong
	Checks    []*Check
}

// Points is what all checks of the exercise give together.
func (e *Exercise) Points() (sum Points) {
	for _, c := range e.Checks {
		sum += c.Points
	}
	return sum
}

// Wrong is a solution that may not get all points.
type Wrong struct {
	Name   string
	Source *diag.Source
}

// Budget is what each test may take.
type Budget struct {
	Steps  int64 // of one evaluation, in the sense of engine.Steps
	Memory int64 // bytes
}

// usualBudget is the budget where the teacher gives none.
var usualBudget = Budget{Steps: 1_000_000, Memory: 256 << 20}

// Kind is what a check looks at.
type Kind string

// The kinds.
const (
	Test     Kind = "test"     // expressions that must be true, or have a value
	Validate Kind = "validate" // the submission against the reference solution
	Alone    Kind = "check"    // the submission against its own value semantics
	Use      Kind = "use"      // constructs that must be there
	Avoid    Kind = "avoid"    // and those that must not
	Limit    Kind = "limit"    // how much memory it asks for
)

// Check is one thing that gives points.
type Check struct {
	Kind   Kind
	Title  string
	At     diag.Span
	Points Points
	Hidden bool // the student does not see what was tried
	Within float64

	Examples   []*Example  // of Test, and the calls of Validate and Limit
	Inputs     int         // of Validate and Alone
	Seed       int64       // of these inputs
	Constructs []Construct // of Use and Avoid
	Bounds     []Bound     // of Limit
	Passes     string      // that run before Limit counts
}

// Example is an expression, and the one that states its value, or nil if it must be true.
type Example struct {
	At   diag.Span
	Text string
	Expr syntax.Expr
	Want syntax.Expr
}

// Points are hundredths of points.
type Points int64

// String is the number, without zeros at the end.
func (x Points) String() string {
	text := fmt.Sprintf("%d.%02d", x/100, x%100)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// MarshalJSON is the number.
func (x Points) MarshalJSON() ([]byte, error) { return []byte(x.String()), nil }

// UnmarshalJSON reads what MarshalJSON writes.
func (x *Points) UnmarshalJSON(text []byte) error {
	f, err := strconv.ParseFloat(string(text), 64)
	*x = Points(math.Round(f * 100))
	return err
}

// of is the share of the points for k of n things. All of them give all points.
func (x Points) of(k, n int) Points { return x * Points(k) / Points(max(1, n)) }
