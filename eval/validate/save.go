package validate

import (
	"fmt"
	"slices"
	"strings"

	"funmem/eval/value"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Save is the counterexample as a program of its own, of FUNMEM or IMP: AFTER with its
// arguments bound as they lay, and the call; or AFTER itself, where it has no
// parameters. Its comment says what BEFORE gives.
func (r *Result) Save() (string, error) {
	f, s := r.Failure, &r.After
	if s.program.IMP != nil {
		return r.saveIMP(), nil
	}
	p := s.text()
	if s.def != nil {
		place, err := s.place(f.Input)
		if err != nil {
			return "", err
		}
		p.Decls = append(p.Decls, s.application(place, f.Input)...)
	}
	return r.header() + syntax.Print(p) + "\n", nil
}

// header is the comment of a saved counterexample.
func (r *Result) header() string {
	lines := []string{"A counterexample: " + r.Line() + "."}
	if r.Failure.Before != nil {
		for k, v := range r.Failure.Before {
			lines = append(lines, fmt.Sprintf("BEFORE gives %s for result %d.", value.Format(v, 200), k+1))
		}
	}
	return "-- " + strings.Join(lines, "\n-- ") + "\n\n"
}

// application binds the arguments of a def and calls it.
func (s *side) application(place *placement, in *Input) []syntax.Decl {
	var decls []syntax.Decl
	known := map[int]syntax.Expr{}
	for id, k := range place.ints {
		known[id] = &syntax.IntLit{Val: k}
	}
	var args []syntax.Expr
	arrays := map[int]int{}
	for k, x := range s.arrays {
		arrays[x.ID] = k
	}
	for _, x := range s.def.Params {
		switch {
		case x.Type.Elem == syntax.Mem:
			decls = append(decls, let(&syntax.Alloc{N: number64(place.blocks[x.ID])}, &syntax.Binding{Name: x.Name, ID: x.ID, Type: x.Type}))
			args = append(args, x.Use())
		case x.Type.IsArray():
			a := in.Arrays[arrays[x.ID]]
			decls = append(decls, arrayLets(x, syntax.Subst(x.Type, known), a)...)
			args = append(args, x.Use())
		case known[x.ID] != nil && x.Type.IsInt():
			args = append(args, known[x.ID])
		default:
			args = append(args, literalOf(in.Numbers[s.number(x)]))
		}
	}
	var pat []*syntax.Binding
	var res []syntax.Expr
	for k, ret := range s.def.Ret {
		b := &syntax.Binding{Name: fmt.Sprintf("result%d", k+1), ID: ret.ID, Type: syntax.Subst(ret.Type, known)}
		if ret.Name != "" {
			b.Name = ret.Name
		}
		pat = append(pat, b)
		if !slices.Contains(s.results, k) {
			continue
		}
		if b.Type.Mem != nil {
			res = append(res, b.Type.Mem.Block)
		}
		res = append(res, b.Use())
	}
	decls = append(decls, &syntax.Let{Pat: pat, Exp: &syntax.Call{Fn: s.def.Name, Args: args}})
	return append(decls, &syntax.In{Res: res})
}

// number is which of the numbers a parameter is.
func (s *side) number(x *syntax.Binding) int {
	for k, y := range s.numbers {
		if x == y {
			return k
		}
	}
	return 0
}

func let(e syntax.Expr, p ...*syntax.Binding) *syntax.Let { return &syntax.Let{Pat: p, Exp: e} }

func number64(k int) syntax.Expr { return &syntax.IntLit{Val: num.Of(int64(k))} }

// literalOf is a number as a constant.
func literalOf(x num.Num) syntax.Expr {
	if x.IsReal() {
		return &syntax.RealLit{Text: x.String(), Val: x.Real().Float64()}
	}
	return &syntax.IntLit{Val: x}
}

// arrayLets bind an array: its elements by a literal, and one of more dimensions by
// a copy from a flat one.
func arrayLets(x *syntax.Binding, t *syntax.Type, a *value.Array) []syntax.Decl {
	b := &syntax.Binding{Name: x.Name, ID: x.ID, Type: t}
	lit := &syntax.Literal{}
	for i := range a.Elems.Len() {
		lit.Elems = append(lit.Elems, literalOf(a.Elems.At(i)))
	}
	if len(a.Shape) == 1 {
		return []syntax.Decl{let(lit, b)}
	}
	n := number64(a.Elems.Len())
	var sizes []syntax.Expr
	for _, d := range a.Shape {
		sizes = append(sizes, number64(d))
	}
	block := &syntax.Binding{Name: x.Name + "_flat_mem", Type: &syntax.Type{Elem: syntax.Mem}}
	in := func(dims ...syntax.Expr) *syntax.Type {
		return &syntax.Type{Elem: t.Elem, Dims: dims, Mem: &syntax.MemAnn{Block: block.Use(), L: syntax.RowMajor(dims)}}
	}
	flat := &syntax.Binding{Name: x.Name + "_flat", Type: in(n)}
	rows := &syntax.Binding{Name: x.Name + "_rows", Type: in(sizes...)}
	return []syntax.Decl{
		let(&syntax.Alloc{N: n}, block),
		let(lit, flat),
		let(&syntax.Reshape{Dims: sizes, X: flat.Use()}, rows),
		let(&syntax.Copy{X: rows.Use()}, b),
	}
}
