package engine

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"runtime"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"funmem/eval/branch"
	"funmem/semantics/rule"
)

// Options are the choices for one run. The zero value runs forward, without a limit, and counts nothing.
type Options struct {
	Schedule Schedule
	Memory   int64 // bytes; 0: no limit
	Digits   int   // significant digits of f64; 0: doubles
	Coverage *rule.Coverage
	Place    *Place        // is told where the run is; nil: nobody is interested
	Branches *branch.Notes // is told which ways conditions go; nil: nobody is interested

	// Threads is how many threads the fast engine may use for the iterations of a kernel; 0 means one. Results do not
	// depend on it.
	Threads int
}

// Schedule is the order of a kernel's iterations.
type Schedule struct {
	kind scheduleKind
	seed int64
	hand *func(n int) func(left []int) int // by hand
}

type scheduleKind uint8

const (
	forward scheduleKind = iota
	reverse
	random
	byHand
)

// ByHand is a schedule that asks for a kernel instance of n iterations how to choose the next one out of those that have
// not begun, in ascending order. They run forward if there is no answer.
func ByHand(hand func(n int) (next func(left []int) int)) Schedule {
	return Schedule{kind: byHand, hand: &hand}
}

// ParseSchedule reads forward, reverse or random:SEED.
func ParseSchedule(text string) (Schedule, error) {
	switch {
	case text == "forward":
		return Schedule{}, nil
	case text == "reverse":
		return Schedule{kind: reverse}, nil
	case strings.HasPrefix(text, "random:"):
		if seed, err := strconv.ParseInt(strings.TrimPrefix(text, "random:"), 10, 64); err == nil {
			return Schedule{kind: random, seed: seed}, nil
		}
	}
	return Schedule{}, fmt.Errorf("schedule %q is none of forward, reverse, random:SEED", text)
}

// String returns the form that ParseSchedule reads, or "by hand".
func (s Schedule) String() string {
	switch s.kind {
	case byHand:
		return "by hand"
	case reverse:
		return "reverse"
	case random:
		return fmt.Sprintf("random:%d", s.seed)
	}
	return "forward"
}

// IsForward tells whether iterations run in the order 1, …, n.
func (s Schedule) IsForward() bool { return s.kind == forward }

// Order returns the order of the iterations of a kernel instance with bound n. Iteration at(t), from 1 to n, is the
// t-th to run, with t from 0. Under a random schedule, the instance number gives each instance its own order.
func (s Schedule) Order(n int, instance int64) (at func(t int) int) {
	switch {
	case s.kind == reverse:
		return func(t int) int { return n - t }
	case s.kind == byHand:
		next := (*s.hand)(n)
		if next == nil {
			break
		}
		left := make([]int, n)
		for k := range left {
			left[k] = k + 1
		}
		return func(int) int {
			i := next(left)
			left = slices.DeleteFunc(left, func(j int) bool { return j == i })
			return i
		}
	case s.kind == random && n > 1: // a source of random numbers takes longer than an iteration
		perm := rand.New(rand.NewSource(s.seed*1_000_003 + instance)).Perm(n)
		return func(t int) int { return perm[t] + 1 }
	}
	return func(t int) int { return t + 1 }
}

// Budget watches over one run. It ends the run when the context is done, and refuses memory beyond the limit. With
// a nil Budget, Poll and Take allow everything.
type Budget struct {
	ctx      context.Context
	limit    int64
	sampled  int64  // bytes asked for since the heap was last measured
	began    bool   // it was measured at least once
	steps    *Steps // the context, if it counts steps
	elements int64  // elements that do not yet make up a step
}

// NewBudget returns a budget of limit bytes (0: no limit) that ends with ctx.
func NewBudget(ctx context.Context, limit int64) *Budget {
	steps, _ := ctx.(*Steps)
	return &Budget{ctx: ctx, limit: limit, steps: steps}
}

// Interrupted is the error of a run that its context ended.
type Interrupted struct{ Cause error }

// PanicIfInterrupted returns an error as it is, but panics with *Interrupted, which ends an evaluation from
// anywhere.
func PanicIfInterrupted(err error) error {
	var stop *Interrupted
	if errors.As(err, &stop) {
		panic(stop)
	}
	return err
}

// Error says that the evaluation was stopped.
func (e *Interrupted) Error() string { return "evaluation stopped" }

// Unwrap returns the context's cause.
func (e *Interrupted) Unwrap() error { return e.Cause }

// Poll returns an Interrupted if the context is done. It costs a few nanoseconds. Each step of evaluation calls it,
// because a step with large integers may take long. A call is one of the Steps of the context.
func (b *Budget) Poll() error {
	if b == nil {
		return nil
	}
	if measuring.Load() > 0 {
		b.pause()
	}
	if b.ctx.Err() != nil {
		return &Interrupted{context.Cause(b.ctx)}
	}
	return nil
}

