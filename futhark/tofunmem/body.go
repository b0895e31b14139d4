package tofunmem

import (
	"funmem/futhark"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// params binds parameters or a pattern: those that have a type in FUNMEM.
func (f *function) params(ps []*futhark.Param) []*syntax.Binding {
	vs := make([][]*variable, len(ps))
	for k, p := range ps {
		if p.Type.Kind == futhark.AccType {
			vs[k] = f.bindAcc(&p.Name, p.Type)
		} else {
			vs[k] = []*variable{f.bind(&p.Name, p.Type)}
		}
	}
	var bs []*syntax.Binding
	for k, p := range ps {
		if p.Type.Kind != futhark.AccType {
			vs[k][0].typ = f.typ(p.Type, nil)
		}
		for _, v := range vs[k] {
			if v.typ != nil {
				bs = append(bs, v.binding())
			}
		}
	}
	return bs
}

// emit appends a statement. Messages call the kernels of one statement of the dump by one name, so the ends of their
// places tell them apart.
func (f *function) emit(pat []*syntax.Binding, e syntax.Expr) {
	if k, ok := e.(*syntax.Kernel); ok {
		at := k.Span
		k.Span.End = max(at.Start, at.End-f.kernelsAt[at])
		f.kernelsAt[at]++
	}
	f.stms = append(f.stms, &syntax.Let{Span: f.at, Pat: pat, Exp: e})
	if len(pat) == 1 && pat[0].Type.IsInt() && syntax.IsScalar(e) {
		f.env.Define(pat[0].ID, f.env.Of(e))
	}
}

// let binds an expression of a type to a fresh name.
func (f *function) let(base string, t *syntax.Type, e syntax.Expr) *syntax.Var {
	b := f.fresh(base, t)
	f.emit([]*syntax.Binding{b}, e)
	return b.Use()
}

// within translates into a body of its own.
func (f *function) within(do func() []syntax.Expr) *syntax.Body {
	stms, env, at := f.stms, f.env, f.at
	f.stms, f.env = nil, env.Clone() // sizes checked to be equal there may differ elsewhere
	res := do()
	b := &syntax.Body{Span: at, Stms: f.stms, Res: res}
	f.stms, f.env, f.at = stms, env, at
	return b
}

// claimed returns an array claimed to lie where a type says.
func (f *function) claimed(x syntax.Expr, is, wanted *syntax.Type) syntax.Expr {
	v, ok := x.(*syntax.Var)
	if !ok || is == nil || is.Mem == nil || wanted == nil || wanted.Mem == nil || f.same(is, wanted) {
		return x
	}
	return f.let(baseOf(v.Name), wanted, &syntax.Claim{Span: f.annotation(wanted), X: x})
}

// annotation returns the place in the text where a type says where an array lies.
func (f *function) annotation(t *syntax.Type) diag.Span {
	if t.Mem != nil && t.Mem.Span.IsValid() {
		return t.Mem.Span
	}
	return f.at
}

// typeOf returns the type of a variable of the dump.
func (f *function) typeOf(a *futhark.Atom) *syntax.Type {
	if a.Var == nil {
		return nil
	}
	return f.lookup(a.Var).typ
}

// results returns the results of a body, with arrays where the types of a pattern say. In
// those types the binders of the pattern stand for the results themselves.
func (f *function) results(pat []*syntax.Binding, res []*futhark.Atom) []syntax.Expr {
	var out []syntax.Expr
	var types []*syntax.Type
	for _, r := range res {
		if r.Var == nil && r.Const.Type == "unit" || r.Var != nil && f.lookup(r.Var).typ == nil {
			continue
		}
		if r.Var == nil {
			out, types = append(out, f.atom(r)), append(types, nil)
			continue
		}
		for _, v := range f.variables(r.Var) {
			out, types = append(out, v.use(r.Span)), append(types, v.typ)
		}
	}
	by := map[int]syntax.Expr{}
	for k, p := range pat {
		by[p.ID] = out[k]
	}
	for k, p := range pat {
		if p.Type.Mem != nil {
			out[k] = f.claimed(out[k], types[k], in(p.Type, by))
		}
	}
	return out
}

// body translates a body whose results go to a pattern.
func (f *function) body(b *futhark.Body, pat []*syntax.Binding) *syntax.Body {
	return f.within(func() []syntax.Expr {
		f.statements(b)
		return f.results(pat, b.Res)
	})
}
