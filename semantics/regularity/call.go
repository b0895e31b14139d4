package regularity

import (
	"strconv"
	"strings"

	"funmem/semantics/syntax"
)

// maxCopied is how many statements copies of functions may have together. Of a call beyond that only its arguments are known.
const maxCopied = 20_000

// call is R-CALL and A-CALL, which are ours: the body of the function, with the arguments in the places of its parameters.
func (a *analysis) call(s *syntax.Let, e *syntax.Call) (fs []fact) {
	rule, shape := a.applies("R-CALL"), a.applies("A-CALL")
	body := a.inlined(e)
	if body == nil {
		return a.opaque(s, e, rule)
	}
	a.within(func() { fs = a.body(body) })
	for k := range fs {
		fs[k].rule, fs[k].shape = rule, shape
	}
	return fs
}

// opaque is a call of a function that is not looked at: all its results depend on all arguments, and their sizes may too.
func (a *analysis) opaque(s *syntax.Let, e *syntax.Call, rule string) (fs []fact) {
	d := independent(nil)
	for _, x := range a.atoms(e.Args) {
		d = d.And(x.d.scalar()).And(ofExtents(x.d))
	}
	for range s.Pat {
		fs = append(fs, fact{d: d, rule: rule, shape: a.applies("A-UNKNOWN")})
	}
	return fs
}

// ofExtents is what the sizes of an array are together.
func ofExtents(d Triple) Triple {
	out := independent(nil)
	for ; len(d.N) > 0; d = d.row() {
		out = out.And(ofExtent(d))
	}
	return out
}

// inlined is the body of the function that is called, with binders of its own and with the arguments in the places of the parameters. It is
// nil if the function is not known, or too large.
func (a *analysis) inlined(e *syntax.Call) *syntax.Body {
	if b, ok := a.copies[e]; ok {
		return b
	}
	var f *syntax.Def
	if a.Def != nil {
		f = a.Def(e.Fn)
	}
	if f == nil {
		return nil
	}
	by, ok := a.arguments(f, e)
	if size := statements(f.Body); ok && a.copied+size <= maxCopied {
		a.copied += size
		a.copies[e] = syntax.Fresh(&syntax.Supply{}, f.Body, by, a.binders(f.Body))
	}
	return a.copies[e]
}

// arguments are the arguments of a call by the parameters that they stand for, and the sizes of the arguments by those of the function.
func (a *analysis) arguments(f *syntax.Def, e *syntax.Call) (by map[int]syntax.Expr, ok bool) {
	by = map[int]syntax.Expr{}
	for k, x := range f.Params {
		if x.ID != 0 {
			by[x.ID] = e.Args[k]
		}
	}
	for _, n := range f.Sizes {
		param, dim, ok := f.FixedBy(n)
		if !ok {
			return nil, false
		}
		x, ok := e.Args[param].(*syntax.Var)
		if !ok || isIrregular(a.of(x).x.Type.Dims[dim]) {
			return nil, false
		}
		by[n.ID] = a.of(x).x.Type.Dims[dim]
	}
	return by, true
}

// mark stands before the number that makes the name of a binder in a copy differ from all others.
const mark = "·"

// binders are those of a copy of a body. They have names that no program has.
func (a *analysis) binders(b *syntax.Body) map[int]*syntax.Binding {
	as := map[int]*syntax.Binding{}
	syntax.Walk(b, func(n syntax.Node) bool {
		if x, ok := n.(*syntax.Binding); ok && x.ID != 0 && as[x.ID] == nil {
			c := *x
			c.ID = a.next()
			c.Name = named(x.Name) + mark + strconv.Itoa(c.ID)
			as[x.ID] = &c
		}
		return true
	})
	return as
}

// named is the name that a binder has in the program.
func named(name string) string {
	name, _, _ = strings.Cut(name, mark)
	return name
}

// statements is how many statements there are in a body and the bodies in it.
func statements(b *syntax.Body) (n int) {
	syntax.Walk(b, func(m syntax.Node) bool {
		if _, ok := m.(syntax.Stm); ok {
			n++
		}
		return true
	})
	return n
}
