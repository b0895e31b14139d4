package futhark

// Late says where to evaluate the views that Futhark's simplifier has hoisted. The simplifier takes slices and reshapes
// out of the branches that read them, because they compute nothing. A view that is out of bounds, or of another size,
// does no harm if another branch is taken. Certificates do not help: one may belong to a slice of another size. So a
// view that only branches mention is evaluated in those branches, and a view that nothing mentions is not evaluated.
type Late struct {
	skip  map[*Stm]bool
	first map[*Body][]*Stm
}

// LateViews returns the late views of a body and of its inner bodies.
func LateViews(b *Body) *Late {
	l := &Late{map[*Stm]bool{}, map[*Body][]*Stm{}}
	l.body(b, nil)
	return l
}

// Stms returns the statements of a body in their places.
func (l *Late) Stms(b *Body) (ss []*Stm) {
	ss = append(ss, l.first[b]...)
	for _, s := range b.Stms {
		if !l.skip[s] {
			ss = append(ss, s)
		}
	}
	return ss
}

// isView tells whether a statement is another view of an array.
func isView(s *Stm) bool {
	if len(s.Pat) != 1 || s.Pat[0].Type.Kind != ArrayType {
		return false
	}
	switch s.Exp.(type) {
	case *Sub, *IndexExp, *Rearrange, *Reshape:
		return true
	}
	return false
}

// body finds the places of the views of a body: first of those in inner bodies, then from the last statement to the
// first. So everything that mentions a view already has its place.
func (l *Late) body(b *Body, res []*Return) {
	if b == nil {
		return
	}
	for _, s := range b.Stms {
		of := map[*Body][]*Return{}
		for _, e := range segOps(s.Exp) {
			of[e.Body] = e.Returns
		}
		for _, in := range bodies(s.Exp) {
			l.body(in, of[in])
		}
	}
	u := newUses()
	u.r.atoms(u.s, b.Res...)
	u.r.returns(u.s, res)
	for k := len(b.Stms) - 1; k >= 0; k-- {
		s := b.Stms[k]
		if !isView(s) || u.direct(s) {
			l.uses(u, s)
			continue
		}
		l.skip[s] = true
		for _, arm := range u.arms {
			l.place(s, arm)
		}
	}
}

// place puts a view at the head of a branch, or of inner branches if only they mention it.
func (l *Late) place(s *Stm, b *Body) {
	u := newUses()
	u.r.atoms(u.s, b.Res...)
	for _, t := range l.Stms(b) {
		l.uses(u, t)
	}
	if u.direct(s) {
		again := *s
		l.first[b] = append([]*Stm{&again}, l.first[b]...)
		return
	}
	for _, arm := range u.arms {
		l.place(s, arm)
	}
}

// uses holds what statements mention outside branches, and the branches.
type uses struct {
	r    *resolver
	s    *scope
	arms []*Body
}

func newUses() *uses {
	return &uses{r: &resolver{funs: map[int]*Fun{}, used: map[int]*Name{}}, s: newScope(nil)}
}

// direct tells whether the variable of a statement is mentioned outside branches.
func (u *uses) direct(s *Stm) bool { return u.r.used[s.Pat[0].Tag] != nil }

// uses adds a statement. The body of a loop and the threads of an operation do run, so what they mention is needed.
func (l *Late) uses(u *uses, s *Stm) {
	for _, p := range s.Pat {
		u.r.typ(u.s, p.Type, 0)
	}
	u.r.names(u.s, s.Certs...)
	switch e := s.Exp.(type) {
	case *If:
		u.r.atoms(u.s, e.Cond)
		u.r.types(u.s, e.Ret, len(e.Ret))
		u.arms = append(u.arms, e.Then, e.Else)
	case *Match:
		u.r.atoms(u.s, e.On...)
		u.r.types(u.s, e.Ret, len(e.Ret))
		for _, c := range e.Cases {
			u.r.atoms(u.s, c.Values...)
			u.arms = append(u.arms, c.Body)
		}
		u.arms = append(u.arms, e.Default)
	case *Loop:
		u.r.atoms(u.s, e.Init...)
		u.r.atoms(u.s, e.Bound)
		u.r.use(u.s, e.While)
		for _, p := range e.Params {
			u.r.typ(u.s, p.Type, 0)
		}
		for _, t := range l.Stms(e.Body) {
			l.uses(u, t)
		}
		u.r.atoms(u.s, e.Body.Res...)
	default:
		u.r.exp(u.s, e)
	}
}

// segOps returns the parallel operations of an expression: itself, or its versions.
func segOps(e Exp) (list []*SegOp) {
	switch e := e.(type) {
	case *SegOp:
		return []*SegOp{e}
	case *Par:
		for _, s := range []*SegOp{e.Par, e.Seq} {
			if s != nil {
				list = append(list, s)
			}
		}
	}
	return list
}
