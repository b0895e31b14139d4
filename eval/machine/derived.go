package machine

import (
	"strings"

	"funmem/heap"
	"funmem/semantics/derive"
)

// KeepHeap keeps what the blocks of a heap have, for a derivation that is not cut.
func KeepHeap(r *derive.Recorder, name string, H *heap.Heap) {
	if !r.On() || !r.Full {
		return
	}
	r.KeepHeap(name, func(bind func(block, cells string)) {
		for _, b := range H.Blocks() {
			if _, freed := b.Freed(); freed {
				continue
			}
			cells := make([]string, b.Len())
			for k := range cells {
				cells[k] = b.Cell(k).String()
			}
			bind(b.String(), "["+strings.Join(cells, ", ")+"]")
		}
	})
}
