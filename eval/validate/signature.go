package validate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/std"
	"funmem/semantics/syntax"
)

// Subject is what is compared: the results of the two programs, or two defs with the same
// name.
type Subject struct {
	Name          string   // of the defs, or ""
	Notes         []string // surprising facts about the pairs
	Open          []Open   // what is not compared at all
	Before, After side
	Sizes         int     // how many of the arguments' sizes can be chosen
	Arrays        []array // the array parameters, in order
	Numbers       []number
	sizeNames     []string // names of the sizes that a named parameter gives, or ""
	dimNames      []string // names of the sizes in the parameter types of BEFORE
	given         given    // the arguments that are not searched for
	gives         []array  // the results of BEFORE whose shapes follow from the sizes of the arguments
	alone         bool     // AFTER is BEFORE itself, with its memory: see Alone
	rows          []rows   // the irregular arrays among the array parameters
	statements    bool     // the programs are run, and one of them has no results
	letNames      []string // names that both programs' statements bind; these are compared if neither has results
}

// side is one program that runs: the body of a def, or of the program.
type side struct {
	program *Program
	def     *syntax.Def // nil: the results of the program itself
	body    *syntax.Body
	results []int             // which results of the body are compared,
	outputs []output          // and these, or what statements bind, as the program has them; nil: as core has them
	arrays  []*syntax.Binding // its array parameters, in the order of the subject's,
	numbers []*syntax.Binding // and its numbers
	lets    []*syntax.Binding // the statements' bindings that are compared, after the results
	classes *blockClasses     // of the program; nil: not found yet
	partly  []partly          // and those that it shows in part
	late    bool              // the def is called after statements that stand below it and that it needs: see called
	shown   map[int]bool      // the globals that memory shows before the def runs; nil: not known. See findShown
}

// array is an array parameter.
type array struct {
	name string
	elem syntax.Elem
	dims []dim
	fit  func(num.Num) num.Num // converts an element to its type; nil: not needed
}

// Name returns the name of the parameter.
func (x *array) Name() string { return x.name }

// Name returns the name of the parameter.
func (x *number) Name() string { return x.name }

// dim is a size of an array parameter: one that can be chosen, or a constant.
type dim struct {
	size     int // the number of the size, or -1
	constant int // if size is -1
}

// number is a parameter that is an int or an f64, and neither a size nor part of an array's
// layout.
type number struct {
	name string
	elem syntax.Elem
	fit  func(num.Num) num.Num // as in array
}

// Subjects pairs the two programs: the defs that both have, in the order of AFTER, and the
// programs themselves if one of them has statements or results. A function of the library that both have from there is none. Open of the first subject
// lists what is not compared. The error is a usage error: parameters or results do not
// belong together, or there is nothing to compare. An IMP program with inputs is paired
// with a def.
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
	var skipped []Open
	for _, d := range after.Core.Defs() {
		if b := theirs[d.Name]; b != nil && !(ofLibrary(b) && ofLibrary(d)) {
			if why := cmp.Or(Outside(b), Outside(d)); why != "" {
				skipped = append(skipped, Open{What: "`" + d.Name + "`", Why: why})
				continue
			}
			s, err := Pair(before, b, after, d)
			if err != nil {
				return nil, err
			}
			subjects = append(subjects, s)
		}
	}
	whole, open, err := programs(before, after)
	switch {
	case err != nil:
		return nil, err
	case whole != nil && (len(subjects) > 0 || len(whole.letNames) > 0 || !whole.statements ||
		len(skipped) == max(len(before.Core.Defs()), len(after.Core.Defs()))): // both programs have the same def names
		subjects = append(subjects, whole)
	case len(subjects) == 0 && len(before.side().results)+len(after.side().results) > 0:
		return nil, diag.Usagef("%s", countOf(before, len(before.side().results), after, len(after.side().results), "result"))
	}
	if len(subjects) == 0 && len(skipped) > 0 {
		return nil, diag.Usagef("%s", notByThemselves(skipped)).Helpf("give the def the block as a parameter, or end both programs with an expression that calls it")
	}
	if len(subjects) > 0 {
		notes, unknown := aside(subjects, skipped)
		subjects[0].Notes, subjects[0].Open = append(subjects[0].Notes, notes...), append(open, unknown...)
	}
	if len(subjects) == 0 {
		return nil, diag.Usagef("%s and %s have no def of one name, and no results", before.Name, after.Name).
			Helpf("name the def of both alike, or end both with an expression or `in (…)`: the defs are %s, and %s", defNames(before), defNames(after))
	}
	return subjects, nil
}

