package races

import (
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/prove"
	"funmem/semantics/syntax"
)

// walker is one walk over a function or a program.
type walker struct {
	syms     *prove.Symbols
	defs     func(name string) *syntax.Def
	types    func(id int) *syntax.Type // of variables from outside
	env      map[int]val
	facts    prove.System
	allocs   []poly.Poly // the size of each block, from 1
	freed    blocks      // what earlier statements may have freed, in this order
	since    map[int]int // for a turn that was in use once: how many of these came before that
	late     []int       // for each access to blocks that may be freed, the first of them
	turns    turns       // the blocks that are known to be one
	accesses []access
	bounds   []*bound
	report   func(k *Kernel)     // nil if kernels are not judged
	given    func(d *syntax.Def) // called for a function that gets arrays that may not lie in their blocks; nil: nobody asks
	steps    int

	questions int            // asked so far
	own       int            // the first block that this iteration or call may have allocated
	held      map[int][]held // by the block: the arguments in it

	taken []taken // the branches around the statement

	compiled bool      // no size needs more than 64 bits
	widest   poly.Poly // then: the greatest int of 64 bits; or else 0

	trace  *Trace       // what is kept of the statements, or nil
	tape   *Tape        // what is kept in order, or nil
	values []string     // the operations that have been evaluated, for the tape
	bases  []prove.Base // the arrays with a block of their own

	at *syntax.Let
}

// access is a region that is read or written.
type access struct {
	in    blocks
	l     prove.LMAD
	write bool
	what  string // the array
	id    int    // and its variable
	facts prove.System
	by    *syntax.Let // the statement, if there is a trace
}

// bound is p >= 0, which has to hold for an access to be in bounds.
type bound struct {
	p     poly.Poly
	facts prove.System
	state boundState
}

type boundState uint8

const (
	open boundState = iota
	holds
	fails
)

// maxSteps bounds the statements of a walk. Calls and loops are walked again and again.
const maxSteps = 20000

// factsPerStep is how many facts a statement copies in the time of a step.
const factsPerStep = 8

// tooLong ends a walk that is not worth its time, or that meets an unknown variable.
type tooLong struct{}

// fresh is an int about which nothing is known.
func (w *walker) fresh(name string) poly.Poly { return w.syms.New(name) }

// int is E(se). If its normal form is large, nothing is known about it, because ints made
// from it would be larger and larger.
func (w *walker) int(se syntax.Expr) poly.Poly {
	switch se := se.(type) {
	case *syntax.IntLit:
		return poly.Int(se.Val)
	case *syntax.Var:
		return w.decided(w.variable(se.ID, se.Name).n)
	}
	if syntax.HasReals(se) {
		return w.fresh(briefly(se))
	}
	var none poly.Env
	p := none.Of(se)
	by := map[int]poly.Poly{}
	for _, id := range p.Vars() {
		by[id] = w.variable(id, nameIn(se, id)).n
	}
	if p = p.Subst(by); p.Large() {
		return w.fresh(briefly(se))
	}
	return w.unwrapped(w.decided(p))
}

// mostName is how long the name of an int is that stands for an expression.
const mostName = 24

// briefly is an expression as the name of an int that is all that is known of it.
func briefly(se syntax.Expr) string {
	name := []rune(syntax.Line(se))
	if len(name) > mostName {
		name = append(name[:mostName], '…')
	}
	return string(name)
}

// nameIn is what an expression calls a variable.
func nameIn(se syntax.Expr, id int) (name string) {
	syntax.Walk(se, func(n syntax.Node) bool {
		if x, ok := n.(*syntax.Var); ok && x.ID == id {
			name = x.Name
		}
		return name == ""
	})
	return name
}

// variable is E(x). A variable from outside is made up from its type, once.
func (w *walker) variable(id int, name string) val {
	v, ok := w.env[id]
	if ok {
		return v
	}
	switch t := w.types(id); {
	case t == nil || t.IsInt():
		v = val{n: w.fresh(name)}
	case t.Elem == syntax.Mem:
		v = val{blocks: outside}
	case t.IsArray():
		v = w.array(t)
	}
	w.env[id] = v
	return v
}

// atom is E of a variable or constant.
func (w *walker) atom(e syntax.Expr) val {
	if x, ok := e.(*syntax.Var); ok {
		return w.variable(x.ID, x.Name)
	}
	if k, ok := e.(*syntax.IntLit); ok {
		return val{n: poly.Int(k.Val)}
	}
	return val{}
}

// operand is E(x) of an array.
func (w *walker) operand(x syntax.Expr) val {
	v := w.atom(x)
	if v.blocks == nil || len(v.l.Dims) == 0 {
		panic(tooLong{})
	}
	return v
}

