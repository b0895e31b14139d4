package validate

import (
	"fmt"

	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Core gives the parts of an irregular array instead of it (semantics/nested). Its rows may lie anywhere in the data, so equal arrays may
// have other offsets and data: they are compared row by row. After a pass both programs are core, and their parts are compared.

// output is a result as its program has it: one of core's, or the parts of an irregular array.
type output struct {
	typ   *syntax.Type
	at, n int // its parts, among the results of core that are compared
}

// irregular tells whether a result is an irregular array.
func (o output) irregular() bool { return o.n > 1 }

// findOutputs finds the results as the program has them.
func (s *side) findOutputs() {
	types := s.types()
	s.outputs = nil
	switch {
	case s.def == nil:
		for k := 0; k < len(types); {
			o := output{types[k], k, 1}
			if r := s.program.Results[s.results[k]]; r.Parts > 0 {
				o.typ, o.n = r.Rows, r.Parts
			}
			s.outputs = append(s.outputs, o)
			k += o.n
		}
		return
	case s.program.Returns != nil:
		at := 0
		for _, t := range s.program.Returns(s.def.Name) {
			o := output{t, at, 1}
			if n := t.Irregulars(); n > 0 {
				o.n = 2*n + 1 // how many rows each level has is no value of its own
			}
			s.outputs = append(s.outputs, o)
			at += o.n
		}
		if at == len(types) {
			return
		}
	}
	s.outputs = nil
	for k, t := range types { // they are those of core
		s.outputs = append(s.outputs, output{t, k, 1})
	}
}

// hasRows tells whether a result is an irregular array.
func (s *side) hasRows() bool { return len(s.outputs) < len(s.results) }

// pairOutputs finds the results of both programs. Core that has the parts of the other program's has the same results.
func (s *Subject) pairOutputs() {
	b, a := &s.Before, &s.After
	b.findOutputs()
	a.findOutputs()
	if b.hasRows() == a.hasRows() || s.unlike(b.types(), a.types()) != "" {
		return
	}
	if b.hasRows() {
		a.outputs = b.outputs
	} else {
		b.outputs = a.outputs
	}
}

// sameResults returns an error if the results have different types. Sizes do not count.
func (s *Subject) sameResults() error {
	s.pairOutputs()
	wrong := s.unlike(s.Before.outputTypes(), s.After.outputTypes())
	switch {
	case wrong == "":
		return nil
	case s.Name != "":
		return s.refuse("%s", wrong)
	}
	return diag.Usagef("%s", wrong)
}

// unlike says how the types of results differ, or "". Sizes do not count, but for constants.
func (s *Subject) unlike(b, a []*syntax.Type) string {
	if len(b) != len(a) {
		return countOf(s.Before.program, len(b), s.After.program, len(a), "result")
	}
	for k := range b {
		if b[k].Elem != a[k].Elem || b[k].Rank() != a[k].Rank() || differentSizes(b[k], a[k]) {
			return fmt.Sprintf("result %d is of type %s in %s, and of type %s in %s", k+1,
				syntax.Line(b[k].Bare()), s.Before.program.Name, syntax.Line(a[k].Bare()), s.After.program.Name)
		}
	}
	return ""
}

// differentSizes tells whether two types have different constants as a size.
func differentSizes(t, u *syntax.Type) bool {
	for k := range t.Dims {
		m, ok := t.Dims[k].(*syntax.IntLit)
		n, ok2 := u.Dims[k].(*syntax.IntLit)
		if ok && ok2 && !m.Val.Equal(n.Val) {
			return true
		}
	}
	return false
}

// outputTypes are the types of the results as the program has them.
func (s *side) outputTypes() (list []*syntax.Type) {
	for _, o := range s.outputs {
		list = append(list, o.typ)
	}
	return list
}

// coreOf are the places, among the results of core that are compared, of a result as the program has it.
func (s *side) coreOf(k int) (at, n int) {
	if k < len(s.outputs) {
		return s.outputs[k].at, s.outputs[k].n
	}
	return k, 1
}

// shownOf are the results, or what statements bind, as they are compared and shown. odd is the first of them whose parts are those of no
// array, or -1: they stand for its data.
func (s *side) shownOf(values []value.Val) (list []value.Shown, odd int) {
	odd = -1
	for k, at := 0, 0; at < len(values); k++ {
		_, n := s.coreOf(k)
		parts := values[at : at+n]
		var v value.Shown = parts[n-1]
		if n > 1 {
			if rows := value.RowsOf(parts); rows.Odd() < 0 {
				v = rows
			} else if odd < 0 {
				odd = k
			}
		}
		list, at = append(list, v), at+n
	}
	return list, odd
}

// inCore is where the results of a side have the element that differs: the number of the result of core, among those that are compared,
// and the index in it, from 1. ok is false if no element differs, but a size.
func (f *Failure) inCore(s *side, results []value.Shown) (k int, index []int, ok bool) {
	at, n := s.coreOf(f.Result)
	p, ok := value.PartAt(results[f.Result], f.Index)
	if _, array := p.Len(); !ok || array || f.odd {
		return 0, nil, false
	}
	if rows, is := results[f.Result].(*value.Rows); is {
		return at + n - 1, value.IndexOf(rows.Data.Shape, p.Place()), true
	}
	return at, f.Index, true
}

// differ compares the values that AFTER shows with the results of BEFORE.
func (f *Failure) differ(sub *Subject) {
	var odd [2]int
	f.Before, odd[0] = sub.Before.shownOf(f.want)
	f.After, odd[1] = sub.After.shownOf(f.gave)
	for k, x := range f.Before {
		at, differs := value.Difference(x, f.After[k])
		is := k == odd[0] || k == odd[1]
		if !differs && !is {
			continue
		}
		f.Result, f.Index, f.odd = k, at, is
		if f.Kind == Fine {
			f.Kind = Different
		}
		return
	}
}
