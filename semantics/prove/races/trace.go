package races

import (
	"slices"

	"funmem/semantics/poly"
	"funmem/semantics/prove"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Trace is a complete record of a walk over a function, or over the statements of a
// program: the accesses of each statement, and what is known where it stands. A loop has
// the accesses of an arbitrary round, a kernel those of an arbitrary iteration.
type Trace struct {
	tests int // linear programs that a question may take
	w     *walker
	spans map[*syntax.Let]*span
	ends  map[*syntax.Body]prove.System
	// counts says what those variables count that have no name in the program.
	counts map[int]string
}

// span is which accesses a statement makes. Those of a kernel or fold come in parts:
// before its body (the neutral elements are copied), the body, and after it (results are
// copied).
type span struct {
	start, body, results, end int
	facts                     prove.System
	given                     prove.System // what holds if a part that it takes has elements
}

// Part is a part of the accesses of a statement.
type Part uint8

// The parts.
const (
	All     Part = iota
	First        // of a fold: the copy of the neutral elements
	Inside       // of a kernel or fold: the statements of its body
	Results      // of a kernel or fold: the copies of what its body gives
)

// Access is an access of a statement.
type Access struct {
	*access
	trace *Trace
}

// Region is an array, or a part of one, where it lies at some place of the program.
type Region struct {
	in    blocks
	l     prove.LMAD
	facts prove.System
}

// Follow walks a function of a program, or its statements if d is nil. own tells whether a
// parameter that is a block differs from the other blocks and from those outside. defs,
// types and until are as for Kernels. The walk and the questions take steps of the budget.
// It returns nil when the walk becomes too long.
func Follow(steps *prove.Budget, p *syntax.Program, d *syntax.Def, own func(x *syntax.Binding) bool, defs func(name string) *syntax.Def, types func(id int) *syntax.Type, until ...stop.Poll) *Trace {
	g := newProgram(p, defs, types)
	g.until, g.budget = stop.Any(until), steps
	w := g.walker()
	w.trace = &Trace{w: w, tests: traceTests, spans: map[*syntax.Let]*span{}, ends: map[*syntax.Body]prove.System{}, counts: map[int]string{}}
	outer, b := syntax.FreeVars(p), p.Main()
	if d != nil {
		outer, b = syntax.FreeVars(d), d.Body
	}
	if !w.start(outer, d, b, own) {
		return nil
	}
	return w.trace
}

// traceTests are the linear programs that a question about a trace may take.
const traceTests = 16

// Within is the trace with questions that may take that many linear programs.
func (t *Trace) Within(tests int) *Trace {
	c := *t
	c.tests = tests
	return &c
}

// greater tells whether p >= 0 is known, for a condition. In a trace this is asked each
// time that the program has changed, so one of the facts has to say it.
func (w *walker) greater(p poly.Poly) bool {
	if w.trace == nil {
		return w.facts.Proves(w.syms.Attempt(), p) // what is not known stays open for nobody
	}
	return w.facts.Says(p)
}

// traced keeps what a statement accesses. If a statement is walked several times, the last
// walk counts.
func (w *walker) traced(s *syntax.Let, walk func()) {
	if w.trace == nil {
		walk()
		return
	}
	n, around := len(w.accesses), w.at
	at := &span{start: n, body: n, results: n, facts: w.facts}
	w.trace.spans[s], w.at = at, s
	walk()
	at.end, w.at = len(w.accesses), around
}

// mark notes where a part of the current statement begins.
func (w *walker) mark(f func(s *span)) {
	if w.trace != nil {
		f(w.trace.spans[w.at])
	}
}

// ended keeps what is known at the end of a body.
func (w *walker) ended(b *syntax.Body) {
	if w.trace != nil {
		w.trace.ends[b] = w.facts
	}
}

func idOf(x syntax.Expr) int {
	if v, ok := x.(*syntax.Var); ok {
		return v.ID
	}
	return 0
}

// Accesses are the accesses of a statement, or of a part of it, in order.
func (t *Trace) Accesses(s *syntax.Let, part Part) []Access {
	at := t.spans[s]
	if at == nil {
		return nil
	}
	from, to := at.start, at.end
	switch part {
	case First:
		to = at.body
	case Inside:
		from, to = at.body, at.results
	case Results:
		from = at.results
	}
	list := make([]Access, 0, to-from)
	for k := from; k < to; k++ {
		list = append(list, Access{&t.w.accesses[k], t})
	}
	return list
}

// Writes tells whether the access is a write.
func (a Access) Writes() bool { return a.write }

// Array is the name of the array that is accessed.
func (a Access) Array() string { return a.what }

// ID is the variable of that array.
func (a Access) ID() int { return a.id }

// By is the innermost statement that makes the access.
func (a Access) By() *syntax.Let { return a.by }

// Before is the region at m, under what is known before a statement. If the statement is
// an update, the region is the part of an array that it writes.
func (t *Trace) Before(s *syntax.Let, m *syntax.MemAnn) Region {
	var facts prove.System
	if at := t.spans[s]; at != nil {
		facts = at.facts
		if _, ok := s.Exp.(*syntax.With); ok {
			facts.Add(at.given)
		}
	}
	return t.region(m, facts)
}

// After is the region at m, under what is known at the end of a body.
func (t *Trace) After(b *syntax.Body, m *syntax.MemAnn) Region { return t.region(m, t.ends[b]) }

func (t *Trace) region(m *syntax.MemAnn, facts prove.System) Region {
	r := Region{t.w.variable(m.Block.ID, m.Block.Name).blocks, prove.LMAD{Offset: t.w.int(m.L.Offset)}, facts}
	for _, d := range m.L.Dims {
		size := t.w.int(d.Size)
		r.facts.NonNeg(size)
		r.l.Dims = append(r.l.Dims, prove.Dim{Size: size, Stride: t.w.int(d.Stride)})
	}
	return r
}

// MayMeet tells whether two blocks may be the same.
func (t *Trace) MayMeet(x, y *syntax.Var) bool {
	return t.w.variable(x.ID, x.Name).blocks.meets(t.w.variable(y.ID, y.Name).blocks)
}

// InBlock tells whether an access may be to the block of a region.
func (a Access) InBlock(r Region) bool { return a.in.meets(r.in) }

// InBlockOf tells whether an access may be to a block.
func (t *Trace) InBlockOf(a Access, m *syntax.Var) bool {
	return a.in.meets(t.w.variable(m.ID, m.Name).blocks)
}

// Apart tells whether an access is proved to touch nothing of a region.
func (t *Trace) Apart(a Access, r Region) bool {
	if !a.InBlock(r) {
		return true
	}
	facts := a.facts
	facts.Add(r.facts)
	return t.disjoint(facts, a.l, r.l)
}

func (t *Trace) disjoint(facts prove.System, a, b prove.LMAD) bool {
	return prove.Before(facts, a, b) || prove.Before(facts, b, a) || t.proved(facts, a, b, prove.Base.Disjoint, prove.Disjoint)
}

// apart is prove.Apart, or Apart of an array with a block of its own.
func (t *Trace) apart(facts prove.System, a, b prove.LMAD) bool {
	return t.proved(facts, a, b, prove.Base.Apart, prove.Apart)
}

// proved tells whether something is proved about two LMADs, with or without a base.
func (t *Trace) proved(facts prove.System, a, b prove.LMAD,
	byBase func(prove.Base, *prove.Symbols, prove.System, prove.LMAD, prove.LMAD) bool,
	alone func(*prove.Symbols, prove.System, prove.LMAD, prove.LMAD) (prove.Proof, bool),
) bool {
	if !t.w.ask() {
		return false
	}
	y := t.w.syms.Limited(t.tests)
	if slices.ContainsFunc(t.w.bases, func(x prove.Base) bool { return byBase(x, y, facts, a, b) }) {
		return true
	}
	_, ok := alone(y, facts, a, b)
	return ok
}

// base notes that the elements of an array at l have locations of their own, if its offset
// and its strides are parameters.
func (w *walker) base(l prove.LMAD) {
	var b prove.Base
	ok, seen := true, map[int]bool{}
	lone := func(p poly.Poly) (x int) {
		x, isVar := p.Variable()
		ok = ok && isVar && !seen[x]
		seen[x] = true
		return x
	}
	b.Offset = lone(l.Offset)
	for _, d := range l.Dims {
		b.Strides, b.Sizes = append(b.Strides, lone(d.Stride)), append(b.Sizes, d.Size)
	}
	if ok {
		w.bases = append(w.bases, b)
	}
}

// givenInBounds notes that o and last are in bounds. They are the first and last index of
// a part o : n : s, if it has elements.
func (w *walker) givenInBounds(o, last, size poly.Poly) {
	w.mark(func(s *span) {
		for _, k := range []poly.Poly{o, last} {
			s.given.AtMost(one, k)
			s.given.AtMost(k, size)
		}
	})
}

// ApartFromOthers tells whether an access of iteration i of a kernel is proved to touch no
// row of a region except row i.
func (t *Trace) ApartFromOthers(a Access, k *syntax.Kernel, r Region) bool {
	if !a.InBlock(r) {
		return true
	}
	i, n := t.w.variable(k.Index[0].X.ID, "").n, r.l.Dims[0].Size
	j := t.w.fresh("j")
	for _, order := range [][2]poly.Poly{{i, j}, {j, i}} {
		facts := a.facts
		facts.Add(r.facts)
		facts.AtMost(one, j)
		facts.AtMost(j, n)
		facts.Less(order[0], order[1])
		if !t.disjoint(facts, a.l, r.l.Index(j)) {
			return false
		}
	}
	return true
}

// Row is row i of a region in iteration i of a kernel.
func (t *Trace) Row(k *syntax.Kernel, r Region) Region {
	i := t.w.variable(k.Index[0].X.ID, "").n
	row := Region{r.in, r.l.Index(i), r.facts}
	row.facts.AtMost(one, i)
	row.facts.AtMost(i, r.l.Dims[0].Size)
	return row
}

// Distinct tells whether the elements of a region are proved to have locations of their
// own.
func (t *Trace) Distinct(r Region) bool {
	return t.apart(r.facts, r.l, r.l)
}

// Elementwise tells whether element i of a region and element j of what an access reads
// are proved to have different locations whenever i and j differ.
func (t *Trace) Elementwise(a Access, r Region) bool {
	if !a.InBlock(r) {
		return true
	}
	facts := a.facts
	facts.Add(r.facts)
	return t.apart(facts, r.l, a.l)
}

// Also is the region at m, under what is known about another region.
func (t *Trace) Also(r Region, m *syntax.MemAnn) Region { return t.region(m, r.facts) }

// Extent is the least and the greatest offset of an access, if all ints are known.
func (a Access) Extent() (lo, hi int64, ok bool) {
	lo, ok = constant(a.l.Offset)
	hi = lo
	for _, d := range a.l.Dims {
		n, isConst := constant(d.Size)
		s, isConst2 := constant(d.Stride)
		ok = ok && isConst && isConst2 && n > 0
		if ok {
			lo, hi = lo+min(0, (n-1)*s), hi+max(0, (n-1)*s)
		}
	}
	return lo, hi, ok
}

func constant(p poly.Poly) (int64, bool) {
	k, ok := p.Const()
	if !ok {
		return 0, false
	}
	return k.Int64()
}

// Some tells whether n >= 1 is known before a statement.
func (t *Trace) Some(s *syntax.Let, n syntax.Expr) bool {
	at := t.spans[s]
	return at != nil && t.w.ask() && at.facts.Proves(t.w.syms.Limited(t.tests), t.w.int(n).Sub(one))
}
