package elab

import (
	"strings"

	"funmem/semantics/check"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// unit is the elaboration of one program.
type unit struct {
	s     *Session
	out   *Unit
	defs  map[string]*syntax.Def // of this program, not yet elaborated
	busy  []string               // defs being elaborated, outermost first
	cur   *block                 // where statements go
	res   []syntax.Expr          // of the program
	base  map[int]string         // the name that a binder was made for, by ID
	wrong map[string]bool        // defs that were refused
	later map[string]diag.Span   // globals that come further down
	errs  diag.List
}

// bind makes a binder for the name; its own name is unique.
func (u *unit) bind(base string, t *syntax.Type, at diag.Span) *syntax.Binding {
	if base == "_" {
		base = "t"
	}
	p := u.s.sup.Binding(base, t)
	p.Span = at
	u.base[p.ID] = base
	return p
}

// bindSize makes a binder for a size that is returned beside value i of those
// with the given names (Fig. 2). No text stands for it.
func (u *unit) bindSize(names []string, i int) *syntax.Binding {
	base := nameAt(names, i)
	if base == "t" {
		return u.bind("d", &syntax.Type{}, diag.Span{})
	}
	return u.bind(base+"_size", &syntax.Type{}, diag.Span{})
}

// failure is how an error leaves the elaboration of one declaration. Its
// diagnostic is nil when the cause has been reported.
type failure struct{ d *diag.Diagnostic }

func fail(d *diag.Diagnostic) {
	if d != nil {
		panic(failure{d})
	}
}

// errorf leaves with a type error of the rule.
func (u *unit) errorf(rule string, at diag.Span, format string, args ...any) *diag.Diagnostic {
	u.s.cov.Refuse(rule)
	return diag.Errorf(diag.Type, rule, at, format, args...)
}

// program elaborates the declarations in order; a def is elaborated at its
// first use or at its place, whichever comes first.
func (u *unit) program(p *syntax.Program, gamma *check.Context) {
	top := &block{u: u, gamma: gamma, scope: u.s.names}
	for _, d := range p.Defs() {
		if first, ok := u.defs[d.Name]; ok {
			u.errs = append(u.errs, u.errorf("T-DEF", d.NameAt, "the function `%s` is defined twice", d.Name).Note(first.NameAt, "it is defined here first"))
			continue
		}
		u.defs[d.Name] = d
	}
	for _, d := range p.Decls {
		if l, ok := d.(*syntax.Let); ok {
			for _, b := range l.Pat {
				u.later[b.Name] = b.Span
			}
		}
	}
	for _, d := range p.Decls {
		if !u.guard(func() { u.decl(top, d) }) {
			u.poison(d)
		}
		u.flush(top)
	}
	if len(u.errs) == 0 {
		u.result(p)
	}
}

// guard runs f and collects its error; it tells whether there was none.
func (u *unit) guard(f func()) (ok bool) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case failure:
			if e.d != nil {
				u.errs = append(u.errs, e.d)
			}
			ok = false
		default:
			panic(e)
		}
	}()
	f()
	return true
}

// poison marks the names of a wrong declaration, so that their uses are not
// reported again.
func (u *unit) poison(d syntax.Decl) {
	if l, ok := d.(*syntax.Let); ok {
		for _, p := range l.Pat {
			u.s.names.set(p.Name, nil)
		}
	}
}

func (u *unit) flush(top *block) {
	for _, s := range top.stms {
		u.out.Core.Decls = append(u.out.Core.Decls, s)
	}
	top.stms = nil
}

func (u *unit) decl(top *block, d syntax.Decl) {
	u.cur = top
	switch d := d.(type) {
	case *syntax.Def:
		if u.defs[d.Name] == d {
			u.def(d)
		}
	case syntax.Stm:
		for _, b := range top.stm(d) {
			u.out.Names = append(u.out.Names, b)
		}
	case *syntax.Show:
		parts := []syntax.Expr{d.X}
		if t, ok := d.X.(*syntax.Tuple); ok {
			parts = t.Elems
		}
		for _, x := range parts {
			for _, v := range top.values(x, nil) {
				u.block(v)
				u.show(top, v, x)
			}
		}
	case *syntax.In:
		for _, x := range d.Res {
			for _, v := range top.values(x, nil) {
				u.show(top, v, x)
			}
		}
	}
}

// show adds a value to the results.
func (u *unit) show(top *block, v value, x syntax.Expr) {
	r := Result{Type: v.t, Span: x.GetSpan()}
	if x, ok := x.(*syntax.Var); ok {
		r.Name = x.Name
	} else if b, ok := v.e.(*syntax.Var); ok && v.t.Elem == syntax.Mem {
		r.Name = b.Name
	}
	u.out.Results = append(u.out.Results, r)
	u.res = append(u.res, top.atom(v, "t"))
}

// block adds the block of an array of FUNMEM to the results, unless it is there.
func (u *unit) block(v value) {
	if v.t.Mem == nil {
		return
	}
	b := v.t.Mem.Block
	if n := len(u.res); n > 0 {
		if last, ok := u.res[n-1].(*syntax.Var); ok && last.ID == b.ID {
			return
		}
	}
	u.out.Results = append(u.out.Results, Result{Name: b.Name, Type: &syntax.Type{Elem: syntax.Mem}, Implied: true})
	u.res = append(u.res, b)
}

// result ends the program with in (x̄).
func (u *unit) result(p *syntax.Program) {
	in := &syntax.In{Span: diag.Span{Src: p.Src, Start: p.End, End: p.End}, Res: u.res}
	if len(u.res) > 0 {
		u.out.Core.Decls = append(u.out.Core.Decls, in)
		u.s.names.set("_", u.res[len(u.res)-1])
	}
}

// unknown is the error about a name that is not in scope.
func (u *unit) unknown(what, name string, at diag.Span, candidates []string) *diag.Diagnostic {
	d := u.errorf("T-VAR", at, "%s `%s` is not known here", what, name)
	if later, ok := u.later[name]; ok {
		return d.Note(later, "`%s` is bound only here", name).Helpf("move it up, before what uses it")
	}
	if near := diag.Nearest(name, candidates); near != "" {
		d.Helpf("did you mean `%s`?", near)
	}
	return d
}

// functions lists the names of the functions that can be called.
func (u *unit) functions(b *block) []string {
	names := strings.Fields("iota copy transpose permute reverse replicate shape length min max abs alloc")
	for n := range u.defs {
		names = append(names, n)
	}
	return append(names, b.gamma.Defs()...)
}
