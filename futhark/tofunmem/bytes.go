package tofunmem

import (
	"strings"

	"funmem/futhark"
)

// bytes returns how many bytes an element takes.
func bytes(p futhark.Prim) int {
	switch {
	case strings.HasSuffix(string(p), "64"):
		return 8
	case strings.HasSuffix(string(p), "32"):
		return 4
	case strings.HasSuffix(string(p), "16"):
		return 2
	}
	return 1
}

// place is a block of a function, by the tag of a variable. For result k it is -k-1. Blocks of the whole program have
// the function nil.
type place struct {
	fun *futhark.Fun
	tag int
}

// units finds out how many bytes a location of each block has. Blocks that one variable may stand for have locations of
// the same size, which is that of the smallest element of an array in them.
type units struct {
	up     map[place]place
	size   map[place]int
	global map[int]bool
	funs   map[int]*futhark.Fun
	fun    *futhark.Fun
	lies   map[place]*futhark.Name // the block of an array
	lanes  map[place]bool          // registers: a group allocates them for each of its threads
	thread bool                    // within the body of one thread
}

// unitsOf goes over a program.
func unitsOf(p *futhark.Program, funs map[int]*futhark.Fun) *units {
	u := &units{up: map[place]place{}, size: map[place]int{}, global: map[int]bool{}, funs: funs, lies: map[place]*futhark.Name{}, lanes: map[place]bool{}}
	for _, s := range p.Consts {
		for _, x := range s.Pat {
			u.global[x.Tag] = true
		}
	}
	u.stms(p.Consts)
	for _, f := range p.Funs {
		u.fun = f
		u.params(f.Params)
		for _, t := range f.Ret {
			u.typ(t)
		}
		u.body(f.Body)
		for k, r := range f.Body.Res {
			u.same(u.at(-1-k), r)
		}
	}
	u.fun = nil
	return u
}

func (u *units) at(tag int) place {
	if u.global[tag] {
		return place{nil, tag}
	}
	return place{u.fun, tag}
}

func (u *units) find(p place) place {
	for {
		q, ok := u.up[p]
		if !ok {
			return p
		}
		p = q
	}
}

// of returns how many bytes a location of a block has.
func (u *units) of(fun *futhark.Fun, tag int) int {
	p := place{fun, tag}
	if u.global[tag] {
		p.fun = nil
	}
	if n := u.size[u.find(p)]; n > 0 {
		return n
	}
	return 1
}

// ofArray returns how many bytes a location of an array's block has.
func (u *units) ofArray(fun *futhark.Fun, tag int) int {
	p := place{fun, tag}
	if u.global[tag] {
		p.fun = nil
	}
	return u.of(fun, u.lies[p].Tag)
}

// common returns how many bytes a location of each block has, or 0 if they differ.
func (u *units) common() int {
	all := map[int]bool{}
	for p, n := range u.size {
		if u.find(p) == p && n > 0 {
			all[n] = true
		}
	}
	if len(all) != 1 {
		return 0
	}
	for n := range all {
		return n
	}
	return 0
}

func (u *units) join(a, b place) {
	a, b = u.find(a), u.find(b)
	if a == b {
		return
	}
	n := u.size[b]
	u.up[b] = a
	u.holds(a, n)
	u.lanes[a] = u.lanes[a] || u.lanes[b]
}

// perThread tells whether a block consists of registers that each thread of a group has.
func (u *units) perThread(fun *futhark.Fun, tag int) bool { return u.lanes[u.find(place{fun, tag})] }

// holds notes that an array with elements of so many bytes lies in a block.
func (u *units) holds(p place, n int) {
	p = u.find(p)
	if n > 0 && (u.size[p] == 0 || n < u.size[p]) {
		u.size[p] = n
	}
}

// same joins a block with what an atom names. If that is not a block, nothing happens.
func (u *units) same(p place, a *futhark.Atom) {
	if a.Var != nil {
		u.join(p, u.at(a.Var.Tag))
	}
}

