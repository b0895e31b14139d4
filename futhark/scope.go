package futhark

import (
	"fmt"

	"funmem/semantics/diag"
	"funmem/semantics/stop"
)

// Resolve checks that each number is bound once in a function, or by the statements of the
// whole program, and is used only where it is bound. It also checks that called functions
// exist. It returns all such errors in the order of the text.
func Resolve(prog *Program) error {
	r := &resolver{until: prog.Until, funs: map[int]*Fun{}}
	for _, f := range prog.Funs {
		if first := r.funs[f.Name.Tag]; first != nil && f.Entry == nil {
			r.wrong(f.Name.Span, "the function `%s` is there twice", f.Name).Note(first.Name.Span, "it is here as well")
		} else if f.Entry == nil {
			r.funs[f.Name.Tag] = f
		}
	}
	global := newScope(nil)
	r.stms(global, prog.Consts)
	entries := map[string]*Fun{}
	for _, f := range prog.Funs {
		if f.Entry != nil {
			if first := entries[f.Entry.Name]; first != nil {
				r.wrong(f.Name.Span, "the entry point `%s` is there twice", f.Entry.Name).Note(first.Name.Span, "it is here as well")
			}
			entries[f.Entry.Name] = f
		}
		s := newScope(global)
		r.params(s, f.Params)
		r.types(s, f.Ret, len(f.Ret))
		r.body(s, f.Body)
	}
	return r.errs.Err()
}

// String returns the name as it is printed.
func (n Name) String() string {
	if n.Tag == 0 && n.Text != "" {
		return n.Text
	}
	return fmt.Sprintf("%s_%d", n.Text, n.Tag)
}

// resolver collects errors.
type resolver struct {
	funs map[int]*Fun
	errs diag.List
	used map[int]*Name // names used, with their first use; nil if nobody asks
	skip map[*Stm]bool // whose uses do not count

	until stop.Poll
}

// scope is what is bound where a statement stands.
type scope struct {
	up    *scope
	bound map[int]*Name
	all   map[int]*Name // what is bound anywhere in the function
}

func newScope(up *scope) *scope {
	s := &scope{up: up, bound: map[int]*Name{}, all: map[int]*Name{}}
	return s
}

// inner returns the scope of an inner body.
func (s *scope) inner() *scope { return &scope{up: s, bound: map[int]*Name{}, all: s.all} }

// find returns the binder of a number, or nil.
func (s *scope) find(tag int) *Name {
	for ; s != nil; s = s.up {
		if n := s.bound[tag]; n != nil {
			return n
		}
	}
	return nil
}

func (r *resolver) wrong(at diag.Span, format string, args ...any) *diag.Diagnostic {
	d := diag.Errorf(diag.Type, "", at, format, args...)
	r.errs = append(r.errs, d)
	return d
}

// bind binds a name; a number is bound once in a function.
func (r *resolver) bind(s *scope, n *Name) {
	if first := s.all[n.Tag]; first != nil {
		r.wrong(n.Span, "the number %d is bound twice, by `%s` and `%s`", n.Tag, first, n).Note(first.Span, "it is bound here first").
			Helpf("names are told apart by their numbers alone")
	} else if first := s.find(n.Tag); first != nil {
		r.wrong(n.Span, "the number %d is that of `%s`, which the whole program has", n.Tag, first).Note(first.Span, "it is bound here")
	}
	s.bound[n.Tag], s.all[n.Tag] = n, n
}

// use looks a name up.
func (r *resolver) use(s *scope, n *Name) {
	if n == nil {
		return
	}
	if r.used != nil {
		if r.used[n.Tag] == nil {
			r.used[n.Tag] = n
		}
		return
	}
	if s.find(n.Tag) != nil {
		return
	}
	d := r.wrong(n.Span, "`%s` is not bound here", n)
	if other := s.all[n.Tag]; other != nil {
		d.Note(other.Span, "it is bound here, which is not seen from there")
	}
}

func (r *resolver) atoms(s *scope, as ...*Atom) {
	for _, a := range as {
		if a != nil {
			r.use(s, a.Var)
		}
	}
}

func (r *resolver) names(s *scope, ns ...*Name) {
	for _, n := range ns {
		r.use(s, n)
	}
}

// params binds parameters or a pattern, whose types may mention one another.
func (r *resolver) params(s *scope, ps []*Param) {
	for _, p := range ps {
		r.bind(s, &p.Name)
	}
	for _, p := range ps {
		r.typ(s, p.Type, 0)
	}
}

