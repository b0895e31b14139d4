package introduce

import (
	"fmt"

	"funmem/semantics/syntax"
)

// Introduced checks what the transformation ensures: each array that the program binds has
// a block, which is a variable, and an LMAD with as many dimensions as it has.
func Introduced(p *syntax.Program) (err error) {
	syntax.Walk(p, func(n syntax.Node) bool {
		b, ok := n.(*syntax.Binding)
		if !ok || err != nil || b.Type == nil || !b.Type.IsArray() {
			return err == nil
		}
		switch m := b.Type.Mem; {
		case m == nil:
			err = fmt.Errorf("array `%s` has no block", b.Written())
		case len(m.L.Dims) != len(b.Type.Dims):
			err = fmt.Errorf("array `%s` has %d dimensions, and its LMAD has %d", b.Written(), len(b.Type.Dims), len(m.L.Dims))
		}
		return err == nil
	})
	return err
}
