package session

import (
	"funmem/eval/validate"
	"funmem/eval/value"
	"funmem/semantics/syntax"
)

// Value is the value of a global, as it is printed. ok is false for one that has none.
func (s *Session) Value(b *syntax.Binding) (v value.Shown, ok bool) {
	a := s.Elab.Rows(b)
	if a == nil {
		return s.Machine.Env.Of(b.ID), s.Machine.Env.Knows(b.ID)
	}
	rows := &value.Rows{}
	ok = true
	array := func(b *syntax.Binding) *value.Array {
		v := s.Machine.Env.Of(b.ID).A
		ok = ok && v != nil
		return v
	}
	for _, l := range a.Levels {
		rows.Levels = append(rows.Levels, value.Level{Sizes: array(l.Sizes), Offsets: array(l.Offsets)})
	}
	rows.Data = array(a.Data)
	return rows, ok
}

// rows are the arrays of core of which a global's irregular array is made, or nil.
func (s *Session) rows(b *syntax.Binding) []*syntax.Binding {
	if a := s.Elab.Rows(b); a != nil {
		return a.Bindings()
	}
	return nil
}

// returns are the types of the results of a function as its text has them.
func (s *Session) returns(def string) (list []*syntax.Type) {
	if d := s.Elab.Function(def); d != nil {
		d = s.Elab.Typed(d)
		for _, k := range d.Values() {
			list = append(list, d.Ret[k].Type)
		}
	}
	return list
}

// irregular are the irregular arrays among the parameters of a function.
func (s *Session) irregular(def string) (list []validate.Irregular) {
	d := s.Elab.Function(def)
	if d == nil || s.Elab.Typed(d) == d {
		return nil
	}
	at := 0
	for _, p := range s.Elab.Typed(d).Params {
		n := 1 + 2*p.Type.Irregulars()
		if n > 1 {
			x := validate.Irregular{Name: p.Written(), Type: p.Type}
			for _, part := range d.Params[at : at+n] {
				x.Parts = append(x.Parts, part.Written())
			}
			list = append(list, x)
		}
		at += n
	}
	return list
}
