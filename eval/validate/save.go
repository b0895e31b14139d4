package validate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Save returns the counterexample as a program of its own, in the language of AFTER: AFTER with its
// arguments bound as they lay, and the call. If AFTER has no parameters, it is AFTER
// itself. A comment says what BEFORE returns.
func (r *Result) Save() (string, error) {
	f, s := r.Failure, &r.After
	if s.program.IMP != nil {
		return r.saveIMP(), nil
	}
	p, at, err := s.closed(f)
	if err != nil {
		return "", err
	}
	if (f.Kind == Different || f.Kind == Unequal) && f.names == nil {
		f.check(p, s, at)
	}
	return r.header() + syntax.Print(p) + "\n", nil
}

// Closed returns BEFORE and AFTER of a counterexample as programs of their own, with their arguments bound, and the calls. The error is that
// AFTER is of IMP, or that the arguments cannot lie as the parameters of one of them say.
func (r *Result) Closed() (before, after string, err error) {
	if r.After.program.IMP != nil {
		return "", "", errors.New("AFTER is a program of IMP, which has no steps of rules")
	}
	a, _, err := r.After.closed(r.Failure)
	if err != nil {
		return "", "", err
	}
	f := *r.Failure
	f.Kind, f.Input = Different, &Input{Sizes: f.Input.Sizes, Arrays: f.Input.Arrays, Numbers: f.Input.Numbers, Layouts: make([]Layout, len(f.Input.Layouts))}
	b, _, err := r.Before.closed(&f)
	if err != nil {
		return "", "", err
	}
	return syntax.Print(b) + "\n", syntax.Print(a) + "\n", nil
}

// closed is a side with the arguments of a counterexample bound as they lie, and the call, and the positions of its results. The program
// itself has no arguments.
func (s *side) closed(f *Failure) (*syntax.Program, []int, error) {
	p, globals := s.text()
	if s.def == nil {
		return p, s.results, nil
	}
	ints, blocks, at := map[int]num.Num{}, map[int]int(nil), []int(nil)
	if !s.program.Mem {
		s.bindNumbers(f.Input, func(id int, k num.Num) { ints[id] = k })
		for k := range s.results {
			at = append(at, k)
		}
	} else {
		place, err := s.place(engine.NewBudget(context.Background(), 0), f.Input, f.want)
		if err != nil {
			return nil, nil, err
		}
		ints, blocks, at = place.ints, place.blocks, afterBlocks(s.types())
	}
	p.Decls = append(p.Decls, s.application(ints, blocks, f, globals)...)
	return p, at, nil
}

// header returns the comment of a saved counterexample.
func (r *Result) header() string {
	lines := []string{"A counterexample: " + r.Line() + "."}
	for _, x := range r.Arguments(r.Failure.Input) {
		if len(x.arrays) > 1 {
			lines = append(lines, fmt.Sprintf("Its input is %s = %s, here by the parts that core has.", x.Name, value.Format(x.Value, 200)))
		}
	}
	if d := r.Failure.Stop; d != nil {
		lines = append(lines, "In BEFORE "+d.Msg)
	}
	if r.Failure.Before != nil {
		for k, v := range r.Failure.Before {
			of := fmt.Sprintf("result %d", k+1)
			if r.Failure.names != nil {
				of = "`" + r.Failure.names[k] + "`"
			}
			lines = append(lines, fmt.Sprintf("BEFORE gives %s for %s.", value.Format(v, 200), of))
		}
	}
	return "-- " + strings.Join(lines, "\n-- ") + "\n\n"
}

