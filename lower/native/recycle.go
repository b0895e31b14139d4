package native

import (
	"funmem/eval/value"
	"funmem/semantics/syntax"
)

// Recycle takes the memory of values back for the results of later calls. Nobody may use the values any more.
func (n *Engine) Recycle(values []value.Val) {
	for _, v := range values {
		if v.A == nil || v.A.Elems.IsAway() {
			continue
		}
		if data, ok := v.A.Elems.Words(v.Elem() == syntax.F64); ok {
			n.device.Recycle(data)
		}
	}
}
