package tofunmem

import (
	"funmem/futhark"
	"funmem/semantics/syntax"
)

// post applies the function for the results of a segscan, which later dumps have. Threads of the same space find the
// combined values, and the other values that they returned, where its parameters lie.
func (f *function) post(e *futhark.SegOp, pat, xs []*syntax.Binding) {
	then := &futhark.SegOp{Span: e.Post.Span, Kind: "segmap", Level: e.Level, Space: e.Space, Flat: e.Flat, Body: e.Post.Body, Post: e.Post}
	then.Level.Virtualise = true
	var parts []part
	for k, r := range e.Post.Body.Res {
		parts = append(parts, part{pat[k], f.valueOf(r)})
	}
	f.enter[then] = func(at []*syntax.Binding) {
		var values []syntax.Expr
		for _, x := range xs {
			values = append(values, f.element(x, uses(at)))
		}
		params := f.operands(e.Post)
		for k, x := range f.placed(params, values) {
			f.stands(params[k], x)
		}
	}
	f.made(then, parts, touches{})
}

// identity tells whether a function returns its parameters.
func identity(l *futhark.Lambda) bool {
	if len(l.Body.Stms) > 0 || len(l.Body.Res) != len(l.Params) {
		return false
	}
	for k, r := range l.Body.Res {
		if r.Var == nil || r.Var.Tag != l.Params[k].Tag {
			return false
		}
	}
	return true
}
