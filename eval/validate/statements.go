package validate

import (
	"fmt"
	"slices"
	"strings"

	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// Open is a part of the two programs that is not compared, and why.
type Open struct {
	What  string // "`f`", "the results"
	Why   string
	Bound bool // it is a name that a statement of BEFORE binds, and no def and no result
}

// String is both.
func (o Open) String() string { return o.What + ": " + o.Why }

// Def is the def that is not compared, or "".
func (o Open) Def() string {
	if name := strings.Trim(o.What, "`"); name != o.What {
		return name
	}
	return ""
}

// programs pairs the programs themselves: their results, or, where one of them has none, their statements. The
// subject is nil where AFTER has neither. What is not compared is said too. The error is a usage error: the results do
// not belong together.
func programs(before, after *Program) (*Subject, []Open, error) {
	b, a := before.side(), after.side()
	s := &Subject{Before: b, After: a}
	if len(b.results) > 0 && len(a.results) > 0 {
		return s, nil, s.sameResults()
	}
	s.Before.results, s.After.results, s.statements = nil, nil, true
	var open []Open
	switch {
	case len(b.results) > 0:
		open = []Open{{What: "the results", Why: fmt.Sprintf("%s has %s, and %s has none", before.Name, diag.Count(len(b.results), "result"), after.Name)}}
	case len(a.results) > 0:
		open = []Open{{What: "the results", Why: fmt.Sprintf("%s has none, and %s has %s", before.Name, after.Name, diag.Count(len(a.results), "result"))}}
	default:
		open = s.pairLets()
	}
	if len(a.body.Stms)+len(a.results) == 0 {
		return nil, open, nil
	}
	return s, open, nil
}

// pairLets pairs what the statements of both programs bind, by name: what is bound there and is a value, but for ints that
// say how arrays lie. Those that cannot be paired are open.
func (s *Subject) pairLets() (open []Open) {
	theirs := map[string]*syntax.Binding{}
	for _, x := range s.After.program.shown() {
		theirs[x.Name] = x.Binding
	}
	for _, n := range s.Before.program.shown() {
		a, parts := theirs[n.Name], s.Before.program.partsOf(n.Binding)
		others := []*syntax.Binding{a}
		switch {
		case a != nil:
			others = s.After.program.partsOf(a)
		case len(parts) > 1: // AFTER may be core
			others = nil
			for _, part := range parts {
				if x := theirs[part.Name]; x != nil {
					others = append(others, x)
				}
			}
			if len(others) == len(parts) {
				a = n.Binding
			}
		}
		switch {
		case s.Before.program.compiled(n.Binding): // a constant of a dump, which its entry points alone see
		case a == nil:
			open = append(open, Open{"`" + n.Name + "`", "AFTER does not bind it", true})
		case a.Type.Elem != n.Binding.Type.Elem || a.Type.Rank() != n.Binding.Type.Rank():
			open = append(open, Open{"`" + n.Name + "`", fmt.Sprintf("it is of type %s in BEFORE, and of type %s in AFTER", syntax.Line(n.Binding.Type.Bare()), syntax.Line(a.Type.Bare())), true})
		default:
			s.Before.compareLet(n.Binding.Type, parts)
			s.After.compareLet(a.Type, others)
			s.letNames = append(s.letNames, n.Name)
		}
	}
	return open
}

// partsOf are the variables of core that a name stands for: itself, or the arrays of an irregular array.
func (p *Program) partsOf(x *syntax.Binding) []*syntax.Binding {
	if p.Rows != nil {
		if parts := p.Rows(x); parts != nil {
			return parts
		}
	}
	return []*syntax.Binding{x}
}

// compareLet adds what a name stands for to what is compared.
func (s *side) compareLet(t *syntax.Type, parts []*syntax.Binding) {
	s.outputs = append(s.outputs, output{t, len(s.lets), len(parts)})
	s.lets = append(s.lets, parts...)
}

// shown are the names of a program that stand for values at its end, in the order of their statements.
func (p *Program) shown() []elab.Name {
	var support []*syntax.Binding
	bound := map[int]bool{}
	for _, d := range p.Core.Decls {
		if let, ok := d.(*syntax.Let); ok {
			support = append(support, let.Pat...)
			for _, x := range let.Pat {
				bound[x.ID] = true
			}
		}
	}
	says := map[int]bool{}
	mark := func(n syntax.Node) {
		for _, v := range syntax.FreeVars(n) {
			says[v.ID] = true
		}
	}
	for _, x := range support {
		mark(x.Type)
	}
	p.supportOfCalls(mark, says)
	var list []elab.Name
	for k, n := range p.Names {
		hidden := slices.ContainsFunc(p.Names[k+1:], func(m elab.Name) bool { return m.Name == n.Name })
		if x := n.Binding; x != nil && (bound[x.ID] || len(p.partsOf(x)) > 1) && !hidden && (x.Type.IsArray() || x.Type.IsNumber() && !(p.Mem && says[x.ID])) {
			list = append(list, n)
		}
	}
	return list
}

// supportOfCalls marks the ints of the statements that tell functions how arguments lie, and those that they give back to
// say so of results.
func (p *Program) supportOfCalls(mark func(syntax.Node), says map[int]bool) {
	for _, d := range p.Core.Decls {
		let, ok := d.(*syntax.Let)
		if !ok {
			continue
		}
		call, ok := let.Exp.(*syntax.Call)
		if !ok {
			continue
		}
		def := p.def(call.Fn)
		if def == nil || len(def.Params) != len(call.Args) || len(def.Ret) != len(let.Pat) {
			continue
		}
		arguments, values := def.Arguments(), def.Values()
		for k, x := range def.Params {
			if x.Type.IsInt() && !slices.Contains(arguments, x) {
				mark(call.Args[k])
			}
		}
		for k, x := range let.Pat {
			if x.Type.IsInt() && !slices.Contains(values, k) {
				says[x.ID] = true
			}
		}
	}
}

// bound are the values that the statements of a side have bound.
func (s *side) bound(E *value.Env) []value.Val {
	var list []value.Val
	for _, x := range s.lets {
		list = append(list, E.Of(x.ID))
	}
	return list
}

// aside sorts the defs that are not compared by themselves into notes about those that what is compared calls on both
// sides, and the others, about which nothing is known.
func aside(subjects []*Subject, skipped []Open) (notes []string, open []Open) {
	called := func(side func(*Subject) *side) map[string]bool {
		names := map[string]bool{}
		for _, s := range subjects {
			for _, d := range side(s).whole().Defs() {
				names["`"+d.Name+"`"] = true
			}
		}
		return names
	}
	before, after := called(func(s *Subject) *side { return &s.Before }), called(func(s *Subject) *side { return &s.After })
	for _, o := range skipped {
		if before[o.What] && after[o.What] {
			notes = append(notes, notByThemselves([]Open{o}))
		} else {
			open = append(open, o)
		}
	}
	return notes, open
}

// notByThemselves says of defs that they are not compared by themselves, and why.
func notByThemselves(skipped []Open) string {
	var list []string
	for _, o := range skipped {
		list = append(list, o.What+" is not compared by itself: "+o.Why)
	}
	return strings.Join(list, "; ")
}
