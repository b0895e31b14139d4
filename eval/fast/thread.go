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
// microseconds, and more if its core sleeps.
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

// parallel tells whether n iterations should run on several threads. Where steps are counted there is one thread, so that
// they end at the same place each time.
func (l *loop) parallel(n int64) bool {
	_, counted := l.u.ctx.(*engine.Steps)
	if len(l.twins) == 0 || counted || n <= 1 || n*int64(l.weight)*int64(l.longest()) < leastParallel {
		return false
	}
	return l.each == 0 || l.each*float64(n) >= float64(leastTime)
}

// timed runs f, which is n iterations on so many threads, and notes how long one iteration takes on one thread.
func (l *loop) timed(n int64, threads int, f func()) {
	start := time.Now()
	f()
	l.each = float64(time.Since(start)) * float64(threads) / float64(max(n, 1))
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
