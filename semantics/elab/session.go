package elab

import (
	"maps"
	"slices"

	"funmem/semantics/check"
	"funmem/semantics/diag"
	"funmem/semantics/nested"
	"funmem/semantics/rule"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Session is the declarations of earlier programs: the lines of a REPL, or the inputs
// and the file of a command.
type Session struct {
	sup   *syntax.Supply
	fun   *check.Context // Γ of Fun
	mem   *check.Context // Γ of FUNMEM, see Adopt
	names *scope
	cov   *rule.Coverage

	linked map[string]*syntax.Def // the library functions that are defined
	gone   map[string]bool        // functions that Forget took away
	nested map[string]*syntax.Def // functions with irregular arrays, in nested core
	arrays map[int]*nested.Array  // irregular arrays, by the IDs of their binders in nested core
	none   map[int]bool           // inputs without elements, by ID: each may be an irregular array without rows
	types  typing

	// Poll is asked again and again while Program and Adopt work; an error ends them.
	// It may be nil.
	Poll stop.Poll
}

// NewSession is a session without declarations. The coverage, which may be
// nil, counts the type rules that apply and refuse.
func NewSession(cov *rule.Coverage) *Session {
	return &Session{sup: &syntax.Supply{}, fun: check.New(false, cov), mem: check.New(true, cov), names: newScope(nil), cov: cov,
		linked: map[string]*syntax.Def{}, gone: map[string]bool{}, nested: map[string]*syntax.Def{}, arrays: map[int]*nested.Array{}, none: map[int]bool{}}
}

// Clone is an independent copy, for work that must not be remembered.
func (s *Session) Clone() *Session {
	return &Session{s.sup.Clone(), s.fun.Clone(), s.mem.Clone(), s.names.clone(), s.cov, maps.Clone(s.linked), maps.Clone(s.gone), maps.Clone(s.nested), maps.Clone(s.arrays), maps.Clone(s.none), s.types, s.Poll}
}

// Snapshot is a copy to go back to. It costs nothing, because Program and Adopt
// replace what they change.
func (s *Session) Snapshot() *Session {
	c := *s
	return &c
}

// IsMem tells whether a program is FUNMEM: it mentions memory, or a global or
// function that does. Such a program can use only what Adopt has taken up.
func (s *Session) IsMem(p *syntax.Program, until ...stop.Poll) bool {
	for _, x := range syntax.FreeVars(p, until...) {
		if g, ok := s.Lookup(x.Name); ok && g.Binding != nil && g.Binding.Type.Elem == syntax.Mem {
			return true
		}
	}
	own := map[string]bool{}
	for _, d := range p.Defs() {
		own[d.Name] = true
	}
	mem := false
	syntax.WalkUntil(stop.Any(until), p, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Type:
			mem = mem || hasMem(n)
		case *syntax.Alloc, *syntax.Free:
			mem = true
		case *syntax.Call:
			mem = mem || !own[n.Fn] && s.callsMem(n.Fn)
		}
		return !mem
	})
	return mem
}

// callsMem tells whether a function of earlier programs takes or returns memory.
func (s *Session) callsMem(fn string) bool {
	d := s.fun.Def(fn)
	return d != nil && slices.ContainsFunc(slices.Concat(d.Params, d.Ret), func(p *syntax.Binding) bool { return hasMem(p.Type) })
}

func hasMem(t *syntax.Type) bool { return t.Mem != nil || t.Elem == syntax.Mem }

// Supply hands out the IDs and names of the session. Transformations of its programs
// take theirs from it too.
func (s *Session) Supply() *syntax.Supply { return s.sup }

// Result is one value that a program returns or prints.
type Result struct {
	Name string // of the variable, or "" for an expression
	Type *syntax.Type
	Span diag.Span

	// Implied says that it is a block that no text mentions. A FUNMEM program returns
	// it because the array after it lies there.
	Implied bool

	// An irregular array is several values of Core, each with a type of its own. At the first of them Rows is the type of the
	// array, and Parts is how many there are.
	Rows  *syntax.Type
	Parts int
	Part  bool // it is one of the others
}

