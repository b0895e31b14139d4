package fast

import (
	"context"
	"slices"
	"sync"
	"time"

	"funmem/eval/engine"
	"funmem/semantics/syntax"
)

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
	for at, part := from, 0; at < n; part++ {
		to := min(n, at+n/parts)
		code, other := l.speed[byCode], l.speed[byOthers]
		others := code.known() && (!other.known() || other < code)
		if inTurn {
			others = part%2 == 0
		}
		if others {
			l.speed[byOthers].measure(to-at, func() { l.otherwise(at, to) })
		} else {
			if code.known() && !inTurn {
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

// inTurn makes the parts run without native code and with it in turn, for tests.
var inTurn = false

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
	c := l.native
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
		w.begin(r.words)
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
		w.end(r.words) // also of a run that ended early
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

// CheckNatively is Check with native code for outermost kernels, from the start if eager is set, and otherwise once they
// have taken a while. What is not compiled runs as in Check.
func CheckNatively(ctx context.Context, p *syntax.Program, inputs map[int]Input, opts engine.Options, n Natives, eager bool) (clean *Clean, ok bool) {
	all := nativesOf(n, p, inputs)
	all.eager = eager
	return check(ctx, p, inputs, opts, false, all)
}
