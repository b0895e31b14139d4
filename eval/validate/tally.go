package validate

import (
	"funmem/eval/engine"
	"funmem/eval/validity"
)

// tally is what inputs showed, in the order of their numbers: counts in res, and the first input of each kind.
type tally struct {
	s   *search
	res *Result

	why, endless, limit, unfit error
	decides                    outcome
	unlike                     *Failure
	all                        validity.Verdict // on the compared inputs
	narrow                     error            // why AFTER does not take an input that BEFORE takes
	limited                    int              // the number of the first input on which AFTER runs into a limit
	full, left                 bool             // an input with elements was compared; one could be
}

// add notes the outcome of input number t.
func (a *tally) add(t int, o outcome) {
	s, res := a.s, a.res
	switch {
	case o.again:
		res.Again++
	case o.fail != nil || o.wrong != nil:
		a.decides, res.Number = o, t+1
	case o.outside != nil:
		a.left = a.left || o.full
		if res.Outside++; res.Stuck == nil {
			res.Stuck = o.outside
		}
		beside := s.sub.unexcused(o.outside)
		if s.sub.alone && (res.Beyond == nil || beside && res.Beside == 0) {
			if in, err := s.inputs.at(engine.NewBudget(s.ctx, s.o.Memory), t); err == nil {
				res.Beyond = &Beyond{in, o.outside}
			}
		}
		if beside {
			res.Beside++
		}
	case o.stops != nil:
		if s.sub.alone { // it is not a valid argument
			a.left = a.left || o.full
		} else {
			a.full = a.full || o.full
		}
		res.Stopped++
	case o.why != nil:
		a.why = o.why
		if res.Unplaced++; o.narrow && a.narrow == nil {
			a.narrow = o.why
		}
	case o.limit != nil:
		if a.limit == nil {
			a.limit, a.limited = o.limit, t+1
		}
		res.hungry = res.hungry || noMemory(o.limit)
	case o.skipped != nil:
		a.left = a.left || o.full
		if res.Skipped++; a.endless == nil {
			a.endless = o.skipped
		}
		if noMemory(o.skipped) {
			res.Starved++
		}
	case o.long:
		a.left = a.left || o.full
		res.Long++
	case o.unfit != nil:
		a.left = true
		if res.Unfit++; a.unfit == nil {
			a.unfit = o.unfit
		}
	case o.ran != nil:
		a.full = a.full || o.full
		if res.Tests++; a.unlike == nil {
			a.unlike = o.unlike
		}
		if o.strays {
			res.Strays++
		}
		if res.Tried == nil && len(s.sub.Arrays)+len(s.sub.Numbers) > 0 {
			res.Tried = &Tried{}
		}
		if res.Tried != nil {
			res.Tried.add(o.tried)
		}
		a.all.Add(o.ran)
		res.Ends = append(res.Ends, without(o.ends, res.Ends)...)
		res.Used[0].Add(o.used[0])
		res.Used[1].Add(o.used[1])
	}
}
