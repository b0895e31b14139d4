package heap

import "funmem/semantics/num"

// Between is where one of several simultaneous copies overwrites what another one
// reads.
type Between struct {
	Src, Dst int // the copy that reads there, and the copy that writes there
	Met
}

// Memcopies is several memcopies of arrays at once, source k to destination k: all
// elements of all sources are read before the first is written, as eq. (5) has it for
// one copy. It tells how the locations of each copy meet, and where one copy would have
// to come before another. The error is that of Memcopy, and k is the copy that it is
// about.
func (t *Tracer) Memcopies(src []Source, dst []Dest) (met []Overlap, between []Between, k int, err error) {
	met = make([]Overlap, len(src))
	if len(src) == 1 {
		met[0], err = t.Memcopy(src[0], dst[0])
		return met, nil, 0, err
	}
	read := make([][]num.Num, len(src))
	for k := range src {
		if met[k], err = t.fit(src[k], dst[k]); err != nil {
			return met, nil, k, err
		}
	}
	if between, k, err = t.between(src, dst); err != nil {
		return met, nil, k, err
	}
	for k := range src {
		if src[k].L.Empty() {
			continue
		}
		t.Moves(src[k].Block, src[k].L, dst[k].Block, dst[k].L)
		if read[k], err = t.readAll(src[k], dst[k]); err != nil {
			return met, nil, k, err
		}
	}
	for k := range dst {
		if len(read[k]) == 0 {
			continue
		}
		if err := t.writeAll(read[k], dst[k]); err != nil {
			return met, nil, k, err
		}
	}
	return met, between, 0, nil
}

// between looks for sources of some copies at the locations of destinations of others.
func (t *Tracer) between(src []Source, dst []Dest) (list []Between, k int, err error) {
	for k := range src {
		for j := range dst {
			if j == k || src[k].Block != dst[j].Block {
				continue
			}
			m, err := t.meeting.Shared(src[k].L, dst[j].L)
			if err != nil {
				return nil, k, err
			}
			if m != nil {
				list = append(list, Between{k, j, *m})
			}
		}
	}
	return list, 0, nil
}
