package fast

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"
	"unsafe"

	"funmem/eval/engine"
	"funmem/semantics/syntax"
)

// natives are the kernels of a program that native code may run.
type natives struct {
	Natives
	kernels []*native
	built   bool
	eager   bool          // they are built before the run
	tried   bool          // to build them
	spent   time.Duration // in their kernels without native code
	reals   map[int]bool  // the variables that are f64s, or arrays of them
}

// nativesOf prepares native code for a program.
func nativesOf(n Natives, p *syntax.Program, inputs map[int]Input) *natives {
	all := &natives{Natives: n, reals: map[int]bool{}}
	syntax.Walk(p, func(n syntax.Node) bool {
		if x, ok := n.(*syntax.Binding); ok && x.Type != nil && x.Type.Elem == syntax.F64 {
			all.reals[x.ID] = true
		}
		return true
	})
	for id, in := range inputs {
		if in.Real || in.Block == nil && in.I.IsReal() {
			all.reals[id] = true
		}
	}
	return all
}

// worthCompiling is how long kernels run before they are compiled, unless that is asked for from the start. A C compiler
// takes some 100 ms, so a check with native code takes at most about twice as long as it should. Tests make it shorter.
var worthCompiling = 300 * time.Millisecond

// build translates and compiles the kernels, once. Without native code the closures run them.
func (n *natives) build(ctx context.Context) {
	if n.tried || len(n.kernels) == 0 {
		return
	}
	n.tried = true
	var all []*Code
	if !unlessDone(func() {
		for _, k := range n.kernels {
			if k.translate(n.Code(k.nest)); k.code != nil {
				all = append(all, k.code)
			}
		}
	}) || len(all) == 0 {
		return
	}
	n.built = n.Build(ctx, all) == nil
}

// native is an outermost kernel that may run as native code, with what it gets from outside.
type native struct {
	all     *natives
	c       *compiler
	nest    *Nest
	vars    map[int]operand // from outside
	code    *Code           // or nil
	arrays  []*view
	blocks  []*mem
	numbers []intFn
	count   func(words []int64)
	words   []int64
}

// native notes an outermost kernel. It returns nil if there is to be no native code.
func (c *compiler) native(k *syntax.Kernel, pat []*syntax.Binding) *native {
	if c.natives == nil || len(c.loops) > 0 || c.branches != nil || c.holes {
		return nil
	}
	n := &native{all: c.natives, c: c, vars: map[int]operand{}}
	outside := map[int]Outside{}
	free := syntax.FreeVars(k.Body)
	for _, d := range syntax.Reached(k, c.def) {
		free = append(free, syntax.FreeVars(d)...)
	}
	for _, x := range free {
		if _, ok := n.vars[x.ID]; ok || x.ID == k.Index[0].X.ID {
			continue
		}
		if !supported(func() { n.vars[x.ID] = c.given(x.ID) }) {
			return nil
		}
		o := Outside{Elem: elemOf(c.natives.reals[x.ID])}
		switch v := n.vars[x.ID]; {
		case v.v != nil:
			o.Rank = v.v.q
		case v.m != nil:
			o.Elem = syntax.Mem
		}
		outside[x.ID] = o
	}
	n.nest = &Nest{Kernel: k, Pat: pat, Outside: outside, Def: c.def, Ask: c.uses.ask}
	c.natives.kernels = append(c.natives.kernels, n)
	return n
}

// given is a variable that a kernel gets from outside.
func (c *compiler) given(id int) operand {
	c.resolve(id)
	return operand{n: c.names.ints[id], v: c.names.arrs[id], m: c.names.mems[id]}
}

// translate takes over the code of the kernel, or nil.
func (n *native) translate(code *Code) {
	n.code = code
	if code == nil {
		return
	}
	for _, id := range code.Arrays {
		n.arrays = append(n.arrays, n.vars[id].v)
	}
	for _, id := range code.Blocks {
		n.blocks = append(n.blocks, n.vars[id].m)
	}
	for _, id := range code.Numbers {
		n.numbers = append(n.numbers, emit(n.vars[id].n))
	}
	n.count = n.c.counter(code)
}

