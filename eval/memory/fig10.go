package memory

import (
	"slices"

	"funmem/eval/engine"
	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// E-MEM-ALLOC (Fig. 10):
//
//	E(se) = m   ℓ fresh   E' = E, y ↦ ℓ   H' = H, ℓ ↦ [0, …, 0]
//	───────────────────────────────────────────────────────────
//	E; H ⊢ let (y : mem) = alloc se ⇓ E'; H'; ⟨∅, ∅⟩
func (r *run) memAlloc(y *syntax.Binding, e *syntax.Alloc) {
	m := r.scalar("E-MEM-ALLOC", e.N)
	l := r.fresh(y, e, m)
	r.judgeAlloc(e, l)
	r.bind(y, Val{B: l})
}

// E-MEM-SLICE (Fig. 10):
//
//	E(x) = (ℓ_x, L_x)   E' = E, z ↦ (ℓ_x, slice_f(L_x, [E(y₁) : E(y₂), …]))
//	───────────────────────────────────────────────────────────────────────
//	E; H ⊢ let (z : τ) = x[y₁ : y₂, …] ⇓ E'; H; ⟨∅, ∅⟩
func (r *run) memSlice(z *syntax.Binding, e *syntax.Slice) {
	x := r.array(e.X)
	ix := r.slice(e, x)
	L, ok := x.L.Slice(heapIx(ix))
	r.fits("E-MEM-SLICE", e, ok, e.X, x.L)
	r.bind(z, r.view("E-MEM-SLICE", e, x, L, func(v *value.Array, b *engine.Budget) *value.Array { return value.Slice(v, ix, b) }))
}

// E-MEM-INDEX (Fig. 10):
//
//	E(x) = (ℓ_x, L_x)   k = L_x(E(y₁), …, E(y_n))   E' = E, z ↦ H[ℓ_x, k]   R = {(ℓ_x, k)}
//	──────────────────────────────────────────────────────────────────────────────────────
//	E; H ⊢ let (z : int) = x[y₁, …, y_n] ⇓ E'; H; ⟨R, ∅⟩
func (r *run) memIndex(z *syntax.Binding, e *syntax.Index) {
	x := r.array(e.X)
	y := r.index(e, x)
	k, ok := x.L.At(y...)
	r.fits("E-MEM-INDEX", e, ok, e.X, x.L, y...)
	r.defined("E-MEM-INDEX", e, x, y, e.X)
	r.bindNumber(z, r.read("E-MEM-INDEX", e, x, y, k, r.readSite(e)))
}

// E-MEM-TRANSPOSE (Fig. 10), for any rank from 2:
//
//	E(x) = (ℓ_x, k₀ + {(k₁ : k₂) (k₃ : k₄)})   E' = E, y ↦ (ℓ_x, k₀ + {(k₃ : k₄) (k₁ : k₂)})
//	────────────────────────────────────────────────────────────────────────────────────────
//	E; H ⊢ let (y : τ) = transpose x ⇓ E'; H; ⟨∅, ∅⟩
func (r *run) memTranspose(y *syntax.Binding, e *syntax.Transpose) {
	x := r.array(e.X)
	r.bind(y, r.view("E-MEM-TRANSPOSE", e, x, x.L.Transpose(), value.Tr))
}

// E-MEM-KERNEL (Fig. 10). The iterations run in the order of the schedule. A race does not stop them:
// the tracer decides racefree.
//
//	E, x ↦ i; H_{i-1}' ⊢ b ⇓ E_i; H_i; ⟨R_i, W_i⟩                         for each i ≤ k
//	(H_i', R_i', W_i') = memcopy(H_i, E_i(z_res), z_mem, index_f(L_z, i))   for each i ≤ k
//	E(y) = k   racefree(R_1 ∪ R_1', …, W_k ∪ W_k')   E' = E, z ↦ (E(z_mem), E(L_z))
//	────────────────────────────────────────────────────────────────────────────────
//	E; H_0' ⊢ let (z : τ @ z_mem -> L_z) = kernel x <= y do b ⇓ E'; H_k'; ⟨⋃ R, ⋃ W⟩
func (r *run) memKernel(z []*syntax.Binding, e *syntax.Kernel) {
	x, b := e.Index[0].X, e.Body
	k := r.bound("E-MEM-KERNEL", e, e.Index[0].N)
	dst := r.places("E-MEM-KERNEL", e, z, k)
	r.lookups("E(y) = k", e.Index[0].N)
	order := r.enterKernel(z, e, k)
	for t := range k {
		i := order(t)
		r.iteration(i)
		r.bindNumber(x, num.Of(int64(i)))
		r.stms(b)
		for j := range dst {
			r.memcopy("E-MEM-KERNEL", b.Res[j], &dst[j], i, r.copySites(e, j, z[j]))
		}
		r.left(b)
	}
	r.leaveKernel()
	for j := range dst {
		r.bind(z[j], dst[j].val())
	}
}

// E-MEM-IF-T (Fig. 10):
//
//	E(x) ≠ 0   E; H ⊢ s̄ ⇓ E_s; H_s; ⟨R_s, W_s⟩   E' = E, x₁ ↦ E_s(y₁), …, x_n ↦ E_s(y_n)
//	────────────────────────────────────────────────────────────────────────────────────
//	E; H ⊢ let (x₁ : τ₁) … = if x then s̄ in (y₁, …, y_n) else b₂ ⇓ E'; H_s; ⟨R_s, W_s⟩
func (r *run) memIfT(x []*syntax.Binding, e *syntax.If) {
	r.into(e.Then)
	r.stms(e.Then)
	r.bindAll(x, e.Then.Res)
	r.left(e.Then)
}

// E-MEM-IF-F (Fig. 10):
//
//	E(x) = 0   E; H ⊢ s̄ ⇓ E_s; H_s; ⟨R_s, W_s⟩   E' = E, x₁ ↦ E_s(y₁), …, x_n ↦ E_s(y_n)
//	────────────────────────────────────────────────────────────────────────────────────
//	E; H ⊢ let (x₁ : τ₁) … = if x then b₁ else s̄ in (y₁, …, y_n) ⇓ E'; H_s; ⟨R_s, W_s⟩
func (r *run) memIfF(x []*syntax.Binding, e *syntax.If) {
	r.into(e.Else)
	r.stms(e.Else)
	r.bindAll(x, e.Else.Res)
	r.left(e.Else)
}

// E-MEM-SCALAR (omitted in Fig. 10): let (x : int) = se, without an access.
func (r *run) memScalar(x *syntax.Binding, se syntax.Expr) {
	if v, ok := se.(*syntax.Var); ok {
		r.bind(x, r.atom(v))
		return
	}
	value := func(se syntax.Expr) num.Num { return r.scalar("E-MEM-SCALAR", se) }
	r.Opts.Branches.Scalar(se, value)
	r.bindNumber(x, value(se))
}

// E-STMS (Fig. 10):
//
//	E; H ⊢ let p̄₁ = e₁ ⇓ E₁; H₁; ⟨R₁, W₁⟩  …  E_{n-1}; H_{n-1} ⊢ let p̄_n = e_n ⇓ E_n; H_n; ⟨R_n, W_n⟩
//	──────────────────────────────────────────────────────────────────────────────────────────
//	E; H ⊢ let p̄₁ = e₁ … let p̄_n = e_n ⇓ E_n; H_n; ⟨⋃ R_i, ⋃ W_i⟩
func (r *run) stms(b *syntax.Body) {
	r.enter("E-STMS", b)
	for _, s := range b.Stms {
		r.stm(s)
	}
	r.leave("E-STMS", b)
}

// E-MEM-PROG (Fig. 10). In a session E and H are what earlier programs left.
//
//	•; • ⊢ s̄ ⇓ E; H; ⟨R, W⟩
//	─────────────────────────────────────────
//	⊢ s̄ in (x₁, …, x_n) ⇓ (E(x₁), …, E(x_n)); H
func (r *run) memProg(b *syntax.Body) {
	r.enter("E-MEM-PROG", program{b})
	r.stms(b)
	for _, x := range b.Res {
		r.out.Results = append(r.out.Results, r.result(x))
	}
	r.leave("E-MEM-PROG", program{b})
}

// stm applies the rule of a statement.
func (r *run) stm(s syntax.Stm) {
	r.poll()
	r.at = s
	if p := r.Opts.Place; p.Asked(len(r.around) == 0) {
		around := r.where()
		slices.Reverse(around)
		p.Say(machine.Place(s, around))
	}
	if r.Opts.Moments != nil {
		r.Opts.Moments.begin(s, r.around)
	}
	if r.Opts.References != nil {
		r.Opts.References.Begin(s)
	}
	if r.Opts.Watch != nil {
		r.Opts.Watch.Begin(s)
	}
	r.enter(r.above(s), s)
	rule := ""
	switch s := s.(type) {
	case *syntax.Let:
		rule = r.let(s.Pat, s.Exp)
	case *syntax.Check:
		rule = "E-MEM-CHECK"
		r.memCheck(s)
	case *syntax.Free:
		rule = "E-MEM-FREE"
		r.memFree(s)
	}
	r.leave(rule, s)
	if r.Opts.Watch != nil {
		r.Opts.Watch.End(s, rule)
	}
	if r.Opts.References != nil {
		r.Opts.References.End(s)
	}
	if r.Opts.Moments != nil {
		r.Opts.Moments.end(s)
	}
}

// let applies the rule of a let and returns its name.
func (r *run) let(pat []*syntax.Binding, e syntax.Expr) (rule string) {
	switch e := e.(type) {
	case *syntax.Index:
		r.memIndex(pat[0], e)
		return "E-MEM-INDEX"
	case *syntax.Alloc:
		r.memAlloc(pat[0], e)
		return "E-MEM-ALLOC"
	case *syntax.Slice:
		r.memSlice(pat[0], e)
		return "E-MEM-SLICE"
	case *syntax.Transpose:
		r.memTranspose(pat[0], e)
		return "E-MEM-TRANSPOSE"
	case *syntax.Permute:
		r.memPermute(pat[0], e)
		return "E-MEM-PERMUTE"
	case *syntax.Reverse:
		r.memReverse(pat[0], e)
		return "E-MEM-REVERSE"
	case *syntax.Claim:
		r.memClaim(pat[0], e)
		return "E-MEM-CLAIM"
	case *syntax.Kernel:
		r.memKernel(pat, e)
		return "E-MEM-KERNEL"
	case *syntax.Iota:
		r.memIota(pat[0], e)
		return "E-MEM-IOTA"
	case *syntax.Copy:
		r.memCopy(pat[0], e)
		return "E-MEM-COPY"
	case *syntax.Replicate:
		r.memReplicate(pat[0], e)
		return "E-MEM-REPLICATE"
	case *syntax.Scratch:
		r.memScratch(pat[0], e)
		return "E-MEM-SCRATCH"
	case *syntax.Literal:
		r.memLiteral(pat[0], e)
		return "E-MEM-LITERAL"
	case *syntax.Concat:
		r.memConcat(pat[0], e)
		return "E-MEM-CONCAT"
	case *syntax.Reshape:
		r.memReshape(pat[0], e)
		return "E-MEM-RESHAPE"
	case *syntax.If:
		x := r.atom(e.Cond).I
		r.Opts.Branches.Decide(e.Span, !x.IsZero())
		if !x.IsZero() {
			r.memIfT(pat, e)
			return "E-MEM-IF-T"
		}
		r.memIfF(pat, e)
		return "E-MEM-IF-F"
	case *syntax.With:
		r.memWith(pat[0], e)
		return "E-MEM-WITH"
	case *syntax.Call:
		r.memCall(pat, e)
		return "E-MEM-CALL"
	case *syntax.Reduce:
		r.memReduce(pat, e)
		return "E-MEM-REDUCE"
	case *syntax.Scan:
		r.memScan(pat, e)
		return "E-MEM-SCAN"
	case *syntax.Loop:
		r.memLoop(pat, e)
		return "E-MEM-LOOP"
	}
	r.memScalar(pat[0], e)
	return "E-MEM-SCALAR"
}