// array is an array of that type: its place, and sizes that are not negative.
func (w *walker) array(t *syntax.Type) val {
	b := w.variable(t.Mem.Block.ID, t.Mem.Block.Name)
	l := prove.LMAD{Offset: w.int(t.Mem.L.Offset)}
	for _, d := range t.Mem.L.Dims {
		size := w.int(d.Size)
		w.facts.NonNeg(size)
		l.Dims = append(l.Dims, prove.Dim{Size: size, Stride: w.int(d.Stride)})
	}
	return val{blocks: b.blocks, l: l}
}

// bind binds a variable to what is known about its value. An array lies where its type says.
// What must hold for that is kept from v.
func (w *walker) bind(x *syntax.Binding, v val) {
	if x.Type.IsArray() {
		room := v.room
		v = w.array(x.Type)
		v.room = room
	}
	w.env[x.ID] = v
}

// loose binds an array that nothing was written to. Its accesses must be in its block.
func (w *walker) loose(z *syntax.Binding) {
	v, n := w.array(z.Type), len(w.bounds)
	w.room(v.blocks, v.l)
	v.room = slices.Clone(w.bounds[n:])
	w.bounds = w.bounds[:n]
	w.env[z.ID] = v
	w.tape.obliged("V-BLOCK", "`"+z.Written()+"` may not lie in its block", true, v.room)
	w.tape.about(z, true)
}

// inBlock tells whether an array is proved to lie in its block.
func (w *walker) inBlock(v val) bool {
	return !slices.ContainsFunc(v.room, func(b *bound) bool { return !w.holds(b) })
}

// bindAll binds a pattern: the types of arrays may mention the ints and blocks in it.
func (w *walker) bindAll(pat []*syntax.Binding, vs []val) {
	for _, arrays := range []bool{false, true} {
		for k, x := range pat {
			if x.Type.IsArray() == arrays {
				w.bind(x, vs[k])
				w.tape.born(x)
			}
		}
	}
}

// unknown is a value with only a known type. Its block may be any of those given.
func (w *walker) unknown(x *syntax.Binding, in blocks) val {
	if x.Type.Elem == syntax.Mem {
		return val{blocks: in}
	}
	return val{n: w.fresh(x.Name)}
}

// scoped forgets at the end what is learnt inside.
func (w *walker) scoped(walk func()) {
	facts, values, taken := w.facts, len(w.values), len(w.taken)
	walk()
	w.facts, w.values, w.taken = facts, w.values[:values], w.taken[:taken]
}

// repeated walks the body of a kernel or fold, which runs several times: what an iteration or round frees, another one
// may find freed. So the body is walked until it frees no more of the blocks from before it, and the last walk counts.
// If the walk becomes too long, nothing in it is known to be in bounds.
func (w *walker) repeated(walk func()) {
	report, block, freed := w.report, len(w.allocs)+1, len(w.freed)
	accesses, bounds, events := len(w.accesses), len(w.bounds), w.tape.length()
	var judged []*Kernel
	done := false
	defer func() {
		w.report = report
		for _, k := range judged {
			k.InBounds = k.InBounds && done
			report(k)
		}
	}()
	for !done {
		w.accesses, w.bounds, judged = w.accesses[:accesses], w.bounds[:bounds], nil
		w.tape.cut(events)
		if report != nil {
			w.report = func(k *Kernel) { judged = append(judged, k) }
		}
		before := w.frees(freed, block)
		w.scoped(walk)
		done = w.frees(freed, block) == before
	}
}

// frees is how many of the blocks and turns before the given one are freed by what was walked since so many were freed.
func (w *walker) frees(since, block int) int {
	n := 0
	for b := range w.turns.within(w.freed[since:]) {
		if b < block {
			n++
		}
	}
	return n
}

// touch is an access to all elements of an array.
func (w *walker) touch(in blocks, l prove.LMAD, write bool, what string, id int) {
	w.accesses = append(w.accesses, access{in, l, write, what, id, w.facts, w.at})
	w.bounds = append(w.bounds, w.env[id].room...)
	kind := Element
	if write {
		kind = Write
	}
	w.tape.add(kind, id, what, in, l)
	if w.mayBeFreed(in) {
		w.tape.obliged("V-FREE", "the block of `"+what+"` may have been freed", false, nil)
		w.late = append(w.late, slices.Min(w.turns.before(in, 1)))
		w.bounds = append(w.bounds, &bound{state: fails})
	}
}

// read is a read of all elements of x, if it is an array.
func (w *walker) read(x syntax.Expr) {
	if v := w.atom(x); v.blocks != nil {
		w.tape.whole(x, v)
		w.touch(v.blocks, v.l, false, syntax.Line(x), idOf(x))
	}
}

