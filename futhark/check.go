package futhark

import (
	"funmem/semantics/diag"
	"funmem/semantics/stop"
)

// Check is the type checker of a dump whose names are bound (Resolve): the results of an expression must match the
// pattern in element types, ranks and extents. Extents are the same if they are the same name or the same constant, as
// in Futhark. An existential extent is replaced by its value. Of index functions only the ranks are compared, not the
// offsets and strides, as in Futhark. The two semantics find out whether an array lies where the dump says. Uniqueness
// is not checked.
//
// Errors are reported in the order of the text, at most maxErrors of them.
func Check(prog *Program) error {
	c := &checker{until: prog.Until, funs: map[int]*Fun{}, consts: map[int]*Param{}, told: map[int]bool{}, spaces: map[string]bool{}}
	for _, f := range prog.Funs {
		if f.Entry == nil {
			c.funs[f.Name.Tag] = f
		}
	}
	c.vars = c.consts
	c.stms(prog.Consts)
	for _, f := range prog.Funs {
		c.vars, c.told = map[int]*Param{}, map[int]bool{}
		c.fun(f)
	}
	return c.errs.Err()
}

// maxErrors is how many errors are reported at once.
const maxErrors = 20

// checker is the state of one Check. A number is bound once in a function, so one table has all its variables.
type checker struct {
	errs   diag.List
	funs   map[int]*Fun
	consts map[int]*Param  // those of the whole program
	vars   map[int]*Param  // those of the function
	told   map[int]bool    // names already reported as no extents
	spaces map[string]bool // unknown spaces already reported
	kernel int             // how many parallel operations are around the current place
	until  stop.Poll
}

func (c *checker) wrong(at diag.Span, format string, args ...any) *diag.Diagnostic {
	d := diag.Errorf(diag.Type, "", at, format, args...)
	if len(c.errs) < maxErrors {
		c.errs = append(c.errs, d)
	}
	return d
}

// bound returns the binder of a name.
func (c *checker) bound(n *Name) *Param {
	if p := c.vars[n.Tag]; p != nil {
		return p
	}
	return c.consts[n.Tag]
}

// typeOf returns the type of a constant or a variable.
func (c *checker) typeOf(a *Atom) *Type {
	if a.Var != nil {
		return c.bound(a.Var).Type
	}
	return primType(a.Const.Type)
}

// from notes where a name is bound, with its type.
func (c *checker) from(d *diag.Diagnostic, n *Name) *diag.Diagnostic {
	if n == nil {
		return d
	}
	p := c.bound(n)
	for _, note := range d.Notes {
		if note.Span == p.Span {
			return d
		}
	}
	return d.Note(p.Span, "`%s : %s` is bound here", p.Name, p.Type)
}

// says notes where a type is written, or what it comes from.
func says(d *diag.Diagnostic, t *Type) *diag.Diagnostic {
	if t.Span.IsValid() {
		d.Note(t.Span, "that is where it says so")
	}
	return d
}

// found returns the error that an atom has another type than the wanted one.
func (c *checker) found(a *Atom, want, what string) *diag.Diagnostic {
	return c.from(c.wrong(a.Span, "found `%s` of type %s, wanted %s: %s", a, c.typeOf(a), want, what), a.Var)
}

// prim checks that an atom has a primitive type.
func (c *checker) prim(a *Atom, want Prim, what string) {
	if a != nil && !isPrim(c.typeOf(a), want) {
		c.found(a, string(want), what)
	}
}

// prims checks that atoms have a primitive type.
func (c *checker) prims(as []*Atom, want Prim, what string) {
	for _, a := range as {
		c.prim(a, want, what)
	}
}

// is tells whether an atom has a type; x gives the values of the extents of that type.
func (c *checker) is(a *Atom, want *Type, x *names) bool { return same(want, c.typeOf(a), x) }

// array returns the type of a name that has to be an array, or nil.
func (c *checker) array(n *Name, what string) *Type {
	p := c.bound(n)
	if p.Type.Kind == ArrayType {
		return p.Type
	}
	c.from(c.wrong(n.Span, "found `%s` of type %s, wanted an array: %s", n, p.Type, what), n)
	return nil
}

