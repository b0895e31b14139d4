package offload

import (
	"funmem/lower/emit"
	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// cleared is a block of the device whose words are 0.
func (r *run) cleared(words int64) *block {
	b := r.alloc(words)
	r.place(b)
	b.there = true
	const size = 256
	r.must(r.code.Launch(emit.Clear, int((words+size-1)/size), size, b.buffer, words))
	return b
}

// linked ends a run of a chain, whose words are state. The variables that it assigns to get their values.
func (r *run) linked(g *grid, state *block) {
	for k, x := range g.Links {
		if g.after[x.ID] {
			r.check() // or the word may be of a run that ended early
			w := r.read(state, state.words-int64(len(g.Links)-k))
			r.vars[x.ID] = number(w, r.elems[x.ID] == syntax.F64)
		}
	}
	r.free(state)
}

// readElsewhere are the variables that a program reads outside of a loop.
func readElsewhere(p *imp.Program, f *imp.For) map[int]bool {
	set := map[int]bool{}
	see := func(e syntax.Node) {
		for _, x := range syntax.FreeVars(e) {
			set[x.ID] = true
		}
	}
	imp.Walk(p.Body, func(s imp.Stm) bool {
		for _, e := range imp.Exprs(s) {
			see(e)
		}
		return s != f
	})
	for _, res := range p.Return {
		if !res.Type.IsArray() {
			see(res.X)
		} else {
			see(res.Type.Mem.L)
		}
	}
	return set
}
