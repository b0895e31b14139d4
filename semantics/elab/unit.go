package elab

import (
	"funmem/semantics/check"
	"funmem/semantics/diag"
	"funmem/semantics/nested"
	"funmem/semantics/syntax"
)

// unit is the elaboration of one program.
type unit struct {
	s      *Session
	out    *Unit
	defs   map[string]*syntax.Def      // of this program, not yet elaborated
	busy   []pending                   // defs being elaborated, outermost first
	cur    *block                      // where statements go
	res    []syntax.Expr               // the results of the program
	wrong  map[string]bool             // defs that were refused
	binds  map[string][]place          // where it binds its globals, in order
	place  map[*syntax.Def]int         // the number of a def among the declarations
	at     int                         // the declaration being elaborated
	before *check.Context              // Γ before the current declaration, for defs that it uses early
	own    []*syntax.Let               // the lets around the current expression
	nums   map[*syntax.Def]*syntax.Def // the instance for ints of a def over num of this program
	links  *linker                     // nil in FUNMEM
	errs   diag.List

	flat *nested.Flattener // makes core of what is irregular
}

// failure is the panic that ends the elaboration of one declaration. Its
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
			u.errs = append(u.errs, u.twice(d, first, p.Src))
			continue
		}
		u.defs[d.Name] = d
	}
	u.places(p)
	if u.instances(p); len(u.errs) > 0 {
		return
	}
	u.library(top, p)
	for i, d := range p.Decls {
		u.s.Poll.Ask()
		u.at = i
		if len(u.defs) > 0 {
			u.before = gamma.Before(u.s.sup.Last())
		}
		if !u.guard(func() { u.decl(top, d) }) {
			u.poison(d)
		}
		u.flush(top)
	}
	if len(u.errs) == 0 {
		u.result(p)
		u.prune(gamma)
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

// poison marks the names of a wrong declaration, so that errors about their uses
// are not reported.
func (u *unit) poison(d syntax.Decl) {
	if l, ok := d.(*syntax.Let); ok {
		for _, p := range l.Pat {
			u.s.names.set(p.Name, nil)
		}
	}
}

// flush moves statements to the program, as core.
func (u *unit) flush(top *block) {
	stms := top.stms
	top.stms = nil
	for _, s := range stms {
		u.out.Nested.Decls = append(u.out.Nested.Decls, s)
	}
	u.guard(func() { stms = u.flattened(top.gamma, stms) })
	for _, s := range stms {
		u.out.Core.Decls = append(u.out.Core.Decls, s)
	}
}

func (u *unit) decl(top *block, d syntax.Decl) {
	u.cur = top
	switch d := d.(type) {
	case *syntax.Def:
		u.define(d)
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
				u.block(top, v)
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
	} else if b := top.bindingOf(v.e); b != nil && v.t.Elem == syntax.Mem {
		r.Name = b.Written()
	}
	u.out.Results = append(u.out.Results, r)
	e := top.atom(v, made("t"))
	if k, ok := e.(*syntax.IntLit); ok { // such as a length, whose place is where the array got its size
		c := *k
		c.Span = x.GetSpan()
		e = &c
	}
	u.res = append(u.res, e)
}

// block adds the block of a FUNMEM array to the results, unless it is there.
func (u *unit) block(top *block, v value) {
	if v.t.Mem == nil {
		return
	}
	b := v.t.Mem.Block
	if n := len(u.res); n > 0 {
		if last, ok := u.res[n-1].(*syntax.Var); ok && last.ID == b.ID {
			return
		}
	}
	name := b.Name // of a block from outside, such as that of an input
	if p := top.bindingOf(b); p != nil {
		name = p.Written()
	}
	u.out.Results = append(u.out.Results, Result{Name: name, Type: &syntax.Type{Elem: syntax.Mem}, Implied: true})
	u.res = append(u.res, b)
}

// result ends the program with in (x̄).
func (u *unit) result(p *syntax.Program) {
	in := &syntax.In{Span: diag.Span{Src: p.Src, Start: p.End, End: p.End}}
	if len(u.res) > 0 {
		u.s.names.set("_", u.res[len(u.res)-1])
		u.out.Nested.Decls = append(u.out.Nested.Decls, &syntax.In{Span: in.Span, Res: u.res})
		in.Res = u.parts()
		u.out.Core.Decls = append(u.out.Core.Decls, in)
	}
}
