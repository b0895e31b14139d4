package infold

import (
	"funmem/lower/live"
	"funmem/lower/rewrite"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// folds is one run of the pass.
type folds struct {
	*rewrite.Job
	live     *live.Liveness
	types    rewrite.Types
	env      *poly.Env           // how ints are computed
	allocs   map[int]*syntax.Let // the statement that allocates a block, by ID
	mentions map[int]int         // how often the program mentions a block, by ID
	list     []*fold             // from the top of the program
	into     map[int]syntax.Expr // for each block that is not needed any more, the one of the accumulator
}

// fold is an accumulator of a reduce that is an array.
type fold struct {
	*syntax.Fold
	k   int              // its number
	z   *syntax.Binding  // the result
	acc *syntax.Binding  // the parameter of the function
	why *rewrite.Refusal // step 1 is refused; nil: the function computes the accumulator where it lies, now or before the pass
}

// Run is the pass infold over a FUNMEM program.
func Run(j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
	s := find(j, p)
	if len(s.list) == 0 {
		return p, nil
	}
	s.live, s.types, s.env = live.Find(p, j.Until), rewrite.TypesOf(p, j.Type), rewrite.Definitions(p)
	for _, f := range s.list {
		s.decide(f)
	}
	before := p
	p = s.explicit(p)
	explicit := p
	if j.Options["suballoc"] != "no" {
		p = s.suballoc(p)
	}
	s.report(before, explicit, p)
	return p, nil
}

// find looks for the folds of a program, and for the blocks that it allocates.
func find(j *rewrite.Job, p *syntax.Program) *folds {
	s := &folds{Job: j, allocs: map[int]*syntax.Let{}, mentions: map[int]int{}, into: map[int]syntax.Expr{}}
	syntax.WalkUntil(j.Until, p, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Var:
			s.mentions[n.ID]++
		case *syntax.Let:
			switch e := n.Exp.(type) {
			case *syntax.Alloc:
				s.allocs[n.Pat[0].ID] = n
			case *syntax.Reduce:
				s.list = append(s.list, foldsOf(n, e)...)
			}
		}
		return true
	})
	return s
}

// foldsOf are the accumulators of a reduce that are arrays.
func foldsOf(let *syntax.Let, e *syntax.Reduce) (list []*fold) {
	f := syntax.FoldOf(e)
	_, accs, _, _ := f.Params()
	for k, a := range accs {
		if a.Type.IsArray() {
			list = append(list, &fold{Fold: f, k: k, z: let.Pat[k], acc: a})
		}
	}
	return list
}

// body is the body of the function, and result what it gives for the accumulator.
func (f *fold) body() *syntax.Body  { return f.Lambda().Body }
func (f *fold) result() *syntax.Var { return f.body().Res[f.k].(*syntax.Var) }

// decide does step 1 for a fold, or says why not.
func (s *folds) decide(f *fold) {
	s.Until.Ask()
	if rewrite.SameUnder(s.env, s.types.Mem(f.result()), f.acc.Type.Mem) {
		return // an update in place, or an earlier pass
	}
	if f.why = s.applicable(f); f.why != nil {
		s.Refuse(f.why.About(f.z), "not folded in place: ")
		return
	}
	block := s.types.Mem(f.result()).Block
	s.into[block.ID] = f.acc.Type.Mem.Block
	s.Did(f.z, "its function computes `%s` where the accumulator `%s` lies, and not in a block `%s` of its own", f.result().Name, f.acc.Written(), block.Name)
}
