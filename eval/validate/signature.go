package validate

import (
	"fmt"
	"slices"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// Program is one of the two programs, elaborated.
type Program struct {
	*elab.Unit
	Name   string         // what messages call it: its file
	Supply *syntax.Supply // of its names
	IMP    *imp.Program   // where it is AFTER, of IMP: see OfIMP
}

// Subject is what is compared: the results of the two programs, or two defs of one
// name.
type Subject struct {
	Name          string   // of the defs, or ""
	Notes         []string // what one may not expect of the pairs
	Before, After side
	Sizes         int     // how many sizes the arguments have that can be chosen
	Arrays        []array // the array parameters, in order
	Numbers       []number
}

// side is one program as it is run: the body of a def, or of the program.
type side struct {
	program *Program
	def     *syntax.Def // nil: the program's own results
	body    *syntax.Body
	results []int             // which results of the body are compared
	arrays  []*syntax.Binding // its array parameters, in the order of the subject's,
	numbers []*syntax.Binding // and its numbers
}

// array is an array parameter.
type array struct {
	name string
	elem syntax.Elem
	dims []dim
}

// dim is a size of an array parameter: one that can be chosen, or a constant.
type dim struct {
	size     int // which
	constant int // when size is -1
}

// number is a parameter that is an int or an f64 and neither a size nor part of
// how an array lies.
type number struct {
	name string
	elem syntax.Elem
}

// Subjects pairs the two programs: the defs that both have, in the order of AFTER,
// and their results, where both have some. The error is a usage error: parameters
// or results do not belong together, or there is nothing to compare. An IMP program
// with inputs is paired with a def.
func Subjects(before, after *Program) ([]*Subject, error) {
	if after.IMP != nil {
		s, err := againstIMP(before, after)
		return []*Subject{s}, err
	}
	var subjects []*Subject
	theirs := map[string]*syntax.Def{}
	for _, d := range before.Core.Defs() {
		theirs[d.Name] = d
	}
	for _, d := range after.Core.Defs() {
		if b := theirs[d.Name]; b != nil {
			s, err := Pair(before, b, after, d)
			if err != nil {
				return nil, err
			}
			subjects = append(subjects, s)
		}
	}
	b, a := before.side(), after.side()
	switch {
	case len(b.results) == 0 && len(a.results) == 0:
	case len(b.results) == 0 || len(a.results) == 0:
		if len(subjects) == 0 {
			return nil, diag.Usagef("%s", countOf(before, len(b.results), after, len(a.results), "result"))
		}
	default:
		s := &Subject{Before: b, After: a}
		if err := s.sameResults(); err != nil {
			return nil, err
		}
		subjects = append(subjects, s)
	}
	if len(subjects) == 0 {
		return nil, diag.Usagef("%s and %s have no def of one name, and no results", before.Name, after.Name).
			Helpf("name the def of both alike, or end both with an expression or `in (…)`")
	}
	return subjects, nil
}

// side is the results of a program.
func (p *Program) side() side {
	s := side{program: p, body: p.Core.Main()}
	for k, r := range p.Results {
		if !r.Implied && r.Type.Elem != syntax.Mem {
			s.results = append(s.results, k)
		}
	}
	return s
}

func newSide(p *Program, d *syntax.Def) side {
	return side{program: p, def: d, body: d.Body, results: d.Values()}
}

// Pair is the subject of two defs. The error is a usage error, as of Subjects.
func Pair(before *Program, b *syntax.Def, after *Program, a *syntax.Def) (*Subject, error) {
	s := &Subject{Name: a.Name, Before: newSide(before, b), After: newSide(after, a)}
	if err := s.sameResults(); err != nil {
		return nil, err
	}
	pb, pa := parametersOf(b), parametersOf(a)
	if len(pb.arrays) != len(pa.arrays) {
		return nil, s.refuse("%s", countOf(before, len(pb.arrays), after, len(pa.arrays), "array parameter"))
	}
	u := newSizes()
	if err := s.pairArrays(u, pb, pa); err != nil {
		return nil, err
	}
	if err := s.pairNumbers(pb, pa); err != nil {
		return nil, err
	}
	s.reordered(pa)
	return s, s.sizesOfResults(u)
}

// reordered notes that parameters of AFTER stand in another order.
func (s *Subject) reordered(pa parameters) {
	for k, b := range s.Before.arrays {
		a := s.After.arrays[k]
		other := slices.IndexFunc(s.After.arrays, func(a *syntax.Binding) bool { return a.Written() == b.Written() })
		if other >= 0 && other != k {
			s.Notes = append(s.Notes, fmt.Sprintf("arrays are paired in order: `%s` is `%s` in AFTER", b.Written(), a.Written()))
		}
	}
	if !slices.Equal(s.After.numbers, pa.numbers) {
		var names []string
		for _, a := range pa.numbers {
			names = append(names, "`"+a.Written()+"`")
		}
		s.Notes = append(s.Notes, "numbers are paired by name: AFTER takes "+strings.Join(names, ", "))
	}
}

// sizesOfResults is the error that a result has another size in AFTER.
func (s *Subject) sizesOfResults(u *sizes) error {
	b, a := s.Before.types(), s.After.types()
	for k := range b {
		for d := range b[k].Dims {
			m, ok := s.sizeOf(u, false, b[k].Dims[d])
			n, ok2 := s.sizeOf(u, true, a[k].Dims[d])
			if ok && ok2 && m != n {
				return s.refuse("size %d of result %d is `%s` in %s, and `%s` in %s", d+1, k+1, syntax.Line(b[k].Dims[d]), s.Before.program.Name, syntax.Line(a[k].Dims[d]), s.After.program.Name)
			}
		}
	}
	return nil
}

// sizeOf is what a size of a result is, if it is that of an argument or a constant.
func (s *Subject) sizeOf(u *sizes, after bool, e syntax.Expr) (size dim, ok bool) {
	if k, ok := constant(e); ok {
		return dim{-1, k}, true
	}
	x, isVar := e.(*syntax.Var)
	if !isVar {
		return dim{}, false
	}
	root := u.find(variable{after, x.ID})
	if k, ok := u.fixed[root]; ok {
		return dim{-1, k}, true
	}
	k, ok := u.index[root]
	return dim{size: k}, ok
}

// refuse is the error that two defs do not belong together.
func (s *Subject) refuse(format string, args ...any) *diag.Diagnostic {
	d := diag.Errorf(diag.Usage, "", s.After.def.NameAt, "`%s` is not comparable: %s", s.Name, fmt.Sprintf(format, args...))
	d.Note(s.Before.def.NameAt, "it is this one in %s", s.Before.program.Name)
	for _, n := range s.Notes {
		d.Note(diag.Span{}, "%s", n)
	}
	return d.Helpf("`--def NAME` compares another function alone")
}

func countOf(before *Program, b int, after *Program, a int, what string) string {
	return fmt.Sprintf("%s has %s, and %s has %s", before.Name, diag.Count(b, what), after.Name, diag.Count(a, what))
}

// types are the types of the results that are compared.
func (s *side) types() []*syntax.Type {
	var list []*syntax.Type
	for _, k := range s.results {
		if s.def != nil {
			list = append(list, s.def.Ret[k].Type)
		} else {
			list = append(list, s.program.Results[k].Type)
		}
	}
	return list
}

// sameResults is the error that the results have other types, up to sizes.
func (s *Subject) sameResults() error {
	b, a := s.Before.types(), s.After.types()
	wrong := ""
	if len(b) != len(a) {
		wrong = countOf(s.Before.program, len(b), s.After.program, len(a), "result")
	}
	for k := 0; wrong == "" && k < len(b); k++ {
		if b[k].Elem != a[k].Elem || b[k].Rank() != a[k].Rank() || differentSizes(b[k], a[k]) {
			wrong = fmt.Sprintf("result %d is of type %s in %s, and of type %s in %s", k+1,
				syntax.Line(b[k].Bare()), s.Before.program.Name, syntax.Line(a[k].Bare()), s.After.program.Name)
		}
	}
	switch {
	case wrong == "":
		return nil
	case s.Name != "":
		return s.refuse("%s", wrong)
	}
	return diag.Usagef("%s", wrong)
}

// differentSizes tells whether two types have different constants for a size.
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

// parameters are the parameters of a def by what they are.
type parameters struct {
	arrays  []*syntax.Binding
	numbers []*syntax.Binding // and neither sizes nor support
}

func parametersOf(d *syntax.Def) parameters {
	var p parameters
	for _, x := range d.Arguments() {
		if x.Type.IsArray() {
			p.arrays = append(p.arrays, x)
		} else {
			p.numbers = append(p.numbers, x)
		}
	}
	return p
}

// pairArrays pairs the array parameters in order, and finds out which of their
// sizes are one.
func (s *Subject) pairArrays(u *sizes, pb, pa parameters) error {
	for k := range pb.arrays {
		b, a := pb.arrays[k], pa.arrays[k]
		if b.Type.Elem != a.Type.Elem || b.Type.Rank() != a.Type.Rank() {
			return s.refuse("parameter `%s` is of type %s, and `%s` of type %s", b.Written(), syntax.Line(b.Type.Bare()), a.Written(), syntax.Line(a.Type.Bare()))
		}
		for d := range b.Type.Dims {
			if !u.join(b.Type.Dims[d], a.Type.Dims[d]) {
				return s.refuse("size %d of parameter `%s` is %s, and that of `%s` is %s", d+1, b.Written(), syntax.Line(b.Type.Dims[d]), a.Written(), syntax.Line(a.Type.Dims[d]))
			}
		}
	}
	if wrong := u.stricter(pb.arrays, pa.arrays); wrong != "" {
		return s.refuse("%s", wrong).Helpf("AFTER must take all arguments that BEFORE takes")
	}
	s.Before.arrays, s.After.arrays = pb.arrays, pa.arrays
	for _, b := range pb.arrays {
		x := array{name: b.Written(), elem: b.Type.Elem}
		for _, e := range b.Type.Dims {
			x.dims = append(x.dims, u.dim(e))
		}
		s.Arrays = append(s.Arrays, x)
	}
	s.Sizes = u.n
	return nil
}

// pairNumbers pairs the numbers: those of one name first, and then the others in
// order.
func (s *Subject) pairNumbers(pb, pa parameters) error {
	left := slices.Clone(pa.numbers)
	paired := map[*syntax.Binding]*syntax.Binding{}
	take := func(b *syntax.Binding, fits func(a *syntax.Binding) bool) {
		if k := slices.IndexFunc(left, fits); k >= 0 && paired[b] == nil {
			paired[b] = left[k]
			left = slices.Delete(left, k, k+1)
		}
	}
	for _, b := range pb.numbers {
		take(b, func(a *syntax.Binding) bool { return a.Written() == b.Written() && a.Type.Elem == b.Type.Elem })
	}
	for _, b := range pb.numbers {
		take(b, func(a *syntax.Binding) bool { return a.Type.Elem == b.Type.Elem })
		if paired[b] == nil {
			return s.refuse("parameter `%s` has no counterpart in %s", b.Written(), s.After.program.Name)
		}
		s.Numbers = append(s.Numbers, number{b.Written(), b.Type.Elem})
		s.Before.numbers, s.After.numbers = append(s.Before.numbers, b), append(s.After.numbers, paired[b])
	}
	if len(left) > 0 {
		var names []string
		for _, a := range left {
			names = append(names, "`"+a.Written()+"`")
		}
		return s.refuse("%s of %s has no counterpart in %s", strings.Join(names, ", "), s.After.program.Name, s.Before.program.Name)
	}
	return nil
}

// variable is a size variable of one of the sides.
type variable struct {
	after bool
	id    int
}

// sizes finds out which sizes of parameters are one.
type sizes struct {
	parent map[variable]variable
	fixed  map[variable]int // of a root that is a constant
	index  map[variable]int // of a root that can be chosen
	n      int
}

func newSizes() *sizes {
	return &sizes{map[variable]variable{}, map[variable]int{}, map[variable]int{}, 0}
}

func (u *sizes) find(x variable) variable {
	for {
		up, ok := u.parent[x]
		if !ok {
			return x
		}
		x = up
	}
}

// join makes a size of BEFORE and one of AFTER one; it is not ok when they are
// different constants.
func (u *sizes) join(before, after syntax.Expr) bool {
	m, fixedB := constant(before)
	n, fixedA := constant(after)
	switch {
	case fixedB && fixedA:
		return m == n
	case fixedB:
		return u.fix(u.find(variable{true, idOf(after)}), m)
	case fixedA:
		return u.fix(u.find(variable{false, idOf(before)}), n)
	}
	b, a := u.find(variable{false, idOf(before)}), u.find(variable{true, idOf(after)})
	if a == b {
		return true
	}
	u.parent[b] = a
	if k, ok := u.fixed[b]; ok {
		return u.fix(a, k)
	}
	return true
}

// stricter says which sizes of BEFORE, of array parameters, AFTER wants to be one, or a
// constant.
func (u *sizes) stricter(before, after []*syntax.Binding) string {
	type place struct {
		id        int
		size, of  string
		name, its string // in AFTER
	}
	first := map[variable]place{}
	for k, b := range before {
		for d, e := range b.Type.Dims {
			x, ok := e.(*syntax.Var)
			if !ok {
				continue
			}
			here := place{x.ID, x.Name, b.Written(), after[k].Written(), syntax.Line(after[k].Type.Dims[d])}
			root := u.find(variable{false, x.ID})
			if n, ok := u.fixed[root]; ok {
				return fmt.Sprintf("`%s`, a size of `%s`, is always %d in AFTER", here.size, here.of, n)
			}
			was, ok := first[root]
			if ok && was.id != here.id {
				return fmt.Sprintf("`%s`, a size of `%s`, and `%s`, a size of `%s`, are one size in AFTER: `%s` of `%s` and `%s`", was.size, was.of, here.size, here.of, here.its, was.name, here.name)
			}
			if !ok {
				first[root] = here
			}
		}
	}
	return ""
}

func idOf(e syntax.Expr) int { return e.(*syntax.Var).ID }

func (u *sizes) fix(root variable, k int) bool {
	if old, ok := u.fixed[root]; ok {
		return old == k
	}
	u.fixed[root] = k
	return true
}

// dim is what a size of BEFORE is after all were joined.
func (u *sizes) dim(e syntax.Expr) dim {
	if k, ok := constant(e); ok {
		return dim{-1, k}
	}
	root := u.find(variable{false, idOf(e)})
	if k, ok := u.fixed[root]; ok {
		return dim{-1, k}
	}
	k, ok := u.index[root]
	if !ok {
		k = u.n
		u.index[root] = k
		u.n++
	}
	return dim{size: k}
}

// constant is the value of a size that is one.
func constant(e syntax.Expr) (int, bool) {
	lit, ok := e.(*syntax.IntLit)
	if !ok {
		return 0, false
	}
	k, _ := lit.Val.Int64()
	return int(k), true
}
