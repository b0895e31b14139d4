package fast

import (
	"sync"
	"sync/atomic"
	"time"

	"funmem/eval/engine"
	"funmem/semantics/syntax"
)

// leastParallel is how many steps make a kernel worth several threads. Tests make it smaller.
var leastParallel = int64(1 << 14)

// leastTime is how long a kernel takes that is worth several threads, once its time is known. To start a thread takes some
// microseconds, and more if its core sleeps. Tests make it 0: then all kernels are.
var leastTime = 200 * time.Microsecond

// chunksEach is how many parts of the iterations there are for each thread, which takes the next one when it is done.
const chunksEach = 8

// twins compiles copies of a kernel that is not within another one, for other threads. Each has slots, registers and storage
// of its own for what the body binds. What is bound outside is shared, and does not change while the kernel runs.
func (c *compiler) twins(l *loop, k *syntax.Kernel, shapes [][]intFn) {
	if c.nested > 0 || c.unstrip || c.branches != nil || c.u.heap != nil {
		return
	}
	u, size := c.u, c.size
	defer func() { c.u, c.size = u, size }()
	for len(l.twins)+1 < c.threads {
		c.u = &unit{}
		l.twins = append(l.twins, c.kernelLoop(k, shapes))
		u.others = append(u.others, c.u)
	}
}

// pace is how long an iteration takes, in ns of wall time: on one thread, and on several. 0: not known.
type pace struct {
	one, several float64
	runs         int
}

// large tells whether n iterations may be worth several threads. Where steps are counted there is one thread, so that they
// end at the same place each time.
func (l *loop) large(n int64) bool {
	if len(l.twins) == 0 || n <= 1 || n*int64(l.weight)*int64(l.longest()) < leastParallel {
		return false
	}
	_, counted := l.u.ctx.(*engine.Steps)
	return !counted
}

// clearly is how long a kernel takes on several threads so that it is not tried on one.
const clearly = 5 * time.Millisecond

// again is after how many runs the slower way is tried again: the sizes may have changed.
const again = 50

// parallel tells whether n iterations should run on several threads.
func (p *pace) parallel(n int64) bool {
	p.runs++
	takes := func(each float64) time.Duration { return time.Duration(each * float64(n)) }
	switch {
	case leastTime == 0 || p.one == 0 && p.several == 0:
		return true
	case p.several == 0:
		return takes(p.one) >= leastTime
	case p.one == 0:
		return takes(p.several) >= clearly
	case takes(p.one) < leastTime:
		return false
	}
	return (p.several < p.one) == (p.runs%again != 0)
}

// timed runs f, which is n iterations on one thread or several, and notes how long one takes, unless f fails.
func (p *pace) timed(n int64, several bool, f func() bool) bool {
	start := time.Now()
	if !f() {
		return false
	}
	each := float64(time.Since(start)) / float64(max(n, 1))
	best := &p.one
	if several {
		best = &p.several
	}
	if *best *= 1.02; *best == 0 || each < *best { // the shortest time counts, and is slowly forgotten
		*best = each
	}
	return true
}

// longest returns the number of elements of the largest row of a result, at least 1.
func (l *loop) longest() int {
	n := 1
	for _, o := range l.outs {
		n = max(n, o.dst.rowCount(1))
	}
	return n
}

// onThreads runs iterations 1 to n on several threads. If one of them ends the run, the others stop soon.
func (l *loop) onThreads(n int64) {
	size := max(1, n/int64(chunksEach*(len(l.twins)+1)))
	if size >= int64(stripWidth) {
		size -= size % int64(stripWidth)
	}
	var next atomic.Int64
	var halt atomic.Bool
	work := func(l *loop) {
		for {
			first := next.Add(size) - size + 1
			if first > n {
				return
			}
			l.some(first, min(n, first+size-1))
		}
	}
	var all sync.WaitGroup
	ends := make([]any, len(l.twins)+1)
	run := func(k int, l *loop) {
		l.u.halt = &halt
		defer func() {
			l.u.halt = nil
			if ends[k] = recover(); ends[k] != nil {
				next.Store(n)
				halt.Store(true)
			}
		}()
		work(l)
	}
	for k, t := range l.twins {
		for j, o := range l.outs {
			*t.outs[j].dst = *o.dst
		}
		all.Go(func() { run(k+1, t) })
	}
	run(0, l)
	all.Wait()
	var ended any
	for _, end := range ends {
		if _, declined := ended.(bailed); end != nil && (ended == nil || declined) {
			ended = end // rather a bug than that a thread declines
		}
	}
	if ended != nil {
		panic(ended)
	}
}
