package memory

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/derive"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// derivation records a derivation. In addition to the recorder it keeps the trace of each
// rule that is being applied, and it counts the heaps. A nil derivation records nothing.
type derivation struct {
	*derive.Recorder
	open  []trace
	heap  int          // number of changes so far, to name H₀, H₁, …
	loops []iterations // the running kernels, innermost last
	done  []trace      // what the iterations of the last kernel did
}

// iterations are the accesses of the iterations of a kernel, if there are few iterations.
type iterations struct {
	few    bool
	before trace // the trace of the kernel's rule, without the running iteration
	each   []trace
	order  []int // the number of each of these iterations
}

// maxIterations is how many iterations count as few.
const maxIterations = 4

func newDerivation(rec *derive.Recorder) *derivation { return &derivation{Recorder: rec} }

// changedHeap notes that the heap has changed.
func (r *run) changedHeap() {
	if r.rec != nil {
		r.rec.heap++
		machine.KeepHeap(r.rec.Recorder, heapName(r.rec.heap), r.H)
	}
}

// bind brings a variable into scope.
func (d *derivation) bind(x *syntax.Binding) {
	if d != nil {
		d.Bind(x)
	}
}

// call starts the body of a function.
func (d *derivation) call() {
	if d != nil {
		d.Call()
	}
}

// access adds a location to the trace of the rule being applied.
func (d *derivation) access(b *heap.Block, off int, write bool) {
	if d == nil || len(d.open) == 0 {
		return
	}
	t := &d.open[len(d.open)-1]
	if write {
		t.w.add(heap.Loc{Block: b, Offset: off}, d.Limit(shown))
	} else {
		t.r.add(heap.Loc{Block: b, Offset: off}, d.Limit(shown))
	}
}

// image adds img(L).
func (d *derivation) image(b *heap.Block, L heap.LMAD, write bool) {
	if d == nil {
		return
	}
	n := 0
	L.Each(func(off int) bool {
		d.access(b, off, write)
		n++
		return d.Full || n <= 2*shown
	})
}

func (d *derivation) enterKernel(n int) {
	if d != nil {
		d.loops = append(d.loops, iterations{few: d.On() && (d.Full || n <= maxIterations) && len(d.open) > 0})
		d.EnterKernel(n)
	}
}

func (d *derivation) iteration(i int) {
	if d == nil {
		return
	}
	d.endIteration()
	l := &d.loops[len(d.loops)-1]
	l.order = append(l.order, i)
	d.Iteration(i)
}

// endIteration assigns the accesses since its start to the iteration, and adds them to
// those of the kernel.
func (d *derivation) endIteration() {
	l := &d.loops[len(d.loops)-1]
	if !l.few {
		return
	}
	t := &d.open[len(d.open)-1]
	if len(l.order) > 0 {
		l.each = append(l.each, *t)
	}
	l.before.r.unite(t.r, d.Limit(shown))
	l.before.w.unite(t.w, d.Limit(shown))
	*t = trace{from: t.from}
}

func (d *derivation) leaveKernel() {
	if d == nil {
		return
	}
	d.endIteration()
	l := d.loops[len(d.loops)-1]
	d.loops = d.loops[:len(d.loops)-1]
	d.done = nil
	if l.few {
		t := &d.open[len(d.open)-1]
		t.r, t.w = l.before.r, l.before.w
		d.done = make([]trace, len(l.each))
		for k, i := range l.order {
			d.done[i-1] = l.each[k]
		}
	}
	d.LeaveKernel()
}

// premise adds a premise without rules of its own to the rule being applied.
func (r *run) premise(text func() derive.Condition) {
	if r.rec != nil {
		r.rec.Premise(text)
	}
}

// judgeMemcopy returns (H', R, W) = memcopy(H, v, ℓ, index_f(L, i)), after the copy.
func (r *run) judgeMemcopy(v Val, dst *place, i int, L heap.LMAD) derive.Condition {
	return r.judgeCopy(v, dst.B, L, fmt.Sprintf("index_f(%s, %d)", dst.L, i))
}

