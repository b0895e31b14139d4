package validate

import (
	"fmt"
	"strings"

	"funmem/eval/branch"
	"funmem/semantics/diag"
	"funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/std"
	"funmem/semantics/syntax"
)

// condition is that of an if in one of the programs, or a comparison whose value is used otherwise. The library's own
// do not count.
type condition struct {
	at     diag.Span // where it is noted: the place of the if, or of the comparison
	asks   diag.Span // of the condition
	side   int       // 0: BEFORE, 1: AFTER
	within int       // the condition in a branch of which this one stands, or -1
	when   int       // and the way that this branch needs: 0 if that one is false, 1 if it is true
	parts  []int     // for a && b or a || b: a and b, if these are conditions
	both   bool      // it is a && b
}

// conditions returns the conditions in what the two sides run.
func (r *runner) conditions() []condition {
	w := newConditionWalk(0, &r.sub.Before, r.before)
	w.asserted = asserted(r.before, func(n syntax.Node) bool { return w.dump(n.GetSpan()) })
	w.fun(r.before, branchOf{-1, 0})
	list := w.list
	if p := r.sub.After.program.IMP; p != nil {
		w = &conditionWalk{list: list, side: 1, number: map[diag.Span]int{}}
		w.imp(p.Body, branchOf{-1, 0})
		return w.list
	}
	w = newConditionWalk(1, &r.sub.After, r.after)
	w.list = list
	w.fun(r.after, branchOf{-1, 0})
	return w.list
}

// branchOf is a branch of a condition.
type branchOf struct{ condition, when int }

// conditionWalk collects conditions.
type conditionWalk struct {
	list   []condition
	side   int
	dump   func(at diag.Span) bool // tells whether a place is in a dump
	defs   map[int]syntax.Expr     // what variables are bound to
	asked  map[int]bool            // the variables that are the condition of an if
	number map[diag.Span]int       // the conditions of this side by their places

	asserted map[*syntax.Let]bool // what only the checks of BEFORE use
}

func newConditionWalk(number int, s *side, p *syntax.Program) *conditionWalk {
	w := &conditionWalk{side: number, dump: s.program.compiledAt, defs: map[int]syntax.Expr{}, asked: map[int]bool{}, number: map[diag.Span]int{}}
	syntax.Walk(p, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Let:
			if len(n.Pat) == 1 {
				w.defs[n.Pat[0].ID] = n.Exp
			}
		case *syntax.If:
			if x, ok := n.Cond.(*syntax.Var); ok {
				w.asked[x.ID] = true
			}
		}
		return true
	})
	return w
}

// fun collects the conditions in a part of a program that stands in a branch.
func (w *conditionWalk) fun(n syntax.Node, in branchOf) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Let:
			if w.asserted[n] {
				return false
			}
			if e, ok := n.Exp.(*syntax.Binary); ok && syntax.Ops[e.Op].Truth && len(n.Pat) == 1 && w.asked[n.Pat[0].ID] {
				return false // the if counts
			}
		case *syntax.Binary:
			if !branch.IsCondition(n) || w.dump(n.Span) { // most of those of a dump are what it asserts
				return true
			}
			c := condition{at: n.Span, asks: n.Span, within: in.condition, when: in.when}
			if !syntax.Ops[n.Op].Truth { // both of two conditions
				w.fun(n.X, in)
				w.fun(n.Y, in)
				for _, x := range []syntax.Expr{n.X, n.Y} {
					if k, ok := w.number[x.GetSpan()]; ok {
						c.parts, c.both = append(c.parts, k), true
					}
				}
			}
			w.add(c)
			return syntax.Ops[n.Op].Truth
		case *syntax.If:
			k := w.add(condition{at: n.Span, asks: w.asks(n.Cond), within: in.condition, when: in.when})
			if k < 0 {
				return true
			}
			if x, ok := n.Cond.(*syntax.Var); ok {
				if e, ok := w.defs[x.ID].(*syntax.If); ok {
					w.list[k].parts, w.list[k].both = w.logic(e)
				}
			}
			w.fun(n.Then, branchOf{k, 1})
			w.fun(n.Else, branchOf{k, 0})
			return false
		}
		return true
	})
}

// asks returns the place of a condition: where it stands or, for a name, what the name is bound to.
func (w *conditionWalk) asks(e syntax.Expr) diag.Span {
	at := e.GetSpan()
	if x, ok := e.(*syntax.Var); ok && w.defs[x.ID] != nil && !w.dump(at) {
		if def := w.defs[x.ID].GetSpan(); def.IsValid() {
			return def
		}
	}
	return at
}

