package session

import (
	"funmem/eval/value"
	"funmem/lower/offload"
)

// Discard says that values of a run aside are not used any more, so that later results of native code may lie where they
// do. Those that a variable of the session has too are left alone.
func (s *Session) Discard(values []value.Val) {
	for id := range s.Machine.Env.IDs() {
		x := s.Machine.Env.Of(id)
		if x.A == nil {
			continue
		}
		if x.A.Elems.Taken() { // one of the values has its storage
			return
		}
		for k, v := range values {
			if v.A != nil && v.A.Elems == x.A.Elems {
				values[k] = value.Val{}
			}
		}
	}
	offload.Discard(values)
	if n, err := Native(); err == nil {
		n.Recycle(values)
	}
}