// Spend takes steps from a context that counts them, for work that takes longer than one step. It returns an
// Interrupted if no steps are left.
func (b *Budget) Spend(steps int64) error {
	if b == nil || b.steps == nil || steps <= 0 {
		return nil
	}
	if err := b.steps.Take(steps); err != nil {
		return &Interrupted{err}
	}
	return nil
}

// elementsPerStep is how many elements of an array can be made, copied or compared in about the time of a step.
const elementsPerStep = 8

// Elements is Spend for n elements that are made, copied or compared.
func (b *Budget) Elements(n int64) error {
	if b == nil || b.steps == nil {
		return nil
	}
	b.elements += max(0, min(n, 1<<59))
	steps := b.elements / elementsPerStep
	b.elements %= elementsPerStep
	return b.Spend(steps)
}

// Copied is Poll and Elements in one.
func (b *Budget) Copied(n int64) error {
	if err := b.Elements(n); err != nil {
		return err
	}
	return b.Poll()
}

// TooMuch is the error of a request for more memory than the limit.
type TooMuch struct{ Want, Limit int64 }

// Error returns the requested size and the limit.
func (e *TooMuch) Error() string {
	return fmt.Sprintf("this needs %s of memory and the limit is %s", Bytes(e.Want), Bytes(e.Limit))
}

const sampleEvery = 64 << 20

// Grant asks for n values of 8 bytes. It returns TooMuch if these and the memory in use would not fit the limit.
func (b *Budget) Grant(n int64) error {
	const most = 1 << 59
	if b.limit == 0 {
		return nil
	}
	want := 8 * min(n, most)
	if want > b.limit {
		return &TooMuch{want, b.limit}
	}
	if b.sampled += want; b.began && b.sampled < min(sampleEvery, b.limit/8) {
		return nil
	}
	if live() > b.limit-b.sampled {
		used := InUse(b.ctx, b.limit-want)
		if err := b.Poll(); err != nil {
			return err
		}
		if used > b.limit-want {
			return &TooMuch{used + want, b.limit}
		}
	}
	b.sampled, b.began = 0, true
	return nil
}

// takeAside is how many values may be taken directly. For more, the runtime may clear memory for longer than a user
// wants to wait.
const takeAside = 1 << 20

// Take calls take, which allocates n values of 8 bytes. If the context is done first, it returns Interrupted, and
// nothing may use what take allocated.
func (b *Budget) Take(n int64, take func()) error {
	if b == nil || n < takeAside {
		take()
		return nil
	}
	taken := make(chan struct{})
	taking.Add(1)
	go func() {
		take()
		taking.Add(-1)
		close(taken)
	}()
	select {
	case <-taken:
		return nil
	case <-b.ctx.Done():
		return &Interrupted{context.Cause(b.ctx)}
	}
}

// Make is Elements, Grant and Take.
func (b *Budget) Make(n int64, take func()) error {
	if err := b.Elements(n); err != nil {
		return err
	}
	if err := b.Grant(n); err != nil {
		return err
	}
	return b.Take(n, take)
}

// taking is the number of calls of take that are still running.
var taking atomic.Int32

// InUse returns the number of bytes in use, to see whether they exceed most. If so, it waits for abandoned
// allocations, and garbage does not count. It returns at once if the context is done.
func InUse(ctx context.Context, most int64) int64 {
	used := live()
	if used <= most {
		return used
	}
	collected := make(chan struct{})
	go func() {
		for taking.Load() > 0 {
			select {
			case <-ctx.Done():
			case <-time.After(time.Millisecond):
				continue
			}
			break
		}
		runtime.GC()
		close(collected)
	}()
	select {
	case <-collected:
	case <-ctx.Done():
	}
	return live()
}

// live returns the number of bytes that the Go heap and the stacks hold, including garbage and gaps between
// objects.
func live() (n int64) {
	samples := []metrics.Sample{
		{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/unused:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"},
	}
	metrics.Read(samples)
	for _, s := range samples {
		n += int64(s.Value.Uint64())
	}
	return n
}

// Bytes prints a number of bytes with a unit, as in "7.3 TiB".
func Bytes(n int64) string {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	f, i := float64(n), 0
	for f >= 1024 && i < len(units)-1 {
		f, i = f/1024, i+1
	}
	if i == 0 {
		return fmt.Sprintf("%d B", n)
	}
	return fmt.Sprintf("%.1f %s", f, units[i])
}

// ParseBytes reads a number of bytes: 1000, 64M, 2G, 1.5GiB.
func ParseBytes(text string) (int64, error) {
	t := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(text), "B"), "I")
	shift := map[byte]uint{'K': 10, 'M': 20, 'G': 30, 'T': 40}
	mult := 1.0
	if t != "" {
		if s, ok := shift[t[len(t)-1]]; ok {
			mult, t = float64(int64(1)<<s), t[:len(t)-1]
		}
	}
	f, err := strconv.ParseFloat(t, 64)
	if err != nil || !(f > 0) || f*mult >= 1<<62 {
		return 0, fmt.Errorf("%q is not a size of memory: write 500M, 2G or a number of bytes", text)
	}
	return int64(f * mult), nil
}
