package validate

import (
	"slices"

	"funmem/eval/finding"
	"funmem/eval/machine"
	"funmem/eval/memory"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/syntax"
)

// walk adds to a trace of AFTER what its statements bind, in the order of evaluation. If moments lie in a body, it adds
// what the body binds up to them.
type walk struct {
	*Trace
	side    *side
	failure *Failure
	session *validity.Session  // after the run
	stuck   bool               // the run got stuck
	moments []*memory.Moment   // at most two
	spot    *heap.Spot         // the location that the moments access
	meets   *finding.Meets     // the overlap of the copy that the only moment is about to make, or nil
	later   map[int]memory.Val // the values of variables that are bound after the moments, at the time of binding
	left    int                // how many more steps of inner bodies may be shown
}

// at is a moment within a body: in statement At[level], or after all statements.
type at struct {
	*memory.Moment
	level int
}

func (a at) stm() syntax.Stm {
	if a.level < len(a.At) {
		return a.At[a.level].Stm
	}
	return nil
}

// inResult tells whether a moment comes after the statements of the statement's body.
func (a at) inResult() bool { return a.level+1 == len(a.At) && a.At[a.level].Begun }

// inner tells whether a moment lies in a statement of the statement's body.
func (a at) inner() bool { return a.level+1 < len(a.At) }

// last returns the moment at which the failure is seen, or nil if it is seen after the run.
func (w *walk) last() *memory.Moment {
	if n := len(w.moments); n > 0 && (w.moments[n-1].Met != nil || w.moments[n-1].Stuck || w.meets != nil || n > 1) {
		return w.moments[n-1]
	}
	return nil
}

// cells returns the blocks at the last moment, with its location marked. Without a moment, it returns the blocks at the
// end, with the location found then.
func (w *walk) cells(v *validity.Verdict) []Cells {
	m := w.last()
	if m == nil {
		at, off := located(v)
		return cells(w.session.Heap.Heap.Blocks(), at, off)
	}
	w.When = w.when(m)
	list := cells(m.Blocks, nil, -1)
	for k := range list {
		if w.spot != nil && list[k].Block == w.spot.Block {
			list[k].Marked = w.spot.Offset
		}
	}
	return list
}

// when says in words when a moment is.
func (w *walk) when(m *memory.Moment) string {
	switch {
	case m == nil:
		return atEnd
	case m.Stuck:
		return "where it is stuck"
	case m.Met != nil:
		return "at the difference"
	case m.Frees:
		return "before the free"
	case w.meets != nil:
		return "before the copy"
	case m == w.moments[0]:
		return "at that access"
	}
	return "at the second access"
}

// top visits the statements that are compared.
func (w *walk) top() {
	stms := w.side.body.Stms
	var list []at
	for _, m := range w.moments {
		level := slices.IndexFunc(m.At, func(in memory.Inside) bool { return slices.Contains(stms, in.Stm) })
		if level < 0 && len(m.At) > 0 {
			continue // only in what the statements need
		}
		list = append(list, at{m, max(level, 0)})
		var frames []machine.Frame
		for _, in := range m.At {
			if in.Turn != nil {
				frames = append(frames, *in.Turn)
			}
		}
		w.turns = append(w.turns, machine.Turns(frames))
	}
	w.body(w.side.body, list, 0)
}

// body visits the statements of a body up to the last of the moments. At the top level it goes on after that.
func (w *walk) body(b *syntax.Body, moments []at, depth int) {
	for _, stm := range b.Stms {
		n := 0
		for n < len(moments) && moments[n].stm() == stm {
			n++
		}
		w.within(stm, moments[:n], depth)
		if n > 0 && moments[n-1].Stuck && !moments[n-1].inner() && !moments[n-1].inResult() {
			w.add(stuckStep(stm, depth))
		}
		free, frees := stm.(*syntax.Free)
		if frees && (n == 0 || moments[n-1].Frees) {
			w.add(freeStep(free, depth))
		}
		if moments = moments[n:]; n > 0 && len(moments) == 0 && (depth > 0 || w.stuck) {
			return
		}
		let, ok := stm.(*syntax.Let)
		if !ok {
			continue
		}
		for _, x := range let.Pat {
			if len(moments) > 0 {
				w.bound(x, let.Exp, b, moments[len(moments)-1].Moment, depth)
			} else {
				w.bound(x, let.Exp, b, nil, depth)
			}
		}
	}
	for _, m := range moments {
		w.event(m, depth)
	}
}

