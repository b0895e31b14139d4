package fast

import (
	"sync"
	"sync/atomic"

	"funmem/eval/engine"
	"funmem/semantics/syntax"
)

// Sums on several threads: each thread computes the terms of some rounds, and one thread adds them in the order of the
// rounds, so that the result is that of the rules.

// termsTogether is how many rounds a thread computes before it hands their terms on. Tests make it smaller.
var termsTogether = int64(1 << 14)

// terms are what some rounds add to each accumulator.
type terms struct {
	of    [][]int64
	n     int
	ended any // what ended the thread: a panic, or true if a strip failed; nil: nothing
}

// foldTwins compiles copies of a sum that is not within a kernel, for the threads that compute terms.
func (c *compiler) foldTwins(f *foldStrip, e *syntax.Loop) {
	if f.sum == nil || c.threads < 2 || c.nested > 0 || c.unstrip || c.branches != nil || c.u.heap != nil {
		return
	}
	u, size := c.u, c.size
	defer func() { c.u, c.size = u, size }()
	for range c.threads {
		c.u = &unit{}
		t := c.foldStrip(e)
		if t == nil || t.sum == nil {
			f.twins = nil
			return
		}
		f.twins = append(f.twins, t)
		u.others = append(u.others, c.u)
	}
}

// leastRound is how many ns a round takes that is worth several threads. To add a term to a sum takes about one, and that
// is left to one thread. Until the time of a round is known, an instruction counts as a quarter of one. Tests make it smaller.
var leastRound = 4.0

// large tells whether n rounds may be worth several threads: see loop.large.
func (f *foldStrip) large(n int64) bool {
	if len(f.twins) == 0 || n <= termsTogether {
		return false
	}
	_, counted := f.s.u.ctx.(*engine.Steps)
	return !counted
}

// parallel tells whether n rounds should run on several threads.
func (f *foldStrip) parallel(n int64) bool {
	each := f.pace.one
	if each == 0 && f.pace.several == 0 {
		each = float64(len(f.s.code)) / 4
	}
	return (each == 0 || each >= leastRound) && f.pace.parallel(n)
}

// timed runs n rounds on one thread or several, and notes how long one takes.
func (f *foldStrip) timed(n int64, several bool) (ok bool) {
	return f.pace.timed(n, several, func() bool {
		if several {
			return f.onThreads(n)
		}
		return f.run(n, nil)
	})
}

// onThreads computes the accumulators of rounds 1 to n. ok is false if it could not.
func (f *foldStrip) onThreads(n int64) (ok bool) {
	const each = 2 // buffers of a thread
	var halt atomic.Bool
	quit := make(chan struct{})
	var all sync.WaitGroup
	full, free := make([]chan *terms, len(f.twins)), make([]chan *terms, len(f.twins))
	for k := range f.twins { // there may not be enough memory: then no thread runs
		full[k], free[k] = make(chan *terms, each+1), make(chan *terms, each) // one place for the end
		for range each {
			x := &terms{}
			for range f.accs {
				x.of = append(x.of, f.s.u.words(int(termsTogether)))
			}
			free[k] <- x
		}
	}
	for k, t := range f.twins {
		t.s.u.halt = &halt
		all.Go(func() { t.produce(int64(k), int64(len(f.twins)), n, free[k], full[k], quit) })
	}
	f.s.stop = false
	var ended any
	for done, k := int64(0), 0; done < n && ended == nil; k = (k + 1) % len(full) {
		x := <-full[k]
		if ended = x.ended; ended != nil {
			break
		}
		for j, add := range f.sum.add {
			*f.accs[j] = add(*f.accs[j], x.of[j][:x.n])
		}
		if f.s.stop {
			break
		}
		done += int64(x.n)
		free[k] <- x
	}
	halt.Store(true)
	close(quit)
	all.Wait()
	for _, t := range f.twins {
		t.s.u.halt = nil
	}
	switch ended.(type) {
	case nil, bool, bailed:
		return ended == nil && !f.s.stop
	}
	panic(ended)
}

// produce computes the terms of every so many-th part of the rounds, beginning with part k.
func (f *foldStrip) produce(k, threads, n int64, free, full chan *terms, quit chan struct{}) {
	var x *terms
	defer func() {
		if e := recover(); e != nil {
			full <- &terms{ended: e}
		}
	}()
	f.s.begin()
	for first := k * termsTogether; first < n; first += threads * termsTogether {
		select {
		case x = <-free:
		case <-quit:
			return
		}
		x.n = int(min(n-first, termsTogether))
		for done := 0; done < x.n; {
			k := f.s.run(first+int64(done)+1, first+int64(x.n))
			if k == 0 {
				full <- &terms{ended: true}
				return
			}
			f.s.u.tick(k * (1 + len(f.s.code)/8))
			for j, r := range f.sum.of {
				copy(x.of[j][done:], r.w)
			}
			done += k
		}
		full <- x
	}
}
