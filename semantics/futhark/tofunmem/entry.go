package tofunmem

import (
	"fmt"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/futhark"
	"funmem/semantics/lmad"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Entry is an entry point.
type Entry struct {
	Name   string // in the source program
	Params []*Param
	Result []*Param
	def    *syntax.Def
}

// Param is a parameter of an entry point that has a name in the source program, or a result,
// which has none.
type Param struct {
	Name  string
	Elem  futhark.Prim
	Rank  int
	Sizes []string // of its dimensions: names in the dump, or numbers
	Bytes int      // of a location of its block; 0 of a number
	to    *syntax.Binding
}

// String is the type as Futhark has it: [][]i64.
func (p *Param) String() string { return strings.Repeat("[]", p.Rank) + string(p.Elem) }

// String is the entry point as Futhark has it: main(xs: []i64, d: i64): ([]i64, i64).
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

// entry describes the def of an entry point. The values are the last of its parameters, and
// of its results.
func (f *function) entry(d *syntax.Def) *Entry {
	fun := f.fun
	e := &Entry{Name: fun.Entry.Name, def: d}
	if len(fun.Entry.Params) > len(fun.Params) || len(fun.Entry.Results) > len(fun.Ret) {
		f.fail(fun.Name.Span, "the entry point has %s and %s, and its function fewer", diag.Count(len(fun.Entry.Params), "parameter"), diag.Count(len(fun.Entry.Results), "result"))
	}
	for k, p := range fun.Entry.Params {
		q := fun.Params[len(fun.Params)-len(fun.Entry.Params)+k]
		to := &Param{Name: p.Name, Elem: q.Type.Elem, Rank: len(q.Type.Shape), to: f.lookup(&q.Name).binding()}
		if q.Type.Mem != nil && q.Type.Mem.Block != nil {
			to.Bytes = f.units.of(f.fun, q.Type.Mem.Block.Tag)
		}
		for _, d := range to.to.Type.Dims {
			to.Sizes = append(to.Sizes, syntax.Line(d))
		}
		e.Params = append(e.Params, to)
	}
	for k := range fun.Entry.Results {
		t := fun.Ret[len(fun.Ret)-len(fun.Entry.Results)+k]
		e.Result = append(e.Result, &Param{Elem: t.Elem, Rank: len(t.Shape)})
	}
	return e
}

// Call is the call of an entry point with the inputs of those names, and the display of what it
// gives. Each array is in a block of its own, which is called as the array with _mem behind it;
// shape gives its sizes, and is nil for a number.
func (e *Entry) Call(shape func(name string) []int) []syntax.Decl {
	by := map[int]syntax.Expr{}
	for _, p := range e.Params {
		by[p.to.ID] = &syntax.Var{Name: p.Name}
		if p.to.Type.Mem == nil {
			continue
		}
		by[p.to.Type.Mem.Block.ID] = &syntax.Var{Name: p.Name + "_mem"}
		for k, n := range shape(p.Name) {
			if v, ok := p.to.Type.Dims[k].(*syntax.Var); ok && by[v.ID] == nil {
				by[v.ID] = lmad.Const(n)
			}
		}
	}
	call := &syntax.Call{Fn: e.def.Name, FnAt: e.def.NameAt, Span: e.def.NameAt}
	for _, p := range e.def.Params {
		x := by[p.ID]
		if x == nil {
			x = lmad.Const(0) // a size of no array
		}
		call.Args = append(call.Args, x)
	}
	let := &syntax.Let{Span: e.def.NameAt, Exp: call}
	decls := []syntax.Decl{let}
	first := len(e.def.Ret) - len(e.Result)
	for k, r := range e.def.Ret {
		at := diag.Span{Src: e.def.NameAt.Src, Start: e.def.NameAt.Start, End: e.def.NameAt.Start}
		p := &syntax.Binding{Span: at, Name: fmt.Sprintf("result_%d", k-first+1), ID: r.ID}
		switch {
		case k < first && r.Type.Elem == syntax.Mem:
			p.Name = fmt.Sprintf("result_mem_%d", k+1)
		case k < first:
			p.Name = fmt.Sprintf("result_size_%d", k+1)
		}
		by[r.ID] = p.Use()
		let.Pat = append(let.Pat, p)
	}
	for k, r := range e.def.Ret {
		let.Pat[k].Type = in(r.Type, by)
		if k >= first {
			decls = append(decls, &syntax.Show{Span: e.def.NameAt, X: let.Pat[k].Use()})
		}
	}
	return decls
}

// Range is the least and the greatest value of a whole number of the parameter's type, as the type without a sign
// has them too.
func (p *Param) Range() (low, high num.Num) {
	switch {
	case p.Elem == "bool":
		return num.Of(0), num.Of(1)
	case p.Elem == "unit":
		return num.Of(0), num.Of(0)
	}
	n := bits(p.Elem)
	half := int64(1) << (n - 1) // of 64 bits it is the least number
	high = num.Of(half - 1)
	return num.Of(-1).Sub(high), high.Add(high).Add(num.Of(1))
}
