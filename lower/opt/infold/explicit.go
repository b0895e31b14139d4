package infold

import (
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// explicit is step 1 (§6.2): the blocks of the functions are those of the accumulators, and are not allocated.
func (s *folds) explicit(p *syntax.Program) *syntax.Program {
	if len(s.into) == 0 {
		return p
	}
	for id, block := range s.into {
		s.into[id] = s.last(block)
	}
	p = rewrite.Bodies(p, rewrite.Without(s.into))
	return syntax.Subst(p, s.into)
}

// last is the block that stands for a block in the end: where a fold is the function of another one, the outer one has it.
func (s *folds) last(block syntax.Expr) syntax.Expr {
	for {
		next := s.into[block.(*syntax.Var).ID]
		if next == nil {
			return block
		}
		block = next
	}
}
