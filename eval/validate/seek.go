package validate

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"funmem/eval/branch"
	"funmem/eval/engine"
	"funmem/semantics/diag"
	"funmem/semantics/erase"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Bounds of the search for inputs that make conditions go ways they did not go. It takes as many steps as the inputs
// before it, or as one and a half inputs may take if that is more.
const (
	seekFrom     = 400     // how many inputs it begins with
	seekStarts   = 6       // how many of them it keeps for each way
	seekCells    = 1 << 12 // how many elements an input may have
	seekVariants = 4       // how many inputs with other elements are compared besides one that is found
	seekRun      = 1 << 13 // the steps of one run: what conditions do up to there is enough
	stepsOfRun   = 50      // what it takes to start a run
)

// seeker looks for such inputs. It runs the value semantics of both sides, where the ints that say how arrays lie are
// numbers like others, and measures how far conditions are from their ways.
type seeker struct {
	s        *search
	r        *runner
	rand     *rand.Rand
	programs [2]*syntax.Program // without memory; nil: of IMP
	notes    [2]*branch.Notes
	spots    []spot
	seen     ways // of the spots, on all inputs that were measured and, where calls need not be told apart, compared
	many     bool // there are several spots for one condition
	begins   bool // the inputs that are measured were compared before
	starts   [][2][]start
	steps    int64              // left
	moving   map[move]mattering // to the condition that is looked for
	stuck    bool               // AFTER is stuck on the last input, and BEFORE is not
	compare  []*Input
}

// start is an input whose runs come near a way of a condition.
type start struct {
	in *Input
	d  float64
}

// seek compares inputs that make conditions go ways that they did not go on the inputs before.
func (s *search) seek() {
	if s.ctx.Err() != nil || s.first != math.MaxInt || len(s.conditions) == 0 || s.givenUp() || s.over() || s.sub.closed() {
		return
	}
	k := newSeeker(s)
	if !s.so.missing() && !k.many {
		return
	}
	k.begins = true
	for t := range min(s.so.n, seekFrom) {
		if in, err := s.inputs.at(engine.NewBudget(s.ctx, s.o.Memory), t); err == nil && !in.Larger && !s.tried[t].again && k.more() {
			k.measure(in)
		}
	}
	k.begins = false
	for again := true; again; {
		again = false
		targets := k.targets()
		for j, x := range targets {
			if !k.seen.took(x.condition, x.when) && k.descend(x.condition, x.when, k.steps/int64(len(targets)-j)) {
				again = true
			}
		}
	}
	s.compareMore(k.compare)
	s.inCalls = k.inCalls()
}

// targets returns the ways that conditions did not go, where an input comes near. A condition in a branch that no input
// takes waits for that branch.
func (k *seeker) targets() (list []branchOf) {
	for c, x := range k.spots {
		for way := range 2 {
			if !k.seen.took(c, way) && len(k.starts[c][way]) > 0 && (x.within < 0 || k.seen.took(x.within, x.when)) {
				list = append(list, branchOf{c, way})
			}
		}
	}
	return list
}

// compareMore compares the inputs of a list after those that were counted. They are tests of their own.
func (s *search) compareMore(list []*Input) {
	if len(list) == 0 {
		return
	}
	s.drop()
	s.inputs.more = append(s.inputs.more, further{len(s.tried), list})
	s.most, s.tests, s.sought, s.enough = len(s.tried)+len(list), s.tests+len(list), s.sought+len(list), false
	s.run()
}

// drop forgets what inputs showed that do not count, because those before them were enough.
func (s *search) drop() {
	n := s.so.n
	s.tried = s.tried[:n]
	clear(s.keys)
	for _, o := range s.tried {
		if o.ran != nil {
			s.keys[o.key] = true
		}
	}
	for _, number := range []*int{&s.endless, &s.unlike} {
		if *number >= n {
			*number = math.MaxInt
		}
	}
}

// missing tells whether a condition did not go both ways.
func (c *count) missing() bool {
	return slices.ContainsFunc(c.ways, func(bits uint8) bool { return bits != 3 })
}

func newSeeker(s *search) *seeker {
	r := newRunner(s.sub, s.o)
	k := &seeker{s: s, r: r, rand: rand.New(rand.NewPCG(uint64(s.o.Seed), 1)), steps: max(3*s.o.each()/2, s.so.steps)}
	k.programs[0] = r.beforeFun
	if s.sub.After.program.IMP == nil {
		k.programs[1] = erase.Program(r.after)
	}
	for j, p := range k.programs {
		if p != nil {
			k.notes[j] = branch.Measuring(p)
		}
	}
	k.findSpots()
	return k
}