// layout checks that an extent or a part of an index function has type i64. A name that does not is reported once.
func (c *checker) layout(a *Atom, what string) {
	if isPrim(c.typeOf(a), "i64") || a.Var != nil && c.told[a.Var.Tag] {
		return
	}
	c.prim(a, "i64", what)
	if a.Var != nil {
		c.told[a.Var.Tag] = true
	}
}

// certificates checks that certificates are variables of type unit.
func (c *checker) certificates(ns []*Name) {
	for _, n := range ns {
		if p := c.bound(n); !isPrim(p.Type, "unit") {
			c.from(c.wrong(n.Span, "found `%s` of type %s, wanted unit: a certificate", n, p.Type), n).
				Helpf("a certificate is what an `assert` gives")
		}
	}
}

// bind binds parameters or a pattern, and checks that their types can be types of
// variables.
func (c *checker) bind(ps []*Param) {
	for _, p := range ps {
		c.vars[p.Tag] = p
	}
	for _, p := range ps {
		c.lies(p.Type, nil)
	}
}

// index binds a name that counts from 0.
func (c *checker) index(n *Name, p Prim) { c.vars[n.Tag] = &Param{*n, primType(p)} }

// fun checks a function: its results match its declaration. Its arrays lie row-major from offset 0, as its callers and
// the outside world expect.
func (c *checker) fun(f *Fun) {
	c.bind(f.Params)
	for _, t := range f.Ret {
		c.lies(t, f.Ret)
	}
	if f.Entry != nil {
		c.entry(f)
	}
	c.stms(f.Body.Stms)
	if len(f.Body.Res) != len(f.Ret) {
		c.wrong(f.Name.Span, "found %s of the body, wanted %d, as many types as `%s` declares", diag.Count(len(f.Body.Res), "result"), len(f.Ret), f.Name)
		return
	}
	c.results(f.Body, f.Ret, &names{ext: f.Body.Res}, "the function")
	for _, r := range f.Body.Res {
		if t := c.typeOf(r); t.Kind == ArrayType && t.Mem != nil && !rowMajor(t) {
			c.wrong(r.Span, "found `%s` in another layout, wanted row-major from offset 0: that is where a result is looked for", r).
				Note(t.Mem.Span, "it lies there").Helpf("copy it to a block of its own, by `manifest`")
		}
	}
}

func (c *checker) stms(ss []*Stm) {
	for _, s := range ss {
		c.until.Ask()
		c.stm(s)
	}
}

// stm checks a statement: its names have the types of the results of its expression.
func (c *checker) stm(s *Stm) {
	c.certificates(s.Certs)
	gives, x := c.exp(s)
	c.bind(s.Pat)
	if len(gives) != len(s.Pat) { // already reported
		return
	}
	for k, p := range s.Pat {
		if same(gives[k], p.Type, x) {
			continue
		}
		d := c.wrong(p.Span, "found `%s` of type %s, wanted %s, as %s gives", p.Name, p.Type, x.in(gives[k]), called(s.Exp))
		if n := source(s.Exp); n != nil {
			c.from(d, n)
		} else {
			says(d, gives[k])
		}
		if t := gives[k]; t.Kind == PrimType && p.Type.Kind == PrimType {
			d.Helpf("bind it as `%s : %s`", p.Name, t)
		}
	}
}

// results checks the results of a body against types; x gives the values of their existentials and names. If the block
// of an array type is not existential, the array must lie in that block.
func (c *checker) results(b *Body, want []*Type, x *names, of string) {
	if len(b.Res) != len(want) {
		c.wrong(b.Span, "found %s, wanted %d: those of %s", diag.Count(len(b.Res), "result"), len(want), of)
		return
	}
	for k, r := range b.Res {
		is := c.typeOf(r)
		if !same(want[k], is, x) {
			says(c.found(r, x.in(want[k]).String(), "a result of "+of), want[k])
			continue
		}
		if m := want[k].Mem; m != nil && m.Block != nil && is.Mem != nil && x.of(m.Block) == nil && is.Mem.Block.Tag != m.Block.Tag {
			c.wrong(r.Span, "found `%s` in block `%s`, wanted block `%s`: a result of %s", r, is.Mem.Block, m.Block, of).
				Note(m.Span, "that is where it is said to lie").Note(is.Mem.Span, "it lies there")
		}
	}
}
