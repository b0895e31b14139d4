package validate

import (
	"context"
	"fmt"
	"slices"
	"time"

	"funmem/eval/engine"
	"funmem/semantics/num"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// mostTries limits the inputs that shrinking tries, mostSmall those among them that are new small inputs, and
// shrinkSteps the steps they take together.
const (
	mostTries   = 3000
	mostSmall   = 600
	shrinkSteps = 5 * EachSteps
)

// tries is a search that tries other inputs in place of one.
type tries struct {
	ctx   context.Context
	most  int   // how many inputs may be tried
	n     int   // how many were tried
	steps int64 // the steps they took
	run   *runner
}

// trying starts such a search, which ends with the time of the validation, if there is a limit. The returned function
// has to be called at the end.
func trying(ctx context.Context, deadline time.Time, run *runner, most int) (*tries, func()) {
	ctx, cancel := within(ctx, deadline)
	return &tries{ctx: ctx, most: most, run: run}, cancel
}

// over says why no more inputs are tried, or "".
func (w *tries) over() string {
	switch {
	case w.ctx.Err() != nil:
		return "the time was over"
	case w.steps >= shrinkSteps:
		return fmt.Sprintf("that takes more than %d steps", shrinkSteps)
	case w.n > w.most:
		return fmt.Sprintf("%d inputs were tried in its place", w.most)
	}
	return ""
}

// next tells whether one more input may be tried.
func (w *tries) next() bool {
	w.n++
	return w.over() == ""
}

// try makes an input and returns it with its outcome.
func (w *tries) try(make func(*engine.Budget) *Input) (*Input, outcome) {
	return w.as(make, w.run.try)
}

// as is try with another function to try the input.
func (w *tries) as(make func(*engine.Budget) *Input, try func(context.Context, *Input) outcome) (*Input, outcome) {
	in, o := w.run.attempt(w.ctx, func(b *engine.Budget) (in *Input, err error) {
		defer stop.Caught(&err)
		return make(b), nil
	}, try)
	steps := w.run.taken()
	if in != nil && in.Larger {
		steps *= EachSteps / stepsOfLarger
	}
	w.steps += steps
	return in, o
}

// shrink looks for a smaller input that fails in the same way: first smaller sizes, then numbers and elements nearer to
// 0, then arrays with plainer layouts. which picks the failure from an outcome. shrink records the last failure, how
// many inputs it tried, and why it stopped early, if it did.
func (s *search) shrink(res *Result, f *Failure, which func(outcome) *Failure) {
	w, end := trying(s.ctx, s.deadline, newRunner(s.sub, s.o), mostTries)
	defer end()
	s.work = w
	better := func(make func(*engine.Budget) *Input) bool {
		if !w.next() {
			return false
		}
		_, o := w.try(make)
		g := which(o)
		if g == nil || g.Kind != f.Kind {
			return false
		}
		f = g
		return true
	}
	for again := true; again && w.over() == ""; {
		again = s.smallerSizes(f, better) || s.smallerNumbers(f, better) || s.smallerElements(f, better) || s.plainer(f, better) || s.anew(f, better) || s.fewerElements(f, better)
	}
	res.Failure, res.Shrunk, res.Unshrunk = f, w.n, w.over()
}

// within returns a context for work on a result. It ends with the time of the validation, if there is a limit.
func within(ctx context.Context, deadline time.Time) (context.Context, context.CancelFunc) {
	if deadline.IsZero() {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, deadline)
}

// apart is within for work that the result can do without. It alone may be ended for want of memory.
func apart(ctx context.Context, deadline time.Time) (context.Context, func()) {
	ctx, end := engine.Attempt(ctx)
	until, cancel := within(ctx, deadline)
	return until, func() { cancel(); end() }
}

// ended says why such work was cut off.
func ended(until context.Context) string {
	if noMemory(context.Cause(until)) {
		return "that takes too much memory"
	}
	return "the time was over"
}

// anew tries the small inputs with smaller sizes, whatever else they contain.
func (s *search) anew(f *Failure, better func(func(*engine.Budget) *Input) bool) bool {
	g := newInputs(s.sub, 0, 0, mostSmall)
	small := slices.DeleteFunc(g.small, func(at []int) bool { return total(g.sizesAt(at)) >= total(f.Input.Sizes) })
	slices.SortStableFunc(small, func(a, b []int) int { return total(g.sizesAt(a)) - total(g.sizesAt(b)) })
	return slices.ContainsFunc(small, func(at []int) bool {
		return better(func(b *engine.Budget) *Input {
			of := *g
			of.budget = b
			return of.smallInput(at)
		})
	})
}

// total returns the sum of sizes.
func total(sizes []int) (n int) {
	for _, k := range sizes {
		n += k
	}
	return n
}

// smallerSizes tries smaller sizes, all together and then each alone.
func (s *search) smallerSizes(f *Failure, better func(func(*engine.Budget) *Input) bool) bool {
	either := func(sizes []int) bool { // keeps the first elements, or else the last ones
		return better(func(b *engine.Budget) *Input { return s.sub.resized(b, f.Input, sizes, noGap) }) ||
			better(func(b *engine.Budget) *Input { return s.sub.resized(b, f.Input, sizes, 0) })
	}
	if len(f.Input.Sizes) > 1 { // except those that are given
		for _, less := range []func(n int) int{func(n int) int { return n / 2 }, func(n int) int { return n - 1 }} {
			sizes := slices.Clone(f.Input.Sizes)
			for k, n := range sizes {
				sizes[k] = max(0, less(n))
			}
			s.sub.settleSizes(sizes)
			if !slices.Equal(sizes, f.Input.Sizes) && either(sizes) {
				return true
			}
		}
	}
	for k, n := range f.Input.Sizes {
		if s.sub.givesSize(k) {
			continue
		}
		for _, m := range less(n) {
			sizes := slices.Clone(f.Input.Sizes)
			sizes[k] = m
			if either(sizes) {
				return true
			}
		}
	}
	return false
}

// fewerElements tries smaller sizes where elements in the middle are left out: many at once, and then fewer.
func (s *search) fewerElements(f *Failure, better func(func(*engine.Budget) *Input) bool) (found bool) {
	now := f.Input
	for k := range now.Sizes {
		if s.sub.givesSize(k) {
			continue
		}
		for by := now.Sizes[k] / 2; by > 0; by /= 2 {
			for gap := 0; gap+by <= now.Sizes[k] && s.work.over() == ""; {
				sizes := slices.Clone(now.Sizes)
				sizes[k] -= by
				var in *Input
				if better(func(b *engine.Budget) *Input {
					in = s.sub.resized(b, now, sizes, gap)
					return in
				}) {
					now, found = in, true
				} else {
					gap += by
				}
			}
		}
	}
	return found
}

// less returns sizes below n: 0 and 1, then n less a half, a quarter and so on, up to n − 1.
func less(n int) (list []int) {
	for _, m := range []int{0, 1} {
		if m < n {
			list = append(list, m)
		}
	}
	for by := n / 2; by > 0; by /= 2 {
		if n-by > 1 {
			list = append(list, n-by)
		}
	}
	return list
}

// smallerNumbers tries numbers nearer to 0.
func (s *search) smallerNumbers(f *Failure, better func(func(*engine.Budget) *Input) bool) bool {
	for k, x := range f.Input.Numbers {
		if s.sub.givesNumber(k) {
			continue
		}
		for _, y := range nearer(x) {
			if better(func(b *engine.Budget) *Input {
				in := f.Input.clone(b)
				in.Numbers[k] = y
				return in
			}) {
				return true
			}
		}
	}
	return false
}

// smallerElements tries elements nearer to 0: first zeros for many at once, then each element by itself.
func (s *search) smallerElements(f *Failure, better func(func(*engine.Budget) *Input) bool) (found bool) {
	now := f.Input // the last input that fails
	try := func(change func(in *Input)) bool {
		var in *Input
		ok := better(func(b *engine.Budget) *Input {
			in = now.clone(b)
			change(in)
			return in
		})
		if ok {
			now, found = in, true
		}
		return ok
	}
	for k := range now.Arrays {
		if s.sub.givesArray(k) || s.sub.describes(k) { // rows are made again for other sizes
			continue
		}
		n := now.Arrays[k].Elems.Len()
		for part := n; part > 1; part /= 2 {
			for from := 0; from < n && s.work.over() == ""; from += part {
				if to := min(n, from+part); !zero(now.Arrays[k].Elems, from, to) {
					try(func(in *Input) {
						for i := from; i < to; i++ {
							in.Arrays[k].Elems.Set(i, num.Zero(in.Arrays[k].Elem == syntax.F64))
						}
					})
				}
			}
		}
		for i := range n {
			if s.work.over() != "" {
				return found
			}
			for _, y := range nearer(now.Arrays[k].Elems.At(i)) {
				if try(func(in *Input) { in.Arrays[k].Elems.Set(i, y) }) {
					break
				}
			}
		}
	}
	return found
}

// zero tells whether the elements are zeros.
func zero(v *num.Vec, from, to int) bool {
	for i := from; i < to; i++ {
		if x := v.At(i); !x.Equal(num.Zero(x.IsReal())) {
			return false
		}
	}
	return true
}

// plainer tries simpler layouts for the arrays.
func (s *search) plainer(f *Failure, better func(func(*engine.Budget) *Input) bool) bool {
	for k, l := range f.Input.Layouts {
		for _, m := range l.simpler() {
			if better(func(b *engine.Budget) *Input {
				in := f.Input.clone(b)
				in.Layouts[k] = m
				return in
			}) {
				return true
			}
		}
	}
	return false
}

// nearer returns numbers that are simpler than x, the simplest first.
func nearer(x num.Num) []num.Num {
	var list []num.Num
	if x.IsReal() {
		f := x.Real().Float64()
		for _, y := range []float64{0, 1, float64(int64(f))} {
			if y != f && !(f == 0) && (y == 0 || f != 1) {
				list = append(list, num.OfFloat(y))
			}
		}
		return list
	}
	k, ok := x.Int64()
	if !ok {
		return []num.Num{num.Of(0), num.Of(1)}
	}
	for _, y := range []int64{0, 1, k / 2, k - 1, k + 1} {
		if abs(y) < abs(k) || k < 0 && y == 1 || k < 0 && y == -k {
			list = append(list, num.Of(y))
		}
	}
	return list
}

func abs(k int64) int64 { return max(k, -k) }
