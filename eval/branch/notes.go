// Package branch notes which ways the conditions of a program go in its runs, and how near they come to going the
// other way. A run tells a Notes of each if that it decides and of each
// comparison, and each product of comparisons.
//
//   - notes.go: the ways that conditions went
//   - distance.go: how far a condition is from a way
package branch

import (
	"math"

	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Notes are about the ifs and comparisons of one program, by their places. A nil Notes notes nothing. It is for one goroutine.
type Notes struct {
	ways map[spot]*Ways
	defs map[int]syntax.Expr // what the variables are bound to, if distances are wanted
	path Path                // where the run is, if distances are wanted
	out  []Path              // where it was before each call that is not done
}

// spot is a place in the text, as it is reached by calls.
type spot struct {
	place diag.Span
	path  Path
}

// Path stands for the calls that lead to a place, outermost first. No calls have the path 0.
type Path uint64

// Into returns the path within a call.
func (p Path) Into(call diag.Span) Path {
	const prime = 1099511628211
	for _, k := range []int{call.Start, call.End} {
		p = (p ^ Path(k+1)) * prime
	}
	return p
}

// Ways is what happened at one of them.
type Ways struct {
	Went [2]bool    // its condition was false, and it was true
	Near [2]float64 // the least distance from being false and from being true, below 1 or infinite; only a Notes of Measuring has it
}

// New returns an empty Notes.
func New() *Notes { return &Notes{ways: map[spot]*Ways{}} }

// Measuring returns an empty Notes that also measures distances and tells calls apart. Conditions are looked up in the
// programs.
func Measuring(programs ...*syntax.Program) *Notes {
	n := New()
	n.defs = map[int]syntax.Expr{}
	for _, p := range programs {
		syntax.Walk(p, func(m syntax.Node) bool {
			if s, ok := m.(*syntax.Let); ok && len(s.Pat) == 1 {
				n.defs[s.Pat[0].ID] = s.Exp
			}
			return true
		})
	}
	return n
}

// At returns the ways at a place. It is nil if nothing is noted there.
func (n *Notes) At(place diag.Span) *Ways {
	if n == nil || !place.IsValid() {
		return nil
	}
	return n.In(n.path, place)
}

// In is At for a place as it is reached by calls.
func (n *Notes) In(path Path, place diag.Span) *Ways {
	w := n.ways[spot{place, path}]
	if w == nil {
		w = &Ways{Near: [2]float64{math.Inf(1), math.Inf(1)}}
		n.ways[spot{place, path}] = w
	}
	return w
}

// Enter says that a call begins, and Leave that the last one is done.
func (n *Notes) Enter(call diag.Span) {
	if n != nil && n.defs != nil {
		n.out = append(n.out, n.path)
		n.path = n.path.Into(call)
	}
}

// Leave is described with Enter.
func (n *Notes) Leave() {
	if n != nil && n.defs != nil {
		last := len(n.out) - 1
		n.path, n.out = n.out[last], n.out[:last]
	}
}

// Went returns the ways that the condition at a place went, or false twice if it was not decided.
func (n *Notes) Went(place diag.Span) [2]bool {
	if w := n.ways[spot{place: place}]; w != nil {
		return w.Went
	}
	return [2]bool{}
}

// Forget makes all ways new.
func (n *Notes) Forget() {
	n.path, n.out = 0, nil
	for _, w := range n.ways {
		*w = Ways{Near: [2]float64{math.Inf(1), math.Inf(1)}}
	}
}

// Decide notes that the condition at a place holds, or does not.
func (n *Notes) Decide(place diag.Span, holds bool) {
	if w := n.At(place); w != nil {
		w.Take(holds)
	}
}

// Take notes one way.
func (w *Ways) Take(holds bool) {
	if holds {
		w.Went[1] = true
	} else {
		w.Went[0] = true
	}
}

// If is Decide for an if of a program, with distances if the Notes is Measuring. Then value returns the value of a
// scalar expression where the if is.
func (n *Notes) If(e *syntax.If, holds bool, value func(se syntax.Expr) num.Num) {
	n.note(e.Span, e.Cond, holds, value)
}

// IsCondition tells whether an operator in a scalar expression counts as a condition: a comparison, or the product of two
// conditions, or something else that is not 0 if and only if both hold.
func IsCondition(e *syntax.Binary) bool { return syntax.Ops[e.Op].Truth || isBoth(e) }

// isBoth tells whether e is a * b, a & b or min(a, b) of conditions.
func isBoth(e *syntax.Binary) bool {
	switch e.Op {
	case syntax.Mul, syntax.BitAnd, syntax.Min:
		return e.Of == syntax.Int && isTruth(e.X) && isTruth(e.Y)
	}
	return false
}

// isTruth tells whether an expression is 0 or 1 by its form.
func isTruth(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Unary:
		return e.Op == syntax.Not
	case *syntax.Binary:
		return IsCondition(e)
	}
	return false
}

// Scalar is If for each condition in a scalar expression.
func (n *Notes) Scalar(se syntax.Expr, value func(se syntax.Expr) num.Num) {
	if n == nil {
		return
	}
	switch e := se.(type) {
	case *syntax.Unary:
		n.Scalar(e.X, value)
	case *syntax.Binary:
		n.Scalar(e.X, value)
		n.Scalar(e.Y, value)
		if IsCondition(e) {
			n.note(e.Span, e, !value(e).IsZero(), value)
		}
	}
}

// note notes the way of a condition at a place.
func (n *Notes) note(place diag.Span, condition syntax.Expr, holds bool, value func(se syntax.Expr) num.Num) {
	w := n.At(place)
	if w == nil {
		return
	}
	w.Take(holds)
	if n.defs == nil {
		return
	}
	now := 0
	if holds {
		now = 1
	}
	if w.Near[now] = 0; w.Near[1-now] > 0 {
		w.Near[1-now] = min(w.Near[1-now], below(n.distance(condition, !holds, value)))
	}
}