// counter returns what adds the numbers that code has counted to those of the run.
func (c *compiler) counter(code *Code) func(words []int64) {
	var add []func(n int)
	for _, x := range code.Bindings {
		add = append(add, c.noter(x, &view{}))
	}
	var made []*int
	for _, x := range code.Allocs {
		made = append(made, c.named(x.Written()))
	}
	var ran []*bool
	for _, name := range code.Calls {
		ran = append(ran, c.result.Called[name])
	}
	h, stats := c.u.heap, c.stats
	return func(words []int64) {
		for j, e := range code.Kernels {
			s, instances := stats[e], int(words[2*j])
			h.instances += int64(instances)
			s.Instances += instances
			s.Iterations += int(words[2*j+1])
		}
		words = words[2*MostKernels:]
		order := words[MostBindings:]
		for _, j := range order[1 : 1+order[0]] {
			add[j](int(words[j]))
		}
		for j, m := range made {
			*m += int(order[1+MostBindings+j])
		}
		for j, r := range ran {
			*r = *r || order[1+MostBindings+MostAllocs+j] > 0
		}
	}
}

// waits tells whether the kernel may be compiled later.
func (l *loop) waits() bool { return l.native != nil && !l.native.all.tried }

// grown adds the time since begun to that of all kernels, and compiles them if that is long enough. It tells whether
// they have been compiled now.
func (l *loop) grown(begun *time.Time) bool {
	if !l.waits() {
		return false
	}
	all, now := l.native.all, time.Now()
	all.spent += now.Sub(*begun)
	*begun = now
	if all.spent < worthCompiling {
		return false
	}
	all.build(l.u.ctx)
	return all.built
}

// natively runs the iterations that follow from, to n, at least some of them as native code. It returns false, and has
// done nothing, if that cannot be. The kernel has been entered.
func (l *loop) natively(from, n int) bool {
	w := l.prepare(n - from)
	if w == nil {
		return false
	}
	if w.full && from > 0 && l.placed(n) {
		l.record(from)
	}
	if w.full || n-from < 2*parts {
		l.speed[byCode].measure(n-from, func() { l.runNative(w, from, n) })
		return true
	}
	for at := from; at < n; {
		to := min(n, at+n/parts)
		code, other := l.speed[byCode], l.speed[byOthers]
		if code.known() && (!other.known() || other < code) {
			l.speed[byOthers].measure(to-at, func() { l.otherwise(at, to) })
		} else {
			if code.known() {
				to = n
			}
			l.speed[byCode].measure(to-at, func() { l.runNative(w, at, to) })
		}
		at = to
	}
	return true
}

// parts is how many parts the iterations of a kernel are divided into, to find out how they run fastest. Native code is
// not faster for all: where each iteration has a sum in order, strips compute many of them at once. Tests make them fewer.
var parts = 32

// otherwise runs iterations from + 1 to to without native code. No two iterations write the same location.
func (l *loop) otherwise(from, to int) {
	at := from
	if l.inStrips(int64(to - from)) {
		at = int(l.together(int64(from)+1, int64(to)))
	}
	for ; at < to; at += l.chunk {
		hi := min(to, at+l.chunk)
		l.u.tick((hi - at) * l.weight)
		l.forward(at+1, hi)
	}
}

// speed is how long an iteration takes, in nanoseconds; 0 if that is not known.
type speed float64

// These are the ways to run iterations.
const (
	byCode = iota
	byOthers
)

func (s speed) known() bool { return s > 0 }

// measure runs n iterations.
func (s *speed) measure(n int, run func()) {
	begun := time.Now()
	run()
	*s = speed(max(1, time.Since(begun).Nanoseconds())) / speed(n)
}

