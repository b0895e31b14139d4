package memory

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"funmem/eval/engine"
	"funmem/eval/finding"
	"funmem/eval/machine"
	"funmem/heap"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// siteKey is a place that copies: an expression, and which of its copies.
type siteKey struct {
	node syntax.Expr
	part int
}

// sites is where a copy reads and where it writes.
type sites struct{ from, to *heap.Site }

// readSite returns the site of an index.
func (r *run) readSite(e *syntax.Index) *heap.Site {
	s := r.reads[e]
	if s == nil {
		s = &heap.Site{What: "`" + machine.Text(e) + "`", Array: machine.Text(e.X), At: e.Span, Real: r.array(e.X).IsReal()}
		r.reads[e] = s
	}
	return s
}

// copySites returns the sites of copy number part of an expression, into z. They name the
// cause of accesses that are not visible in the text.
func (r *run) copySites(e syntax.Expr, part int, z *syntax.Binding) sites {
	s, ok := r.sites[siteKey{e, part}]
	if ok {
		return s
	}
	what, src, at, array := "", syntax.Expr(nil), e.GetSpan(), z.Written()
	switch e := e.(type) {
	case *syntax.Kernel:
		what, src = "result copy of "+machine.KernelAt(machine.KernelName(z, e), e.Span), e.Body.Res[part]
		if k := r.kernel[e]; part > 0 && k != nil {
			what = "result copy of `" + z.Written() + "` of " + machine.KernelAt(k.Binds, k.At)
		}
		if src.GetSpan().IsValid() {
			at = src.GetSpan()
		}
	case *syntax.Scan:
		what, src = "result copy of scan `"+z.Written()+"`", syntax.FoldOf(e).Lambda().Body.Res[part]
		if src.GetSpan().IsValid() {
			at = src.GetSpan()
		}
	case *syntax.Copy:
		what, src = "copy into `"+z.Written()+"`", e.X
	case *syntax.Replicate:
		what, src = "replicate into `"+z.Written()+"`", e.X
	case *syntax.Iota:
		what = "iota into `" + z.Written() + "`"
	case *syntax.Literal:
		what, src = "literal `"+z.Written()+"`", e.Elems[part]
	case *syntax.Concat:
		what, src = "concat into `"+z.Written()+"`", e.Xs[part]
	case *syntax.With:
		what, src, array = "with `"+z.Written()+"`", e.V, partName(z, e)
	}
	s.to = &heap.Site{What: what, Array: array, At: at}
	if src != nil {
		s.from = &heap.Site{What: what, Array: machine.Text(src), At: at, Real: r.atom(src).IsReal()}
	}
	r.sites[siteKey{e, part}] = s
	return s
}

func unwrittenWarning(u *heap.Unwritten) *finding.Warning {
	what := u.Access.Site.What
	if elem := "`" + heap.Element(u.Access.Site.Array, u.Access.Index) + "`"; len(u.Access.Index) > 0 && elem != what {
		what += " reads " + elem
	}
	msg := fmt.Sprintf("%s: nothing wrote offset %d of block `%s`, which alloc filled with 0", what, u.Offset, u.Block)
	return &finding.Warning{Kind: "unwritten", Message: msg, At: u.Access.Site.At, Count: u.Count}
}