// within visits the bodies of a statement that contain moments, one iteration or round after the other.
func (w *walk) within(stm syntax.Stm, moments []at, depth int) {
	for len(moments) > 0 {
		n, in := 1, moments[0].At[moments[0].level]
		for n < len(moments) && sameTurn(in.Turn, moments[n].At[moments[n].level].Turn) {
			n++
		}
		w.turn(stm, moments[:n], depth)
		moments = moments[n:]
	}
}

func sameTurn(x, y *machine.Frame) bool {
	return x == nil && y == nil || x != nil && y != nil && x.I == y.I
}

// turn visits the body of a statement in one iteration, round, branch or call.
func (w *walk) turn(stm syntax.Stm, moments []at, depth int) {
	first := moments[0]
	sc, ok := bodyOf(stm, first)
	if !ok {
		for _, m := range moments {
			w.event(m, depth)
		}
		return
	}
	if sc.what == "" {
		depth--
	} else {
		w.add(scopeStep(sc.what, sc.turn, depth+1))
	}
	for _, x := range sc.index {
		w.bound(x, nil, sc.body, first.Moment, depth+1)
		if last := moments[len(moments)-1].Moment; last == w.last() && last != first.Moment {
			w.see(x, last.Env.Of(x.ID))
		}
	}
	var inner []at
	for _, m := range moments {
		if in := m.At[m.level]; in.Turn == nil || in.Begun {
			inner = append(inner, at{m.Moment, m.level + 1})
		} else {
			w.event(m, depth+1)
		}
	}
	if len(inner) > 0 {
		w.body(sc.body, inner, depth+1)
	}
}

// inside is the body of a statement that is being evaluated.
type inside struct {
	what  string // "": as for a scope
	turn  int64
	index []*syntax.Binding
	body  *syntax.Body
}

// bodyOf returns the body of a statement that contains a moment.
func bodyOf(stm syntax.Stm, m at) (inside, bool) {
	let, ok := stm.(*syntax.Let)
	turn := m.At[m.level].Turn
	if e, is := expOf(let).(*syntax.If); is && m.inner() {
		if slices.Contains(e.Then.Stms, m.At[m.level+1].Stm) {
			return inside{branchText(e, "`then`"), 0, nil, e.Then}, true
		}
		return inside{branchText(e, "`else`"), 0, nil, e.Else}, true
	}
	if !ok || turn == nil || turn.Call == nil && turn.I == 0 {
		return inside{}, false
	}
	sc := inside{what: turnText(int64(turn.I), turn.Rounds, turn.What), turn: int64(turn.I)}
	switch e := let.Exp.(type) {
	case *syntax.Kernel:
		x := e.Index[0].X
		sc.what = iterationText(int64(turn.I), turn.What, turn.At)
		if sc.body = e.Body; x.Text != "" && !renames(sc.body.Stms, x) {
			sc.index = append(sc.index, x)
		}
	case *syntax.Loop:
		if e.RoundsOf == syntax.Comparing {
			return inside{}, false
		}
		if e.For != nil && !renames(e.Body.Stms, e.For.X) {
			sc.index = append(sc.index, e.For.X)
		}
		if m.inner() { // otherwise they may belong to the next round
			sc.index = append(sc.index, e.Params...)
		}
		sc.body = e.Body
		if e.While != nil {
			sc.body = &syntax.Body{Span: e.Span, Stms: slices.Concat(e.While.Stms, e.Body.Stms), Res: e.Body.Res}
		}
	case *syntax.Reduce, *syntax.Scan:
		f := syntax.FoldOf(e)
		round, accs, elems, _ := f.Params()
		if round != nil {
			sc.index = append(sc.index, round)
		}
		if m.At[m.level].Begun {
			sc.index = append(append(sc.index, accs...), elems...)
		}
		sc.body = f.Lambda().Body
	case *syntax.Call:
		sc = inside{"the call of `" + turn.Call.Name + "`", 0, turn.Call.Params, turn.Call.Body}
	default: // a copy, iota or replicate
		sc.what = iterationText(int64(turn.I), turn.What, turn.At)
		return sc, m.Access != nil
	}
	return sc, true
}