// ofLibrary tells whether a def is that of the library, and no other form of it.
func ofLibrary(d *syntax.Def) bool {
	of := std.Def(d.Name)
	return of != nil && of.NameAt == d.NameAt
}

// Outside says why no arguments can be made for a def: a parameter lies in a block from
// outside. It returns "" if there is no such parameter.
func Outside(d *syntax.Def) string {
	own := map[int]bool{}
	for _, x := range d.Params {
		own[x.ID] = true
	}
	for _, x := range d.Params {
		if x.Type.Mem != nil && !own[x.Type.Mem.Block.ID] {
			return "its parameter `" + x.Written() + "` lies in `" + x.Type.Mem.Block.Name + "`, a block from outside"
		}
	}
	return ""
}

// side returns the side that compares the results of a program.
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

// Pair returns the subject for two defs. The error is a usage error, as for Subjects.
func Pair(before *Program, b *syntax.Def, after *Program, a *syntax.Def) (*Subject, error) {
	s := &Subject{Name: a.Name, Before: newSide(before, b), After: newSide(after, a)}
	if err := s.sameResults(); err != nil {
		return nil, err
	}
	if why := cmp.Or(Outside(b), Outside(a)); why != "" && after.IMP == nil {
		return nil, s.refuse("no arguments can be made for `%s`: %s", a.Name, why)
	}
	pb, pa := parametersOf(b), parametersOf(a)
	if wrong := s.unlikeRows(pb, pa); wrong != "" {
		return nil, s.refuse("%s", wrong)
	}
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
	s.findRows()
	return s, s.sizesOfResults(u)
}

