package rewrite

import "funmem/semantics/syntax"

// Named returns what messages call a statement, in quotes: what it binds, or its whole
// text.
func Named(s syntax.Stm) string {
	if let, ok := s.(*syntax.Let); ok {
		return "`" + Called(let.Pat) + "`"
	}
	return "`" + syntax.Line(s) + "`"
}
