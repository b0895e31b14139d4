package nested

import (
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Flattener makes core of nested core. It remembers the irregular arrays that it has met.
type Flattener struct {
	sup    *syntax.Supply
	core   func(name string) *syntax.Def // the function in core
	nested func(name string) *syntax.Def // the function in nested core; as in core if it has no irregular arrays
	lookup func(id int) *syntax.Binding  // a global
	types  map[int]*syntax.Type          // of the binders of nested core that are no globals
	arrays map[int]*Array                // by the ID of the binder in nested core
	until  stop.Poll
	inner  bool // within a kernel or an operator: its iterations may be lifted together, or be many
}

// New is a Flattener for a program. core and nested find functions. arrays are the irregular arrays among the globals, and those of the program are added to them.
func New(sup *syntax.Supply, core, nested func(name string) *syntax.Def, lookup func(id int) *syntax.Binding, arrays map[int]*Array, until stop.Poll) *Flattener {
	return &Flattener{sup: sup, core: core, nested: nested, lookup: lookup, types: map[int]*syntax.Type{}, arrays: arrays, until: until}
}

// Array is the irregular array of a binder of nested core; nil if there is none.
func (f *Flattener) Array(id int) *Array { return f.arrays[id] }

// Bind takes up the binders of a part of a program.
func (f *Flattener) Bind(n syntax.Node) {
	syntax.WalkUntil(f.until, n, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.Binding); ok && b.ID != 0 && b.Type != nil {
			f.types[b.ID] = b.Type
		}
		return true
	})
}

// typeOf is the type of an atom.
func (f *Flattener) typeOf(x syntax.Expr) *syntax.Type {
	switch x := x.(type) {
	case *syntax.Var:
		if t := f.types[x.ID]; t != nil {
			return t
		}
		if b := f.lookup(x.ID); b != nil {
			return b.Type
		}
	case *syntax.RealLit:
		return &syntax.Type{Elem: syntax.F64}
	}
	return &syntax.Type{} // an int, or the index of a kernel
}

// Needed tells whether a part of a program has irregular arrays.
func Needed(n syntax.Node, until stop.Poll) bool {
	found := false
	syntax.WalkUntil(until, n, func(n syntax.Node) bool {
		_, is := n.(*syntax.Irregular)
		found = found || is
		return !found
	})
	return found
}

// Stms makes core of statements. Its panics are those of Failed.
func (f *Flattener) Stms(stms []syntax.Stm) (out []syntax.Stm) {
	for _, s := range stms {
		f.Bind(s)
		from := len(out)
		if let, ok := s.(*syntax.Let); ok {
			out = append(out, f.let(let)...)
		} else {
			out = append(out, s)
		}
		for _, s := range out[from:] {
			f.Bind(s)
		}
	}
	return out
}

// Def makes core of a function. A parameter that is an irregular array becomes its parts, and so does a result.
func (f *Flattener) Def(d *syntax.Def) *syntax.Def {
	c := *d
	c.Sizes, c.Params, c.Ret = slices.Clone(d.Sizes), nil, nil
	for _, p := range d.Params {
		if !p.Type.IsIrregular() {
			c.Params = append(c.Params, p)
			continue
		}
		list, a := f.binders(p)
		f.arrays[p.ID] = a
		n := len(a.Levels)
		c.Sizes, c.Params = append(c.Sizes, list[:n]...), append(c.Params, list[n:]...)
	}
	var ints, values []*syntax.Binding
	for _, r := range d.Ret {
		list, n := []*syntax.Binding{r}, 0
		if r.Type.IsIrregular() {
			named := *r
			named.Name = d.Name
			var a *Array
			list, a = f.binders(&named)
			n = len(a.Levels)
		}
		ints, values = append(ints, list[:n]...), append(values, list[n:]...)
	}
	c.Ret = append(ints, values...)
	c.Body = f.body(d.Body)
	return &c
}

// binders are binders for the parts of x, in the order of Parts, and the array that they make.
func (f *Flattener) binders(x *syntax.Binding) ([]*syntax.Binding, *Array) {
	list, a := binders(f.sup, x)
	for _, p := range list {
		f.types[p.ID] = p.Type
	}
	return list, a
}

// body makes core of a body. The totals of irregular results come first, as in the pattern that takes them.
func (f *Flattener) body(b *syntax.Body) *syntax.Body {
	out := &syntax.Body{Span: b.Span, Stms: f.Stms(b.Stms)}
	out.Res = f.exprs(b.Res)
	return out
}