// fill is a write to all elements of a part L of a fresh array. The part must lie in the
// array's block.
func (w *walker) fill(z *syntax.Binding, in blocks, l prove.LMAD) {
	w.touch(in, l, true, z.Written(), z.ID)
	n := len(w.bounds)
	w.room(in, l)
	w.tape.obliged("V-BLOCK", "`"+z.Written()+"` may not lie in its block", true, w.bounds[n:])
	w.tape.about(z, false)
}

// move is a copy of x to a part L of a fresh array.
func (w *walker) move(x syntax.Expr, z *syntax.Binding, in blocks, l prove.LMAD) {
	w.read(x)
	w.put(x, z, val{blocks: in, l: l})
}

// put writes x, which was read, to a place of z. An array goes element by element.
func (w *walker) put(x syntax.Expr, z *syntax.Binding, to val) {
	n := w.tape.length()
	w.fill(z, to.blocks, to.l)
	w.tape.copied(n, x, z)
	if v, ok := x.(*syntax.Var); ok && w.isArray(v.ID) {
		w.tape.moved(z, to, w.env[v.ID])
	}
}

// room requires that all elements of an array lie in its block.
func (w *walker) room(in blocks, l prove.LMAD) {
	facts := w.facts
	at := l.Point(w.syms, &facts)
	if len(in) != 1 || in[0] == 0 {
		w.bounds = append(w.bounds, &bound{state: fails})
		return
	}
	w.wants(facts, at)
	w.wants(facts, w.allocs[in[0]-1].Sub(at).Sub(one))
}

// wants notes that p >= 0 must hold under the facts.
func (w *walker) wants(facts prove.System, p poly.Poly) {
	w.bounds = append(w.bounds, &bound{p: p, facts: facts})
}

// inRange requires 1 <= k <= n, and takes it as known from then on.
func (w *walker) inRange(k, n poly.Poly) {
	w.wants(w.facts, k.Sub(one))
	w.wants(w.facts, n.Sub(k))
	w.facts.AtMost(one, k)
	w.facts.AtMost(k, n)
}

var one = poly.Int(num.Of(1))

// body walks the statements of a body; values gives its results.
func (w *walker) body(b *syntax.Body) { w.tape.within(func() { w.stms(b) }) }

func (w *walker) stms(b *syntax.Body) {
	events, ranges := w.tape.length(), w.tape.ranges()
	for k, s := range b.Stms {
		w.steps++
		if !w.syms.Step(1+w.facts.Size()/factsPerStep) || w.steps > w.most(maxSteps) {
			panic(tooLong{})
		}
		w.tape.at(s)
		switch s := s.(type) {
		case *syntax.Let:
			if e, ok := s.Exp.(*syntax.Alloc); ok && w.tape != nil {
				w.tape.sized(s.Pat[0], w.int(e.N), w.filled(s.Pat[0], e, b.Stms[k+1:]))
			}
			w.traced(s, func() { w.let(s) })
		case *syntax.Free:
			w.free(s.Block.Name, w.atom(s.Block).blocks)
		case *syntax.Check:
			w.facts.Zero(w.int(s.X).Sub(w.int(s.Y)))
		}
	}
	w.ended(b)
	w.tape.completed(events, ranges)
}

// free ends a block.
func (w *walker) free(name string, in blocks) {
	again := w.mayBeFreed(in) // here, or in another iteration or round
	if again {
		w.bounds = append(w.bounds, &bound{state: fails})
	}
	w.tape.obliged("V-FREE", "`"+name+"` may have been freed before", !again, nil)
	w.tape.obliged("V-FREE", "`"+name+"` may come from outside of this iteration or call", len(in) > 0 && w.turns.before(in, w.own)[0] >= w.own, nil)
	w.freed = append(w.freed, in...)
}

// filled tells whether one of the statements after an alloc fills the block with an array whose elements are as many as the block has
// locations. If that number is negative, a size of the array is, and the statement is stuck in the value semantics as well.
func (w *walker) filled(m *syntax.Binding, alloc *syntax.Alloc, after []syntax.Stm) bool {
	var none poly.Env
	for _, s := range after {
		let, ok := s.(*syntax.Let)
		if !ok {
			continue
		}
		for _, z := range let.Pat {
			if !z.Type.IsArray() || z.Type.Mem.Block.ID != m.ID || !syntax.FormOf(let.Exp).Makes() && syntax.FormOf(let.Exp) != syntax.FormFold {
				continue
			}
			n := one
			for _, d := range z.Type.Dims {
				n = n.Mul(none.Of(d))
			}
			if poly.Compare(n, none.Of(alloc.N)) == poly.Equal {
				return true
			}
		}
	}
	return false
}

func (w *walker) atoms(es []syntax.Expr) []val {
	vs := make([]val, len(es))
	for k, e := range es {
		vs[k] = w.atom(e)
	}
	return vs
}