// prepare makes the words for running iterations natively. It returns nil if that cannot be.
func (l *loop) prepare(n int) *wordsOf {
	c := l.native
	if c == nil || c.code == nil || !c.all.built || n == 0 {
		return nil
	}
	if _, limited := l.u.ctx.(*engine.Steps); limited {
		return nil
	}
	full := !c.code.Apart
	var views []*view
	var hot []bool
	for _, v := range c.arrays {
		is, ok := v.asInput()
		if !ok {
			return nil
		}
		full = full || is
		views, hot = append(views, v), append(hot, is)
	}
	for _, o := range l.outs {
		if !o.dst.inBlock() || o.dst.blk.wrote == nil || o.dst.blk.depth > 0 {
			return nil
		}
		full = full || !o.dst.apart(0)
		views, hot = append(views, o.dst), append(hot, true)
	}
	w := &wordsOf{words: c.words[:0], heap: l.u.heap, levels: c.code.Levels, full: full}
	w.header(n, views)
	for j, v := range views[:len(c.arrays)] {
		w.block(v.blk, hot[j])
		w.view(v, hot[j])
	}
	for _, m := range c.blocks {
		if m.blk == nil || m.blk.depth > 0 {
			return nil
		}
		w.block(m.blk, m.blk.hot > 0)
	}
	for _, k := range c.code.Writes {
		if c.blocks[k].blk.hot == 0 { // it has no records
			return nil
		}
	}
	for _, o := range l.outs {
		w.block(o.dst.blk, true)
		w.view(o.dst, true)
	}
	for _, f := range c.numbers {
		w.put(f())
	}
	w.counts = len(w.words)
	w.words = append(w.words, make([]int64, CountWords)...)
	c.words = w.words
	return w
}

// leastOnThread is how long, in nanoseconds, a thread should have to do. Tests make it smaller.
var leastOnThread = speed(200_000)

// runNative runs iterations from + 1 to to, on several threads if none of them can meet another. The run of the program
// ends if they may not be clean.
func (l *loop) runNative(w *wordsOf, from, to int) {
	c, h := l.native, l.u.heap
	threads := 1
	if s := l.speed[byCode]; !w.full && s.known() {
		threads = max(1, min(c.c.opts.Threads, to-from, int(s*speed(to-from)/leastOnThread)))
	}
	memory := c.c.opts.Memory / 8
	if memory == 0 { // no limit
		memory = mostWords
	}
	w.pin()
	runs := make([]struct {
		words []int64
		done  bool
	}, threads)
	var all sync.WaitGroup
	for k := range runs {
		r := &runs[k]
		r.words = w.words
		if k > 0 {
			r.words = slices.Clone(w.words)
		}
		w.pinned.Pin(&r.words[0])
		r.words[WordFrom], r.words[WordTo] = int64(from+(to-from)*k/threads), int64(from+(to-from)*(k+1)/threads)
		r.words[WordNow] = h.now
		if k > 0 {
			all.Go(func() { r.done = c.all.Run(l.u.ctx, c.code, r.words, memory) })
		}
	}
	runs[0].done = c.all.Run(l.u.ctx, c.code, runs[0].words, memory)
	all.Wait()
	w.pinned.Unpin()
	done := true
	for _, r := range runs {
		done = done && r.done
		h.now = max(h.now, r.words[WordNow]) // also of a run that ended early
	}
	if !done {
		bail()
	}
	for _, r := range runs {
		c.count(r.words[w.counts:])
	}
	w.after()
}

// asInput tells whether the elements of an array must be checked when they are read. ok is false if native code cannot
// read it.
func (v *view) asInput() (checked, ok bool) {
	if v.blk == nil || v.blk.freed || v.blk.depth > 0 || v.void.at > 0 || !v.inBlock() {
		return false, false
	}
	checked = v.blk.hot > 0 || !v.intact()
	return checked, !checked || v.blk.wrote != nil
}

// inBlock tells whether all elements are in the block.
func (v *view) inBlock() bool {
	if v.blk == nil {
		return false
	}
	if v.count() == 0 {
		return true
	}
	lo, hi := v.extent()
	return v.inside(lo, hi)
}

