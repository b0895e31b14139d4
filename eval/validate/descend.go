package validate

import (
	"math"
	"slices"

	"funmem/eval/engine"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// descend looks for an input that makes a condition go a way: from each start it changes one number at a time, as long
// as the distance falls (the alternating variable method, Korel 1990). When the starts are used up, it starts anew from
// random inputs. It takes so many steps, and tells whether there is such an input.
func (k *seeker) descend(c, way int, steps int64) bool {
	until := k.steps - steps
	more := func() bool { return k.steps > until && k.more() }
	try := func(in *Input) (float64, bool) {
		if !k.measure(in) {
			return math.Inf(1), false
		}
		return k.distance(c, way), k.seen.took(c, way)
	}
	starts := slices.Clone(k.starts[c][way])
	for n := 0; more(); n++ {
		if n < len(starts) {
			if k.alternate(starts[n], try, more) {
				return true
			}
			continue
		}
		in := k.anew(n)
		if in == nil {
			k.steps -= stepsOfRun
			continue
		}
		if d, found := try(in); found || !math.IsInf(d, 1) && k.alternate(start{in, d}, try, more) {
			return true
		}
	}
	return false
}

// anew returns a random input. Half of its sizes and numbers are of any magnitude. It may be nil.
func (k *seeker) anew(n int) *Input {
	in, err := k.s.inputs.at(engine.NewBudget(k.s.ctx, k.s.o.Memory), k.s.inputs.tests+n)
	if err != nil || in.Larger {
		return nil
	}
	any := func(most int) int64 { return k.rand.Int64N(2 << k.rand.IntN(most)) }
	for j := range in.Sizes {
		if k.rand.IntN(2) == 0 && !k.s.sub.givesSize(j) {
			if c := k.sized(in, j, any(10)-int64(in.Sizes[j])); c != nil {
				in = c
			}
		}
	}
	c, err := k.changed(in, func(in *Input) {
		for j, x := range k.s.sub.Numbers {
			if x.elem == syntax.Int && k.rand.IntN(2) == 0 {
				in.Numbers[j] = num.Of(any(14) * (1 - 2*k.rand.Int64N(2)))
			}
		}
	})
	if err != nil {
		return nil
	}
	return c
}

// alternate changes one number of an input after another until no change of one by itself makes the distance fall. It
// tries one more, one less and twice as much. As long as the distance falls, the steps double.
func (k *seeker) alternate(from start, try func(*Input) (float64, bool), more func() bool) (found bool) {
	moves := k.moves(from.in)
	for fell := true; fell; {
		fell = false
		for _, m := range moves {
			for _, by := range []int64{1, -1, m.value(from.in)} {
				if by == 0 {
					continue
				}
				next, fell1, found := k.along(from, m, by, try, more)
				if found {
					return true
				}
				from, fell = next, fell || fell1
			}
		}
	}
	return false
}

// along changes one number by so much, and then by twice as much, as long as the distance falls, and then once more from
// the start.
func (k *seeker) along(from start, m move, first int64, try func(*Input) (float64, bool), more func() bool) (to start, fell, found bool) {
	for by := first; more(); {
		in := k.moved(from.in, m, by)
		d := math.Inf(1)
		if in != nil {
			if d, found = try(in); found {
				return from, fell, true
			}
		}
		switch {
		case d < from.d:
			from, fell, by = start{in, d}, true, 2*by
		case by != first:
			by = first
		default:
			return from, fell, false
		}
	}
	return from, fell, false
}
