package elab

import (
	"maps"
	"slices"

	"funmem/semantics/check"
	"funmem/semantics/diag"
	"funmem/semantics/std"
	"funmem/semantics/syntax"
)

// linker adds the library functions that a program calls and that neither it nor
// the session defines, as if they stood before the program. A library function
// keeps its name unless a def of the user has it. That can only happen when
// another library function calls it. Then it gets a prime.
type linker struct {
	s     *Session
	own   map[string]bool   // the names that the program defines
	again map[string]string // what must be linked anew, and its name in the library
	defs  []*syntax.Def     // what comes before the program, in the order of their calls
	late  map[string]string // what is linked if it turns out to be called, and its name in the library
}

// link finds the library functions that come before the program.
func (s *Session) link(p *syntax.Program) *linker {
	l := &linker{s: s, own: map[string]bool{}, again: map[string]string{}, late: map[string]string{}}
	for _, d := range p.Defs() {
		l.own[d.Name] = true
		if d.OverNum() {
			l.own[d.Name+syntax.RealSuffix] = true
		}
		delete(s.gone, d.Name)
	}
	l.displace()
	for _, name := range syntax.Calls(p, s.Poll) {
		before := slices.ContainsFunc(l.defs, func(d *syntax.Def) bool { return d.Name == name })
		if !before && !l.own[name] && !s.gone[name] && s.fun.Def(name) == nil && std.Def(name) != nil {
			l.add(name, name)
		}
	}
	return l
}

