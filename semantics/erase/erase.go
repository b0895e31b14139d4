package erase

import (
	"funmem/semantics/num"
	"funmem/semantics/rule"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Program is ⇒unmem on a whole program. The result shares the parts without memory with p. Names and IDs stay.
func Program(p *syntax.Program) *syntax.Program { return Covered(p, nil) }

// Covered is Program that also counts the rules that apply. If until is given, it may end the work by its panic.
func Covered(p *syntax.Program, cov *rule.Coverage, until ...stop.Poll) *syntax.Program {
	ask := stop.Any(until).Seldom()
	return syntax.Rebuild(p, syntax.Mapper{
		Expr: func(e syntax.Expr) syntax.Expr {
			ask()
			if a, ok := e.(*syntax.Alloc); ok {
				cov.Apply("U-ALLOC")
				return uAlloc(a)
			}
			return e
		},
		Binding: func(b *syntax.Binding) *syntax.Binding {
			switch t := b.Type; {
			case t == nil:
			case t.Elem == syntax.Mem:
				cov.Apply("U-MEM")
				b.Type = uMem(t)
			case t.Mem != nil:
				cov.Apply("U-ARRAY")
				b.Type = uArray(t)
			}
			return b
		},
		Let: func(s *syntax.Let) *syntax.Let {
			if e, ok := s.Exp.(*syntax.Claim); ok {
				cov.Apply("U-CLAIM")
				s.Exp = uClaim(e, s.Pat[0].Type.Rank())
			}
			return s
		},
		Drop: func(s syntax.Stm) bool {
			gone := uFree(s)
			if gone {
				cov.Apply("U-FREE")
			}
			return gone
		},
	})
}

// uMem is U-MEM (Fig. 9): mem ⇒ int.
func uMem(t *syntax.Type) *syntax.Type { return &syntax.Type{Span: t.Span, Elem: syntax.Int} }

// uArray is U-ARRAY (Fig. 9): [x̄] @ x_mem -> L ⇒ [x̄].
func uArray(t *syntax.Type) *syntax.Type {
	return &syntax.Type{Span: t.Span, Elem: t.Elem, Dims: t.Dims}
}

// uAlloc is U-ALLOC (Fig. 9): alloc se ⇒ 0.
func uAlloc(a *syntax.Alloc) syntax.Expr { return &syntax.IntLit{Span: a.Span, Val: num.Num{}} }

// uClaim is U-CLAIM (ours): claim x ⇒ x. Core writes permute((1, …, n), x) for it, because a variable alone is a
// number there.
func uClaim(e *syntax.Claim, rank int) syntax.Expr {
	p := &syntax.Permute{Span: e.Span, X: e.X}
	for k := range rank {
		p.Perm = append(p.Perm, k+1)
	}
	return p
}

// uFree is U-FREE (ours): free x is left out.
func uFree(s syntax.Stm) bool {
	_, ok := s.(*syntax.Free)
	return ok
}
