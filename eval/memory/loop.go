package memory

import (
	"math"

	"funmem/eval/machine"
	"funmem/heap"
	"funmem/semantics/derive"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// E-MEM-LOOP (ours), with the rounds i = 1, …, k. A for loop has k = E(n), and no rounds if that is negative. A while
// loop goes on as long as its condition is not 0; the trace of the condition is part of the round's trace:
//
//	E_0 = E, x̄ ↦ E(ē)   E_{i-1}, i ↦ i; H_{i-1} ⊢ s̄ ⇓ E_i'; H_i; ⟨R_i, W_i⟩   E_i = E, x̄ ↦ E_i'(ȳ)   for each i ≤ k
//	─────────────────────────────────────────────────────────────────────────────────────────────────
//	E; H_0 ⊢ let (z₁ : τ₁) … = loop (x̄ = ē) for i <= n do s̄ in (ȳ) ⇓ E, z̄ ↦ E_k(x̄); H_k; ⟨⋃ R_i, ⋃ W_i⟩
func (r *run) memLoop(z []*syntax.Binding, e *syntax.Loop) {
	r.lookups("E(ē)", e.Init...)
	if e.For != nil {
		r.lookups("k = E(n)", e.For.N)
	}
	r.bindAll(e.Params, e.Init)
	r.into(e.Body)
	k := r.enterLoop(e)
	blocks := r.H.Len()
	for i := 1; r.round(e, i, k); i++ {
		r.stms(e.Body)
		r.lookupsIn(derive.Numbered("E", i), "E_i(z_res)", e.Body.Res)
		r.bindAll(e.Params, e.Body.Res)
		if r.Opts.References != nil {
			r.Opts.References.Round(e)
		}
		r.retain(blocks, e.Params)
	}
	r.retain(blocks, e.Params)
	r.leaveLoop()
	r.bindAll(z, variables(e.Params))
	r.left(e.Body, e.Params...)
}

// variables returns uses of the binders.
func variables(x []*syntax.Binding) []syntax.Expr {
	uses := make([]syntax.Expr, len(x))
	for k := range x {
		uses[k] = x[k].Use()
	}
	return uses
}

// enterLoop starts a loop and returns the number of its rounds. For a while loop the condition decides the number.
func (r *run) enterLoop(e *syntax.Loop) (k int) {
	switch {
	case e.For == nil:
		k = math.MaxInt
		r.rec.enterLoop()
	case r.atom(e.For.N).I.Sign() > 0:
		k = r.bound("E-MEM-LOOP", e, e.For.N)
		r.rec.enterRounds(k)
	default:
		r.rec.enterRounds(0)
	}
	r.around = append(r.around, frame{Frame: machine.Frame{What: machine.LoopName(e), At: e.Span, Rounds: machine.Rounds(e)}})
	return k
}

// round starts round i, of at most k, of the innermost loop, if there is one.
func (r *run) round(e *syntax.Loop, i, k int) bool {
	r.poll()
	if i > k {
		return false
	}
	r.turn(i)
	r.rec.round(i)
	if e.For != nil {
		r.bindNumber(e.For.X, num.Of(int64(i)))
		return true
	}
	r.stms(e.While)
	goesOn := !r.atom(e.While.Res[0]).I.IsZero()
	r.left(e.While)
	return goesOn
}

func (r *run) leaveLoop() {
	r.around = r.around[:len(r.around)-1]
	r.rec.leaveLoop()
}

// retain drops the blocks that a loop allocated and does not carry, because nothing reaches them any more. There were
// n blocks before the loop.
func (r *run) retain(n int, carried []*syntax.Binding) {
	if r.H.Len() == n {
		return
	}
	var roots []*heap.Block
	for _, x := range carried {
		if b := r.Env.Of(x.ID).B; b != nil {
			roots = append(roots, b)
		}
	}
	r.H.Retain(n, roots)
}

// enterLoop starts a while loop.
func (d *derivation) enterLoop() {
	if d != nil {
		d.EnterLoop()
	}
}

// enterRounds starts a for loop of k rounds.
func (d *derivation) enterRounds(k int) {
	if d != nil {
		d.EnterKernel(k)
	}
}

func (d *derivation) round(i int) {
	if d != nil {
		d.Iteration(i)
	}
}

func (d *derivation) leaveLoop() {
	if d != nil {
		d.LeaveKernel()
	}
}
