package imp

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"funmem/eval/engine"
	"funmem/eval/machine"
	"funmem/heap"
	"funmem/semantics/diag"
	ast "funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// stuck returns the diagnostic for a statement for which the rule has no instance.
func stuck(rule string, at diag.Span, format string, args ...any) *diag.Diagnostic {
	return diag.Errorf(diag.Stuck, rule, at, format, args...)
}

// checkFailed says which values do not compare. A check that was made from another check gets the message of the other
// semantics for that one. Otherwise the check uses its own words, if it has any.
func checkFailed(s *ast.Check, k []num.Num) *diag.Diagnostic {
	if s.Of != nil {
		return machine.CheckFailed("E-IMP-CHECK", s.Of, k[0], k[1], nil)
	}
	d := checkText(s, k)
	d.Cause = diag.Checked
	return d
}

func checkText(s *ast.Check, k []num.Num) *diag.Diagnostic {
	text, _, _ := strings.Cut(strings.TrimPrefix(ast.Line(s), "check "), ` "`)
	values, words := k[0].Brief(), strings.ReplaceAll(s.Why, "%1", k[0].Brief())
	for j, op := range s.Rels {
		rel := op.String()
		if op == syntax.Eq {
			rel = "="
		}
		values += " " + rel + " " + k[j+1].Brief()
		words = strings.ReplaceAll(words, fmt.Sprintf("%%%d", j+2), k[j+1].Brief())
	}
	if values != text {
		text = "`" + text + "` is " + values
	}
	switch words {
	case "":
		return stuck("E-IMP-CHECK", s.Span, "check failed: %s", text)
	case s.Why:
		return stuck("E-IMP-CHECK", s.Span, "check failed: %s", text).Note(diag.Span{}, "%s", words)
	}
	return stuck("E-IMP-CHECK", s.Span, "%s", words).Note(diag.Span{}, "check failed: %s", text)
}

// fresh allocates the block of an alloc.
func (r *run) fresh(s *ast.Alloc, k num.Num) *heap.Block {
	n := machine.Cells("E-IMP-ALLOC", s, "the size of block `"+s.X.Name+"`", s.X.Name, k)
	b, err := r.T.Alloc(s.X.Name, s.Span, n)
	if err != nil {
		r.refuse("E-IMP-ALLOC", err)
	}
	return b
}

// refuse stops as stuck at the current statement when package heap refuses something.
func (r *run) refuse(rule string, err error) { r.refuseAt(rule, r.at.GetSpan(), err) }

func (r *run) refuseAt(rule string, at diag.Span, err error) {
	var bounds *heap.BoundsError
	var kind *heap.KindError
	var much *engine.TooMuch
	switch err = engine.PanicIfInterrupted(err); {
	case errors.As(err, &bounds):
		panic(lies(stuck(rule, at, "%s", err), bounds.Block))
	case errors.As(err, &kind):
		d := stuck(rule, at, "%s", err)
		if w, ok := kind.Block.LastWriter(kind.Offset); ok {
			d.Note(w.Site.At, "%s wrote it", w.Site.What)
		}
		panic(d)
	case errors.As(err, &much):
		panic(stuck(rule, at, "%s", err).Limited())
	}
	panic(stuck(rule, at, "%s", err))
}

// lies notes where a block comes from, and where it was freed.
func lies(d *diag.Diagnostic, b *heap.Block) *diag.Diagnostic {
	if end, ok := b.Freed(); ok {
		d.Note(end.At, "it was freed here")
	}
	return d.Note(b.At, "block `%s` is allocated here", b)
}

// stopped turns the reason why a run stopped into its error. If the place is not in the text of the IMP program but in
// the text that it was made from, a note shows the statement.
func (r *run) stopped(e any) error {
	switch e := e.(type) {
	case *diag.Diagnostic:
		r.opts.Coverage.Refuse(e.Rule)
		if r.at != nil {
			if !e.Span.IsValid() {
				e.Span = r.at.GetSpan()
			}
			if _, check := r.at.(*ast.Check); e.Kind == diag.Stuck && !check && (r.src == nil || e.Span.Src != r.src) {
				e.Note(diag.Span{}, "in IMP: `%s`", ast.Line(r.at))
			}
		}
		e.Notes = append(e.Notes, r.where()...)
		return e
	case *engine.Interrupted:
		return e
	}
	panic(e)
}

// where returns the iterations and rounds around the current place, innermost first.
func (r *run) where() []diag.Note {
	var notes []diag.Note
	turns := r.turns()
	for k, f := range slices.Backward(r.around) {
		notes = append(notes, diag.Note{Span: f.at, Msg: "in " + turns[k]})
	}
	return notes
}

// turns returns the iterations and rounds around the current place, outermost first.
func (r *run) turns() []string {
	turns := make([]string, len(r.around))
	for k, f := range r.around {
		turns[k] = fmt.Sprintf(f.what, f.i)
	}
	return turns
}

// warnings returns the problems that did not stop evaluation: races, and reads of what nothing wrote.
func (r *run) warnings() diag.List {
	var list diag.List
	for _, k := range r.T.Kernels() {
		if k.First != nil {
			list = append(list, raced(k.First))
		}
	}
	for _, u := range r.T.Unwritten() {
		list = append(list, diag.Errorf(diag.Warning, "", u.Access.Site.At, "%s: nothing wrote offset %d of block `%s`, which alloc filled with 0",
			u.Access.Site.What, u.Offset, u.Block))
	}
	return list
}

// raced returns the message about the two accesses of a race.
func raced(r *heap.Race) *diag.Diagnostic {
	last := func(a heap.Access) int { return a.Iterations[len(a.Iterations)-1] }
	d := diag.Errorf(diag.Race, "E-IMP-KERNEL", r.Kernel.At, "iterations %d and %d of kernel `%s` are not independent: %s race at offset %d of block `%s`",
		last(r.First), last(r.Second), r.Kernel.Binds, r.Kind(), r.Offset, r.Block)
	d.Note(r.First.Site.At, "first, iteration %d %ss it (%s)", last(r.First), r.First.Word(), r.First.Site.What)
	return d.Note(r.Second.Site.At, "then, iteration %d %ss it (%s)", last(r.Second), r.Second.Word(), r.Second.Site.What)
}
