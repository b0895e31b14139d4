package futhark

import (
	"slices"
	"strings"

	"funmem/semantics/diag"
)

// entry compares what an entry point declares with its function. The values are the last parameters, in their order;
// before them come blocks, and sizes that are extents of the values. The same holds for results. Values of an opaque
// type are counted, not compared. If the dump does not declare one of the types, only the number of values is checked.
// Arrays come from outside, so they lie row-major from offset 0.
func (c *checker) entry(f *Fun) {
	e := f.Entry
	for _, p := range f.Params {
		if t := p.Type; t.Kind == ArrayType && t.Mem != nil && !rowMajor(t) {
			c.wrong(t.Mem.Span, "found the parameter `%s` in another layout, wanted row-major from offset 0: that is how arrays come from outside", p.Name).
				Helpf("a parameter of an entry point has the offset 0, and the strides of its shape")
		}
	}
	var params []*Type
	sizes := map[int]bool{}
	for _, p := range f.Params {
		params = append(params, p.Type)
		for _, s := range p.Type.Shape {
			if s.Atom != nil && s.Atom.Var != nil {
				sizes[s.Atom.Var.Tag] = true
			}
		}
	}
	c.declared(f, e.Params, params, "parameter", func(k int) (string, bool) { return f.Params[k].Name.String(), sizes[f.Params[k].Tag] })
	exts := map[int]bool{}
	for _, t := range f.Ret {
		for _, s := range t.Shape {
			if s.Atom == nil {
				exts[s.Ext] = true
			}
		}
	}
	c.declared(f, e.Results, f.Ret, "result", func(k int) (string, bool) { return f.Ret[k].String(), exts[k] })
}

// declared compares types from outside with those of a function; size returns the name of value k, and whether it is an
// extent of another one.
func (c *checker) declared(f *Fun, es []EntryType, ts []*Type, what string, size func(k int) (string, bool)) {
	first := len(ts) - len(es)
	if first < 0 {
		c.wrong(f.Name.Span, "the entry point `%s` declares %s, and its function has %d", f.Entry.Name, diag.Count(len(es), what), len(ts))
		return
	}
	if slices.ContainsFunc(es, EntryType.opaque) {
		return
	}
	for k, t := range ts[:first] {
		if name, ok := size(k); t.Kind != MemType && !(ok && isPrim(t, "i64")) {
			c.wrong(f.Name.Span, "the entry point `%s` does not declare the %s `%s`, which is no block and no extent of another", f.Entry.Name, what, name).
				Note(t.Span, "it is here").Helpf("declare it in `entry(\"%s\", …)`, as `%s`", f.Entry.Name, outside(t))
		}
	}
	for k, e := range es {
		t := ts[first+k]
		if e.Part {
			continue
		}
		if t.Kind == MemType || len(t.Shape) != e.rank() || e.elem().signless() != t.Elem {
			name := what
			if e.Name != "" {
				name += " `" + e.Name + "`"
			}
			c.wrong(e.Span, "the entry point `%s` declares the %s of type %s, wanted %s", f.Entry.Name, name, e.Type, outside(t)).Note(t.Span, "it is here")
		}
	}
}

// rank returns how many dimensions the type has.
func (e EntryType) rank() int { return strings.Count(e.Type, "[]") }

// elem returns the type of its elements.
func (e EntryType) elem() Prim { return Prim(strings.TrimLeft(e.Type, "[]")) }

// opaque tells whether it is neither a number nor an array of numbers.
func (e EntryType) opaque() bool { return !slices.Contains(prims, e.elem()) }

// outside returns a type as an entry point writes it.
func outside(t *Type) string {
	if t.Kind == MemType {
		return t.String()
	}
	return strings.Repeat("[]", len(t.Shape)) + string(t.Elem)
}
