package pass

import (
	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Impossible returns the error that a check in the pass's output can never hold, or nil.
// Code after such a check is never reached and need not have a type. So the program is
// wrong if it reaches that check, and not the pass.
func (f *Failed) Impossible() *diag.Diagnostic {
	p := f.After.Program
	if p == nil {
		return nil
	}
	var found *diag.Diagnostic
	var look func(b *syntax.Body, known *rewrite.Known) *syntax.Body
	look = func(b *syntax.Body, known *rewrite.Known) *syntax.Body {
		for _, s := range b.Stms {
			switch s := s.(type) {
			case *syntax.Check:
				x, y := known.Of(s.X), known.Of(s.Y)
				if known.Stm(s); found == nil && known.Absurd() {
					found = diag.Errorf(diag.Invalid, "", s.Span, "the program is stuck where it comes here: `%s` can never hold, found %s and wanted %s", syntax.Line(s), x, y)
				}
			case *syntax.Let:
				inner := known.Within(s.Exp)
				for k, b := range rewrite.InnerBodies(s.Exp) {
					look(b, inner[k])
				}
				known.Stm(s)
			}
		}
		return b
	}
	rewrite.Tops(&rewrite.Job{Supply: rewrite.SupplyFor(p)}, p, p.Main(), look)
	return found
}
