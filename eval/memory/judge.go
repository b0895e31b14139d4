package memory

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"funmem/eval/derive"
	"funmem/eval/value"
	"funmem/heap"
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

// trace is ⟨R, W⟩ of a rule that is being applied, as far as it is shown.
type trace struct {
	from int // the heap at the start
	r, w locations
}

// locations is a set of locations, cut off after the first few.
type locations struct {
	locs []heap.Loc
	more bool
}

// shown is how many locations of a set a judgement shows.
const shown = 6

func newDerivation(rec *derive.Recorder) *derivation { return &derivation{Recorder: rec} }

func (s *locations) add(l heap.Loc) {
	for _, k := range s.locs {
		if k == l {
			return
		}
	}
	if len(s.locs) == shown {
		s.more = true
		return
	}
	s.locs = append(s.locs, l)
}

func (s *locations) unite(t locations) {
	for _, l := range t.locs {
		s.add(l)
	}
	s.more = s.more || t.more
}

// String returns the locations in braces, or ∅ if there are none.
func (s locations) String() string {
	if len(s.locs) == 0 {
		return "∅"
	}
	parts := make([]string, len(s.locs))
	for k, l := range s.locs {
		parts[k] = fmt.Sprintf("(%s, %d)", l.Block, l.Offset)
	}
	if s.more {
		parts = append(parts, "…")
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// changed notes that the heap has changed.
func (d *derivation) changed() {
	if d != nil {
		d.heap++
	}
}

// access adds a location to the trace of the rule being applied.
func (d *derivation) access(b *heap.Block, off int, write bool) {
	if d == nil || len(d.open) == 0 {
		return
	}
	t := &d.open[len(d.open)-1]
	if write {
		t.w.add(heap.Loc{Block: b, Offset: off})
	} else {
		t.r.add(heap.Loc{Block: b, Offset: off})
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
		return n <= 2*shown
	})
}

func (d *derivation) enterKernel(n int) {
	if d != nil {
		d.loops = append(d.loops, iterations{few: d.On() && n <= maxIterations && len(d.open) > 0})
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
	l.before.r.unite(t.r)
	l.before.w.unite(t.w)
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

// premise adds a side condition to the rule being applied.
func (r *run) premise(text func() string) {
	if r.rec != nil {
		r.rec.Premise(text)
	}
}

// judgeMemcopy returns (H', R, W) = memcopy(H, v, ℓ, index_f(L, i)), after the copy.
func (r *run) judgeMemcopy(v Val, dst *place, i int, L heap.LMAD) string {
	return r.judgeCopy(v, dst.B, L, fmt.Sprintf("index_f(%s, %d)", dst.L, i))
}

// judgeCopy returns (H', R, W) = memcopy(H, v, ℓ, L), after the copy. text stands for L.
func (r *run) judgeCopy(v Val, to *heap.Block, L heap.LMAD, text string) string {
	var t trace
	d := &derivation{open: []trace{t}}
	if v.IsArray() {
		d.image(v.B, v.L, false)
	}
	d.image(to, L, true)
	return fmt.Sprintf("(%s, %s, %s) = memcopy(%s, %s, %s, %s)", heapName(r.rec.heap), d.open[0].r, d.open[0].w,
		heapName(r.rec.heap-1), r.show(v), to, text)
}

// judgeWrite returns H' = H[ℓ, off] ↦ k, after the write.
func (r *run) judgeWrite(b *heap.Block, off int, k num.Num) string {
	return fmt.Sprintf("%s = %s[%s, %d] ↦ %s", heapName(r.rec.heap), heapName(r.rec.heap-1), b, off, value.Format(value.Number(k), shown))
}

// judgeAlloc returns H' = H, ℓ ↦ [0, …, 0], after the allocation.
func (r *run) judgeAlloc(l *heap.Block) string {
	zeros := strings.TrimSuffix(strings.Repeat("0, ", min(l.Len(), 3)), ", ")
	if l.Len() > 3 {
		zeros = "0, …, 0"
	}
	return fmt.Sprintf("%s = %s, %s ↦ [%s]", heapName(r.rec.heap), heapName(r.rec.heap-1), l, zeros)
}

// judgeRacefree says whether eq. (4) holds for the instance that just ended.
func (r *run) judgeRacefree(s *heap.KernelStats, before int) string {
	sets := "racefree(" + r.rec.sets() + ")"
	if s.Racy == before {
		return sets
	}
	return "not " + sets + ": evaluation goes on in the order of the schedule"
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
	if more || utf8.RuneCountInString(text) > maxSets {
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
		r.rec.Enter(rule, func() string { return r.goal(n, from) })
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
func (r *run) goal(n any, from int) string {
	switch n := n.(type) {
	case program:
		return fmt.Sprintf("⊢ %s ⇓ ?", derive.Body(n.Stms, n.Res))
	case *syntax.Body:
		return fmt.Sprintf("%s; %s ⊢ %s ⇓ ?", r.env(syntax.FreeVars(n)), heapName(from), derive.Body(n.Stms, n.Res))
	}
	s := n.(syntax.Stm)
	return fmt.Sprintf("%s; %s ⊢ %s ⇓ ?", r.env(syntax.FreeVars(s)), heapName(from), derive.Stm(s))
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
		r.rec.open[top-1].r.unite(t.r)
		r.rec.open[top-1].w.unite(t.w)
	}
	r.rec.Leave(rule, func() string { return r.judgement(n, t) })
}

// judgement returns E; H ⊢ s ⇓ E'; H'; ⟨R, W⟩. E is cut down to the free variables of s,
// and E' to what s binds.
func (r *run) judgement(n any, t trace) string {
	after := fmt.Sprintf("%s; ⟨%s, %s⟩", heapName(r.rec.heap), t.r, t.w)
	switch n := n.(type) {
	case program:
		vs := make([]string, len(n.Res))
		for k, x := range n.Res {
			vs[k] = r.show(r.atom(x))
		}
		return fmt.Sprintf("⊢ %s ⇓ (%s); %s", derive.Body(n.Stms, n.Res), strings.Join(vs, ", "), heapName(r.rec.heap))
	case *syntax.Body:
		text := "•"
		if len(n.Stms) > 0 {
			text = derive.Body(n.Stms, n.Res)
		}
		return fmt.Sprintf("%s; %s ⊢ %s ⇓ E'; %s", r.env(syntax.FreeVars(n)), heapName(t.from), text, after)
	case *syntax.Let:
		var binds []string
		for _, x := range n.Pat {
			binds = append(binds, x.Name+" ↦ "+r.show(r.Env.Of(x.ID)))
		}
		return fmt.Sprintf("%s; %s ⊢ %s ⇓ E, %s; %s", r.env(syntax.FreeVars(n)), heapName(t.from), derive.Stm(n), strings.Join(binds, ", "), after)
	case *syntax.Check:
		return fmt.Sprintf("%s; %s ⊢ %s ⇓ E; %s", r.env(syntax.FreeVars(n)), heapName(t.from), derive.Stm(n), after)
	case *syntax.Free:
		return fmt.Sprintf("%s; %s ⊢ %s ⇓ E; %s", r.env(syntax.FreeVars(n)), heapName(t.from), derive.Stm(n), after)
	}
	panic(fmt.Sprintf("memory: no judgement for %T", n))
}

// heapName returns H₀, H₁, ….
func heapName(n int) string {
	return "H" + strings.Map(func(d rune) rune { return d - '0' + '₀' }, fmt.Sprint(n))
}

func (r *run) env(vars []*syntax.Var) string {
	if len(vars) == 0 {
		return "•"
	}
	parts := make([]string, len(vars))
	for k, x := range vars {
		parts[k] = x.Name + " ↦ " + r.show(r.Env.Of(x.ID))
	}
	return strings.Join(parts, ", ")
}

// show returns v as in a judgement: k, ℓ or (ℓ, L).
func (r *run) show(v Val) string {
	switch {
	case v.IsArray():
		return fmt.Sprintf("(%s, %s)", v.B, v.L)
	case v.IsNumber():
		return value.Format(value.Number(v.I), shown)
	}
	return v.B.String()
}