// warnResult warns about a result that Def. 3.1 as printed would not find, and about one
// that shows unwritten locations.
func (r *run) warnResult(v Val, site *heap.Site) {
	n, first, k := 0, 0, 0
	v.L.Each(func(off int) bool {
		undefined := r.shadow && v.V != nil && v.V.Elems.At(k).IsUndefined()
		if k++; !v.B.Written(off) && !undefined {
			if n++; n == 1 {
				first = off
			}
		}
		return true
	})
	if n > 0 {
		msg := fmt.Sprintf("%s: nothing wrote offset %d of block `%s`, which alloc filled with 0", site.What, first, v.B)
		r.out.Warnings = append(r.out.Warnings, &finding.Warning{Kind: "unwritten", Message: msg, At: site.At, Count: n})
	}
	switch {
	case !v.L.IsRowMajor():
		msg := fmt.Sprintf("%s lies in block `%s` at %s, not in row-major order from offset 0", site.What, v.B, v.L)
		r.out.Warnings = append(r.out.Warnings, &finding.Warning{Kind: "layout", Message: msg, At: site.At, Count: 1})
	case v.L.Count() != v.B.Len():
		msg := fmt.Sprintf("%s has %d elements, and its block `%s` has %d locations", site.What, v.L.Count(), v.B, v.B.Len())
		r.out.Warnings = append(r.out.Warnings, &finding.Warning{Kind: "layout", Message: msg, At: site.At, Count: 1})
	}
}

// fits stops as stuck if a number does not fit 64 bits: the offset of element y of an array
// that lies at L, or a number of the layout derived from L.
func (r *run) fits(rule string, e syntax.Expr, ok bool, x syntax.Node, L heap.LMAD, y ...int) {
	if ok {
		return
	}
	what, array := "what it makes of", called(x)
	if len(y) > 0 {
		what, array = "the offset of", heap.Element(array, y)
	}
	panic(beyond(rule, e, "%s `%s`, which lies at %s, is beyond 64 bits", what, array, L))
}

// called returns the name of an array in messages. x is an expression or a binder.
func called(x syntax.Node) string {
	if b, ok := x.(*syntax.Binding); ok {
		return b.Written()
	}
	return machine.Text(x.(syntax.Expr))
}

// refuse stops as stuck when package heap refuses an access to the given arrays.
func (r *run) refuse(rule string, e syntax.Expr, err error, vs ...Val) {
	var bounds *heap.BoundsError
	if errors.As(engine.PanicIfInterrupted(err), &bounds) {
		r.Opts.Moments.misses(bounds, e)
		panic(noteClaims(outOfBlock(rule, e, bounds), vs...))
	}
	var kind *heap.KindError
	if errors.As(err, &kind) {
		panic(noteClaims(otherKind(rule, e, kind), vs...))
	}
	r.tooMuch(rule, e, "the trace of this", 0, err)
}

// otherKind returns the message about a location that holds a number of the other kind.
func otherKind(rule string, e syntax.Expr, k *heap.KindError) *diag.Diagnostic {
	d := machine.Stuck(rule, e, "%s", k)
	array := machine.Text(e)
	if k.Site != nil {
		array = k.Site.Array
	}
	if k.Index != nil {
		d.Note(diag.Span{}, "it is `%s`", heap.Element(array, k.Index))
	}
	if w, ok := k.Block.LastWriter(k.Offset); ok {
		d.Note(w.Site.At, "%s wrote it", w.Site.What)
	}
	return d.Note(k.Block.At, "block `%s` is allocated here", k.Block)
}

// tooMuch stops as stuck for want of memory. what takes size bytes, if that is known, and
// err comes from the budget.
func (r *run) tooMuch(rule string, e syntax.Expr, what string, size int64, err error) {
	var much *engine.TooMuch
	if !errors.As(err, &much) {
		panic(machine.Stuck(rule, e, "%s", err))
	}
	text := what + " takes " + engine.Bytes(max(size, much.Want)) + " of memory"
	if size > 0 && much.Want > size {
		text = what + " takes " + engine.Bytes(size) + " of memory, " + engine.Bytes(much.Want) + " with what is in use"
	}
	panic(machine.Stuck(rule, e, "%s, and the limit is %s", text, engine.Bytes(much.Limit)).Limited())
}

