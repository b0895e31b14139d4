package imp

import (
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/derive"
	ast "funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// E-IMP-DEC-REAL (ours): H; E ⊢ var x : f64 → H; E, x ↦ 0.0.
func (r *run) decReal(x *syntax.Binding) { r.E[x.ID] = val{k: num.Zero(true)} }

// E-IMP-FOR (ours). If the bound is not positive, there are no rounds:
//
//	E_0(se) = k   H_{i-1}; E_{i-1}, x ↦ i ⊢ s → H_i; E_i   for each i ≤ k
//	─────────────────────────────────────────────────────────────────────
//	H_0; E_0 ⊢ for x ≤ se do s done → H_k; E_k
func (r *run) forLoop(s *ast.For) {
	k := r.scalar("E-IMP-FOR", s.N)
	blocks := r.enterLoop("round %d of loop `"+s.X.Name+"`", s)
	r.evaluated("E_0(se) = k", s.N, k)
	r.rec.enterLoop()
	for i := num.Of(1); i.Cmp(k) <= 0; i = i.Add(num.Of(1)) {
		r.round()
		r.E[s.X.ID].k = i
		r.rec.bind(s.X)
		r.seq(s.Body)
		r.retain(blocks, r.assigned(s, s.Body))
	}
	r.leaveLoop()
}

// E-IMP-WHILE (ours), with the rounds i = 1, …, k. Round k + 1 would be the first whose
// condition is 0:
//
//	E_{i-1}(se) ≠ 0   H_{i-1}; E_{i-1} ⊢ s → H_i; E_i   for each i ≤ k   E_k(se) = 0
//	────────────────────────────────────────────────────────────────────────────────
//	H_0; E_0 ⊢ while se do s done → H_k; E_k
func (r *run) while(s *ast.While) {
	blocks := r.enterLoop("round %d of this loop", s)
	r.rec.enterLoop()
	for {
		k := r.scalar("E-IMP-WHILE", s.Cond)
		if k.IsZero() {
			break
		}
		r.round()
		r.decided("E_{i-1}(se)", s.Cond, k)
		r.seq(s.Body)
		r.retain(blocks, r.assigned(s, s.Body))
	}
	r.leaveLoop()
	r.decided("E_k(se)", s.Cond, num.Num{})
}

// E-IMP-CHECK (ours): each two neighbours compare as the operator between them says.
//
//	E(se₁) ⋈₁ E(se₂)   E(se₂) ⋈₂ E(se₃)   …
//	────────────────────────────────────────
//	H; E ⊢ check se₁ ⋈₁ se₂ ⋈₂ se₃ … → H; E
func (r *run) check(s *ast.Check) {
	k := make([]num.Num, len(s.Terms))
	for j, t := range s.Terms {
		k[j] = r.term(t)
	}
	for j, op := range s.Rels {
		if holds, _ := r.arith.Binary(op, k[j], k[j+1]); holds.IsZero() {
			panic(checkFailed(s, k))
		}
	}
	r.judgeCheck(s, k)
}

// E-IMP-FREE (ours). The enclosing iteration must have allocated the block:
//
//	E(x) = ℓ   ℓ ∈ dom(H)   H' = H without ℓ
//	────────────────────────────────────────
//	H; E ⊢ free x → H'; E
func (r *run) free(s *ast.Free) {
	b := r.block("E-IMP-FREE", s.X)
	if err := r.T.Free(b, &heap.End{Name: s.X.Name, At: s.Span}); err != nil {
		panic(lies(stuck("E-IMP-FREE", s.Span, "%s", err), b))
	}
	r.label("E(x) = ℓ", s.X)
	r.premise(func() derive.Condition {
		return derive.Condition{Form: "ℓ ∈ dom(H)", Left: b.String(), Rel: "∈", Right: "dom(" + r.heapName(0) + ")"}
	})
	r.changedHeap("H' = H without ℓ", func() string { return " without " + b.String() })
}

// term returns E(se), or the number of locations of a block.
func (r *run) term(t syntax.Expr) num.Num {
	if l, ok := t.(*syntax.Length); ok {
		return num.Of(int64(r.block("E-IMP-CHECK", l.X.(*syntax.Var)).Len()))
	}
	return r.scalar("E-IMP-CHECK", t)
}

// E-IMP-PROG (ours): the statements run with the inputs, and the results are what the heap
// then shows.
//
//	H₀; E₀ of the inputs   H₀; E₀ ⊢ s → H; E   v_i = E(se_i), or nest(H(E(m_i)), E(L_i))
//	──────────────────────────────────────────────────────────────────────────────────
//	⊢ input …; s; return … ⇓ (v₁, …, v_n); H
func (r *run) prog(p *ast.Program, inputs map[string]Input) {
	r.inputs(p, inputs)
	r.enter("E-IMP-PROG", p)
	r.declared(p)
	r.seq(p.Body)
	for _, res := range p.Return {
		if res.Type.IsArray() {
			r.out.Results = append(r.out.Results, r.array(res))
		} else {
			r.out.Results = append(r.out.Results, value.Number(r.scalar("E-IMP-PROG", res.X)))
			r.out.Places = append(r.out.Places, Place{})
		}
		r.judgeResult(res, r.out.Results[len(r.out.Results)-1])
	}
	r.leave("E-IMP-PROG", p)
}

// enterLoop starts a loop that runs in order, and returns the number of blocks.
func (r *run) enterLoop(what string, s ast.Stm) int {
	r.around = append(r.around, frame{what: what, at: s.GetSpan()})
	return r.H.Len()
}

// leaveLoop ends the innermost loop that runs in order.
func (r *run) leaveLoop() {
	r.rec.leaveKernel()
	r.around = r.around[:len(r.around)-1]
}

// round starts the next round of the innermost loop.
func (r *run) round() {
	r.poll()
	r.around[len(r.around)-1].i++
	r.rec.iteration(r.around[len(r.around)-1].i)
}
