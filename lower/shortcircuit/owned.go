package shortcircuit

import "funmem/semantics/syntax"

func (c *circuit) owned(x *syntax.Binding) bool { return false }