// judgeCopy returns (H', R, W) = memcopy(H, v, ℓ, L), after the copy. text stands for L.
func (r *run) judgeCopy(v Val, to *heap.Block, L heap.LMAD, text string) derive.Condition {
	d := &derivation{Recorder: r.rec.Recorder, open: []trace{{}}}
	if v.IsArray() {
		d.image(v.B, v.L, false)
	}
	d.image(to, L, true)
	return derive.Equal("(H', R, W) = memcopy(H, v, ℓ, L)", r.copied(d.open[0]),
		fmt.Sprintf("memcopy(%s, %s, %s, %s)", heapName(r.rec.heap-1), r.show(v), to, text))
}

// copied is (H', R, W), after a copy.
func (r *run) copied(t trace) string {
	return fmt.Sprintf("(%s, %s, %s)", heapName(r.rec.heap), r.set(t.r), r.set(t.w))
}

// set is a set of locations. If it is cut, the derivation notes that.
func (r *run) set(s locations) string {
	if s.more {
		r.rec.Note(derive.CutSet)
	}
	return s.String()
}

// judgeWrite returns H' = H[ℓ, off] ↦ k, after the write.
func (r *run) judgeWrite(b *heap.Block, off int, k num.Num) derive.Condition {
	return derive.Equal("H' = H[ℓ, k] ↦ v", heapName(r.rec.heap), fmt.Sprintf("%s[%s, %d] ↦ %s", heapName(r.rec.heap-1), b, off, r.number(k)))
}

// judgeAlloc adds E(se) = m, ℓ fresh and H' = H, ℓ ↦ [0, …, 0], after the allocation.
func (r *run) judgeAlloc(e *syntax.Alloc, l *heap.Block) {
	r.premise(func() derive.Condition {
		return derive.Equal("E(se) = m", "E("+syntax.Line(e.N)+")", fmt.Sprint(l.Len()))
	})
	r.premise(func() derive.Condition { return derive.Holds("ℓ fresh", l.String()+" fresh") })
	r.premise(func() derive.Condition {
		return derive.Equal("H' = H, ℓ ↦ [0, …, 0]", heapName(r.rec.heap), fmt.Sprintf("%s, %s ↦ %s", heapName(r.rec.heap-1), l, r.rec.Zeros(l.Len())))
	})
}

// judgeRacefree says whether eq. (4) holds for the instance that just ended.
func (r *run) judgeRacefree(s *heap.KernelStats, before int) derive.Condition {
	const form = "racefree(R₁ ∪ R₁', …, W_k ∪ W_k')"
	sets := "racefree(" + r.rec.sets() + ")"
	if s.Racy == before {
		return derive.Holds(form, sets)
	}
	return derive.Holds(form, "not "+sets+": evaluation goes on in the order of the schedule")
}

// maxSets is the maximum length of a kernel's sets, in characters, for them to be shown.
const maxSets = 100

// sets returns the arguments of racefree for the kernel that just ended.
func (d *derivation) sets() string {
	var reads, writes []string
	more := d.done == nil
	for _, t := range d.done {
		reads, writes = append(reads, t.r.String()), append(writes, t.w.String())
		more = more || t.r.more || t.w.more
	}
	text := strings.Join(append(reads, writes...), ", ")
	if more || !d.Full && utf8.RuneCountInString(text) > maxSets {
		d.Note(derive.CutSet)
		return "R₁ ∪ R₁', …, W₁ ∪ W₁', …"
	}
	return text
}

// program marks the body of a program.
type program struct{ *syntax.Body }

// enter starts applying a rule, "" if it is not known yet.
func (r *run) enter(rule string, n any) {
	if r.rec != nil && r.rec.On() {
		from := r.rec.heap
		if _, ok := n.(program); ok {
			machine.KeepHeap(r.rec.Recorder, heapName(from), r.H)
		}
		r.rec.Enter(rule, func() derive.Judgement { return r.goal(n, from) })
		r.rec.open = append(r.rec.open, trace{from: from})
		if let, ok := n.(*syntax.Let); ok {
			r.judgeCond(let.Exp)
		}
	}
}

// above returns the name of the rule of a statement if the derivation has other rules above
// it, or "".
func (r *run) above(s syntax.Stm) string {
	let, ok := s.(*syntax.Let)
	if !ok || r.rec == nil {
		return ""
	}
	switch e := let.Exp.(type) {
	case *syntax.Kernel:
		return "E-MEM-KERNEL"
	case *syntax.Call:
		return "E-MEM-CALL"
	case *syntax.Reduce, *syntax.Scan:
		return syntax.FoldOf(e).Rule("E-MEM-")
	case *syntax.Loop:
		return "E-MEM-LOOP"
	case *syntax.If:
		if r.atom(e.Cond).I.IsZero() {
			return "E-MEM-IF-F"
		}
		return "E-MEM-IF-T"
	}
	return ""
}