// logic returns the conditions a and b if an if is a && b or a || b, as the core has it: if a then b else 0, or
// if a then 1 else b.
func (w *conditionWalk) logic(e *syntax.If) (parts []int, both bool) {
	fixed := func(b *syntax.Body, x num.Num) bool {
		k, ok := b.Res[0].(*syntax.IntLit)
		return len(b.Stms) == 0 && ok && k.Val.Equal(x)
	}
	var second *syntax.Body
	switch {
	case fixed(e.Else, num.Of(0)):
		second, both = e.Then, true
	case fixed(e.Then, num.Of(1)):
		second = e.Else
	default:
		return nil, false
	}
	places := []diag.Span{e.Span}
	if x, ok := second.Res[0].(*syntax.Var); ok && w.defs[x.ID] != nil {
		places = append(places, w.defs[x.ID].GetSpan())
	}
	for _, at := range places {
		if k, ok := w.number[at]; ok {
			parts = append(parts, k)
		}
	}
	return parts, both
}

// imp collects the conditions in statements of IMP.
func (w *conditionWalk) imp(stms []imp.Stm, in branchOf) {
	imp.Walk(stms, func(s imp.Stm) bool {
		n, ok := s.(*imp.If)
		if !ok {
			return true
		}
		if k := w.add(condition{at: n.Span, asks: n.Cond.GetSpan(), within: in.condition, when: in.when}); k >= 0 {
			in := branchOf{k, 1}
			w.imp(n.Then, in)
			in.when = 0
			w.imp(n.Else, in)
			return false
		}
		return true
	})
}

// add adds a condition and returns its number. It is -1 if the condition is in no text, or is not a part of the
// statement that it stands for, or is in the library.
func (w *conditionWalk) add(c condition) int {
	if !c.at.IsValid() || c.asks.Text() == "" || c.asks == c.at && w.dump(c.at) || std.Has(c.at.Src) {
		return -1
	}
	if k, ok := w.number[c.at]; ok {
		return k
	}
	c.side = w.side
	w.number[c.at] = len(w.list)
	w.list = append(w.list, c)
	return len(w.list) - 1
}

// ways says for each condition which ways it went: bit 0 if it was false, bit 1 if it was true.
type ways []uint8

// went returns the ways of the conditions in the runs of one input.
func went(conditions []condition, notes [2]*branch.Notes) ways {
	w := make(ways, len(conditions))
	for k, c := range conditions {
		for way, is := range notes[c.side].Went(c.at) {
			if is {
				w[k] |= 1 << way
			}
		}
	}
	return w
}

// forget forgets the ways of an earlier input.
func (r *runner) forget() {
	for _, n := range r.notes {
		if n != nil {
			n.Forget()
		}
	}
}

// add adds the ways of another input.
func (w ways) add(more ways) {
	for k, bits := range more {
		w[k] |= bits
	}
}

// took tells whether a condition went a way.
func (w ways) took(k, way int) bool { return w[k]>>way&1 == 1 }

// Never is a condition that never went one way, on all inputs that were compared.
type Never struct {
	Way  string    // "true", "false", or "decided" if it went neither way
	Asks diag.Span // the place of the condition
	Call diag.Span // of its function, if it went that way in others; the zero Span: it never did
}

// never returns the ways that conditions never went. It leaves out what follows from another one in the list.
func never(conditions []condition, w ways) (list []Never) {
	explained := make([][2]bool, len(conditions)) // by another condition
	for k, c := range conditions {
		way := 0 // a || b is never false if a or b is never false, and if it is never true, neither are they
		if c.both {
			way = 1
		}
		for _, part := range c.parts {
			explained[k][way] = explained[k][way] || w[part] != 0 && !w.took(part, way)
			explained[part][1-way] = explained[part][1-way] || w[k] != 0 && !w.took(k, 1-way)
		}
	}
	for k, c := range conditions {
		if c.within >= 0 && !w.took(c.within, c.when) {
			continue
		}
		if w[k] == 0 {
			list = append(list, Never{"decided", c.asks, diag.Span{}})
			continue
		}
		for way, name := range []string{"false", "true"} {
			if !w.took(k, way) && !explained[k][way] {
				list = append(list, Never{name, c.asks, diag.Span{}})
			}
		}
	}
	return list
}

// brief is a text on one line, and its start if it is long.
func brief(text string) string {
	const most = 60
	line := []rune(strings.Join(strings.Fields(text), " "))
	if len(line) > most {
		return string(line[:most-1]) + "…"
	}
	return string(line)
}

// mostNever is how many such conditions a report shows.
const mostNever = 5

// NeverText says which conditions never went one way.
func (r *Result) NeverText() (list []string) {
	for _, n := range r.Never[:min(len(r.Never), mostNever)] {
		if n.Call.IsValid() {
			list = append(list, fmt.Sprintf("never %s on the inputs that were measured, in the call at %s: `%s` at %s", n.Way, n.Call, brief(n.Asks.Text()), n.Asks))
			continue
		}
		list = append(list, fmt.Sprintf("never %s on these inputs: `%s` at %s", n.Way, brief(n.Asks.Text()), n.Asks))
	}
	if n := len(r.Never) - mostNever; n > 0 {
		list = append(list, diag.Count(n, "more condition")+" never went one way")
	}
	return list
}
