package futhark

import (
	"sort"
	"strconv"
	"strings"

	"funmem/semantics/diag"
)

var primTypes = func() map[Prim]*Type {
	ts := map[Prim]*Type{}
	for _, p := range prims {
		ts[p] = &Type{Elem: p}
	}
	return ts
}()

func primType(p Prim) *Type { return primTypes[p] }

func isPrim(t *Type, p Prim) bool {
	return t.Kind == PrimType && (t.Elem == p || t.Elem.signless() == p)
}

// arrayOf returns the type of an array with rows of a type. For an accumulator it returns the type itself, since all
// threads share one. Its place is that of the row or of the first extent.
func arrayOf(dims []*Size, row *Type) *Type {
	if row.Kind == AccType || len(dims) == 0 {
		return row
	}
	at := row.Span
	if !at.IsValid() && dims[0].Atom != nil {
		at = dims[0].Atom.Span
	}
	return &Type{Span: at, Kind: ArrayType, Elem: row.Elem, Shape: append(append(make([]*Size, 0, len(dims)+len(row.Shape)), dims...), row.Shape...)}
}

// rowOf returns an array type without its first dimensions.
func rowOf(t *Type, dims int) *Type {
	if dims >= len(t.Shape) {
		return &Type{Span: t.Span, Elem: t.Elem}
	}
	return &Type{Span: t.Span, Kind: ArrayType, Elem: t.Elem, Shape: t.Shape[dims:]}
}

// sizes returns atoms as extents.
func sizes(as []*Atom) []*Size {
	all, out := make([]Size, len(as)), make([]*Size, len(as))
	for k, a := range as {
		all[k].Atom, out[k] = a, &all[k]
	}
	return out
}

// extent returns a constant as an extent.
func extent(k int) *Size {
	return &Size{Atom: &Atom{Const: Const{"i64", strconv.Itoa(k)}}}
}

// names gives the values of the existentials of a type, and of names that it mentions. A nil one changes nothing.
type names struct {
	ext []*Atom
	by  map[int]*Atom
}

// patternOf returns the names of a pattern as the values of existentials.
func patternOf(pat []*Param) *names {
	x := &names{ext: make([]*Atom, len(pat))}
	for k, p := range pat {
		x.ext[k] = &Atom{Var: &p.Name}
	}
	return x
}

// of returns the value of a name, or nil.
func (x *names) of(n *Name) *Atom {
	if x == nil {
		return nil
	}
	return x.by[n.Tag]
}

// size returns an extent with its value put in.
func (x *names) size(s *Size) *Size {
	switch {
	case x == nil:
	case s.Atom == nil && s.Ext < len(x.ext):
		return &Size{Atom: x.ext[s.Ext]}
	case s.Atom != nil && s.Atom.Var != nil:
		if a := x.by[s.Atom.Var.Tag]; a != nil {
			return &Size{Atom: a}
		}
	}
	return s
}

// in returns a type with the values of its extents put in.
func (x *names) in(t *Type) *Type {
	if x == nil || len(t.Shape) == 0 {
		return t
	}
	to := *t
	to.Shape = nil
	for _, s := range t.Shape {
		to.Shape = append(to.Shape, x.size(s))
	}
	return &to
}

func sameAtom(a, b *Atom) bool {
	if a.Var != nil || b.Var != nil {
		return a.Var != nil && b.Var != nil && a.Var.Tag == b.Var.Tag
	}
	return a.Const.Text == b.Const.Text && a.Const.Type.signless() == b.Const.Type.signless()
}

// same tells whether a type is the wanted one, after x replaces the names of the wanted one. The elements and the
// extents must be the same. Where an array lies does not matter, but the space of a block does.
func same(want, is *Type, x *names) bool {
	if want.Kind != is.Kind || len(want.Shape) != len(is.Shape) {
		return false
	}
	for k, s := range want.Shape {
		if !sameSize(x.size(s), is.Shape[k]) {
			return false
		}
	}
	switch want.Kind {
	case MemType:
		return sameSpace(want.Space, is.Space, x)
	case AccType:
		if len(want.Elems) != len(is.Elems) || want.Cert.Tag != is.Cert.Tag {
			return false
		}
		for k, t := range want.Elems {
			if !same(t, is.Elems[k], x) {
				return false
			}
		}
		return true
	}
	return want.Elem == is.Elem || want.Elem.signless() == is.Elem.signless()
}

func sameSize(a, b *Size) bool {
	if a.Atom == nil || b.Atom == nil {
		return a.Atom == nil && b.Atom == nil && a.Ext == b.Ext
	}
	return sameAtom(a.Atom, b.Atom)
}

func sameSpace(want, is *Space, x *names) bool {
	if want == nil || is == nil {
		return want == is
	}
	if want.Name != is.Name || want.Elem != is.Elem || len(want.Shape) != len(is.Shape) {
		return false
	}
	for k, a := range want.Shape {
		if !sameSize(x.size(&Size{Atom: a}), &Size{Atom: is.Shape[k]}) {
			return false
		}
	}
	return true
}

