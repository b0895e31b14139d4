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
	k.moving = map[move]mattering{}
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
	in, err := k.s.inputs.drawn(engine.NewBudget(k.s.ctx, k.s.o.Memory), k.s.inputs.tests+n)
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

// alternate changes one number of an input after another until no change of one by itself makes the distance fall, and
// then two at a time. It tries one more, one less and twice as much. As long as the distance falls, the steps double.
func (k *seeker) alternate(from start, try func(*Input) (float64, bool), more func() bool) (found bool) {
	moves := k.moves(from.in)
	for fell := true; fell; {
		fell = false
		along := func(m move, by int64) bool {
			if by == 0 || k.idle(m) {
				return false
			}
			next, found := k.along(from, m, by, try, more)
			fell = fell || next.d < from.d
			from = next
			return found
		}
		for _, m := range moves {
			if along(m, 1) || along(m, -1) || along(m, m.value(from.in)) {
				return true
			}
		}
		for i := 0; i < len(moves) && !fell; i++ {
			for j := range i {
				m, both := moves[i], moves[j]
				if !k.counts(m) || !k.counts(both) {
					continue
				}
				m.with = &both
				for _, m.sign = range []int64{1, -1} {
					if along(m, 1) || along(m, -1) {
						return true
					}
				}
			}
		}
	}
	return false
}

// along changes one number by so much, and then by twice as much, as long as the distance falls, and then once more from
// the start.
func (k *seeker) along(from start, m move, first int64, try func(*Input) (float64, bool), more func() bool) (to start, found bool) {
	for by := first; more(); {
		in := k.moved(from.in, m, by)
		d := math.Inf(1)
		if in != nil {
			if d, found = try(in); found {
				return from, true
			}
			k.moving[m.what()] = k.moving[m.what()].after(d != from.d)
		}
		switch {
		case d < from.d:
			from, by = start{in, d}, 2*by
		case by != first:
			by = first
		default:
			return from, false
		}
	}
	return from, false
}

// mattering says whether changes of a number matter to the distance of the condition that is looked for.
type mattering struct {
	ever bool // one did
	not  int  // how many did not
}

func (m mattering) after(changed bool) mattering { return mattering{m.ever || changed, m.not + 1} }

// mostIdle is how many changes of a number have no effect before most of the others are left out.
const mostIdle = 12

// idle tells whether a change can be left out, because those before had no effect. Now and then it says no.
func (k *seeker) idle(m move) bool {
	w := k.moving[m.what()]
	return !w.ever && w.not > mostIdle && k.rand.IntN(20) > 0
}

// counts tells whether a change of a number had an effect.
func (k *seeker) counts(m move) bool { return k.moving[m.what()].ever }
