package tofunmem

import (
	"fmt"
	"maps"
	"strings"

	"funmem/futhark"
	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// Entry is an entry point.
type Entry struct {
	Name   string // in the source program
	Params []*Param
	Result []*Param
	def    *syntax.Def
	f      *function
	opaque string // a type of a parameter or result that is neither a number nor an array
}

// Param is a parameter of an entry point, or a result.
type Param struct {
	Name  string    // of its input (InputName); for a result, what messages call its variable, or ""
	At    diag.Span // for a result: where it stands after the statements
	Elem  futhark.Prim
	Rank  int
	Sizes []string // of its dimensions: names in the dump, or numbers
	Size  string   // for a number that is such a size: its name there
	Bytes int      // of a location of its block; 0 for a number
	to    *syntax.Binding
}

// String returns the type as Futhark writes it: [][]i64.
func (p *Param) String() string { return strings.Repeat("[]", p.Rank) + string(p.Elem) }

// String returns the entry point as Futhark writes it: main(xs: []i64, d: i64): ([]i64,
// i64).
func (e *Entry) String() string {
	var ps, rs []string
	for _, p := range e.Params {
		ps = append(ps, p.Name+": "+p.String())
	}
	for _, r := range e.Result {
		rs = append(rs, r.String())
	}
	res := strings.Join(rs, ", ")
	if len(rs) != 1 {
		res = "(" + res + ")"
	}
	return e.Name + "(" + strings.Join(ps, ", ") + "): " + res
}

// entry describes the def of an entry point. The values are the last parameters and the
// last results.
func (f *function) entry(d *syntax.Def) *Entry {
	fun := f.fun
	e := &Entry{Name: fun.Entry.Name, def: d, f: f}
	names := map[string]int{}
	for k, p := range fun.Entry.Params {
		q := fun.Params[len(fun.Params)-len(fun.Entry.Params)+k]
		if nothing(q.Type) && prim(p) == "unit" {
			continue
		}
		names[p.Name]++
		to := &Param{Name: InputName(p.Name, names[p.Name]), Size: nameOf(&q.Name), Elem: e.elem(p, q.Type.Elem), Rank: len(q.Type.Shape), to: f.lookup(&q.Name).binding()}
		if q.Type.Mem != nil && q.Type.Mem.Block != nil {
			to.Bytes = f.units.of(f.fun, q.Type.Mem.Block.Tag)
		}
		for _, d := range to.to.Type.Dims {
			to.Sizes = append(to.Sizes, syntax.Line(d))
		}
		e.Params = append(e.Params, to)
	}
	for k, r := range fun.Entry.Results {
		t := fun.Ret[len(fun.Ret)-len(fun.Entry.Results)+k]
		if nothing(t) && prim(r) == "unit" {
			continue
		}
		to, is := &Param{Elem: e.elem(r, t.Elem), Rank: len(t.Shape)}, fun.Body.Res[len(fun.Body.Res)-len(fun.Entry.Results)+k]
		if to.At = is.Span; is.Var != nil {
			to.Name = f.lookup(is.Var).text
		}
		e.Result = append(e.Result, to)
	}
	return e
}

// InputName returns the name of the input for a parameter, the k-th one of that name, counted from 1. It is the name in
// the source program if that is a name in FUNMEM and has no other use. A parameter without a name is _ there.
func InputName(name string, k int) string {
	if name == "_" {
		name = "unnamed"
	}
	if !syntax.IsName(name) || strings.HasSuffix(name, "_mem") { // x_mem is the block of x
		name = strings.TrimSuffix(nameOf(&futhark.Name{Text: name}), "_0") + "'"
	}
	if k > 1 {
		name += fmt.Sprintf("_%d", k)
	}
	return name
}

// prim returns the element type of a value that comes from outside or goes there.
func prim(t futhark.EntryType) futhark.Prim { return futhark.Prim(strings.TrimLeft(t.Type, "[]")) }

// elem returns the type of an element from outside, where u8 and i8 differ.
func (e *Entry) elem(t futhark.EntryType, is futhark.Prim) futhark.Prim {
	name := prim(t)
	switch {
	case len(name) > 1 && name[0] == 'u' && name[1:] == is[min(1, len(is)):]:
		return name
	case t.Part:
	case name != is:
		e.opaque = t.Type
	}
	return is
}

// Call returns the call of an entry point with its inputs, by name, and the display of its results. Each array is in a
// block of its own, whose name is that of the array followed by _mem. shape returns the sizes of an array, and nil for
// a number. Unsigned numbers are signed numbers inside.
func (e *Entry) Call(shape func(name string) []int) []syntax.Decl {
	g := &function{translator: e.f.translator, vars: map[int]*variable{}, env: &poly.Env{}, ids: e.f.ids, at: e.def.NameAt}
	if e.opaque != "" {
		return []syntax.Decl{&syntax.Check{Span: e.def.NameAt, X: lmad.Const(0), Y: one(), Why: "the entry point takes and gives numbers and arrays, and not the opaque type `" + e.opaque + "`"}}
	}
	by, sizes := map[int]syntax.Expr{}, map[int]syntax.Expr{}
	for _, p := range e.Params {
		x := &syntax.Var{Name: p.Name}
		by[p.to.ID] = x
		n := bits(p.Elem)
		if p.to.Type.Mem == nil {
			switch {
			case p.Elem[0] == 'u':
				by[p.to.ID] = un(signed[n], x)
			case p.Elem[0] == 'i' && n < 64:
				by[p.to.ID] = un(fits[n], x)
			}
			continue
		}
		var dims []syntax.Expr
		for k, n := range shape(p.Name) {
			dims = append(dims, lmad.Const(n))
			if v, ok := p.to.Type.Dims[k].(*syntax.Var); ok {
				sizes[v.ID] = lmad.Const(n)
			}
		}
		by[p.to.Type.Mem.Block.ID] = &syntax.Var{Name: p.Name + "_mem"}
		scale := bytes(p.Elem) / p.Bytes
		if p.Elem[0] == 'u' || scale > 1 {
			var op syntax.Op
			if p.Elem[0] == 'u' {
				op = signed[n]
			}
			y, m := g.converted(x, &syntax.Type{Elem: p.to.Type.Elem, Dims: dims}, op, scale, g.fresh(p.Name, nil))
			by[p.to.ID], by[p.to.Type.Mem.Block.ID] = y, m
		}
	}
	maps.Copy(by, sizes) // a number that is a size is that large, which the caller ensures
	call := &syntax.Call{Fn: e.def.Name, FnAt: e.def.NameAt, Span: e.def.NameAt}
	for _, p := range e.def.Params {
		x := by[p.ID]
		switch {
		case x != nil:
		case p.Type.Elem == syntax.Mem: // the block of an array of certificates
			x = g.let("mem", p.Type, &syntax.Alloc{Span: g.at, N: lmad.Const(0)})
		default: // a size of no array
			x = lmad.Const(0)
		}
		call.Args = append(call.Args, x)
	}
	let := &syntax.Let{Span: e.def.NameAt, Exp: call}
	first := len(e.def.Ret) - len(e.Result)
	for k, r := range e.def.Ret {
		at := diag.Span{Src: e.def.NameAt.Src, Start: e.def.NameAt.Start, End: e.def.NameAt.Start}
		p := &syntax.Binding{Span: at, Name: fmt.Sprintf("result_%d", k-first+1), ID: r.ID}
		switch {
		case k < first && r.Type.Elem == syntax.Mem:
			p.Name = fmt.Sprintf("result_mem_%d", k+1)
		case k < first:
			p.Name = fmt.Sprintf("result_size_%d", k+1)
		case e.Result[k-first].Elem[0] == 'u':
			p.Name += "_signed"
		}
		by[r.ID] = p.Use()
		let.Pat = append(let.Pat, p)
	}
	g.stms = append(g.stms, let)
	var shown []syntax.Decl
	for k, r := range e.def.Ret {
		let.Pat[k].Type = in(r.Type, by)
		if k < first {
			continue
		}
		x := let.Pat[k].Use()
		if elem := e.Result[k-first].Elem; elem[0] == 'u' {
			p := g.fresh("", let.Pat[k].Type)
			p.Name = fmt.Sprintf("result_%d", k-first+1)
			if op := unsigned[bits(elem)]; p.Type.Mem == nil {
				g.emit([]*syntax.Binding{p}, un(op, x))
				x = p.Use()
			} else {
				x, _ = g.converted(x, p.Type, op, 1, p)
			}
		}
		shown = append(shown, &syntax.Show{Span: e.def.NameAt, X: x})
	}
	var decls []syntax.Decl
	for _, s := range g.stms {
		decls = append(decls, s)
	}
	return append(decls, shown...)
}

// converted returns a copy of an array in a block of its own, where each element takes so many locations. The operator
// op, if there is one, is applied to each element.
func (f *function) converted(x *syntax.Var, t *syntax.Type, op syntax.Op, locations int, p *syntax.Binding) (y, m *syntax.Var) {
	m = f.let(baseOf(p.Name)+"_mem", &syntax.Type{Elem: syntax.Mem}, &syntax.Alloc{Span: f.at, N: lmad.Simplify(scaled(lmad.Count(t.Dims), locations))})
	p.Type = &syntax.Type{Span: f.at, Elem: t.Elem, Dims: t.Dims, Mem: &syntax.MemAnn{Span: f.at, Block: m, L: rowsOf(t.Dims, locations)}}
	if !syntax.Ops[op].Unary { // there is none
		f.emit([]*syntax.Binding{p}, &syntax.Copy{Span: f.at, X: x})
		return p.Use(), m
	}
	f.nest(p, func(at []*syntax.Binding, _ *syntax.Type) (*syntax.Type, syntax.Expr) {
		var ix []syntax.Expr
		for _, i := range at {
			ix = append(ix, i.Use())
		}
		return &syntax.Type{}, un(op, &syntax.Index{Span: f.at, X: x, At: ix})
	})
	return p.Use(), m
}
