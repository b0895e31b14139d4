package memory

import (
	"funmem/eval/machine"
	"funmem/heap"
	"funmem/semantics/syntax"
)

// Overwrite is the first argument of a run that a call changed although its parameter has
// no star. Value is the element before the call, Heap the element after it.
type Overwrite struct {
	Divergence
	Def   *syntax.Def
	Param *syntax.Binding
}

// lent is an argument that a call must not change.
type lent struct {
	arg   int
	array Val
	watch *heap.Watch
	own   bool // no earlier argument has this watch
}

// lend watches the blocks of the arguments that a call of f must not change. The parameters
// are already bound.
func (r *run) lend(f *syntax.Def) []lent {
	if !r.Opts.Validate || r.out.Overwrite != nil {
		return nil
	}
	var list []lent
	for i, p := range f.Params {
		v := r.Env.Of(p.ID)
		if !v.IsArray() || p.Unique {
			continue
		}
		w := watchOf(list, v.B)
		own := w == nil
		if own {
			w = v.B.Watch()
		}
		list = append(list, lent{i, v, w, own})
	}
	return list
}

func watchOf(list []lent, b *heap.Block) *heap.Watch {
	for _, l := range list {
		if l.array.B == b {
			return l.watch
		}
	}
	return nil
}

// unwatch ends the watches of a call.
func unwatch(list []lent) {
	for _, l := range list {
		if l.own {
			l.watch.End()
		}
	}
}

// unchanged checks that the arguments that a call of f must not change show the same as
// before.
func (r *run) unchanged(f *syntax.Def, e *syntax.Call, list []lent) {
	for _, l := range list {
		c, changed := l.watch.Changed(l.array.L)
		if !changed || r.out.Overwrite != nil {
			continue
		}
		b := l.array.B
		d := Divergence{Array: machine.Text(e.Args[l.arg]), At: e.Span, Index: c.Index, Value: c.Before, Heap: b.Cell(c.Offset), Block: b, Offset: c.Offset, Around: r.where()}
		if w, ok := b.LastWriter(c.Offset); ok {
			d.Writer = &w
		}
		r.out.Overwrite = &Overwrite{d, f, f.Params[l.arg]}
		r.Opts.Moments.meet(r, &d)
	}
}
