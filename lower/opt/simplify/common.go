package simplify

import (
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// table holds the expressions in scope, by key, and the binders that have their values.
type table struct {
	has   map[string]*entry
	added []undo
}

// entry holds the binders of an expression, and how much had been written to memory when
// they were bound.
type entry struct {
	pat []*syntax.Binding
	at  int
}

// undo is a key with its earlier entry.
type undo struct {
	key string
	was *entry
}

func newTable() *table { return &table{has: map[string]*entry{}} }

// mark returns the state that rollback goes back to.
func (t *table) mark() int { return len(t.added) }

func (t *table) rollback(to int) {
	for n := len(t.added); n > to; n-- {
		u := t.added[n-1]
		if t.has[u.key] = u.was; u.was == nil {
			delete(t.has, u.key)
		}
	}
	t.added = t.added[:to]
}

func (t *table) add(key string, pat []*syntax.Binding, at int) {
	t.added = append(t.added, undo{key, t.has[key]})
	t.has[key] = &entry{pat, at}
}

// isCommon replaces the binders of a statement by earlier ones that have the values of the
// same expression. Otherwise it notes the expression, if its binders may ever replace
// others.
func (f *forward) isCommon(pat []*syntax.Binding, e syntax.Expr) bool {
	key, ok := f.commonKey(e)
	if !ok {
		return false
	}
	old := f.seen.has[key]
	if old == nil || f.overwritten(e, old) || !f.mayShare(pat, old.pat, e) || !f.replaceAll(pat, uses(old.pat)) {
		f.seen.add(key, pat, len(f.writes))
		return false
	}
	if pat[0].Type.IsArray() {
		f.did(pat[0], "is `%s`, which has the same elements", old.pat[0].Written())
	} else {
		f.count(common)
	}
	return true
}

// commonKey returns the key of an expression that need only be evaluated once. In Fun these
// are all expressions but those that are as cheap to make again as to copy. In FUNMEM two
// fresh arrays have a block each; views have none.
func (f *forward) commonKey(e syntax.Expr) (string, bool) {
	form := syntax.FormOf(e)
	ok := form == syntax.FormElement || form == syntax.FormView
	switch e := e.(type) {
	case *syntax.If, *syntax.Loop, *syntax.Reduce:
		ok = !f.mem || isPlain(e)
	case *syntax.Kernel, *syntax.Scan, *syntax.Concat, *syntax.With, *syntax.Call:
		ok = !f.mem
	}
	if !ok {
		return "", false
	}
	return rewrite.Key(e), true
}

// isPlain tells whether an expression, with the bodies in it, binds numbers only.
func isPlain(e syntax.Expr) bool {
	plain := true
	syntax.Walk(e, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Binding:
			plain = plain && (n.Type == nil || n.Type.IsNumber())
		case *syntax.Call:
			plain = false
		}
		return plain
	})
	return plain
}

// mayShare tells whether the binders may be earlier ones. In Fun, making an array twice is
// better than copying it if it is changed, because the change may be in place.
func (f *forward) mayShare(pat, old []*syntax.Binding, e syntax.Expr) bool {
	if f.mem || isDerived(e) {
		return true
	}
	for k := range pat {
		if f.eaten[pat[k].ID] || f.eaten[old[k].ID] {
			f.refuse(pat[k], "is not made `%s`, which has the same elements: one of the two is changed, and that would take a copy", old[k].Written())
			return false
		}
	}
	return true
}

// eatenIn returns the arrays of a program of Fun that are changed, or given to a loop or a
// function that may change them.
func (s *state) eatenIn(p *syntax.Program) map[int]bool {
	eaten := map[int]bool{}
	eat := func(e syntax.Expr) {
		if x := asVar(e); x != nil {
			eaten[x.ID] = true
		}
	}
	defs := map[string]*syntax.Def{}
	for _, d := range p.Defs() {
		defs[d.Name] = d
	}
	syntax.Walk(p, func(n syntax.Node) bool {
		switch e := n.(type) {
		case *syntax.With:
			eat(e.X)
		case *syntax.Loop:
			for _, x := range e.Init {
				eat(x)
			}
		case *syntax.Call:
			d := defs[e.Fn]
			for k, x := range e.Args {
				if d == nil || d.Params[k].Unique {
					eat(x)
				}
			}
		}
		return true
	})
	return eaten
}

// replaceAll replaces binders by atoms, if all of them may be replaced. The type rules do
// not know that they are equal.
func (f *forward) replaceAll(pat []*syntax.Binding, xs []syntax.Expr) bool {
	if !f.replaceable(pat) {
		return false
	}
	for k, b := range pat {
		f.learn(b)
		f.by[b.ID] = xs[k]
	}
	return true
}

// replaceable tells whether no signature mentions the binders, and they are not to stay.
func (f *forward) replaceable(pat []*syntax.Binding) bool {
	for _, b := range pat {
		if f.pinned[b.ID] || f.frozen[b.ID] {
			return false
		}
	}
	return true
}

// learn notes that something is known about x that the type rules do not know.
func (f *forward) learn(x *syntax.Binding) { f.at.learnt = append(f.at.learnt, x.ID) }

func uses(pat []*syntax.Binding) []syntax.Expr {
	xs := make([]syntax.Expr, len(pat))
	for k, b := range pat {
		xs[k] = b.Use()
	}
	return xs
}