// Unit is an elaborated program.
type Unit struct {
	Core    *syntax.Program
	Nested  *syntax.Program // the same with irregular arrays, before Core is made of them
	Mem     bool            // FUNMEM, as written
	Results []Result        // one for each value that Core returns
	Names   []Name          // the globals that it declares, in order, without functions of the library
	Meant   []Meant         // what it may have meant
}

// Meant is a note about a word of a program that does something else than some expect of it.
type Meant struct{ Word, Note string }

// Name is a global as the programmer knows it, with its binder in core. A def
// has no binder.
type Name struct {
	Name    string
	Binding *syntax.Binding
	Def     *syntax.Def
}

// Program elaborates and checks a program and adds its declarations to the session.
// If the program is wrong, the session stays as it was. The error is a diag.List, a
// *diag.Diagnostic, or the error of Poll.
func (s *Session) Program(p *syntax.Program) (_ *Unit, err error) {
	defer stop.Caught(&err)
	next := s.Clone()
	next.fun.Until(s.Poll)
	next.mem.Until(s.Poll)
	u := &unit{s: next, out: &Unit{Mem: s.IsMem(p, s.Poll), Core: &syntax.Program{Span: p.Span}, Nested: &syntax.Program{Span: p.Span}}, defs: map[string]*syntax.Def{}, wrong: map[string]bool{}, binds: map[string][]place{}, place: map[*syntax.Def]int{}}
	gamma := next.fun
	if u.out.Mem {
		gamma = next.mem
		next.lend()
	} else {
		gamma.OnNeed(func(n check.Need) { u.cur.need(n) })
	}
	u.flat = nested.New(next.sup, gamma.Def, next.NestedDef, gamma.Lookup, next.arrays, s.Poll)
	before := gamma.Clone()
	next.open(p)
	u.program(p, gamma)
	if len(u.errs) == 0 {
		u.circles(before, gamma)
	}
	if err := u.errs.Err(); err != nil {
		return nil, err
	}
	before.OnNeed(nil)
	before.Record(s.types.recorder(false), next.own)
	if err := before.Program(u.out.Core); err != nil {
		return nil, err
	}
	gamma.OnNeed(nil)
	next.fun.Until(nil)
	next.mem.Until(nil)
	if u.out.Mem {
		next.share(u.out.Core)
	}
	for _, n := range u.out.Names {
		next.hold(n)
	}
	*s = *next
	return u.out, nil
}

// open frees the names that a program to come does not need.
func (s *Session) open(p *syntax.Program) {
	var declared []string
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *syntax.Let:
			for _, b := range d.Pat {
				declared = append(declared, b.Name)
			}
		case *syntax.Def:
			declared = append(declared, d.Name)
		}
	}
	s.sup.Open(s.mentioned(p), declared)
}

// mentioned are the names that the globals need which a node mentions.
func (s *Session) mentioned(n syntax.Node) (names []string) {
	for _, x := range syntax.FreeNames(n, s.Poll) {
		names = append(names, s.sup.Needs(x)...)
		if n, ok := s.Lookup(x); ok && n.Binding != nil {
			for _, p := range s.InCore(n) {
				names = append(names, p.Needs(s.MemType(p.Binding.ID), s.Poll)...)
			}
		}
	}
	return names
}

// Needs are the names that a text needs in which the global occurs: its own, and those in its type, and in its FUNMEM
// type if one is given. If until is given, it may end the work by its panic.
func (n Name) Needs(mem *syntax.Type, until ...stop.Poll) []string {
	if n.Def != nil {
		return syntax.FreeNames(n.Def, until...)
	}
	names := append([]string{n.Binding.Name}, syntax.FreeNames(n.Binding.Type)...)
	if mem != nil {
		names = append(names, syntax.FreeNames(mem)...)
	}
	return names
}

