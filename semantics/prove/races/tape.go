package races

import (
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/poly"
	"funmem/semantics/prove"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Tape is what a walk over a function, or over the statements of a program, met, in the order of evaluation. Of an if both branches are there,
// of a kernel, loop or fold one arbitrary iteration or round, and of a call the statements of the function.
type Tape struct {
	Events []Event
	w      *walker
	last   Event // what the next events have in common
	given  []implication
	elems  map[int]syntax.Elem // of the arrays
}

// Event is something that a walk met.
type Event struct {
	Kind      EventKind
	ID        int    // the array
	Name      string // and what it is called
	Unwritten bool   // of a Born: nothing was written to it
	From      int    // of a Write: the array whose elements are copied, or 0; of a Lent: the event at which the call began
	At        diag.Span
	Stm       *syntax.Let

	in    blocks
	block int // the variable of the block
	l     prove.LMAD
	facts prove.System

	Rule   string // of an Obliged: which requires it
	Loose  bool   // and whether it is about an array that nothing was written to
	source val    // of a Moved: what is copied; of a Rest: the part

	symbol int       // of an Enter or Leave: the symbols that were made,
	made   int       // the blocks
	i      poly.Poly // and the iteration or round
	ok     bool      // of an Obliged: it holds
	bounds []*bound  // or holds if these do
	later  bool      // also if they do by what is known at the ends of the bodies around it
	after  []prove.System
	given  []implication
}

// implication is what holds if some number is positive.
type implication struct {
	positive poly.Poly
	then     prove.System
}

// Place is where the elements lie, in the notation of Fig. 6, on one line.
func (e *Event) Place() string {
	text := e.l.String()
	if len(e.l.Dims) == 0 {
		text = "location " + e.l.Offset.String()
	}
	if strings.Contains(text, prove.Unnamed) {
		return "a place that depends on an int of which nothing is known"
	}
	return strings.Join(strings.Fields(text), " ")
}

// EventKind is the kind of an event.
type EventKind uint8

// The kinds of events.
const (
	Born      EventKind = iota // an array is bound, and what its cells hold is its value
	Claimed                    // an array is believed to lie where its type says
	Whole                      // all elements of an array, or of a part of it, are used
	Rest                       // all elements of an array but those of a part, which is overwritten next
	Element                    // one element is read
	Write                      // a part of an array is written
	Kept                       // a part of a result is there, and stays as it is up to the end of the iterations or rounds
	Spread                     // what is written has to have locations of its own for all elements
	Moved                      // an array is copied element by element to where another one is
	Obliged                    // something must hold: an array lies in its block, a block is not freed
	Iteration                  // an iteration of a kernel begins
	Round                      // a round of a loop or fold begins
	Then                       // the first branch of an if begins
	Else                       // the second one
	Leave                      // the last of these ends
	Lent                       // an array of the caller has the values that it had before
)

// Record walks a function of a program, or its statements if d is nil, as Follow does. No size of compiled code needs more than 64 bits. It returns nil when the
// walk becomes too long.
func Record(steps *prove.Budget, p *syntax.Program, d *syntax.Def, compiled bool, own func(x *syntax.Binding) bool, defs func(name string) *syntax.Def, types func(id int) *syntax.Type, until ...stop.Poll) *Tape {
	g := newProgram(p, defs, types)
	g.until, g.budget = stop.Any(until), steps
	w := g.walker()
	w.compiled = compiled
	w.tape = &Tape{w: w, elems: map[int]syntax.Elem{}}
	outer, b := syntax.FreeVars(p), p.Main()
	if d != nil {
		outer, b = syntax.FreeVars(d), d.Body
	}
	if !w.start(outer, d, b, own) {
		return nil
	}
	for _, x := range b.Res {
		w.tape.last.At = x.GetSpan()
		w.tape.whole(x, w.atom(x))
	}
	if d != nil {
		for _, e := range syntax.Reached(d.Body, g.def, g.until) {
			outer = append(outer, syntax.FreeVars(e, g.until)...)
		}
		w.tape.last.At = d.NameAt
		w.tape.lent(outer, d, 0)
	}
	return w.tape
}

// GivenUp tells whether more was asked about the tape than may be, so that something may be open for that reason alone.
func (t *Tape) GivenUp() bool {
	return t.w.syms.Budget.Spent() || t.w.questions > t.w.most(maxQuestions)
}

// lent is told of the arrays that a call of a function must not change, which began at that event: those from outside, and the arguments that no star marks.
func (t *Tape) lent(outer []*syntax.Var, d *syntax.Def, began int) {
	if t == nil {
		return
	}
	seen := map[int]bool{}
	lent := func(id int, name string) {
		if v := t.w.env[id]; t.w.isArray(id) && !seen[id] {
			t.add(Lent, id, name, v.blocks, v.l)
			t.Events[len(t.Events)-1].From = began
			seen[id] = true
		}
	}
	for _, x := range outer { // what is not walked is not changed
		lent(x.ID, x.Name)
	}
	for _, x := range d.Params {
		if !x.Unique {
			lent(x.ID, x.Written())
		}
	}
}

// at notes which statement is walked.
func (t *Tape) at(s syntax.Stm) {
	if t == nil {
		return
	}
	t.last.At = s.GetSpan()
	if let, ok := s.(*syntax.Let); ok {
		t.last.Stm = let
	}
}

// within walks a body, after which the statement around it goes on.
func (t *Tape) within(walk func()) {
	if t == nil {
		walk()
		return
	}
	around := t.last
	walk()
	t.last = around
}

// length is how many events there are, and cut keeps so many of them.
func (t *Tape) length() int {
	if t == nil {
		return 0
	}
	return len(t.Events)
}

func (t *Tape) cut(n int) {
	if t != nil {
		t.Events = t.Events[:n]
	}
}

// add adds an event.
func (t *Tape) add(k EventKind, id int, name string, in blocks, l prove.LMAD) {
	if t == nil {
		return
	}
	e := t.last
	e.Kind, e.ID, e.Name, e.in, e.l, e.facts = k, id, name, in, l, t.w.facts
	t.Events = append(t.Events, e)
}

// born is told of an array that is bound.
func (t *Tape) born(z *syntax.Binding) {
	if t == nil || !z.Type.IsArray() {
		return
	}
	v := t.w.env[z.ID]
	t.add(Born, z.ID, z.Written(), v.blocks, v.l)
	t.Events[len(t.Events)-1].block = z.Type.Mem.Block.ID
	t.elems[z.ID] = z.Type.Elem
}

// unwritten is told of an array that is bound, and to which nothing was written.
func (t *Tape) unwritten(z *syntax.Binding) {
	if t != nil {
		t.born(z)
		t.Events[len(t.Events)-1].Unwritten = true
	}
}

// OtherKind tells whether two arrays may have elements of different kinds.
func (t *Tape) OtherKind(id, of int) bool {
	a, known := t.elems[id]
	return !known || a != t.elems[of]
}

// claimed is told of an array that is bound to where its type says.
func (t *Tape) claimed(z *syntax.Binding, from syntax.Expr) {
	if t == nil {
		return
	}
	t.born(z)
	e := &t.Events[len(t.Events)-1]
	e.Kind, e.From = Claimed, idOf(from)
}

// whole is told of a use of all elements of x, if it is an array.
func (t *Tape) whole(x syntax.Expr, v val) {
	if t == nil || v.blocks == nil || idOf(x) == 0 || !t.w.isArray(idOf(x)) {
		return
	}
	t.add(Whole, idOf(x), syntax.Line(x), v.blocks, v.l)
	if t.w.mayBeFreed(v.blocks) {
		t.obliged("V-FREE", "the block of `"+syntax.Line(x)+"` may have been freed", false, nil)
	}
}

// rest is told of an array of which a part is overwritten.
func (t *Tape) rest(x syntax.Expr, v val, part prove.LMAD, block int) {
	if t == nil {
		return
	}
	t.add(Rest, idOf(x), syntax.Line(x), v.blocks, v.l)
	e := &t.Events[len(t.Events)-1]
	e.source, e.block = val{blocks: v.blocks, l: part}, block
}

// results is whole of each of some values: what a body gives, or the arguments of a call.
func (t *Tape) results(xs []syntax.Expr, vs []val) {
	for k, x := range xs {
		t.whole(x, vs[k])
	}
}

// isArray tells whether a variable is an array, and not a block.
func (w *walker) isArray(id int) bool { return len(w.env[id].l.Dims) > 0 }

// copied is told that the write with that number has the elements of x.
func (t *Tape) copied(n int, x syntax.Expr, z *syntax.Binding) {
	if t != nil {
		t.Events[n].From, t.Events[n].block = idOf(x), z.Type.Mem.Block.ID
	}
}

// kept is told of a row of a result that is there.
func (t *Tape) kept(z *syntax.Binding, in blocks, l prove.LMAD) {
	t.add(Kept, z.ID, z.Written(), in, l)
}

// accumulated is told that an accumulator has its elements, or, if done, that all accumulators have theirs.
func (t *Tape) accumulated(a *syntax.Binding, v val, done bool) {
	kind := Born
	if done {
		kind = Whole
	}
	t.add(kind, -a.ID, a.Written(), v.blocks, v.l)
	if t != nil {
		t.elems[-a.ID] = a.Type.Elem
	}
}

// spread is told of an array whose elements need locations of their own, because they are written.
func (t *Tape) spread(z *syntax.Binding, v val) {
	t.add(Spread, z.ID, z.Written(), v.blocks, v.l)
	if t != nil {
		t.Events[len(t.Events)-1].block = z.Type.Mem.Block.ID
	}
}

// moved is told of a copy of x to v, element by element.
func (t *Tape) moved(z *syntax.Binding, v, x val) {
	if t == nil {
		return
	}
	t.add(Moved, z.ID, z.Written(), v.blocks, v.l)
	t.Events[len(t.Events)-1].source = x
}

// about is told which array the last obligation is about, and whether nothing was written to it.
func (t *Tape) about(z *syntax.Binding, loose bool) {
	if t != nil {
		e := &t.Events[len(t.Events)-1]
		e.ID, e.Loose = z.ID, loose
	}
}

// completed is told that a body came to its end, whose events and ranges begin at these numbers. What is known then is known of what had to hold before: if it is false,
// the value semantics is stuck in that body as well.
func (t *Tape) completed(from, given int) {
	if t == nil {
		return
	}
	for k := from; k < len(t.Events); k++ {
		if e := &t.Events[k]; e.Kind == Obliged && e.later {
			e.after, e.given = append(e.after, t.w.facts), append(e.given, t.given[given:]...)
		}
	}
	t.given = t.given[:given:given] // the body around this one may not come here
}

// inBounds is told that first and last lie within 1, …, size if n is positive.
func (t *Tape) inBounds(n, first, last, size poly.Poly) {
	if t == nil {
		return
	}
	var then prove.System
	for _, k := range []poly.Poly{first, last} {
		then.AtMost(one, k)
		then.AtMost(k, size)
	}
	t.given = append(t.given, implication{n, then})
}

// ranges is how many times inBounds was told.
func (t *Tape) ranges() int {
	if t == nil {
		return 0
	}
	return len(t.given)
}

// sized is told of an alloc of so many locations. filled tells that a negative number does not matter.
func (t *Tape) sized(m *syntax.Binding, n poly.Poly, filled bool) {
	if !filled {
		t.obliged("V-ALLOC", "the size of block `"+m.Written()+"` may be negative", true, []*bound{{p: n, facts: t.w.facts}})
		t.Events[len(t.Events)-1].later = false // what comes later knows it from the alloc
	}
}

// obliged is told of what must hold so that the heap semantics is not stuck where the value semantics is not.
func (t *Tape) obliged(rule, name string, ok bool, bounds []*bound) {
	if t == nil {
		return
	}
	t.add(Obliged, 0, name, nil, prove.LMAD{})
	e := &t.Events[len(t.Events)-1]
	e.Rule, e.ok, e.bounds, e.later = rule, ok, bounds, true
}

// enter is told that an iteration, a round or a branch begins, and leave that the last one of these ends. i makes the number of the iteration
// or round; nil: it has none.
func (t *Tape) enter(k EventKind, i func() poly.Poly) {
	n := 0
	if t != nil {
		t.add(k, 0, "", nil, prove.LMAD{})
		n = len(t.Events) - 1
		t.Events[n].symbol, t.Events[n].made = t.w.syms.Made(), len(t.w.allocs)
	}
	if i == nil {
		return
	}
	if number := i(); t != nil {
		t.Events[n].i = number
	}
}

func (t *Tape) leave() { t.enter(Leave, nil) }