// lies checks the type of a variable, or of a result among others. Extents have type i64, and an array is in a block.
// Its index function has the same rank, and numbers of type i64.
func (c *checker) lies(t *Type, among []*Type) {
	c.row(t, among)
	if t.Kind != ArrayType {
		return
	}
	m := t.Mem
	if m == nil {
		c.wrong(t.Span, "found an array without its block and index function, wanted `%s @ mem_1 -> {…}`", t)
		return
	}
	switch {
	case m.Block != nil:
		if p := c.bound(m.Block); p.Type.Kind != MemType {
			c.from(c.wrong(m.Block.Span, "found `%s` of type %s, wanted mem: the block of an array", m.Block, p.Type), m.Block)
		}
	case among[m.Ext].Kind != MemType:
		c.wrong(m.Span, "found `?%d` of type %s, wanted mem: the block of an array", m.Ext, among[m.Ext]).Note(among[m.Ext].Span, "it is this result")
	case !sameSpace(among[m.Ext].Space, m.Space, nil):
		c.wrong(m.Span, "found a block `?%d` of %s, wanted %s", m.Ext, &Type{Kind: MemType, Space: m.Space}, among[m.Ext]).Note(among[m.Ext].Span, "it is this result")
	}
	c.lives(t, among)
	if n := len(m.L.Strides); n != len(t.Shape) {
		c.wrong(m.L.Span, "found an index function of %s, wanted %d: those of the array", diag.Count(n, "dimension"), len(t.Shape)).Note(t.Span, "it is of type %s", t)
	}
	c.whole(m.L.Offset, among, "the offset of an array")
	for _, e := range m.L.Strides {
		c.whole(e, among, "a stride of an array")
	}
	for _, e := range m.L.Shape {
		c.whole(e, among, "an extent of an index function")
	}
	for _, e := range m.Base {
		c.whole(e, among, "an extent in the base of an index function")
	}
}

// row checks a type, except for where it lies.
func (c *checker) row(t *Type, among []*Type) {
	for _, s := range t.Shape {
		switch {
		case s.Atom != nil:
			c.layout(s.Atom, "an extent of an array")
		case !isPrim(among[s.Ext], "i64"):
			c.wrong(s.Span, "found `?%d` of type %s, wanted i64: an extent of an array", s.Ext, among[s.Ext]).Note(among[s.Ext].Span, "it is this result")
		}
	}
	c.space(t.Space)
	if t.Kind == AccType {
		c.certificates([]*Name{&t.Cert})
		c.rows(t.Elems)
	}
}

// rows checks the types of the results of a thread or an inner function. They have no existentials.
func (c *checker) rows(ts []*Type) {
	for _, t := range ts {
		plain := t.Kind != MemType
		if !plain {
			c.wrong(t.Span, "found %s, wanted a number or an array: this type stands for each of several values", t)
		}
		for _, s := range t.Shape {
			if s.Atom == nil {
				plain = false
				c.wrong(s.Span, "found `?%d`, wanted an extent that is known before: this type stands for each of several values", s.Ext)
			}
		}
		if plain {
			c.row(t, nil)
		}
	}
}

// whole checks that an expression of an index function is a number of type i64.
func (c *checker) whole(e *Index, among []*Type, what string) {
	switch {
	case e.Atom != nil:
		c.layout(e.Atom, what)
		return
	case e.Op == "":
		if t := among[e.Ext]; !isPrim(t, "i64") {
			c.wrong(e.Span, "found `?%d` of type %s, wanted i64: %s", e.Ext, t, what).Note(t.Span, "it is this result")
		}
		return
	}
	if from, ok := extended(e); ok {
		if a := e.Args[0].Atom; a != nil {
			c.prim(a, from, "the operand of `"+e.Op+"` in an index function")
			return
		}
		c.wrong(e.Args[0].Span, "found an expression of type i64, wanted %s: the operand of `%s` in an index function", from, e.Op)
		return
	}
	o := Operators()[e.Op]
	switch {
	case o == nil:
		c.wrong(e.Span, "the operator `%s` of an index function is not known", e.Op)
		return
	case len(o.Args) != len(e.Args):
		c.wrong(e.Span, "found %s of `%s`, wanted %d", diag.Count(len(e.Args), "operand"), e.Op, len(o.Args))
		return
	case o.Res != "i64":
		c.wrong(e.Span, "found `%s`, which gives %s, wanted i64: %s", e.Op, o.Res, what)
		return
	}
	for _, a := range e.Args {
		c.whole(a, among, "an operand of `"+e.Op+"` in an index function")
	}
}

// extended tells whether an index is a widening such as sext_i32_i64 of another one, and returns the type of that one.
func extended(e *Index) (Prim, bool) {
	from, ok := strings.CutPrefix(e.Op, "sext_")
	from, to := strings.CutSuffix(from, "_i64")
	return Prim(from), ok && to && len(e.Args) == 1 && primTypes[Prim(from)] != nil
}

// rowMajor tells whether an array lies row-major from offset 0. Strides are compared as products.
func rowMajor(t *Type) bool {
	l := t.Mem.L
	if !isZero(l.Offset) || len(l.Strides) != len(t.Shape) {
		return false
	}
	want := &Index{Op: "mul_nw64"}
	for k := len(t.Shape) - 1; k >= 0; k-- {
		if product(l.Strides[k]) != product(want) {
			return false
		}
		want.Args = append(want.Args, &Index{Atom: t.Shape[k].Atom})
	}
	return true
}

func isZero(e *Index) bool { return e.Atom != nil && e.Atom.Var == nil && e.Atom.Const.Text == "0" }

// product returns a text for the factors of an index. It does not depend on their order.
func product(e *Index) string {
	k, fs := int64(1), []string(nil)
	var in func(e *Index)
	in = func(e *Index) {
		if strings.HasPrefix(e.Op, "mul") {
			for _, a := range e.Args {
				in(a)
			}
			return
		}
		if e.Atom != nil && e.Atom.Var == nil {
			if n, err := strconv.ParseInt(e.Atom.Const.Text, 10, 64); err == nil {
				k *= n
				return
			}
		}
		fs = append(fs, e.text())
	}
	in(e)
	sort.Strings(fs)
	return strconv.FormatInt(k, 10) + " " + strings.Join(fs, " ")
}