// lend makes the numbers of Fun programs that were not adopted known to FUNMEM:
// numbers need no memory.
func (s *Session) lend() {
	for _, e := range s.names.names.All() {
		if v, ok := e.(*syntax.Var); ok && s.mem.Lookup(v.ID) == nil {
			if b := s.fun.Lookup(v.ID); b != nil && b.Type.IsNumber() {
				s.mem.Bind(b)
			}
		}
	}
}

// share makes the names of a FUNMEM program known to later Fun programs.
func (s *Session) share(p *syntax.Program) {
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *syntax.Let:
			for _, b := range d.Pat {
				s.fun.Bind(b)
				if syntax.IsScalar(d.Exp) {
					s.fun.Define(b, d.Exp)
				}
			}
		case *syntax.Check:
			s.fun.Equate(d.X, d.Y)
		case *syntax.Def:
			s.fun.Declare(d)
		}
	}
}

// Adopt type-checks the FUNMEM form of a Fun unit by Fig. 8 and makes its
// blocks and layouts known to later FUNMEM programs of the session.
func (s *Session) Adopt(p *syntax.Program) (err error) {
	defer stop.Caught(&err)
	mem := s.mem.Clone()
	mem.Until(s.Poll)
	mem.Record(s.types.recorder(true), s.own)
	if err := mem.Program(p); err != nil {
		return err
	}
	mem.Until(nil)
	mem.Record(nil, nil)
	s.mem = mem
	return nil
}

// Bind declares a global that is given from outside, such as an input.
func (s *Session) Bind(name string, t *syntax.Type) *syntax.Binding {
	s.sup.Open(nil, []string{name})
	b := s.sup.Written(name, t)
	s.hold(Name{Name: name, Binding: b})
	s.fun.Bind(b)
	s.names.set(name, b.Use())
	if t.Rank() == 1 {
		if n, ok := t.Dims[0].(*syntax.IntLit); ok && n.Val.IsZero() {
			s.none = maps.Clone(s.none)
			s.none[b.ID] = true
		}
	}
	return b
}

// BindMem gives a global its FUNMEM type. Inputs and their blocks come from outside
// too. A block is known to Fun programs as well: an array in it may be their result.
func (s *Session) BindMem(b *syntax.Binding) {
	s.mem.Bind(b)
	if b.Type.Elem == syntax.Mem {
		s.fun.Bind(b)
	}
}

// Forget removes a function, such as one that no longer fits.
func (s *Session) Forget(def string) {
	s.gone[def] = true
	s.nested = maps.Clone(s.nested)
	delete(s.nested, def)
	s.fun.Forget(def)
	s.mem.Forget(def)
}

// Alias makes name another name of the global that b binds.
func (s *Session) Alias(name string, b *syntax.Var) { s.names.set(name, b) }

// Lookup finds a global variable or a function by the programmer's name for it.
func (s *Session) Lookup(name string) (Name, bool) {
	if e, ok := s.names.lookup(name); ok {
		if v, ok := e.(*syntax.Var); ok {
			return Name{Name: name, Binding: s.fun.Lookup(v.ID)}, true
		}
	}
	if d := s.Function(name); d != nil {
		return Name{Name: name, Def: d}, true
	}
	return Name{}, false
}

// Function is the function that a call of this name means, or nil. A variable may have the name too.
func (s *Session) Function(name string) *syntax.Def { return s.fun.Def(name) }

// Called is the name by which the programmer knows a global now, or "" if there is none.
func (s *Session) Called(id int) string {
	if b := s.fun.Lookup(id); b != nil {
		if n, ok := s.Lookup(b.Written()); ok && n.Binding != nil && n.Binding.ID == id {
			return b.Written()
		}
	}
	return ""
}

// Type is the type of a global binder, or nil.
func (s *Session) Type(id int) *syntax.Type {
	if b := s.fun.Lookup(id); b != nil {
		return b.Type
	}
	return nil
}

// MemType is the FUNMEM type of a global binder, or nil when its line has not
// been adopted.
func (s *Session) MemType(id int) *syntax.Type {
	if b := s.mem.Lookup(id); b != nil {
		return b.Type
	}
	return nil
}