// outOfBlock returns the message about an access outside a block.
func outOfBlock(rule string, e syntax.Expr, b *heap.BoundsError) *diag.Diagnostic {
	if end, ok := b.Block.Freed(); ok {
		return afterFree(rule, e, b, end)
	}
	where := fmt.Sprintf("offset %d", b.Offset)
	if b.Wide {
		where = "an offset beyond 64 bits"
	}
	d := machine.Stuck(rule, e, "%s lies outside block `%s` of size %d", where, b.Block, b.Block.Len())
	if b.Site != nil {
		if b.Site.At.IsValid() && !d.Span.IsValid() {
			d.Span = b.Site.At
		}
		verb := "read"
		if b.Write {
			verb = "written"
		}
		d.Note(b.Site.At, "it is `%s`, %s by %s", heap.Element(b.Site.Array, b.Index), verb, b.Site.What)
	} else if b.Index != nil {
		d.Note(diag.Span{}, "it is `%s`", heap.Element(machine.Text(e), b.Index))
	}
	return d.Note(b.Block.At, "block `%s` is allocated here", b.Block)
}

// notLent stops as stuck for a block that was given to an enclosing call.
func (r *run) notLent(s *syntax.Free, b *heap.Block) {
	for _, f := range r.around {
		if f.Call == nil {
			continue
		}
		for _, p := range f.Call.Params {
			if v := r.Env.Of(p.ID); v.B == b {
				panic(machine.Stuck("E-MEM-FREE", s, "block `%s` comes from outside of this call of `%s`, and its caller may use it", b, f.Call.Name).
					Note(p.Span, "`%s` brings it", p.Written()).
					Note(b.At, "block `%s` is allocated here", b))
			}
		}
	}
}

// notFreed returns the message about a block that must not be freed.
func notFreed(s *syntax.Free, b *heap.Block, err error) *diag.Diagnostic {
	d := machine.Stuck("E-MEM-FREE", s, "%s", err)
	if end, ok := b.Freed(); ok {
		d.Note(end.At, "it was freed here")
	}
	return d.Note(b.At, "block `%s` is allocated here", b)
}

// afterFree returns the message about an access to a freed block.
func afterFree(rule string, e syntax.Expr, b *heap.BoundsError, end *heap.End) *diag.Diagnostic {
	d := machine.Stuck(rule, e, "block `%s` is used after it was freed", b.Block)
	switch {
	case b.Site != nil:
		if b.Site.At.IsValid() && !d.Span.IsValid() {
			d.Span = b.Site.At
		}
		verb := "read"
		if b.Write {
			verb = "written"
		}
		elem := "`" + heap.Element(b.Site.Array, b.Index) + "`"
		if b.Site.What == elem {
			d.Note(b.Site.At, "%s is %s here", elem, verb)
		} else {
			d.Note(b.Site.At, "%s is %s by %s", elem, verb, b.Site.What)
		}
	case b.Index != nil:
		d.Note(diag.Span{}, "`%s` is read", heap.Element(machine.Text(e), b.Index))
	}
	return d.Note(end.At, "it was freed here").Note(b.Block.At, "block `%s` is allocated here", b.Block).
		Helpf("free it after its last use")
}

// turns returns where in words alone.
func (r *run) turns() []string {
	var turns []string
	for _, n := range r.where() {
		turns = append(turns, strings.TrimPrefix(n.Msg, "in "))
	}
	return turns
}

// where returns the iterations, rounds and calls around the current place, innermost first.
func (r *run) where() []diag.Note {
	notes := machine.Around(r.frames())
	slices.Reverse(notes)
	return notes
}

// frames are the frames around the current place, outermost first.
func (r *run) frames() []machine.Frame {
	frames := make([]machine.Frame, len(r.around))
	for k, f := range r.around {
		frames[k] = f.Frame
	}
	return frames
}

// stopped turns the reason why a run stopped into its error.
func (r *run) stopped(e any) error {
	switch e := e.(type) {
	case *diag.Diagnostic:
		r.Opts.Moments.stuck(r)
		r.Opts.Coverage.Refuse(e.Rule)
		return machine.Within(e, r.at, r.frames())
	case *engine.Interrupted:
		return e
	}
	panic(e)
}

// poll ends the run at once if its context is done.
func (r *run) poll() {
	if err := r.budget.Poll(); err != nil {
		panic(err)
	}
}
