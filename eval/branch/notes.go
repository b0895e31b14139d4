// Package branch notes which ways the conditions of a program go in its runs, and how near they come to going the
// other way. A run tells a Notes of each if that it decides and of each
// comparison.
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
	ways map[diag.Span]*Ways
	defs map[int]syntax.Expr // what the variables are bound to, if distances are wanted
}

// Ways is what happened at one of them.
type Ways struct {
	Went [2]bool    // its condition was false, and it was true
	Near [2]float64 // the least distance from being false and from being true, below 1 or infinite; only a Notes of Measuring has it
}

// New returns an empty Notes.
func New() *Notes { return &Notes{ways: map[diag.Span]*Ways{}} }

// Measuring returns an empty Notes that also measures distances. Conditions are looked up in the programs.
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
	w := n.ways[place]
	if w == nil {
		w = &Ways{Near: [2]float64{math.Inf(1), math.Inf(1)}}
		n.ways[place] = w
	}
	return w
}

// Went returns the ways that the condition at a place went, or false twice if it was not decided.
func (n *Notes) Went(place diag.Span) [2]bool {
	if w := n.ways[place]; w != nil {
		return w.Went
	}
	return [2]bool{}
}

// Forget makes all ways new.
func (n *Notes) Forget() {
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

// Scalar is If for each comparison in a scalar expression.
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
		if syntax.Ops[e.Op].Truth {
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