// reordered notes that AFTER has its parameters in another order.
func (s *Subject) reordered(pa parameters) {
	for k, b := range s.Before.arrays {
		a := s.After.arrays[k]
		other := slices.IndexFunc(s.After.arrays, func(a *syntax.Binding) bool { return a.Written() == b.Written() })
		if other >= 0 && other != k {
			s.Notes = append(s.Notes, fmt.Sprintf("arrays are paired in order: `%s` is `%s` in AFTER", b.Written(), a.Written()))
		}
	}
	for k, b := range s.Before.numbers {
		a := s.After.numbers[k]
		if a.Written() != b.Written() && slices.ContainsFunc(s.After.numbers, func(a *syntax.Binding) bool { return a.Written() == b.Written() }) {
			s.Notes = append(s.Notes, fmt.Sprintf("numbers are paired in order: `%s` is `%s` in AFTER", b.Written(), a.Written()))
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

// refuse returns the error that two defs do not belong together.
func (s *Subject) refuse(format string, args ...any) *diag.Diagnostic {
	d := diag.Errorf(diag.Usage, "", s.After.def.NameAt, "`%s` is not comparable: %s", s.Name, fmt.Sprintf(format, args...))
	d.Note(s.Before.def.NameAt, "it is this one in %s", s.Before.program.Name)
	for _, n := range s.Notes {
		d.Note(diag.Span{}, "%s", n)
	}
	return d
}

// about makes the error point at the parameters.
func about(a, b *syntax.Binding, d *diag.Diagnostic) error {
	d.Span, d.Notes[0].Span = a.Span, b.Span
	return d
}

func countOf(before *Program, b int, after *Program, a int, what string) string {
	return fmt.Sprintf("%s has %s, and %s has %s", before.Name, diag.Count(b, what), after.Name, diag.Count(a, what))
}

// types returns the types of the results that are compared.
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

// resultAt returns where compared result k is written.
func (s *side) resultAt(k int) diag.Span {
	at, n := s.coreOf(k)
	switch {
	case len(s.lets) > 0:
		return s.lets[at].Span
	case n > 1 && s.def == nil && s.program.Results[s.results[at]].Parts > 0:
		return s.program.Results[s.results[at]].Span
	}
	if at = s.results[at+n-1]; at < len(s.body.Res) {
		return s.body.Res[at].GetSpan()
	}
	return s.body.Span
}

// parameters are the parameters of a def, by kind.
type parameters struct {
	arrays  []*syntax.Binding
	numbers []*syntax.Binding // neither sizes nor part of a layout
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

// pairArrays pairs the array parameters in order, and finds out which of their sizes must
// be equal.
func (s *Subject) pairArrays(u *sizes, pb, pa parameters) error {
	for k := range pb.arrays {
		b, a := pb.arrays[k], pa.arrays[k]
		if b.Type.Elem != a.Type.Elem || b.Type.Rank() != a.Type.Rank() {
			return about(a, b, s.refuse("parameter `%s` is of type %s in %s, and `%s` of type %s in %s", b.Written(), syntax.Line(b.Type.Bare()), s.Before.program.Name,
				a.Written(), syntax.Line(a.Type.Bare()), s.After.program.Name))
		}
		for d := range b.Type.Dims {
			if !u.join(b.Type.Dims[d], a.Type.Dims[d]) {
				return about(a, b, s.refuse("size %d of parameter `%s` is %s in %s, and that of `%s` is %s in %s", d+1, b.Written(), syntax.Line(b.Type.Dims[d]), s.Before.program.Name,
					a.Written(), syntax.Line(a.Type.Dims[d]), s.After.program.Name))
			}
		}
	}
	if wrong := u.stricter(pb.arrays, pa.arrays); wrong != "" {
		return s.refuse("%s", wrong).Helpf("AFTER must take all arguments that BEFORE takes")
	}
	s.Before.arrays, s.After.arrays = pb.arrays, pa.arrays
	for _, b := range pb.arrays {
		x := array{name: b.Written(), elem: b.Type.Elem}
		if p := s.Before.param(b); p != nil && p.Name != "" {
			x.name, x.fit = p.Name, p.Fit
		}
		for _, e := range b.Type.Dims {
			d := u.dim(e)
			x.dims = append(x.dims, d)
			if d.size == len(s.dimNames) {
				s.dimNames = append(s.dimNames, s.Before.written(e))
			}
		}
		s.Arrays = append(s.Arrays, x)
	}
	s.Sizes = u.n
	s.sizeNames = make([]string, u.n)
	for _, b := range s.Before.def.Params {
		if k, ok := u.index[u.find(variable{false, b.ID})]; ok {
			if p := s.Before.param(b); p != nil && p.Name != "" {
				s.sizeNames[k] = p.Name
			}
		}
	}
	return nil
}

// written returns a parameter's size as it is written. Two defs may both have an n.
func (s *side) written(e syntax.Expr) string {
	if v, ok := e.(*syntax.Var); ok {
		for _, b := range slices.Concat(s.def.Sizes, s.def.Params) {
			if b.ID == v.ID {
				return b.Written()
			}
		}
	}
	return syntax.Line(e)
}

// pairNumbers pairs the numbers: first those with the same name, then the others in order. A number of BEFORE may also
// say how the arrays of AFTER lie.
func (s *Subject) pairNumbers(pb, pa parameters) error {
	left := slices.Clone(pa.numbers)
	paired := map[*syntax.Binding]*syntax.Binding{}
	sizes := map[int]bool{}
	for _, x := range pa.arrays {
		for _, e := range x.Type.Dims {
			for _, v := range syntax.FreeVars(e) {
				sizes[v.ID] = true
			}
		}
	}
	named := func(b *syntax.Binding) func(a *syntax.Binding) bool {
		return func(a *syntax.Binding) bool { return a.Written() == b.Written() && a.Type.Elem == b.Type.Elem }
	}
	take := func(b *syntax.Binding, fits func(a *syntax.Binding) bool) {
		if k := slices.IndexFunc(left, fits); k >= 0 && paired[b] == nil {
			paired[b] = left[k]
			left = slices.Delete(left, k, k+1)
		}
	}
	inOrder := slices.EqualFunc(pb.numbers, pa.numbers, func(b, a *syntax.Binding) bool { return b.Type.Elem == a.Type.Elem })
	for k, b := range pb.numbers {
		if inOrder { // as whoever calls it gives them
			a := pa.numbers[k]
			take(b, func(x *syntax.Binding) bool { return x == a })
			continue
		}
		take(b, named(b))
		if k := slices.IndexFunc(s.After.def.Params, named(b)); k >= 0 && paired[b] == nil && !sizes[s.After.def.Params[k].ID] {
			paired[b] = s.After.def.Params[k]
		}
	}
	for _, b := range pb.numbers {
		take(b, func(a *syntax.Binding) bool { return a.Type.Elem == b.Type.Elem })
		if paired[b] == nil {
			d := s.refuse("parameter `%s : %s` has no counterpart in %s", b.Written(), syntax.Line(b.Type), s.After.program.Name)
			for _, a := range left {
				d.Note(a.Span, "`%s : %s` is left there", a.Written(), syntax.Line(a.Type))
			}
			return d
		}
		x := number{name: b.Written(), elem: b.Type.Elem}
		if p := s.Before.param(b); p != nil && p.Name != "" {
			x.name, x.fit = p.Name, p.Fit
		}
		s.Numbers = append(s.Numbers, x)
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