// goal returns a judgement without its result.
func (r *run) goal(n any, from int) derive.Judgement { return r.about(n, from, derive.Text("?")) }

// about is E; H ⊢ n ⇓ after, or ⊢ n ⇓ after for a program. E is cut down to the free
// variables of n.
func (r *run) about(n any, from int, after ...derive.Part) derive.Judgement {
	j := derive.Judgement{Rel: "⇓", After: after}
	E := func(vars []*syntax.Var) derive.Part {
		return r.rec.Env("E", " ↦ ", vars, func(x *syntax.Var) string { return r.show(r.Env.Of(x.ID)) })
	}
	switch n := n.(type) {
	case program:
		j.Of = derive.Body(n.Stms, n.Res)
		return j
	case *syntax.Body:
		j.Of = "•"
		if len(n.Stms) > 0 {
			j.Of = derive.Body(n.Stms, n.Res)
		}
		j.Before = []derive.Part{E(syntax.FreeVars(n))}
	case syntax.Stm:
		j.Of = derive.Stm(n)
		j.Before = []derive.Part{E(syntax.FreeVars(n))}
	default:
		panic(fmt.Sprintf("memory: no judgement for %T", n))
	}
	j.Before = append(j.Before, derive.Text(heapName(from)))
	return j
}

// leave ends applying a rule to a statement, a body or a program.
func (r *run) leave(rule string, n any) {
	r.Opts.Coverage.Apply(rule)
	if r.rec == nil || !r.rec.On() {
		return
	}
	r.judgeSides(n)
	top := len(r.rec.open) - 1
	t := r.rec.open[top]
	r.rec.open = r.rec.open[:top]
	if top > 0 {
		r.rec.open[top-1].r.unite(t.r, r.rec.Limit(shown))
		r.rec.open[top-1].w.unite(t.w, r.rec.Limit(shown))
	}
	r.rec.Leave(rule, func() derive.Judgement { return r.judgement(n, t) })
	if let, ok := n.(*syntax.Let); ok {
		r.rec.Bind(let.Pat...)
	}
}

// judgement returns E; H ⊢ s ⇓ E'; H'; ⟨R, W⟩. E' is E with what s binds. For statements
// it is written out only if nothing is cut.
func (r *run) judgement(n any, t trace) derive.Judgement {
	after := []derive.Part{{Name: "E", Over: true}, derive.Text(heapName(r.rec.heap)), derive.Text(fmt.Sprintf("⟨%s, %s⟩", r.set(t.r), r.set(t.w)))}
	switch n := n.(type) {
	case program:
		vs := make([]string, len(n.Res))
		for k, x := range n.Res {
			vs[k] = r.show(r.atom(x))
		}
		after = []derive.Part{derive.Text("(" + strings.Join(vs, ", ") + ")"), after[1]}
	case *syntax.Body:
		if !r.rec.Full {
			after[0].Name = "E'"
			break
		}
		for _, s := range n.Stms {
			if let, ok := s.(*syntax.Let); ok {
				after[0].Binds = append(after[0].Binds, r.binds(let.Pat)...)
			}
		}
	case *syntax.Let:
		after[0].Binds = r.binds(n.Pat)
	}
	return r.about(n, t.from, after...)
}

// binds is x₁ ↦ v₁, … for a pattern.
func (r *run) binds(pat []*syntax.Binding) []derive.Bind {
	binds := make([]derive.Bind, len(pat))
	for k, x := range pat {
		binds[k] = derive.Bind{Var: x.Name, Is: " ↦ ", Value: r.show(r.Env.Of(x.ID))}
	}
	return binds
}

// heapName returns H₀, H₁, ….
func heapName(n int) string { return derive.Numbered("H", n) }

// show returns v as in a judgement: k, ℓ or (ℓ, L).
func (r *run) show(v Val) string {
	switch {
	case v.IsArray():
		return fmt.Sprintf("(%s, %s)", v.B, v.L)
	case v.IsNumber():
		return r.number(v.I)
	}
	return v.B.String()
}

// number is a number in a judgement.
func (r *run) number(k num.Num) string { return value.Format(value.Number(k), r.rec.Limit(shown)) }
