package validate

import (
	"slices"
	"strings"

	"funmem/eval/imp"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/diag"
	ast "funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// walkIMP adds to a trace of AFTER, of IMP, what its variables hold at the moments that a failure is about, in the
// order of evaluation. Variables can change, so a variable of an enclosing body is shown again if it has changed.
type walkIMP struct {
	*Trace
	program *ast.Program
	spot    *heap.Spot // the location that the moments access
	around  []turnIMP  // the bodies of the last moment
	shown   map[int]Step
}

// turnIMP is a body that contains a moment, in one iteration, round or branch.
type turnIMP struct {
	what  string // "iteration 2 of kernel `i`"
	index *syntax.Binding
	body  []ast.Stm
	to    ast.Stm // the statement of the body that contains the moment
}

// moment adds what the variables in scope hold at a moment, and what happens then. at is where the run is stuck.
func (w *walkIMP) moment(m *imp.Moment, at diag.Span) {
	turns := turnsIMP(w.program, m)
	same := 0
	for same < len(turns) && same < len(w.around) && turns[same].what == w.around[same].what && (same == 0 || turns[same-1].to == w.around[same-1].to) {
		same++
	}
	w.around = turns
	for k, t := range turns {
		if k > 0 && k >= same {
			w.Steps = append(w.Steps, scopeStep(t.what, 0, k))
			ast.Walk(t.body, func(s ast.Stm) bool {
				if d, ok := s.(*ast.Declare); ok {
					delete(w.shown, d.X.ID)
				}
				return true
			})
		}
		if t.index != nil {
			if k >= same {
				delete(w.shown, t.index.ID)
			}
			w.see(m.Var(t.index), k)
		}
		w.declared(t.body, t.to, k, m.Stm, m.Var)
	}
	depth := len(turns) - 1
	switch {
	case m.Stuck:
		line, _, _ := strings.Cut(at.Text(), "\n")
		line, _, _ = strings.Cut(line, ` "`) // cut off what a check says
		w.Steps = append(w.Steps, Step{Name: line, At: at, Stuck: true, Depth: depth})
	default:
		e := &Event{Array: m.Access.Site.Array, Index: m.Access.Index, Write: m.Access.Write, Block: w.spot.Block, Offset: w.spot.Offset}
		w.Steps = append(w.Steps, Step{Depth: depth, Event: e})
	}
}

// declared adds the variables that the statements of a body declare, up to the statement to, or all of them. It leaves
// out the variable that the statement at is about to assign to.
func (w *walkIMP) declared(body []ast.Stm, to ast.Stm, depth int, at ast.Stm, value func(*syntax.Binding) imp.Var) {
	target := -1
	if at != nil {
		if x := ast.Target(at); x != nil {
			target = x.ID
		}
	}
	for _, s := range body {
		if to != nil && s == to {
			return
		}
		if d, ok := s.(*ast.Declare); ok && d.X.ID != target {
			w.see(value(d.X), depth)
		}
	}
}

// see adds a variable, unless it was already shown with this value. A block that was not allocated is left out.
func (w *walkIMP) see(x imp.Var, depth int) {
	step := Step{Name: x.Name, At: x.Span, Depth: depth, Written: true, id: x.ID}
	switch {
	case x.Type.Elem != syntax.Mem:
		step.Value, step.Known = value.Number(x.K), true
	case x.Block == nil:
		return
	default:
		step.IsBlock, step.Alloc, step.Block, step.Size = true, true, x.Block.String(), x.Block.Len()
		if end, freed := x.Block.Freed(); freed {
			step.Size = end.Size
		}
	}
	was, seen := w.shown[x.ID]
	if seen && was.Block == step.Block && was.Known == step.Known && (!step.Known || was.Value.Equal(step.Value)) {
		return
	}
	w.shown[x.ID] = step
	w.Steps = append(w.Steps, step)
}

// turnsIMP returns the bodies that contain a moment, starting with the program's.
func turnsIMP(p *ast.Program, m *imp.Moment) []turnIMP {
	turns, around := []turnIMP{{body: p.Body}}, m.Around
	for {
		t := &turns[len(turns)-1]
		k := slices.IndexFunc(t.body, func(s ast.Stm) bool { return holds(s, m.Stm) })
		if k < 0 {
			return turns
		}
		t.to = t.body[k]
		next := turnIMP{}
		switch s := t.to.(type) {
		case *ast.If:
			switch {
			case s == m.Stm:
				return turns
			case anyHolds(s.Then, m.Stm):
				next.what, next.body = "`then`", s.Then
			default:
				next.what, next.body = "`else`", s.Else
			}
			turns = append(turns, next)
			continue
		case *ast.Kernel:
			next.index, next.body = s.X, s.Body
		case *ast.For:
			next.index, next.body = s.X, s.Body
		case *ast.While:
			next.body = s.Body
		}
		if next.body == nil || len(around) == 0 {
			return turns
		}
		next.what, around = around[0], around[1:]
		turns = append(turns, next)
	}
}

// holds tells whether s is the statement inner or contains it.
func holds(s, inner ast.Stm) bool { return anyHolds([]ast.Stm{s}, inner) }

func anyHolds(stms []ast.Stm, inner ast.Stm) (found bool) {
	ast.Walk(stms, func(s ast.Stm) bool {
		found = found || s == inner
		return !found
	})
	return found
}
