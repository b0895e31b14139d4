package session

import (
	"context"
	"fmt"
	"strings"

	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/lower/checked"
	"funmem/semantics/syntax"
)

// Quickly asks the fast engine whether nothing is wrong with a FUNMEM program, and what it returns. Its kernels run as
// native code if that engine was chosen, and otherwise once they have taken a while. ok is false if the rules have to find
// out. said tells what ran as native code.
func (s *Session) Quickly(ctx context.Context, check *validity.Session, mem *syntax.Program) (v *validity.Verdict, values []value.Val, said string, ok bool) {
	kernels := checked.On(cores)
	v, values, ok = validate.QuickNatively(ctx, check, mem, s.Settings.Options(), kernels, s.Settings.Engine == "native")
	natively, others := kernels.Ran()
	again := !ok && kernels.Built()
	if again { // an int may not fit 64 bits in C where it does in the closures
		v, values, ok = validate.Quick(ctx, check, mem, s.Settings.Options())
	}
	switch {
	case !ok:
		return nil, nil, "the rules checked this: nothing faster found it clean", false
	case again:
		said = "the fast engine checked this: native code did not find it clean"
	case len(natively) == 0:
		said = "the fast engine checked this, and native code checked no kernel"
		if err := kernels.Failed(); err != nil {
			said += ": " + FirstLine(err)
		}
	case len(others) == 0:
		said = "native code checked " + quoted(natively) + "; the fast engine checked what is outside of kernels"
	default:
		said = "native code checked " + quoted(natively) + "; the fast engine checked " + quoted(others) + ", and what is outside of kernels"
	}
	return v, values, said, true
}

// QuicklyAside is Quickly for a program beside the session.
func (s *Session) QuicklyAside(ctx context.Context, e *Scratch) (v *validity.Verdict, said string, ok bool) {
	v, _, said, ok = s.Quickly(ctx, s.Heap.Check, WithDefs(e.Mem, s.Heap.Check.Heap.Defs.Get))
	if !ok {
		return nil, said, false
	}
	return s.aboutLines(e.Unit, v), said, true
}

// WithDefs returns a program with the functions of the session that it needs.
func WithDefs(p *syntax.Program, get func(name string) *syntax.Def) *syntax.Program {
	decls := []syntax.Decl{}
	for _, d := range syntax.Reached(p, get) {
		decls = append(decls, d)
	}
	return &syntax.Program{Span: p.Span, Decls: append(decls, p.Decls...)}
}

// mostQuoted is how many names a message has.
const mostQuoted = 8

// quoted is names in a message.
func quoted(names []string) string {
	var all []string
	for _, n := range names[:min(len(names), mostQuoted)] {
		all = append(all, "`"+n+"`")
	}
	if more := len(names) - mostQuoted; more > 0 {
		all = append(all, fmt.Sprintf("%d more", more))
	}
	return strings.Join(all, ", ")
}
