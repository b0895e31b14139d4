package shortcircuit

import (
	"funmem/semantics/prove/races"
	"funmem/semantics/syntax"
)

// live is condition 3: from the first statement that writes the array to the copy no other
// access meets the place where it goes. Accesses to the array itself do not count if its
// block is not that of the place.
//
// Before the first write, the place may be read. In a kernel that writes the array, each
// iteration may read its own row until it has written it. The row is written after the
// body. If the row is built in place already, a statement of the body writes it, and the
// same applies to that. A copy may read each element where it goes.
type live struct {
	t     *races.Trace
	web   *web
	to    *syntax.Var             // the block where it goes
	own   map[int]*syntax.Binding // arrays of its own, if their block may already be that of the place
	bad   *races.Access
	where *syntax.Let // the statement of that access
}

// alive checks the statements of a body from the first write on, up to the given one.
func (l *live) alive(b *syntax.Body, upTo int, r races.Region) bool {
	started := false
	for _, s := range b.Stms[:upTo] {
		s, ok := s.(*syntax.Let)
		switch {
		case !ok || !started && !l.web.has(s):
			continue
		case started && !l.apart(s, races.All, r), !started && !l.first(s, r):
			return false
		}
		started = true
	}
	return true
}

// apart tells whether no access of a statement meets the place.
func (l *live) apart(s *syntax.Let, part races.Part, r races.Region) bool {
	for _, a := range l.t.Accesses(s, part) {
		if l.own[a.ID()] == nil && !l.t.Apart(a, r) {
			return l.found(s, a)
		}
	}
	return true
}

func (l *live) found(s *syntax.Let, a races.Access) bool {
	l.where, l.bad = s, &a
	return false
}

// first checks the first statement that writes the array.
func (l *live) first(s *syntax.Let, r races.Region) bool {
	switch e := s.Exp.(type) {
	case *syntax.If:
		return l.alive(e.Then, len(e.Then.Stms), r) && l.alive(e.Else, len(e.Else.Stms), r)
	case *syntax.Kernel:
		if k := l.writer(s.Pat); k >= 0 {
			return l.kernel(s, e, k, l.placed(s.Pat[k], r))
		}
	case *syntax.Copy:
		if l.writer(s.Pat) >= 0 {
			return l.copy(s, l.placed(s.Pat[0], r))
		}
	}
	return l.apart(s, races.All, r)
}

// writer returns the only array of a pattern that belongs to the web, or -1.
func (l *live) writer(pat []*syntax.Binding) int {
	found := -1
	for k, z := range pat {
		if l.web.in[z.ID] != nil {
			if found >= 0 {
				return -1
			}
			found = k
		}
	}
	return found
}

// placed returns where an array of the web will lie.
func (l *live) placed(z *syntax.Binding, r races.Region) races.Region {
	return l.t.Also(r, &syntax.MemAnn{Block: l.to, L: l.web.place[z.ID]})
}

// kernel checks a kernel whose k-th result is the array.
func (l *live) kernel(s *syntax.Let, e *syntax.Kernel, k int, r races.Region) bool {
	for _, a := range l.t.Accesses(s, races.Inside) {
		if !l.otherRows(e, a, r) {
			return l.found(s, a)
		}
	}
	own, _ := e.Body.Res[k].(*syntax.Var)
	for _, a := range l.t.Accesses(s, races.Results) {
		if !a.Writes() && len(s.Pat) == 1 && own != nil && own.ID == a.ID() {
			if !l.otherRows(e, a, r) {
				return l.found(s, a)
			}
			continue
		}
		if a.ID() != s.Pat[k].ID && !l.t.Apart(a, r) {
			return l.found(s, a)
		}
	}
	if l.web.first(e.Body) < 0 {
		return true
	}
	return l.alive(e.Body, len(e.Body.Stms), l.t.Row(e, r))
}

// otherRows tells whether an access of iteration i touches no row but row i, and does not
// write it.
func (l *live) otherRows(e *syntax.Kernel, a races.Access, r races.Region) bool {
	if a.Writes() {
		return l.t.Apart(a, r)
	}
	return l.t.ApartFromOthers(a, e, r)
}

// copy checks a copy that makes the array: element i may be read where element i goes.
func (l *live) copy(s *syntax.Let, r races.Region) bool {
	for _, a := range l.t.Accesses(s, races.All) {
		if a.Writes() && a.ID() != s.Pat[0].ID && !l.t.Apart(a, r) || !a.Writes() && !l.t.Elementwise(a, r) {
			return l.found(s, a)
		}
	}
	return true
}

// reads checks what the copying statement reads besides the array. If the array is an input
// of a kernel, the kernel touches the place only to write its result.
func (l *live) reads(p *point, r races.Region) bool {
	part := races.All
	if p.isResult() {
		part = races.Results
	} else if syntax.FoldOf(p.let.Exp) != nil {
		part = races.First
	}
	for _, a := range l.t.Accesses(p.let, part) {
		if l.own[a.ID()] != nil || a.Writes() && !(p.input && a.ID() != p.dst.ID) {
			continue
		}
		if !l.t.Apart(a, r) {
			return l.found(p.let, a)
		}
	}
	return true
}
