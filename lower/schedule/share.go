package schedule

import (
	"maps"
	"slices"
	"strings"

	"funmem/semantics/imp"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// share computes ints once that are computed again, reads once what is read again before anything else is written, and checks
// once what is checked again. What was just written is not read again, and what is written again before it is read is not
// written the first time. Ints that nothing uses are not computed. Where a loop was unrolled, most of its rounds are such.
func share(j *job, body []imp.Stm) []imp.Stm {
	kept := j.returned()
	s := &sharer{job: j, by: map[int]syntax.Expr{}, kept: kept, env: &poly.Env{}, ints: map[string]*syntax.Var{}, cells: map[string]syntax.Expr{}, held: map[string]bool{}}
	body = replaced(s.stms(body), s.by, nil)
	return j.used(j.overwritten(body), kept)
}

// sharer is what was computed before a place, in the statements around it.
type sharer struct {
	*job
	by   map[int]syntax.Expr // what stands for variables that are gone, in the whole program
	kept map[int]bool        // variables that have to stay

	env   *poly.Env
	ints  map[string]*syntax.Var // by their polynomials
	cells map[string]syntax.Expr // what was read from blocks or written to them, where nothing was written since
	held  map[string]bool        // checks
}

// inner is the same, for statements inside of others.
func (s *sharer) inner() *sharer {
	c := *s
	c.env, c.ints, c.cells, c.held = s.env.Clone(), maps.Clone(s.ints), maps.Clone(s.cells), maps.Clone(s.held)
	return &c
}

func (s *sharer) stms(list []imp.Stm) (out []imp.Stm) {
	for _, m := range list {
		s.poll.Ask()
		switch m := m.(type) {
		case *imp.Assign:
			if !s.assign(m) {
				out = append(out, m)
			}
		case *imp.Read:
			if !s.read(m) {
				out = append(out, m)
			}
		case *imp.Check:
			if !s.check(m) {
				out = append(out, m)
			}
		case *imp.If:
			yes, no := s.inner().stms(m.Then), s.inner().stms(m.Else)
			out = append(out, &imp.If{Span: m.Span, Cond: m.Cond, Then: or(yes, m), Else: or(no, m)})
			s.forget(m)
		case *imp.Kernel:
			s.forget(m.Body...)
			out = append(out, m.With(m.N, or(s.inner().stms(m.Body), m)))
		case *imp.For:
			s.forget(m.Body...)
			out = append(out, m.With(m.N, or(s.inner().stms(m.Body), m)))
		case *imp.While:
			s.forget(m.Body...)
			out = append(out, &imp.While{Span: m.Span, Cond: m.Cond, Body: or(s.inner().stms(m.Body), m)})
		case *imp.Write:
			s.forget(m)
			s.write(m)
			out = append(out, m)
		default:
			s.forget(m)
			out = append(out, m)
		}
	}
	return out
}

// forget drops what was read if statements may write it. Those of a loop may have in an earlier round.
func (s *sharer) forget(list ...imp.Stm) {
	imp.Walk(list, func(m imp.Stm) bool {
		switch m.(type) {
		case *imp.Write, *imp.Free, *imp.Alloc:
			clear(s.cells)
		}
		return len(s.cells) > 0
	})
}

// of is an int in terms of variables that stay.
func (s *sharer) of(e syntax.Expr) poly.Poly { return s.env.Of(syntax.Subst(e, s.by)) }

// assign tells whether an assignment may go, since another variable has that value.
func (s *sharer) assign(m *imp.Assign) bool {
	if !s.once[m.X.ID] || s.elems[m.X.ID] != syntax.Int {
		return false
	}
	p := s.of(m.E)
	if !s.fixed(p) || p.Large() {
		return false
	}
	s.env.Define(m.X.ID, p)
	e := s.value(p, m.X)
	if e == nil || s.kept[m.X.ID] || !syntax.Total(m.E) { // what is left out could be stuck
		return false
	}
	s.by[m.X.ID] = e
	return true
}

// value is what has the value p already: a number, or a variable. Otherwise x has it from now on.
func (s *sharer) value(p poly.Poly, x *syntax.Var) syntax.Expr {
	if e := p.Expr(); syntax.IsAtom(e) {
		return e
	}
	key := p.Key()
	if y := s.ints[key]; y != nil {
		return y
	}
	s.ints[key] = x
	return nil
}

// read tells whether a read may go, since a variable has what is there.
func (s *sharer) read(m *imp.Read) bool {
	if !s.once[m.X.ID] || s.changes[m.Y.ID] || m.Undefined {
		return false
	}
	p := s.of(m.At)
	if !s.fixed(p) || p.Large() {
		return false
	}
	key := s.cell(m.Y, p)
	y := s.cells[key]
	if y == nil || s.kept[m.X.ID] {
		s.cells[key] = m.X
		return false
	}
	s.by[m.X.ID] = y
	return true
}

// write notes what a location has from now on.
func (s *sharer) write(m *imp.Write) {
	p, e := s.of(m.At), syntax.Subst(m.E, s.by)
	v, isVar := e.(*syntax.Var)
	if isVar && !s.once[v.ID] || !isVar && !syntax.IsAtom(e) || s.changes[m.X.ID] || !s.fixed(p) || p.Large() {
		return
	}
	s.cells[s.cell(m.X, p)] = e
}

// cell is a location in a key.
func (s *sharer) cell(x *syntax.Var, at poly.Poly) string { return s.block(x) + " " + at.Key() }

// block is a block in a key.
func (s *sharer) block(x *syntax.Var) string { return poly.Var(x).Key() }

// check tells whether a check may go, since it held before.
func (s *sharer) check(m *imp.Check) bool {
	var key strings.Builder
	for k, t := range m.Terms {
		if k > 0 {
			key.WriteString(m.Rels[k-1].String())
		}
		if l, ok := t.(*syntax.Length); ok {
			x := l.X.(*syntax.Var)
			if s.changes[x.ID] {
				return false
			}
			key.WriteString("length " + s.block(x))
			continue
		}
		p := s.of(t)
		if !s.fixed(p) || p.Large() || !syntax.Total(t) {
			return false
		}
		key.WriteString(p.Key())
	}
	if s.held[key.String()] {
		return true
	}
	s.held[key.String()] = true
	return false
}

// used is statements without ints that nothing uses.
func (j *job) used(list []imp.Stm, kept map[int]bool) []imp.Stm {
	uses, values := map[int]int{}, map[int]syntax.Expr{}
	count := func(e syntax.Expr, by int) {
		for _, x := range syntax.FreeVars(e) {
			uses[x.ID] += by
		}
	}
	imp.Walk(list, func(s imp.Stm) bool {
		for _, e := range imp.Exprs(s) {
			count(e, 1)
		}
		if a, ok := s.(*imp.Assign); ok && j.once[a.X.ID] && j.elems[a.X.ID] == syntax.Int && !kept[a.X.ID] && syntax.Total(a.E) {
			values[a.X.ID] = a.E
		}
		return true
	})
	gone, todo := map[int]syntax.Expr{}, slices.Collect(maps.Keys(values))
	for len(todo) > 0 {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		e := values[id]
		if e == nil || gone[id] != nil || uses[id] > 0 {
			continue
		}
		gone[id] = e
		count(e, -1)
		for _, x := range syntax.FreeVars(e) {
			todo = append(todo, x.ID)
		}
	}
	return replaced(list, gone, kept)
}
