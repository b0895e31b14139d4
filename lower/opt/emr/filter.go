package emr

import (
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// filter is Alg. 2, from the end of a body to its top: of the ERCs of a with-loop remain those that nothing after it uses, and
// that no later with-loop has taken. If there is no RC, it takes the first of them, which was defined last.
func (r *reuse) filter(b *syntax.Body, taken map[*withLoop]bool) {
	for k := len(b.Stms) - 1; k >= 0; k-- {
		s := b.Stms[k]
		let, ok := s.(*syntax.Let)
		if !ok {
			continue
		}
		switch e := let.Exp.(type) {
		case *syntax.If:
			other := map[*withLoop]bool{}
			for w := range taken {
				other[w] = true
			}
			r.filter(e.Then, taken)
			r.filter(e.Else, other)
			for w := range other {
				taken[w] = true
			}
		default:
			for _, in := range rewrite.InnerBodies(let.Exp) {
				r.filter(in, map[*withLoop]bool{})
			}
		}
		for _, w := range r.loops[s] {
			busy := func(c *withLoop) bool { return taken[c] || r.needed(c, s) }
			if rc := without(w.rc, busy); len(rc) > 0 {
				r.takes(w, rc)
			} else if erc := without(w.erc, busy); len(erc) > 0 && !r.onlyRC() {
				r.takes(w, erc[:1])
			}
			taken[w.chosen] = true
		}
	}
}
