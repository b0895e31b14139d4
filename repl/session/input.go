package session

import (
	"funmem/eval/data"
	"funmem/eval/memory"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/semantics/elab"
	"funmem/semantics/lmad"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// input is an int or an array from outside. An irregular array is its parts, which are inputs of core.
type input struct {
	Binding *syntax.Binding
	Block   *syntax.Binding // the block of its FUNMEM form; nil until something asks for it
	Value   value.Val
	parts   []*input    // of an irregular array, which has no Value
	of      *input      // the irregular array of a part; nil for others
	rows    *value.Rows // it
	from    string      // where it comes from, as its --in says, or ""
	alone   string      // what binds it alone: from, or one of the arrays there; "" where it is one of several values
	text    string      // its --in; "" where that binds an input before it too
	typ     string      // Futhark's type of its elements, if it was given, or ""
}

// Bind declares an input: a name with a value from outside.
func (s *Session) Bind(name string, v value.Shown) {
	in := &input{}
	switch v := v.(type) {
	case value.Val:
		in.Value = v
		in.Binding = s.Elab.Bind(name, sized(v))
	case *value.Rows:
		in.rows = v
		s.bindRows(name, in)
	}
	for _, p := range in.InCore() {
		s.Machine.Env.Bind(p.Binding.ID, p.Value)
	}
	s.Entries = append(s.Entries, &Entry{Unit: &elab.Unit{Core: &syntax.Program{}, Names: []elab.Name{{Name: name, Binding: in.Binding}}}, Input: in})
}

// sized is the type of a value, with its sizes as numbers.
func sized(v value.Val) *syntax.Type {
	t := &syntax.Type{Elem: v.Elem()}
	for _, n := range v.Shape() {
		t.Dims = append(t.Dims, &syntax.IntLit{Val: num.Of(int64(n))})
	}
	return t
}

// bindRows declares an irregular array and its parts, which can be named too, so that what is printed in core reads back.
func (s *Session) bindRows(name string, in *input) {
	var totals []int
	t := &syntax.Type{}
	for k, l := range in.rows.Levels {
		sizes := sized(value.Val{A: l.Sizes}).Dims
		if k > 0 {
			totals, sizes = append(totals, l.Sizes.Shape[0]), sizes[1:]
		}
		t.Dims = append(append(t.Dims, sizes...), &syntax.Irregular{})
	}
	d := sized(value.Val{A: in.rows.Data})
	t.Elem, t.Dims = d.Elem, append(t.Dims, d.Dims[1:]...)
	b, rows := s.Elab.BindRows(name, t, append(totals, in.rows.Data.Shape[0]))
	in.Binding = b
	for k, p := range rows.Bindings() {
		part := &input{Binding: p, Value: value.Val{A: in.rows.Parts()[k]}, of: in}
		in.parts = append(in.parts, part)
		if n, taken := s.Elab.Lookup(p.Name); !taken || s.isOlder(n, part) {
			s.Elab.Alias(p.Name, p.Use())
		}
	}
}

// InCore are the inputs of core that an input is: itself, or its parts.
func (in *input) InCore() []*input {
	if in.parts != nil {
		return in.parts
	}
	return []*input{in}
}

// inputs are the inputs of core, in order.
func (s *Session) inputs() (list []*input) {
	for _, e := range s.Entries {
		if e.Input != nil {
			list = append(list, e.Input.InCore()...)
		}
	}
	return list
}

// Typed is an input with the type that was given with it.
func (in *input) Typed() data.Typed { return data.Typed{Val: in.Value, Rows: in.rows, Type: in.typ} }

// array is an array input as it lies in its block.
func (in *input) array() *syntax.Binding {
	b := *in.Binding
	b.Type = &syntax.Type{Elem: in.Value.A.Elem, Dims: b.Type.Dims, Mem: &syntax.MemAnn{Block: in.Block.Use(), L: lmad.RowMajor(b.Type.Dims)}}
	return &b
}

// Bind gives an input to both semantics.
func (in *input) Bind(check *validity.Session) {
	for _, p := range in.InCore() {
		if p.Value.A == nil {
			check.Heap.Env.Bind(p.Binding, memory.Number(p.Value.I))
		} else {
			check.Heap.Input(p.Block, p.array(), p.Value.A)
		}
		check.Value.Env.Bind(p.Binding.ID, p.Value)
	}
}
