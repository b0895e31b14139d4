package infold

import (
	"funmem/lower/opt/shortcircuit"
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// suballoc is step 2 (§6.3): the accumulators are built where the results of the folds are copied to.
func (s *folds) suballoc(p *syntax.Program) *syntax.Program {
	of := s.concerned(p)
	if len(of) == 0 {
		return p
	}
	return shortcircuit.Of(s.Job, p, func(id int) bool { return of[id] })
}

// concerned are the arrays whose copies the folds in place are about: their results, also after branches and loops that give
// them, their neutral elements, and the rows of what their functions compute.
func (s *folds) concerned(p *syntax.Program) map[int]bool {
	of := map[int]bool{}
	for _, f := range s.list {
		if f.why == nil {
			of[f.z.ID], of[f.Ne[f.k].(*syntax.Var).ID] = true, true
			rows(f.body(), of)
		}
	}
	for grown := true; grown; {
		grown = false
		syntax.Walk(p, func(n syntax.Node) bool {
			let, ok := n.(*syntax.Let)
			if !ok {
				return true
			}
			switch let.Exp.(type) {
			case *syntax.If, *syntax.Loop:
				for k, x := range let.Pat {
					if !of[x.ID] && x.Type.IsArray() && gives(let.Exp, k, of) {
						of[x.ID], grown = true, true
					}
				}
			}
			return true
		})
	}
	return of
}

// gives tells whether a body of an expression gives one of some arrays as result k.
func gives(e syntax.Expr, k int, of map[int]bool) bool {
	for _, b := range rewrite.InnerBodies(e) {
		if k < len(b.Res) {
			if v, ok := b.Res[k].(*syntax.Var); ok && of[v.ID] {
				return true
			}
		}
	}
	return false
}

// rows adds the arrays that kernels in a body give for their rows.
func rows(b *syntax.Body, of map[int]bool) {
	syntax.Walk(b, func(n syntax.Node) bool {
		if e, ok := n.(*syntax.Kernel); ok {
			for _, x := range e.Body.Res {
				if v, ok := x.(*syntax.Var); ok {
					of[v.ID] = true
				}
			}
		}
		return true
	})
}
