package introduce

import (
	"funmem/lower/alias"
	"slices"

	"funmem/semantics/syntax"
)

// define notes the functions of a program: whether they carry memory, and which parameters
// a star marks.
func (st *State) define(p *syntax.Program) {
	for _, d := range p.Defs() {
		st.written[d.Name] = alias.CarriesMemory(slices.Concat(d.Params, d.Ret))
		delete(st.marked, d.Name)
		if !st.written[d.Name] {
			st.marked[d.Name] = marks(d)
		}
	}
}

// marks returns which parameters of a function a star marks.
func marks(d *syntax.Def) []bool {
	m := make([]bool, len(d.Params))
	for i, x := range d.Params {
		m[i] = x.Unique
	}
	return m
}

// markedIn returns which arguments a statement lets a function overwrite. A call that
// carries memory is taken as written.
func (st *State) markedIn(s *syntax.Let) []bool {
	if e, ok := s.Exp.(*syntax.Call); ok && !alias.CarriesMemory(s.Pat) {
		return st.marked[e.Fn]
	}
	return nil
}

func isMarked(marked []bool, i int) bool { return i < len(marked) && marked[i] }

// transformDef gives every array parameter and result of a function its
// supporting variables; one that carries memory is taken as written.
func (st *State) transformDef(d *syntax.Def) *syntax.Def {
	defer st.supply.Leave(st.supply.Within(st.namesIn(d)))
	out := *d
	st.bind(d.Sizes...)
	if st.written[d.Name] {
		st.bind(d.Params...)
		out.Body = st.writtenBody(d.Body)
		return &out
	}
	out.Params = st.supported(d.Params)
	st.bind(out.Params...)
	out.Ret = st.supported(d.Ret)
	out.Body = st.branch(d.Body)
	return &out
}

// namesIn are the names of a function: those that it binds, and those of what it mentions.
func (st *State) namesIn(d *syntax.Def) []string {
	names := syntax.BoundNames(d, st.Until)
	for _, v := range syntax.FreeVars(d, st.Until) {
		_, t := st.lookup(v)
		names = append(names, v.Name)
		names = append(names, syntax.FreeNames(t, st.Until)...)
	}
	return names
}

// call is the case e ≡ f(x, …): arrays are passed and returned after their supporting
// variables. An argument that f may overwrite is copied if it may be used afterwards.
func (st *State) call(s *syntax.Let, e *syntax.Call) []syntax.Stm {
	if st.written[e.Fn] {
		return st.scalar(s)
	}
	var copies []syntax.Stm
	args := slices.Clone(e.Args)
	for i, marked := range st.markedIn(s) {
		if marked && !st.updates.inPlace[alias.Change{E: e, Arg: i}] {
			stms, y := st.copied(args[i], "_arg")
			copies, args[i] = append(copies, stms...), y
		}
	}
	stms, args := st.supportAll(args)
	stms = append(copies, stms...)
	pat := st.supported(s.Pat)
	st.bind(pat...)
	return append(stms, with(s, &syntax.Call{Span: e.Span, Fn: e.Fn, FnAt: e.FnAt, Args: args}, pat...))
}