func (u *units) typ(t *futhark.Type) {
	if t.Kind == futhark.ArrayType && t.Mem != nil && t.Elem != "unit" {
		tag := -1 - t.Mem.Ext
		if t.Mem.Block != nil {
			tag = t.Mem.Block.Tag
		}
		u.holds(u.at(tag), bytes(t.Elem))
	}
}

func (u *units) params(ps []*futhark.Param) {
	for _, p := range ps {
		u.typ(p.Type)
		if p.Type.Mem != nil && p.Type.Mem.Block != nil {
			u.lies[u.at(p.Tag)] = p.Type.Mem.Block
		}
	}
}

// results joins the blocks that a pattern binds with the results of bodies.
func (u *units) results(pat []*futhark.Param, bodies ...*futhark.Body) {
	for _, b := range bodies {
		u.body(b)
		for k, r := range b.Res {
			if k < len(pat) && pat[k].Type.Kind == futhark.MemType {
				u.same(u.at(pat[k].Tag), r)
			}
		}
	}
}

func (u *units) body(b *futhark.Body) { u.stms(b.Stms) }

func (u *units) lambda(l *futhark.Lambda) {
	if l != nil {
		u.params(l.Params)
		u.body(l.Body)
	}
}

func (u *units) stms(ss []*futhark.Stm) {
	for _, s := range ss {
		u.params(s.Pat)
		u.exp(s.Pat, s.Exp)
	}
}

func (u *units) exp(pat []*futhark.Param, e futhark.Exp) {
	switch e := e.(type) {
	case *futhark.Alloc:
		if e.Space.InRegisters() && !u.thread {
			u.lanes[u.find(u.at(pat[0].Tag))] = true
		}
	case *futhark.Sub:
		if pat[0].Type.Kind == futhark.MemType {
			u.same(u.at(pat[0].Tag), e.X)
		}
	case *futhark.EnsureDirect:
		if m := u.lies[u.at(e.X.Tag)]; m != nil && pat[0].Type.Kind == futhark.MemType {
			u.join(u.at(pat[0].Tag), u.at(m.Tag))
		}
	case *futhark.If:
		u.results(pat, e.Then, e.Else)
	case *futhark.Match:
		u.results(pat, e.Default)
		for _, c := range e.Cases {
			u.results(pat, c.Body)
		}
	case *futhark.Loop:
		u.params(e.Params)
		u.results(e.Params, e.Body)
		for k, p := range e.Params {
			if p.Type.Kind == futhark.MemType {
				u.same(u.at(p.Tag), e.Init[k])
				u.join(u.at(p.Tag), u.at(pat[k].Tag))
			}
		}
	case *futhark.Apply:
		f := u.funs[e.Fn.Tag]
		if f == nil {
			return
		}
		for k, p := range f.Params {
			if k < len(e.Args) && p.Type.Kind == futhark.MemType {
				u.same(place{f, p.Tag}, e.Args[k].X)
			}
		}
		for k, p := range pat {
			if p.Type.Kind == futhark.MemType {
				u.join(u.at(p.Tag), place{f, -1 - k})
			}
		}
	case *futhark.GPUBody:
		u.results(pat, e.Body)
	case *futhark.WithAcc:
		for _, in := range e.Inputs {
			u.lambda(in.Op)
		}
		u.lambda(e.Fn)
	case *futhark.Par:
		if e.Par != nil {
			u.seg(e.Par)
		}
		if e.Seq != nil {
			u.seg(e.Seq)
		}
	case *futhark.SegOp:
		u.seg(e)
	}
}

func (u *units) seg(e *futhark.SegOp) {
	for _, o := range e.Ops {
		u.lambda(o.Fn)
	}
	for _, h := range e.Hists {
		u.lambda(h.Fn)
	}
	u.lambda(e.Post)
	outer := u.thread
	u.thread = outer || !e.Level.OfGroup()
	u.body(e.Body)
	u.thread = outer
}