// more tells whether there are steps and time for one more input.
func (k *seeker) more() bool { return k.steps > 0 && k.s.ctx.Err() == nil && !k.s.over() }

// measure runs an input, notes what it is near to, and tells whether it is an argument of BEFORE. If conditions go new
// ways, the input is one to compare.
func (k *seeker) measure(in *Input) bool {
	ok := k.run(in)
	if !ok {
		return false
	}
	fresh := false
	for c := range k.spots {
		w := k.at(c)
		for way := range 2 {
			switch {
			case k.seen.took(c, way):
			case w.Went[way]:
				k.seen[c] |= 1 << way
				fresh = !k.begins
			default:
				k.keep(c, way, start{in, k.distance(c, way)})
			}
		}
	}
	if k.stuck && len(k.compare) < seekVariants {
		k.compare = append(k.compare, in)
	}
	if fresh {
		k.compare = append(k.compare, in)
		k.vary(in)
	}
	return true
}

// at returns what the last input did at a spot.
func (k *seeker) at(c int) *branch.Ways {
	x := k.spots[c]
	return k.notes[x.side].In(x.path, x.at)
}

// distance returns how far the last input was from a way of a condition. Where it did not come to the condition, it is
// farther than all that did, by how far it was from the branch.
func (k *seeker) distance(c, way int) float64 {
	w, x := k.at(c), k.spots[c]
	switch {
	case w.Went[way]:
		return 0
	case w.Went[1-way]:
		return w.Near[way]
	case x.within < 0:
		return math.Inf(1)
	}
	return 1 + k.distance(x.within, x.when)
}

// keep keeps an input that comes near a way, if it comes nearer than others or is smaller.
func (k *seeker) keep(c, way int, a start) {
	list := append(k.starts[c][way], a)
	slices.SortStableFunc(list, func(a, b start) int {
		return cmp.Or(cmp.Compare(a.d, b.d), cmp.Compare(a.in.elements(), b.in.elements()))
	})
	k.starts[c][way] = list[:min(len(list), seekStarts)]
}

// run runs the value semantics of both sides. It tells whether the input is an argument of BEFORE.
func (k *seeker) run(in *Input) bool {
	for _, n := range k.notes {
		if n != nil {
			n.Forget()
		}
	}
	ok := false
	k.stuck = false
	k.r.attempt(k.s.ctx, func(*engine.Budget) (*Input, error) { return in, nil }, func(ctx context.Context, in *Input) outcome {
		for j, s := range []*side{&k.s.sub.Before, &k.s.sub.After} {
			if k.programs[j] == nil {
				continue
			}
			o := k.r.opts
			o.Branches = k.notes[j]
			m := s.program.session(o).Value
			if _, err := s.bindArguments(k.r.budget(ctx), in, &m.Env); err != nil {
				ok = false
				break
			}
			steps := k.r.within(ctx, seekRun)
			_, err := m.Run(steps, k.programs[j])
			stuck := (*diag.Diagnostic)(nil)
			if ok = err == nil || steps.Over() || j == 1 && errors.As(err, &stuck); !ok {
				break
			}
			k.stuck = stuck != nil
		}
		return outcome{}
	})
	k.steps -= stepsOfRun + k.r.taken()
	return ok
}

// vary adds inputs with other elements that go the same ways.
func (k *seeker) vary(in *Input) {
	took := k.took()
	for range seekVariants {
		other, err := k.changed(in, func(in *Input) { k.s.inputs.elements(k.rand, in, content(k.rand.IntN(int(contents))), 100) })
		if err == nil && k.more() && k.run(other) && slices.Equal(k.took(), took) {
			k.compare = append(k.compare, other)
		}
	}
}

// took returns the ways of the last input.
func (k *seeker) took() ways {
	w := make(ways, len(k.spots))
	for c := range w {
		for way, is := range k.at(c).Went {
			if is {
				w[c] |= 1 << way
			}
		}
	}
	return w
}

// changed returns a copy of an input with a change.
func (k *seeker) changed(in *Input, change func(in *Input)) (c *Input, err error) {
	defer stop.Caught(&err)
	c = in.clone(engine.NewBudget(k.s.ctx, k.s.o.Memory))
	change(c)
	k.s.sub.settle(c, func() {})
	return c, nil
}
