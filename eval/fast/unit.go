package fast

import (
	"context"
	"slices"
	"sync/atomic"

	"funmem/eval/engine"
)

// bailed ends a run that cannot go on: something does not fit 64 bits, is stuck, is not
// clean, or takes too long. The reference engine finds out what it was.
type bailed struct{}

func bail() { panic(bailed{}) }

// unsupported ends the compilation of a program that the compiler cannot handle.
type unsupported struct{}

// unit is compiled code with its storage. Each variable of each activation of a function
// has its own place, which the code points to. A unit runs on one goroutine at a time.
type unit struct {
	ctx    context.Context
	budget *engine.Budget
	fuel   int
	sites  []*site
	loops  []*rounds
	bufs   []*[]int64
	regs   []*reg
	views  []*view
	heap   *heapState // nil in value mode

	others []*unit // of the twins of its kernels

	updates bool // value mode: an update may change storage

	starved bool         // the run ended for want of memory
	halt    *atomic.Bool // on threads: whether another one has ended the run
}

// pollEvery is how many steps, of a few nanoseconds each, pass before the context is
// checked.
const pollEvery = 1 << 14

// pollSteps is how many steps of a reference engine take about as long as pollEvery steps.
const pollSteps = 100

// tick counts n steps.
func (u *unit) tick(n int) {
	if u.fuel -= n; u.fuel < 0 {
		u.poll()
	}
}

func (u *unit) poll() {
	u.fuel = pollEvery
	err := u.ctx.Err()
	if s, ok := u.ctx.(*engine.Steps); ok && err == nil {
		err = s.Take(pollSteps)
	}
	if err != nil || u.halt != nil && u.halt.Load() {
		bail()
	}
}

// wordsPerStep is how many words are allocated in about the time of a step.
const wordsPerStep = 64

// grant asks for n words, which take allocates. Where the steps are limited it spends some before.
func (u *unit) grant(n int, take func()) {
	if n > mostWords || u.budget.Spend(int64(n)/wordsPerStep) != nil {
		bail()
	}
	if u.budget.Grant(int64(n)) != nil || u.budget.Take(int64(n), take) != nil {
		u.starved = true
		bail()
	}
}

// words returns n zeros.
func (u *unit) words(n int) (w []int64) {
	u.grant(n, func() { w = make([]int64, n) })
	return w
}

// mostWords is the largest size of an array or block.
const mostWords = 1 << 36

// run calls f and tells whether it finished.
func (u *unit) run(ctx context.Context, opts engine.Options, f func()) (ok bool) {
	u.begin(ctx, opts)
	defer func() {
		u.release()
		switch e := recover().(type) {
		case nil:
		case bailed:
			ok = false
		default:
			panic(e)
		}
	}()
	u.poll()
	f()
	return true
}

// begin prepares a run.
func (u *unit) begin(ctx context.Context, opts engine.Options) {
	u.ctx, u.budget, u.fuel, u.starved = ctx, engine.NewBudget(ctx, opts.Memory), pollEvery, false
	for _, o := range u.others {
		o.begin(ctx, opts)
	}
}

// wasStarved tells whether the run ended for want of memory, on some thread.
func (u *unit) wasStarved() bool {
	return u.starved || slices.ContainsFunc(u.others, (*unit).wasStarved)
}

// release drops all arrays.
func (u *unit) release() {
	for _, o := range u.others {
		o.release()
	}
	if u.heap != nil {
		u.heap.spare()
	}
	for _, s := range u.sites {
		s.store = nil
	}
	for _, b := range u.bufs {
		*b = nil
	}
	for _, l := range u.loops {
		l.own = nil
	}
	for _, r := range u.regs {
		r.w, r.buf = nil, nil
	}
	for _, v := range u.views {
		v.data, v.store, v.blk = nil, nil, nil
	}
}

// product returns the product of the sizes of v, which are all at least 0.
func product(v *view) int {
	n := int64(1)
	for k := range v.q {
		if v.d[k].n == 0 {
			return 0
		}
	}
	for k := range v.q {
		n = mul(n, int64(v.d[k].n))
	}
	if n > mostWords {
		bail()
	}
	return int(n)
}
