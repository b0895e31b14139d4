package futhark

import "slices"

// InBytes returns the statements of a function that compute the sizes of blocks, in bytes, and nothing else: the numbers that they bind go into `alloc`, or into other
// such statements, and nowhere else.
func InBytes(f *Fun) []*Stm {
	by := map[int]*Stm{} // the arithmetic, by what it binds
	var sizes []*Name
	r := &resolver{funs: map[int]*Fun{}, used: map[int]*Name{}, skip: map[*Stm]bool{}}
	each(f.Body, func(s *Stm) {
		switch e := s.Exp.(type) {
		case *Alloc:
			r.skip[s] = true
			sizes = append(sizes, atomNames(e.Bytes)...)
		case *Op, *Conv:
			by[s.Pat[0].Tag] = s
		}
	})
	list := take(sizes, by)
	of := map[int]*Stm{}
	for _, s := range list {
		r.skip[s], of[s.Pat[0].Tag] = true, s
	}
	s := newScope(nil)
	r.params(s, f.Params)
	r.types(s, f.Ret, len(f.Ret))
	r.body(s, f.Body)
	var elsewhere []*Name
	for _, n := range r.used {
		elsewhere = append(elsewhere, n)
	}
	take(elsewhere, of)
	return slices.DeleteFunc(list, func(s *Stm) bool { return of[s.Pat[0].Tag] == nil })
}

// take takes the statements out of a map that bind some names, and those that bind what these are made of.
func take(names []*Name, by map[int]*Stm) (taken []*Stm) {
	for len(names) > 0 {
		n := names[0]
		names = names[1:]
		s := by[n.Tag]
		if s == nil {
			continue
		}
		delete(by, n.Tag)
		taken = append(taken, s)
		switch e := s.Exp.(type) {
		case *Op:
			names = append(names, atomNames(e.Args...)...)
		case *Conv:
			names = append(names, atomNames(e.X)...)
		}
	}
	return taken
}

// atomNames returns the variables among some atoms.
func atomNames(atoms ...*Atom) (names []*Name) {
	for _, a := range atoms {
		if a.Var != nil {
			names = append(names, a.Var)
		}
	}
	return names
}