// displace links library functions anew under their own names. These are the
// functions that use one whose name the program takes.
func (l *linker) displace() {
	taken := map[string]bool{}
	for name := range l.s.linked {
		taken[name] = l.own[name]
	}
	for progress := true; progress; {
		progress = false
		for name, d := range l.s.linked {
			if core := l.s.fun.Def(name); core != nil {
				d = core // it calls what the types of arguments chose
			}
			if !taken[name] && slices.ContainsFunc(syntax.Calls(d), func(f string) bool { return taken[f] }) {
				taken[name], progress = true, true
				l.again[name] = l.s.libraryName(name)
			}
		}
	}
	for name, is := range taken {
		if is {
			delete(l.s.linked, name)
			l.s.fun.Forget(name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(l.again)) {
		if l.s.linked[name] == nil {
			l.add(name, l.again[name])
		}
	}
}

// add adds a library function, under a name, after those that it calls.
func (l *linker) add(name, of string) {
	d := std.Def(of)
	if d.OverNum() {
		d, _ = d.Instances()
	}
	by := map[string]string{}
	for _, f := range syntax.Calls(d) {
		by[f] = l.called(f)
	}
	d = renamed(d, by)
	d.Name = name
	l.s.linked[name] = d
	l.defs = append(l.defs, d)
}

// called is the name of a library function that another one calls. It adds the
// function unless it is already there.
func (l *linker) called(of string) string {
	name := of
	for l.theirs(name) {
		name += "'"
	}
	if l.s.linked[name] == nil {
		l.add(name, of)
	}
	return name
}

// theirs tells whether a name belongs to a function of the user.
func (l *linker) theirs(name string) bool {
	ours := l.s.linked[name] != nil || l.again[name] != ""
	return l.own[name] || l.s.gone[name] || l.s.fun.Def(name) != nil && !ours
}

// libraryName is the name in the library of a linked function.
func (s *Session) libraryName(name string) string {
	d := s.linked[name]
	if isReal(d) {
		return d.InstanceOf + syntax.RealSuffix
	}
	return d.NameAt.Text()
}

// reals is the name of the library function that does for f64s what a linked one does for ints, or "".
func (l *linker) reals(name string) string {
	of := l.s.libraryName(name) + syntax.RealSuffix
	if std.Def(of) == nil {
		return ""
	}
	other := of
	for l.theirs(other) {
		other += "'"
	}
	l.late[other] = of
	return other
}

// has tells whether a function can be linked late.
func (l *linker) has(name string) bool { return l.late[name] != "" }

// late links a function of the library that turns out to be called, and those that it calls.
func (u *unit) late(name string) *syntax.Def {
	u.links.defs = nil
	u.links.add(name, u.links.late[name])
	saved := u.cur
	defer func() { u.cur = saved }()
	for _, d := range u.links.defs {
		u.def(d, diag.Span{})
	}
	return u.s.fun.Def(name)
}

// prune takes away the library functions of this program that nothing in it calls: the types of the arguments chose others.
func (u *unit) prune(gamma *check.Context) {
	if u.links == nil || len(u.s.linked) == 0 {
		return
	}
	linked := map[string]*syntax.Def{}
	own := &syntax.Program{}
	for _, d := range u.out.Core.Decls {
		u.s.Poll.Ask()
		if def, ok := d.(*syntax.Def); ok && u.s.linked[def.Name] != nil && u.links.again[def.Name] == "" {
			linked[def.Name] = def
		} else {
			own.Decls = append(own.Decls, d)
		}
	}
	for _, d := range syntax.Reached(own, func(name string) *syntax.Def { return linked[name] }, u.s.Poll) {
		delete(linked, d.Name)
	}
	u.out.Core.Decls = slices.DeleteFunc(u.out.Core.Decls, func(d syntax.Decl) bool {
		def, ok := d.(*syntax.Def)
		return ok && linked[def.Name] == def
	})
	for name := range linked {
		delete(u.s.linked, name)
		gamma.Forget(name)
	}
}

// renamed is a copy of a function that calls others by other names.
func renamed(d *syntax.Def, by map[string]string) *syntax.Def {
	fn := func(e syntax.Expr) syntax.Expr {
		if v, ok := e.(*syntax.Var); ok && by[v.Name] != "" {
			return &syntax.Var{Span: v.Span, Name: by[v.Name]}
		}
		return e
	}
	return syntax.MapExpr(d, func(e syntax.Expr) syntax.Expr {
		switch e := e.(type) {
		case *syntax.Call:
			return &syntax.Call{Span: e.Span, Fn: by[e.Fn], FnAt: e.FnAt, Args: e.Args}
		case *syntax.Map:
			return &syntax.Map{Span: e.Span, Fn: fn(e.Fn), Xs: e.Xs}
		case *syntax.Reduce:
			return &syntax.Reduce{Span: e.Span, Fn: fn(e.Fn), Ne: e.Ne, Xs: e.Xs}
		case *syntax.Scan:
			return &syntax.Scan{Span: e.Span, Fn: fn(e.Fn), Ne: e.Ne, Xs: e.Xs}
		}
		return e
	})
}

// library elaborates the library functions that a program calls. FUNMEM has none.
// It also cannot take the name of a library function that another one calls,
// because that other one would have to be linked anew.
func (u *unit) library(top *block, p *syntax.Program) {
	if u.out.Mem {
		for _, d := range p.Defs() {
			u.guard(func() { fail(u.displaced(d)) })
			delete(u.s.linked, d.Name)
		}
		return
	}
	u.links = u.s.link(p)
	defs := u.links.defs
	for _, d := range defs {
		u.defs[d.Name] = d
	}
	for _, d := range defs {
		if u.defs[d.Name] == d {
			u.guard(func() {
				u.cur = top
				u.def(d, diag.Span{})
			})
			u.flush(top)
		}
	}
}

// displaced is the error about a FUNMEM function with the name of a library
// function that another one calls, or nil.
func (u *unit) displaced(d *syntax.Def) *diag.Diagnostic {
	for _, name := range slices.Sorted(maps.Keys(u.s.linked)) {
		if slices.Contains(syntax.Calls(u.s.linked[name]), d.Name) {
			return u.errorf("T-DEF", d.NameAt, "`%s` of the library, which is in use, calls a function `%s` of the library", name, d.Name).
				Helpf("give the function another name")
		}
	}
	return nil
}

// Linked is the library function that a name of the session stands for, or nil.
func (s *Session) Linked(name string) *syntax.Def { return s.linked[name] }