func (r *resolver) types(s *scope, ts []*Type, results int) {
	for _, t := range ts {
		r.typ(s, t, results)
	}
}

// typ looks up what a type mentions; in a list of results, ?k is one of these.
func (r *resolver) typ(s *scope, t *Type, results int) {
	ext := func(at diag.Span, k int) {
		if k < 0 || k >= results {
			r.wrong(at, "`?%d` is the number of no result, of %d from 0", k, results)
		}
	}
	var index func(e *Index)
	index = func(e *Index) {
		switch {
		case e.Atom != nil:
			r.atoms(s, e.Atom)
		case e.Op == "":
			ext(e.Span, e.Ext)
		}
		for _, a := range e.Args {
			index(a)
		}
	}
	for _, n := range t.Shape {
		if n.Atom == nil {
			ext(n.Span, n.Ext)
		}
		r.atoms(s, n.Atom)
	}
	if t.Space != nil {
		r.atoms(s, t.Space.Shape...)
	}
	if t.Kind == AccType {
		r.use(s, &t.Cert)
	}
	r.types(s, t.Elems, results)
	if t.Mem == nil {
		return
	}
	if t.Mem.Block == nil {
		ext(t.Mem.Span, t.Mem.Ext)
	}
	r.use(s, t.Mem.Block)
	for _, es := range [][]*Index{t.Mem.Base, {t.Mem.L.Offset}, t.Mem.L.Strides, t.Mem.L.Shape} {
		for _, e := range es {
			index(e)
		}
	}
}

func (r *resolver) stms(s *scope, stms []*Stm) {
	for _, stm := range stms {
		r.until.Ask()
		if r.skip[stm] {
			continue
		}
		r.names(s, stm.Certs...)
		r.exp(s, stm.Exp)
		r.params(s, stm.Pat)
		r.counts(stm)
	}
}

// counts checks that a statement binds as many names as its expression has results.
func (r *resolver) counts(stm *Stm) {
	wrong := func(what string, have, want int) {
		if have != want {
			r.wrong(stm.Span, "%s: found %d, wanted %d", what, have, want)
		}
	}
	n := len(stm.Pat)
	seg := func(e *SegOp) {
		if e == nil {
			return
		}
		wrong("the dimensions of a space of threads", len(e.Space), max(1, len(e.Space)))
		results := len(e.Returns)
		switch {
		case e.Kind == "seghist":
			results = 0
			for _, h := range e.Hists {
				results += len(h.Dests)
			}
		case e.Post != nil:
			results = len(e.Post.Body.Res)
		}
		wrong("the results of a parallel operation", results, n)
	}
	switch e := stm.Exp.(type) {
	case *If:
		wrong("the results of the first branch", len(e.Then.Res), n)
		wrong("the results of the second branch", len(e.Else.Res), n)
	case *Match:
		for _, c := range e.Cases {
			wrong("the results of a case", len(c.Body.Res), n)
		}
		wrong("the results of the default", len(e.Default.Res), n)
	case *Loop:
		wrong("the parameters of the loop", len(e.Params), n)
		wrong("the results of the body of the loop", len(e.Body.Res), n)
	case *GPUBody:
		wrong("the results of the body", len(e.Body.Res), n)
	case *WithAcc:
		arrays := 0 // those of an accumulator are one result of the body
		for _, in := range e.Inputs {
			arrays += len(in.Arrays) - 1
		}
		wrong("the results of the body", len(e.Fn.Body.Res)+arrays, n)
	case *SegOp:
		seg(e)
	case *Par:
		seg(e.Par)
		seg(e.Seq)
	case *Apply:
		wrong("the results of the call", len(e.Ret), n)
	case *EnsureDirect:
		wrong("the names of `ensure_direct`, a block and an array", n, 2)
	default:
		wrong("the names of a statement with one result", n, 1)
	}
}

// body looks at a body in a scope of its own.
func (r *resolver) body(s *scope, b *Body) {
	s = s.inner()
	r.stms(s, b.Stms)
	r.atoms(s, b.Res...)
}

func (r *resolver) lambda(s *scope, l *Lambda) {
	s = s.inner()
	r.params(s, l.Params)
	r.types(s, l.Ret, len(l.Ret))
	r.body(s, l.Body)
}

func (r *resolver) slicing(s *scope, at *Slicing) {
	for _, d := range at.Dims {
		r.atoms(s, d.Start, d.N, d.Stride)
	}
	if at.Flat != nil {
		r.atoms(s, at.Flat.Offset)
		for _, d := range at.Flat.Dims {
			r.atoms(s, d.N, d.Stride)
		}
	}
}
