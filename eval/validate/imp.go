package validate

import (
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// OfIMP returns a program of IMP as AFTER.
func OfIMP(p *imp.Program, name string) *Program {
	u := &elab.Unit{Core: &syntax.Program{Span: p.Span}, Mem: true}
	for _, r := range p.Return {
		x, _ := r.X.(*syntax.Var)
		res := elab.Result{Type: r.Type, Span: r.Span}
		if x != nil {
			res.Name = x.Name
		}
		u.Results = append(u.Results, res)
	}
	return &Program{Unit: u, Name: name, IMP: p}
}

// asDef returns an IMP program as a def with that name. Its inputs are the parameters, and
// it may overwrite those that BEFORE allows it to. An int that is the size of a later
// result is a result of its own only if that gives the wanted number of results.
func (p *Program) asDef(name string, results int) (*syntax.Def, error) {
	d := &syntax.Def{Span: p.IMP.Span, Name: name, NameAt: p.IMP.Span, Body: &syntax.Body{}}
	for _, x := range p.IMP.Inputs {
		b := *x
		b.Unique = true
		d.Params = append(d.Params, &b)
		if err := p.generated(x); err != nil {
			return nil, err
		}
	}
	for k, r := range p.IMP.Return {
		b := &syntax.Binding{Span: r.Span, Type: r.Type}
		if x, ok := r.X.(*syntax.Var); ok && len(p.IMP.Return) != results {
			b.ID = x.ID
		}
		if d.Ret = append(d.Ret, b); k == 0 {
			d.NameAt = r.Span
		}
	}
	if len(p.IMP.Inputs) > 0 {
		d.NameAt = p.IMP.Inputs[0].Span
	}
	return d, nil
}

// generated is the error for an input that no value can be made for.
func (p *Program) generated(x *syntax.Binding) error {
	if x.Type.Elem == syntax.Mem {
		return diag.Errorf(diag.Usage, "", x.Span, "the input `%s` of %s is a block, and no argument of a def is one", x.Name, p.Name).
			Helpf("make an array of it: `input x : [n]int @ %s -> R(n)`", x.Name)
	}
	for _, n := range x.Type.Dims {
		switch n.(type) {
		case *syntax.Var, *syntax.IntLit:
		default:
			return diag.Errorf(diag.Usage, "", n.GetSpan(), "the size `%s` of the input `%s` is neither a variable nor a constant", syntax.Line(n), x.Name).
				Helpf("give it a name, and check what it is: `check n = %s`", syntax.Line(n))
		}
	}
	return nil
}

// PairIMP returns the subject for a def and an IMP program. The error is a usage error, as
// for Subjects.
func PairIMP(before *Program, b *syntax.Def, after *Program) (*Subject, error) {
	a, err := after.asDef(b.Name, len(b.Values()))
	if err != nil {
		return nil, err
	}
	return Pair(before, b, after, a)
}

// againstIMP pairs an IMP program with a program or, if it has inputs, with the only def
// that takes them.
func againstIMP(before, after *Program) (*Subject, error) {
	if len(after.IMP.Inputs) == 0 {
		return resultsIMP(before, after)
	}
	var fits []*Subject
	var names []string
	var all diag.List
	for _, n := range before.Names {
		if n.Def == nil {
			continue
		}
		names = append(names, "`"+n.Name+"`")
		if s, err := PairIMP(before, n.Def, after); err == nil {
			fits = append(fits, s)
		} else {
			all = append(all, diag.Of(err)...)
		}
	}
	switch {
	case len(fits) == 1:
		return fits[0], nil
	case len(names) == 0:
		return nil, diag.Usagef("%s has inputs, and %s no def whose arguments they could be", after.Name, before.Name)
	case len(fits) > 1:
		names = names[:0]
		for _, s := range fits {
			names = append(names, "`"+s.Name+"`")
		}
		return nil, diag.Usagef("%s could be a form of each of %s", after.Name, strings.Join(names, ", ")).Helpf("`--def %s` chooses one", fits[0].Name)
	case len(all) == 1:
		return nil, all[0]
	}
	d := diag.Usagef("%s is a form of no def of %s, which has %s", after.Name, before.Name, strings.Join(names, ", "))
	for _, why := range all {
		d.Note(diag.Span{}, "%s", why.Msg)
	}
	return nil, d
}

// resultsIMP pairs the results of an IMP program with those of a program.
func resultsIMP(before, after *Program) (*Subject, error) {
	s := &Subject{Before: before.side(), After: after.side()}
	if len(s.Before.results) == 0 {
		return nil, diag.Usagef("%s has no inputs, and %s no results", after.Name, before.Name).
			Helpf("`funmem lower %s --to imp --def …` gives the form of a def, with inputs", before.Name)
	}
	d, err := after.asDef("", len(s.Before.results))
	if err != nil {
		return nil, err
	}
	s.After.results = d.Values()
	return s, s.sameResults()
}
