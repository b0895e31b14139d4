package validity

import (
	"math/rand/v2"
	"slices"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Run is a run of a program without memory, on a machine that has its inputs. It shows what the folds in it go over.
type Run struct {
	Program *syntax.Program
	Machine *value.Machine
}

const (
	mostTuples = 64      // how many are kept for each fold
	runSteps   = 200_000 // how many all runs may take together
)

// foldAt is where a fold and its function are in the text.
type foldAt struct{ fold, fn diag.Span }

func at(f *syntax.Fold) foldAt { return foldAt{f.Span, f.Lambda().Span} }

// operands are the values that a fold was applied to in a run.
type operands struct{ accs, elems []value.Val }

// folded returns the operands of each fold in the runs. The runs are made when they are first needed. A run that is
// stuck, or takes too many steps, does not count, because its inputs may not be valid arguments.
func (s *sampler) folded(f *syntax.Fold) []operands {
	if s.ran == nil {
		s.ran = map[foldAt][]operands{}
		left := int64(runSteps)
		for _, r := range s.runs() {
			m, own := *r.Machine, map[foldAt][]operands{}
			m.Env, m.Defs = r.Machine.Env.Clone(), r.Machine.Defs.Clone()
			m.Accelerate, m.Record, m.Kept = nil, nil, nil
			m.Folded = func(f *syntax.Fold, accs, elems []value.Val) {
				if f.Lambda() != nil && len(own[at(f)]) < mostTuples {
					own[at(f)] = append(own[at(f)], operands{slices.Clone(accs), elems})
				}
			}
			steps := engine.WithSteps(s.ctx, left)
			_, err := m.Run(steps, r.Program)
			if left -= steps.Taken(); err != nil {
				continue
			}
			for k, list := range own {
				s.ran[k] = append(s.ran[k], list...)
			}
		}
	}
	return s.ran[at(f)]
}

// tuples returns a function that draws tuples that the fold f goes over. op is its operator. The tuples are its
// elements, unless a map comes before the operator; what f makes of ne and each element, which is what the map gives;
// and partial results, of the run and of the operator. It returns nil for numbers, which are not tuples, and if fewer
// than two tuples are known.
func (s *sampler) tuples(f *syntax.Fold, op *operator, ne []value.Val) func(*rand.Rand) []value.Val {
	if len(op.a) < 2 || ne == nil || f.Lambda() == nil {
		return nil
	}
	var pool [][]value.Val
	add := func(v []value.Val) {
		if v != nil && !slices.EqualFunc(v, ne, value.Val.Equal) && !slices.ContainsFunc(pool, func(w []value.Val) bool { return slices.EqualFunc(v, w, value.Val.Equal) }) {
			pool = append(pool, v)
		}
	}
	whole := s.function(f)
	if whole == nil {
		return nil
	}
	for _, o := range s.folded(f) {
		if len(pool) >= mostTuples {
			break
		}
		add(o.accs)
		add(s.apply(whole, ne, o.elems))
		if len(whole.a) == len(whole.b) && !f.Lambda().Mapped {
			add(o.elems)
		}
	}
	if len(pool) < 2 {
		return nil
	}
	return func(r *rand.Rand) []value.Val {
		pick := func() []value.Val { return pool[r.IntN(len(pool))] }
		if v := s.apply(op, pick(), pick()); v != nil && r.IntN(2) == 0 {
			return v
		}
		return pick()
	}
}
