package heap

import "funmem/semantics/num"

// Memcopies is several memcopies of arrays at once, source k to destination k:
// all elements of all sources are read before the first is written, as eq. (5) has
// it for one. The error is that of Memcopy; k is which of them it is about.
func (t *Tracer) Memcopies(src []Source, dst []Dest) (met []Overlap, k int, err error) {
	met = make([]Overlap, len(src))
	if len(src) == 1 {
		met[0], err = t.Memcopy(src[0], dst[0])
		return met, 0, err
	}
	read := make([][]num.Num, len(src))
	for k := range src {
		if met[k], err = t.fit(src[k], dst[k]); err != nil {
			return met, k, err
		}
		if src[k].L.Empty() {
			continue
		}
		t.Moves(src[k].Block, src[k].L, dst[k].Block, dst[k].L)
		if read[k], err = t.readAll(src[k], dst[k]); err != nil {
			return met, k, err
		}
	}
	for k := range dst {
		if len(read[k]) == 0 {
			continue
		}
		if err := t.writeAll(read[k], dst[k]); err != nil {
			return met, k, err
		}
	}
	return met, 0, nil
}
