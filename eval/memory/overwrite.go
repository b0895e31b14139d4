package memory

import (
	"funmem/eval/finding"
	"funmem/eval/machine"
	"funmem/heap"
	"funmem/semantics/syntax"
)

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
		r.out.Overwrite = &finding.Overwrite{
			Def: f.Name, Parameter: f.Params[l.arg].Written(), Declared: f.Params[l.arg].Span, Argument: machine.Text(e.Args[l.arg]), At: e.Span,
			Index: c.Index, Before: c.Before, After: b.Cell(c.Offset), Block: b.String(), Offset: c.Offset, LastWriter: finding.LastWriterOf(b, c.Offset), Around: r.where(),
		}
		o := r.out.Overwrite
		r.Opts.Moments.meet(r, &finding.Divergence{Array: o.Argument, Index: o.Index, Value: o.Before, Heap: o.After, Block: o.Block, Offset: o.Offset})
	}
}
