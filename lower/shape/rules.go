package shape

import (
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// exp is the translation of what a statement computes: its ints.
func (e *env) exp(let *syntax.Let) []card {
	switch x := let.Exp.(type) {
	case *syntax.If:
		return e.branches(let, x)
	case *syntax.Loop:
		return e.loop(x)
	case *syntax.Call:
		return e.call(x)
	case *syntax.Index:
		return same(let, &Data{Rule: "S-Get", At: x.Span, Why: "an element of an array"})
	case *syntax.Reduce:
		d := &Data{Rule: "S-Ifold", At: x.Span, Why: "the result of a fold of elements"}
		e.fold(syntax.FoldOf(x), d)
		return same(let, d)
	case *syntax.Scan:
		d := &Data{Rule: "S-Build", At: x.Span, Why: "what a scan computes"}
		e.fold(syntax.FoldOf(x), d)
		return same(let, d)
	case *syntax.Kernel:
		e.body(x.Body)
		return same(let, &Data{Rule: "S-Build", At: x.Span, Why: "what a kernel computes"})
	}
	if syntax.IsScalar(let.Exp) {
		return []card{e.of(let.Exp)}
	}
	return make([]card, len(let.Pat))
}

// fold looks at the function of a fold: its ints are what it computes, or elements.
func (e *env) fold(f *syntax.Fold, d *Data) {
	for _, x := range f.Lambda().Params {
		e.bind(x)
		if x.Type.IsInt() {
			e.data[x.ID] = d
		}
	}
	e.body(f.Lambda().Body)
}

// branches is S-If: an int is a cardinality if both branches give the same one. The condition does not matter.
func (e *env) branches(let *syntax.Let, x *syntax.If) []card {
	yes, no := e.body(x.Then), e.body(x.Else)
	for k := range yes {
		if !let.Pat[k].Type.IsInt() {
			continue
		}
		switch {
		case yes[k].data != nil:
		case no[k].data != nil:
			yes[k] = no[k]
		case !yes[k].p.Sub(no[k].p).IsZero():
			yes[k] = card{data: &Data{Rule: "S-If", At: x.Span, Why: "what branches of different shapes give: " + shown(yes[k]) + " and " + shown(no[k])}}
		}
	}
	return yes
}

// loop is S-Ifold: an int is a cardinality if no round changes it.
func (e *env) loop(x *syntax.Loop) []card {
	cs := e.all(x.Init)
	for _, p := range x.Params {
		e.bind(p)
	}
	if x.While != nil {
		e.body(x.While)
	}
	next := e.body(x.Body)
	defer e.carried(x, cs)
	for k, p := range x.Params {
		if !p.Type.IsInt() || cs[k].data != nil {
			continue
		}
		own, ok := next[k].p.Variable()
		if next[k].data != nil || !(ok && own == p.ID) && !next[k].p.Sub(cs[k].p).IsZero() {
			cs[k] = card{data: &Data{Rule: "S-Ifold", At: x.Span, Why: "what a round may change"}}
		}
	}
	return cs
}

// carried notes what the ints are that a loop carries: those that no round changes are what they were before.
func (e *env) carried(x *syntax.Loop, cs []card) {
	for k, p := range x.Params {
		if p.Type.IsInt() {
			e.set(p, cs[k])
		}
	}
}

// call is S-App: the ints that a function gives, with those of the arguments in the place of its parameters.
func (e *env) call(x *syntax.Call) []card {
	f := e.by[x.Fn]
	if f == nil {
		return nil
	}
	r := e.shapes.of(f)
	var cs []card
	for k := range f.Ret {
		cs = append(cs, e.passed(x, f, r.ints[k]))
	}
	return cs
}

// passed is an int of a function in a call of it.
func (e *env) passed(x *syntax.Call, f *syntax.Def, c card) card {
	if c.data != nil {
		d := *c.data
		d.In = append(slices.Clone(d.In), diag.Note{Span: x.Span, Msg: "in the call of `" + f.Written() + "`"})
		return card{data: &d}
	}
	by := map[int]syntax.Expr{}
	for k, p := range f.Params {
		if p.Type.IsInt() {
			by[p.ID] = x.Args[k]
		}
		a, ok := x.Args[k].(*syntax.Var)
		if !ok {
			continue
		}
		for n, size := range p.Type.Dims {
			if v, is := size.(*syntax.Var); is && n < len(e.dims[a.ID]) {
				by[v.ID] = e.dims[a.ID][n]
			}
		}
	}
	return e.of(syntax.Subst(c.p.Expr(), by))
}

func shown(c card) string { return "`" + c.p.String() + "`" }
