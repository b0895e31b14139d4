package syntax

import (
	"slices"
	"strings"

	"funmem/semantics/diag"
)

// Use is a use of the binder, with the binder's place.
func (b *Binding) Use() *Var { return &Var{Span: b.Span, Name: b.Name, ID: b.ID} }

// Written is the binder's name for people: as the programmer wrote it, if there is
// such a name.
func (b *Binding) Written() string {
	if b.Text != "" {
		return b.Text
	}
	return b.Name
}

// IsArray tells whether the type has dimensions.
func (t *Type) IsArray() bool { return len(t.Dims) > 0 }

// IsInt tells whether the type is the scalar int.
func (t *Type) IsInt() bool { return t.Elem == Int && len(t.Dims) == 0 }

// IsNumber tells whether the type is a scalar, int or f64.
func (t *Type) IsNumber() bool { return t.Elem != Mem && len(t.Dims) == 0 }

// Bare is the type without its memory part.
func (t *Type) Bare() *Type { return &Type{Span: t.Span, Elem: t.Elem, Dims: t.Dims} }

// Empty is the type of an array without elements that has rows like those of type t.
func (t *Type) Empty() *Type {
	return &Type{Span: t.Span, Elem: t.Elem, Dims: append([]Expr{&IntLit{Span: t.Span}}, t.Dims[1:]...)}
}

// IsIrregular tells whether a size differs from row to row.
func (t *Type) IsIrregular() bool { return t.Regular() < len(t.Dims) }

// Regular is how many sizes there are before the first that differs from row to row.
func (t *Type) Regular() int {
	for k, d := range t.Dims {
		if _, ok := d.(*Irregular); ok {
			return k
		}
	}
	return len(t.Dims)
}

// Irregulars is how many sizes differ from row to row.
func (t *Type) Irregulars() (n int) {
	for _, d := range t.Dims {
		if _, ok := d.(*Irregular); ok {
			n++
		}
	}
	return n
}

// Rank is the number of dimensions.
func (t *Type) Rank() int { return len(t.Dims) }

// HasReals tells whether an operator in a scalar expression has f64 operands.
func HasReals(se Expr) bool {
	switch se := se.(type) {
	case *Unary:
		return se.Of == F64 || HasReals(se.X)
	case *Binary:
		return se.Of == F64 || HasReals(se.X) || HasReals(se.Y)
	}
	return false
}

// IsSize tells whether the result r is the size of a later result (Fig. 2): an int
// named in a later type. A surface call does not see it.
func (d *Def) IsSize(r *Binding) bool {
	if r.Name == "" || !r.Type.IsInt() {
		return false
	}
	for _, t := range d.Ret {
		for _, n := range t.Type.Dims {
			if v, ok := n.(*Var); ok && v.ID == r.ID {
				return true
			}
		}
	}
	return false
}

// Destination is the parameter that is the block of result k, if it has a star: the caller says where the function makes that result. It
// is nil if there is none.
func (d *Def) Destination(k int) *Binding {
	if m := d.Ret[k].Type.Mem; m != nil {
		for _, x := range d.Params {
			if x.Unique && x.ID == m.Block.ID {
				return x
			}
		}
	}
	return nil
}

// FixedBy is the argument of a call that fixes the size parameter n: the first
// parameter with n as a dimension of its type, and that dimension, both from 0.
func (d *Def) FixedBy(n *Binding) (param, dim int, ok bool) {
	for k, x := range d.Params {
		for i, size := range x.Type.Dims {
			if v, ok := size.(*Var); ok && v.ID == n.ID {
				return k, i, true
			}
		}
	}
	return 0, 0, false
}

// Values are the results of the function that are values of their own: not blocks,
// and not ints that are the size of a later result or part of how it lies.
func (d *Def) Values() []int {
	var list []int
	later := map[int]bool{} // what the types of later results mention
	for k := len(d.Ret) - 1; k >= 0; k-- {
		if r := d.Ret[k]; r.Type.Elem != Mem && !(r.Type.IsInt() && r.ID != 0 && later[r.ID]) {
			list = append(list, k)
		}
		mention(later, d.Ret[k])
	}
	slices.Reverse(list)
	return list
}

// Arguments are the parameters that are arrays, or numbers that are neither a size
// nor part of how an array lies, or of where a result goes.
func (d *Def) Arguments() []*Binding {
	mentioned := map[int]bool{}
	for _, x := range d.Params {
		mention(mentioned, x)
	}
	for k, z := range d.Ret {
		if d.Destination(k) != nil {
			for _, v := range FreeVars(z.Type.Mem.L) {
				mentioned[v.ID] = true
			}
		}
	}
	var list []*Binding
	for _, x := range d.Params {
		if x.Type.IsArray() || x.Type.IsNumber() && !(x.Type.IsInt() && x.ID != 0 && mentioned[x.ID]) {
			list = append(list, x)
		}
	}
	return list
}

// mention adds the variables that the type of a binder mentions.
func mention(ids map[int]bool, b *Binding) {
	for _, v := range FreeVars(b.Type) {
		ids[v.ID] = true
	}
}

// Results is the span of the values of a body.
func (b *Body) Results() diag.Span {
	if len(b.Res) == 0 {
		return b.Span
	}
	at := b.Res[0].GetSpan()
	at.End = b.Res[len(b.Res)-1].GetSpan().End
	return at
}

// Defs are the functions of a program, in order.
func (p *Program) Defs() []*Def {
	var defs []*Def
	for _, d := range p.Decls {
		if d, ok := d.(*Def); ok {
			defs = append(defs, d)
		}
	}
	return defs
}

// Main is the statements and the result of a program as one body: s̄ in (x̄).
func (p *Program) Main() *Body {
	b := &Body{Span: p.Span}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case Stm:
			b.Stms = append(b.Stms, d)
		case *In:
			b.Res = append(b.Res, d.Res...)
		}
	}
	return b
}

// Needed are the lets of a program that bind the given variables, and those that
// they need, in order.
func (p *Program) Needed(vars []*Var) []Decl {
	needed := map[int]bool{}
	for _, v := range vars {
		needed[v.ID] = true
	}
	var list []Decl
	for _, d := range slices.Backward(p.Decls) {
		let, ok := d.(*Let)
		if !ok || !slices.ContainsFunc(let.Pat, func(b *Binding) bool { return needed[b.ID] }) {
			continue
		}
		list = append(list, let)
		for _, v := range FreeVars(let) {
			needed[v.ID] = true
		}
	}
	slices.Reverse(list)
	return list
}

// Alone is the program let pat = e in pat.
func Alone(pat []*Binding, e Expr) *Program {
	at := e.GetSpan()
	in := &In{Span: at}
	for _, x := range pat {
		in.Res = append(in.Res, x.Use())
	}
	return &Program{Span: at, Decls: []Decl{&Let{Span: at, Pat: pat, Exp: e}, in}}
}

// IsVar tells whether an expression is the variable of an ID.
func IsVar(e Expr, id int) bool {
	x, ok := e.(*Var)
	return ok && x.ID == id
}

// Signature is the head of a def as the programmer wrote it.
func (d *Def) Signature() string {
	head := diag.Span{Src: d.Span.Src, Start: d.Span.Start, End: d.Body.Span.Start}
	return strings.TrimSuffix(strings.Join(strings.Fields(head.Text()), " "), " =")
}

// Uses is how often a variable is used below a node, in types too.
func Uses(n Node, id int) (k int) {
	Walk(n, func(n Node) bool {
		if v, ok := n.(*Var); ok && v.ID == id {
			k++
		}
		return true
	})
	return k
}