func expOf(let *syntax.Let) syntax.Expr {
	if let == nil {
		return nil
	}
	return let.Exp
}

// bound adds a variable as it is at a moment, or after the run for nil.
func (w *walk) bound(x *syntax.Binding, e syntax.Expr, of *syntax.Body, m *memory.Moment, depth int) {
	name := w.side.stepName(x, e, of)
	if name == "" {
		return
	}
	v := w.session.Heap.Env.Of(x.ID)
	y := w.session.Value.Env.Of(x.ID)
	late, lost := m == nil && w.last() != nil, false
	if m != nil {
		v = m.Env.Of(x.ID)
	} else if now, ok := w.later[x.ID]; late && v.IsArray() {
		if lost = !ok || now.B == nil; !lost {
			v = now
		}
	}
	if depth > 0 || w.stuck || v.IsNumber() { // the value semantics has not bound it, or lacks what is read after the difference
		y = valueOf(v)
	}
	if depth > 0 && x.Type != nil && !x.Type.IsNumber() && v.IsNumber() { // it was not bound
		return
	}
	step := heapStep(x, e, v, y, w.when(m))
	if step.IsBlock && !step.Alloc && step.Block == name { // that says nothing
		return
	}
	step.Name, step.Depth = name, depth
	switch {
	case w.failure.Kind == Different: // AFTER does what it says; what is overwritten meanwhile does not matter
		step.Heap = value.Val{}
	case lost: // nothing tells what it showed when it was bound
		step.Heap, step.Lacks, step.Known = value.Val{}, "", false
	case late && step.Heap.A != nil: // it is computed from values on the heap
		step.Value, step.Known = step.Heap, true
	}
	w.add(step)
	if m == w.last() || m != nil && depth == 0 {
		w.see(x, v)
	}
}

// add adds a step, unless there are too many from inner bodies.
func (w *walk) add(step Step) {
	if step.Depth > 0 && step.Event == nil && !step.Stuck {
		if w.left--; w.left < 0 {
			return
		}
	}
	w.Steps = append(w.Steps, step)
}

// event adds what happens at a moment.
func (w *walk) event(m at, depth int) {
	switch {
	case m.Stuck:
		if m.None != nil {
			w.add(Step{Depth: depth, Event: missed(m.None)})
		}
		if m.stm() == nil {
			w.add(Step{Name: "result", Stuck: true, Depth: depth})
		}
	case w.meets != nil:
		of := func(p finding.Part, write bool) *Event {
			return &Event{Array: p.Array, Index: p.Index, Write: write, Block: w.spot.Block, Offset: w.spot.Offset}
		}
		w.add(Step{Depth: depth, Event: of(w.meets.Source, false)})
		w.add(Step{Depth: depth, Event: of(w.meets.Destination, true)})
	case m.Access != nil:
		w.add(Step{Depth: depth, Event: &Event{Array: m.Access.Site.Array, Index: m.Access.Index, Write: m.Access.Write, Block: w.spot.Block, Offset: w.spot.Offset}})
	case m.Met != nil:
		w.add(Step{Depth: depth, Event: &Event{Array: m.Met.Array, Index: m.Met.Index, Shows: m.Met.Heap, Should: m.Met.Value}})
	}
}

// freeStep is the step of a statement that frees a block.
func freeStep(s *syntax.Free, depth int) Step {
	return Step{Name: machine.Text(s.Block), At: s.Span, Depth: depth, Free: true}
}

// stuckStep returns the step for a statement that is stuck, under the last name that it would bind.
func stuckStep(s syntax.Stm, depth int) Step {
	step := Step{Name: "check", At: s.GetSpan(), Stuck: true, Depth: depth}
	switch s := s.(type) {
	case *syntax.Let:
		x := s.Pat[len(s.Pat)-1]
		step.Name, step.At, step.Written, step.id = machine.Called(x), x.Span, x.Text != "", x.ID
	case *syntax.Free:
		step.Name = "free " + machine.Text(s.Block)
	}
	return step
}

// valueOf returns the value semantics' value for a value on the heap.
func valueOf(v memory.Val) value.Val {
	if v.IsNumber() {
		return value.Number(v.I)
	}
	return value.Val{A: v.V}
}