// innerBody is body for that of a kernel or an operator.
func (f *Flattener) innerBody(b *syntax.Body) *syntax.Body {
	outer := f.inner
	f.inner = true
	defer func() { f.inner = outer }()
	return f.body(b)
}

// exprs are atoms with the parts of irregular arrays in their places. All totals come first.
func (f *Flattener) exprs(list []syntax.Expr) []syntax.Expr {
	var totals, values []syntax.Expr
	for _, x := range list {
		a := f.of(x)
		if a == nil {
			values = append(values, x)
			continue
		}
		parts := a.Parts()
		totals, values = append(totals, parts[:len(a.Levels)]...), append(values, parts[len(a.Levels):]...)
	}
	return append(totals, values...)
}

// pattern are binders with those of the parts of irregular arrays in their places. All totals come first.
func (f *Flattener) pattern(pat []*syntax.Binding) []*syntax.Binding {
	var totals, values []*syntax.Binding
	for _, p := range pat {
		if !p.Type.IsIrregular() {
			values = append(values, p)
			continue
		}
		list, a := f.binders(p)
		f.arrays[p.ID] = a
		totals, values = append(totals, list[:len(a.Levels)]...), append(values, list[len(a.Levels):]...)
	}
	return append(totals, values...)
}

// Of is the irregular array that an atom of nested core stands for, or nil.
func (f *Flattener) Of(x syntax.Expr) *Array { return f.of(x) }

// of is the irregular array that an atom stands for, or nil.
func (f *Flattener) of(x syntax.Expr) *Array {
	if v, ok := x.(*syntax.Var); ok {
		return f.arrays[v.ID]
	}
	return nil
}

// let makes core of a let.
func (f *Flattener) let(s *syntax.Let) []syntax.Stm {
	irregular := slices.ContainsFunc(s.Pat, func(p *syntax.Binding) bool { return p.Type.IsIrregular() })
	to := func(e syntax.Expr) []syntax.Stm {
		return []syntax.Stm{&syntax.Let{Span: s.Span, Pat: f.pattern(s.Pat), Exp: e, Doc: s.Doc}}
	}
	switch e := s.Exp.(type) {
	case *syntax.Kernel:
		k := &syntax.Kernel{Span: e.Span, Index: e.Index}
		if irregular {
			return f.rows(s, e)
		}
		k.Body = f.innerBody(e.Body)
		return to(k)
	case *syntax.If:
		return to(&syntax.If{Span: e.Span, Cond: e.Cond, Then: f.body(e.Then), Else: f.body(e.Else)})
	case *syntax.Loop:
		l := &syntax.Loop{Span: e.Span, Params: f.pattern(e.Params), Init: f.exprs(e.Init), For: e.For, RoundsOf: e.RoundsOf}
		if e.While != nil {
			l.While = f.body(e.While)
		}
		l.Body = f.body(e.Body)
		return to(l)
	case *syntax.Reduce, *syntax.Scan:
		fold := *syntax.FoldOf(e)
		fn := *fold.Fn.(*syntax.Lambda)
		fn.Body = f.innerBody(fn.Body)
		fold.Fn = &fn
		return to(fold.Expr())
	case *syntax.Call:
		return to(&syntax.Call{Span: e.Span, Fn: e.Fn, FnAt: e.FnAt, Args: f.arguments(e)})
	case *syntax.Slice:
		if a := f.of(e.X); a != nil {
			return f.slice(s, e, a)
		}
	case *syntax.Flatten:
		return f.flatten(s, e)
	case *syntax.Concat:
		if irregular {
			return f.concat(s, e)
		}
	case *syntax.Literal:
		if irregular {
			return f.literal(s, e)
		}
	}
	return []syntax.Stm{s}
}

// arguments are those of a call. The totals are sizes, which arguments fix.
func (f *Flattener) arguments(e *syntax.Call) (args []syntax.Expr) {
	for _, x := range e.Args {
		if a := f.of(x); a != nil {
			args = append(args, a.Parts()[len(a.Levels):]...)
			continue
		}
		args = append(args, x)
	}
	return args
}

// failed ends the work by a message.
type failed struct{ d *diag.Diagnostic }

// Failed is the message by which the work ended, if recover gave one.
func Failed(err any) (*diag.Diagnostic, bool) {
	e, ok := err.(failed)
	return e.d, ok
}
