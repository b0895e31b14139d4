package elab

import (
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// beyond refuses the syntax that elaboration does not know: one error for each
// declaration that has such.
func beyond(p *syntax.Program) error {
	var errs diag.List
	for _, d := range p.Decls {
		var bad syntax.Node
		syntax.Walk(d, func(n syntax.Node) bool {
			if bad == nil && isBeyond(n) {
				bad = n
			}
			return bad == nil
		})
		if bad != nil {
			errs = append(errs, diag.Errorf(diag.Type, "", bad.GetSpan(), "this version does not evaluate `%s`", syntax.Line(bad)))
		}
	}
	return errs.Err()
}

// isBeyond tells whether elaboration does not know a node.
func isBeyond(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.RealLit:
		return true
	case *syntax.Type:
		return n.Elem == syntax.F64
	case *syntax.Unary:
		return n.Op > syntax.Abs
	case *syntax.Binary:
		return n.Op == syntax.Atan2
	}
	return false
}