// application binds the arguments of a def and calls it. If the call wrongly changes
// something, that is a result too: the argument, a location beside it, or a global. The ints are those that say how arrays
// lie, or sizes; blocks has the sizes of blocks.
func (s *side) application(ints map[int]num.Num, blocks map[int]int, f *Failure, globals []*syntax.Binding) []syntax.Decl {
	var decls []syntax.Decl
	var changed *syntax.Binding
	in, over := f.Input, f.Verdict.Overwrite
	known := map[int]syntax.Expr{}
	for id, k := range ints {
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
			decls = append(decls, let(&syntax.Alloc{N: number64(blocks[x.ID])}, &syntax.Binding{Name: x.Name, ID: x.ID, Type: x.Type}))
			args = append(args, x.Use())
		case x.Type.IsArray():
			a := in.Arrays[arrays[x.ID]]
			t := syntax.Subst(x.Type, known)
			decls = append(decls, arrayLets(x, t, a)...)
			args = append(args, x.Use())
			if f.Kind != Overwriting || over.Argument != x.Written() {
				continue
			}
			changed = &syntax.Binding{Name: x.Name, ID: x.ID, Type: t}
			if over.Index == nil {
				changed = &syntax.Binding{Name: x.Name + "_beside", Type: oneCell(t, over.Offset)}
				decls = append(decls, let(&syntax.Literal{Elems: []syntax.Expr{literalOf(over.Before)}}, changed))
			}
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
	if changed != nil {
		globals = append(globals, changed)
	}
	for _, x := range globals {
		res = append(res, x.Type.Mem.Block, x.Use())
	}
	decls = append(decls, &syntax.Let{Pat: pat, Exp: &syntax.Call{Fn: s.def.Name, Args: args}})
	return append(decls, &syntax.In{Res: res})
}

// afterBlocks returns the positions of results with these types in a list where each array
// comes after its block.
func afterBlocks(types []*syntax.Type) []int {
	var at []int
	n := 0
	for _, t := range types {
		if t.IsArray() {
			n++
		}
		at = append(at, n)
		n++
	}
	return at
}

// check adds a check to a program that returns the results of a side at some positions: the result
// that differs must have the value from BEFORE.
func (f *Failure) check(p *syntax.Program, s *side, at []int) {
	last := len(p.Decls) - 1
	in, ok := p.Decls[last].(*syntax.In)
	part, index, found := f.inCore(s, f.After)
	if !ok || !found { // they have different shapes
		return
	}
	want, _ := value.PartAt(f.Before[f.Result], f.Index)
	x, k := in.Res[at[part]], want.Number()
	if len(index) > 0 {
		i := &syntax.Index{X: x}
		for _, y := range index {
			i.At = append(i.At, number64(y))
		}
		x = i
	}
	c := &syntax.Check{X: x, Y: literalOf(k)}
	if k.IsReal() {
		c = &syntax.Check{X: &syntax.Binary{Op: syntax.Eq, X: x, Y: literalOf(k)}, Y: number64(1)}
	}
	p.Decls = append(p.Decls[:last], c, in)
}

// oneCell returns the type of an array of one element in the block of another array.
func oneCell(t *syntax.Type, off int) *syntax.Type {
	one := number64(1)
	l := &syntax.LMAD{Offset: number64(off), Dims: []syntax.LMADDim{{Size: one, Stride: one}}}
	return &syntax.Type{Elem: t.Elem, Dims: []syntax.Expr{one}, Mem: &syntax.MemAnn{Block: t.Mem.Block, L: l}}
}

// number returns the position of a parameter among the numbers.
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

// literalOf returns a number as a constant.
func literalOf(x num.Num) syntax.Expr {
	if x.IsReal() {
		return &syntax.RealLit{Text: x.String(), Val: x.Real().Float64()}
	}
	return &syntax.IntLit{Val: x}
}

// arrayLets returns the declarations that bind an array: a literal of its elements and, if
// it has more than one dimension, a copy from that flat array.
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
	if t.Mem == nil {
		flat := &syntax.Binding{Name: x.Name + "_flat", Type: &syntax.Type{Elem: t.Elem, Dims: []syntax.Expr{n}}}
		return []syntax.Decl{let(lit, flat), let(&syntax.Reshape{Dims: sizes, X: flat.Use()}, b)}
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
