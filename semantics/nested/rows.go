package nested

import (
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

func refused(at diag.Span, what string) *diag.Diagnostic {
	return diag.Errorf(diag.Type, "T-KERNEL", at, "%s are not flattened", what)
}

// rows lifts a kernel that gives an irregular array.
func (f *Flattener) rows(s *syntax.Let, e *syntax.Kernel) []syntax.Stm {
	panic(failed{refused(s.Span, "kernels")})
}
