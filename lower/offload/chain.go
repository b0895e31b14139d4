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
	size := min(256, r.device.Limits().Group)
	r.must(r.code.Launch(emit.Clear, int((words+int64(size)-1)/int64(size)), size, b.buffer, words))
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

// readAfter are the variables that a program may read after a loop in it, before they get another value at the beginning of a
// scope.
func readAfter(p *imp.Program, f *imp.For) map[int]bool {
	set := map[int]bool{}
	after(p.Body, f, set)
	for _, res := range p.Return {
		if !res.Type.IsArray() {
			see(res.X, set)
		} else {
			see(res.Type.Mem.L, set)
		}
	}
	return set
}

// after adds what statements read after a loop among them, and tells whether it is. Of a branch that is not taken with it nothing
// is read. A loop around it comes to what stands before it once more, with the variables that are not its own.
func after(list []imp.Stm, f *imp.For, set map[int]bool) (found bool) {
	for _, s := range list {
		if found {
			reads([]imp.Stm{s}, set)
			continue
		}
		switch s := s.(type) {
		case *imp.If:
			found = after(s.Then, f, set) || after(s.Else, f, set)
		case *imp.For:
			found = s == f || around(s, s.Body, f, set)
		case *imp.While:
			found = around(s, s.Body, f, set)
		case *imp.Kernel:
			found = around(s, s.Body, f, set)
		}
	}
	return found
}

func around(loop imp.Stm, body []imp.Stm, f *imp.For, set map[int]bool) bool {
	if !after(body, f, set) {
		return false
	}
	all := map[int]bool{}
	reads([]imp.Stm{loop}, all)
	for _, s := range body {
		if d, ok := s.(*imp.Declare); ok {
			delete(all, d.X.ID)
		}
	}
	for id := range all {
		set[id] = true
	}
	return true
}

// reads adds the variables that statements read.
func reads(list []imp.Stm, set map[int]bool) {
	imp.Walk(list, func(s imp.Stm) bool {
		for _, e := range imp.Exprs(s) {
			see(e, set)
		}
		return true
	})
}

func see(n syntax.Node, set map[int]bool) {
	for _, x := range syntax.FreeVars(n) {
		set[x.ID] = true
	}
}
