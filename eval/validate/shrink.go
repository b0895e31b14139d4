package validate

import (
	"slices"
	"time"

	"funmem/semantics/num"
)

// mostSteps bounds the inputs that shrinking tries, mostSmall those among them that are
// made anew, and mostShrinking how long it takes.
const (
	mostSteps     = 3000
	mostSmall     = 600
	mostShrinking = 10 * time.Second
)

// shrink looks for a smaller input that fails in the same way: smaller sizes first,
// then numbers and elements nearer to 0, then arrays that lie plainly. which is what
// fails of an outcome. It gives the last failure and how many inputs it tried.
func (s *search) shrink(f *Failure, which func(outcome) *Failure) (*Failure, int) {
	r := newRunner(s.sub, s.o)
	steps := 0
	end := time.Now().Add(mostShrinking)
	better := func(in *Input) bool {
		if steps++; steps > mostSteps || s.ctx.Err() != nil || time.Now().After(end) {
			return false
		}
		g := which(r.try(s.ctx, in))
		if g == nil || g.Kind != f.Kind {
			return false
		}
		f = g
		return true
	}
	for again := true; again && steps <= mostSteps; {
		again = s.smallerSizes(f, better) || s.smallerNumbers(f, better) || s.smallerElements(f, better) || s.plainer(f, better) || s.anew(f, better)
	}
	return f, steps
}

// anew tries small inputs of smaller sizes, whatever else is in them.
func (s *search) anew(f *Failure, better func(*Input) bool) bool {
	small := newInputs(s.sub, 0, mostSmall).small
	small = slices.DeleteFunc(small, func(in *Input) bool { return in.total() >= f.Input.total() })
	slices.SortStableFunc(small, func(a, b *Input) int { return a.total() - b.total() })
	return slices.ContainsFunc(small, better)
}

// total is the sum of the sizes.
func (in *Input) total() int {
	n := 0
	for _, k := range in.Sizes {
		n += k
	}
	return n
}

// smallerSizes tries smaller sizes, all together and then each alone.
func (s *search) smallerSizes(f *Failure, better func(*Input) bool) bool {
	if len(f.Input.Sizes) > 1 { // but for those that are given
		for _, less := range []func(n int) int{func(n int) int { return n / 2 }, func(n int) int { return n - 1 }} {
			sizes := slices.Clone(f.Input.Sizes)
			for k, n := range sizes {
				sizes[k] = max(0, less(n))
			}
			s.sub.settleSizes(sizes)
			if !slices.Equal(sizes, f.Input.Sizes) && better(s.sub.resized(f.Input, sizes)) {
				return true
			}
		}
	}
	for k, n := range f.Input.Sizes {
		for _, m := range []int{0, 1, n / 2, n - 1} {
			if m < 0 || m >= n || s.sub.givesSize(k) {
				continue
			}
			sizes := slices.Clone(f.Input.Sizes)
			sizes[k] = m
			if better(s.sub.resized(f.Input, sizes)) {
				return true
			}
		}
	}
	return false
}

// smallerNumbers tries numbers nearer to 0.
func (s *search) smallerNumbers(f *Failure, better func(*Input) bool) bool {
	for k, x := range f.Input.Numbers {
		if s.sub.givesNumber(k) {
			continue
		}
		for _, y := range nearer(x) {
			in := f.Input.clone()
			in.Numbers[k] = y
			if better(in) {
				return true
			}
		}
	}
	return false
}

// smallerElements tries elements nearer to 0.
func (s *search) smallerElements(f *Failure, better func(*Input) bool) bool {
	for k, a := range f.Input.Arrays {
		if s.sub.givesArray(k) {
			continue
		}
		for i := range a.Elems.Len() {
			for _, y := range nearer(a.Elems.At(i)) {
				in := f.Input.clone()
				in.Arrays[k].Elems.Set(i, y)
				if better(in) {
					return true
				}
			}
		}
	}
	return false
}

// plainer tries arrays that lie in row-major order.
func (s *search) plainer(f *Failure, better func(*Input) bool) bool {
	for k, l := range f.Input.Layouts {
		if l == RowMajor {
			continue
		}
		in := f.Input.clone()
		in.Layouts[k] = RowMajor
		if better(in) {
			return true
		}
	}
	return false
}

// nearer are numbers that are simpler than x, the simplest first.
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
