package validate

import (
	"math"

	"funmem/eval/engine"
)

// Where BEFORE takes few inputs, more are bred from those that it takes.
const (
	fewArguments = 2   // if fewer than one in so many of the inputs that were wanted are arguments
	mostBred     = 250 // how many are bred
	mostMutated  = 3   // how many numbers change at a time
)

// breed compares more inputs if few of those before were arguments of BEFORE. It changes a few numbers of one that is,
// and goes on from the result if BEFORE takes that too.
func (s *search) breed() {
	if !s.o.Branches || s.sub.alone || s.ctx.Err() != nil || s.first != math.MaxInt || s.givenUp() || s.over() || s.sub.closed() ||
		s.so.ran == 0 || s.so.ran*fewArguments >= s.tests {
		return
	}
	k := newSeeker(s)
	var known, bred []*Input
	keys := map[uint64]bool{}
	for t := range s.so.n {
		if s.tried[t].ran == nil || s.tried[t].again {
			continue
		}
		if in, err := s.inputs.at(engine.NewBudget(s.ctx, s.o.Memory), t); err == nil && s.sub.bulkOf(in) <= seekCells {
			known = append(known, in)
			keys[s.inputs.key(in)] = true
		}
	}
	want := min(s.tests-s.so.ran, mostBred)
	for len(known) > 0 && len(bred) < want && k.more() {
		in := k.mutated(known[k.rand.IntN(len(known))])
		key := s.inputs.key(in)
		if keys[key] {
			k.steps -= stepsOfRun
			continue
		}
		keys[key] = true
		if k.run(in) {
			known, bred = append(known, in), append(bred, in)
		}
	}
	s.compareMore(bred)
}

// mutated returns an input with a few numbers changed.
func (k *seeker) mutated(in *Input) *Input {
	for range 1 + k.rand.IntN(mostMutated) {
		moves := k.moves(in)
		if len(moves) == 0 {
			break
		}
		m := moves[0]
		by := int64(1) << k.rand.IntN(1+k.rand.IntN(12))
		if k.rand.IntN(2) == 0 {
			by = -by
		}
		if c := k.moved(in, m, by); c != nil {
			in = c
		}
	}
	return in
}