// wordsOf makes the words for a run.
type wordsOf struct {
	words  []int64
	heap   *heapState
	levels int
	full   bool
	counts int // where what is counted begins
	blocks []*memBlock
	wrote  []*memBlock // those that the code may have written
	pinned runtime.Pinner
}

// pin keeps the blocks where they are.
func (w *wordsOf) pin() {
	for _, b := range w.blocks {
		for _, data := range [][]int64{b.cells, b.wrote} {
			if len(data) > 0 {
				w.pinned.Pin(&data[0])
			}
		}
		for _, recs := range b.recs {
			if len(recs) > 0 {
				w.pinned.Pin(&recs[0])
			}
		}
	}
}

func (w *wordsOf) put(x int64) { w.words = append(w.words, x) }

// header writes the first words.
func (w *wordsOf) header(n int, views []*view) {
	unit := int64(1)
	for _, v := range views {
		if last := v.d[v.q-1]; last.n > 1 && last.s != 1 && v.count() > 0 {
			unit = 0
		}
	}
	h := w.heap
	for len(h.levels) < w.levels {
		h.levels = append(h.levels, level{})
	}
	w.words = append(w.words, 0, int64(n), h.now, truth(w.full), unit)
	for l := range MostLevels {
		switch {
		case l == 0:
			w.put(int64(h.levels[0].base))
		case l < w.levels:
			h.unwind(l)
			w.put(int64(h.levels[l].clock))
		default:
			w.put(0)
		}
	}
}

// mostClock is where a clock starts again before a run of native code, which cannot do that itself.
const mostClock = 1 << 31

// unwind starts the clock of a level again if it is late.
func (h *heapState) unwind(l int) {
	if h.levels[l].clock < mostClock {
		return
	}
	h.levels[l].clock = 0
	for _, b := range h.blocks {
		if l < len(b.recs) {
			clear(b.recs[l])
		}
	}
}

// block writes the words of a block. If the code may write it, or must check what it reads there, it gets records.
func (w *wordsOf) block(b *memBlock, hot bool) {
	w.blocks = append(w.blocks, b)
	w.address(b.cells)
	w.address(b.wrote)
	w.put(int64(len(b.cells)))
	w.put(b.start)
	for l := range MostLevels {
		if !hot || !w.full || l >= w.levels {
			w.put(0)
			continue
		}
		recs := b.records(l)
		if len(recs) == 0 {
			w.put(0)
			continue
		}
		w.put(int64(uintptr(unsafe.Pointer(&recs[0]))))
	}
	if hot {
		w.wrote = append(w.wrote, b)
	}
}

// address writes the address of words.
func (w *wordsOf) address(data []int64) {
	if len(data) == 0 {
		w.put(0)
		return
	}
	w.put(int64(uintptr(unsafe.Pointer(&data[0]))))
}

// view writes the words of a view.
func (w *wordsOf) view(v *view, hot bool) {
	w.put(int64(v.first()))
	w.put(truth(hot))
	w.put(v.birth)
	for _, d := range v.d[:v.q] {
		w.put(int64(d.n))
		w.put(int64(d.s))
	}
}

// after takes over what a run has left.
func (w *wordsOf) after() {
	h := w.heap
	for l := 1; l < w.levels; l++ {
		h.levels[l].clock = uint32(w.words[WordClock+l])
	}
	for _, b := range w.wrote {
		b.last = h.now
		b.forget()
	}
}

// CheckNatively is Check with native code for outermost kernels, from the start if eager is set, and otherwise once they
// have taken a while. What is not compiled runs as in Check.
func CheckNatively(ctx context.Context, p *syntax.Program, inputs map[int]Input, opts engine.Options, n Natives, eager bool) (clean *Clean, ok bool) {
	all := nativesOf(n, p, inputs)
	all.eager = eager
	return check(ctx, p, inputs, opts, false, all)
}
