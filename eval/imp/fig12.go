package imp

import (
	"fmt"

	"funmem/semantics/derive"
	ast "funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// E-IMP-DEC-INT (Fig. 12):
//
//	H; E ⊢ var x : int → H; E, x ↦ 0
func (r *run) decInt(x *syntax.Binding) { r.E[x.ID] = val{} }

// E-IMP-DEC-MEM (Fig. 12):
//
//	H; E ⊢ var x : mem → H; E, x ↦ ⊥
func (r *run) decMem(x *syntax.Binding) { r.E[x.ID] = val{mem: true} }

// E-IMP-ASSIGN-INT (Fig. 12), also for f64s:
//
//	H; E ⊢ x ← se → H; E, x ↦ E(se)
func (r *run) assignInt(x *syntax.Var, se syntax.Expr) {
	k := r.scalar("E-IMP-ASSIGN-INT", se)
	r.evaluated("E(se)", se, k)
	r.E[x.ID].k = k
}

// E-IMP-ASSIGN-MEM (Fig. 12):
//
//	H; E ⊢ x ← y → H; E, x ↦ E(y)
func (r *run) assignMem(x, y *syntax.Var) {
	r.label("E(y)", y)
	r.E[x.ID] = r.E[y.ID]
}

// E-IMP-READ (Fig. 12):
//
//	H; E ⊢ x ← y[se] → H; E, x ↦ H[E(y), E(se)]
func (r *run) read(s *ast.Read) {
	y := r.block("E-IMP-READ", s.Y)
	at := r.sitesOf(s, s.Y).ints
	if r.E[s.X.ID].k.IsReal() {
		at = r.sitesOf(s, s.Y).reals
	}
	off := r.place("E-IMP-READ", y, s.At, false, at)
	r.offset[0] = off
	get := r.T.Read
	if s.Undefined {
		get = r.T.Fetch
	}
	k, err := get(y, off, at, r.offset[:])
	if err != nil {
		r.refuse("E-IMP-READ", err)
	}
	r.label("E(y)", s.Y)
	r.evaluated("E(se)", s.At, num.Of(int64(off)))
	r.judgeRead(y, off, k)
	r.E[s.X.ID].k = k
}

// E-IMP-WRITE (Fig. 12):
//
//	H; E ⊢ x[se_i] ← se_j → H[E(x), E(se_i)] ↦ E(se_j); E
func (r *run) write(s *ast.Write) {
	x := r.block("E-IMP-WRITE", s.X)
	at := r.sitesOf(s, s.X).ints
	off := r.place("E-IMP-WRITE", x, s.At, true, at)
	k := r.scalar("E-IMP-WRITE", s.E)
	r.offset[0] = off
	if err := r.T.Write(x, off, k, at, r.offset[:]); err != nil {
		r.refuse("E-IMP-WRITE", err)
	}
	r.label("E(x)", s.X)
	r.evaluated("E(se_i)", s.At, num.Of(int64(off)))
	r.evaluated("E(se_j)", s.E, k)
	r.changedHeap("H' = H[E(x), E(se_i)] ↦ E(se_j)", func() string { return fmt.Sprintf("[%s, %d] ↦ %s", x, off, r.number(k)) })
}

// E-IMP-ALLOC (Fig. 12):
//
//	E(se) = k   ℓ fresh   H' = H, ℓ ↦ [0, …, 0]
//	───────────────────────────────────────────
//	H; E ⊢ x ← alloc se → H'; E, x ↦ ℓ
func (r *run) alloc(s *ast.Alloc) {
	k := r.scalar("E-IMP-ALLOC", s.N)
	l := r.fresh(s, k)
	r.evaluated("E(se) = k", s.N, k)
	r.premise(func() derive.Condition { return derive.Holds("ℓ fresh", l.String()+" fresh") })
	r.changedHeap("H' = H, ℓ ↦ [0, …, 0]", func() string { return fmt.Sprintf(", %s ↦ %s", l, r.rec.Zeros(l.Len())) })
	r.E[s.X.ID].b = l
}

// E-IMP-SEQ (Fig. 12), for any number of statements:
//
//	H₁; E₁ ⊢ s₁ → H₂; E₂   H₂; E₂ ⊢ s₂ → H₃; E₃
//	───────────────────────────────────────────
//	H₁; E₁ ⊢ s₁; s₂ → H₃; E₃
func (r *run) seq(stms []ast.Stm) {
	r.enter("E-IMP-SEQ", stms)
	for _, s := range stms {
		r.stm(s)
	}
	r.leave("E-IMP-SEQ", stms)
}

// E-IMP-TRUE (Fig. 12):
//
//	E(x) ≠ 0   H; E ⊢ s₁ → H'; E'
//	────────────────────────────────────────
//	H; E ⊢ if x then s₁ else s₂ fi → H'; E'
func (r *run) ifTrue(s *ast.If) { r.seq(s.Then) }

// E-IMP-FALSE (Fig. 12):
//
//	E(x) = 0   H; E ⊢ s₂ → H'; E'
//	────────────────────────────────────────
//	H; E ⊢ if x then s₁ else s₂ fi → H'; E'
func (r *run) ifFalse(s *ast.If) { r.seq(s.Else) }

// E-IMP-SKIP (Fig. 12):
//
//	H; E ⊢ skip → H; E
func (r *run) skip() {}

// E-IMP-KERNEL (Fig. 12). Each iteration begins with E, and E remains afterwards. So an
// assignment to a variable from outside is private to its iteration. The iterations run in
// the order of the schedule.
//
//	E(se) = k   H'_{i-1}; E, x ↦ i ⊢ s → H'_i; E'_i   for each i ≤ k
//	────────────────────────────────────────────────────────────────
//	H'_0; E ⊢ kernel x ≤ se do s done → H'_k; E
func (r *run) kernel(s *ast.Kernel) {
	k := r.bound("E-IMP-KERNEL", s.N)
	outer := r.assigned(s, s.Body)
	E := make([]val, len(outer))
	for j, id := range outer {
		E[j] = r.E[id]
	}
	r.evaluated("E(se) = k", s.N, num.Of(int64(k)))
	order := r.enterKernel(s, k)
	for t := range k {
		i := order(t)
		r.iteration(i)
		r.E[s.X.ID].k = num.Of(int64(i))
		r.rec.bind(s.X)
		r.seq(s.Body)
		for j, id := range outer {
			r.E[id] = E[j]
		}
	}
	r.leaveKernel()
}

// stm applies the rule of a statement.
func (r *run) stm(s ast.Stm) {
	r.poll()
	r.at = s
	r.enter(r.above(s), s)
	r.leave(r.rule(s), s)
}

// rule applies the rule of a statement and returns its name.
func (r *run) rule(s ast.Stm) string {
	switch s := s.(type) {
	case *ast.Skip:
		r.skip()
		return "E-IMP-SKIP"
	case *ast.Declare:
		return r.declare(s.X)
	case *ast.Assign:
		if y, ok := s.E.(*syntax.Var); ok && r.E[y.ID].mem {
			r.assignMem(s.X, y)
			return "E-IMP-ASSIGN-MEM"
		}
		r.assignInt(s.X, s.E)
		return "E-IMP-ASSIGN-INT"
	case *ast.Alloc:
		r.alloc(s)
		return "E-IMP-ALLOC"
	case *ast.Read:
		r.read(s)
		return "E-IMP-READ"
	case *ast.Write:
		r.write(s)
		return "E-IMP-WRITE"
	case *ast.If:
		x := r.scalar("E-IMP-TRUE", s.Cond)
		r.opts.Branches.Decide(s.Span, !x.IsZero())
		r.decided("E(x)", s.Cond, x)
		if !x.IsZero() {
			r.ifTrue(s)
			return "E-IMP-TRUE"
		}
		r.ifFalse(s)
		return "E-IMP-FALSE"
	case *ast.Kernel:
		r.kernel(s)
		return "E-IMP-KERNEL"
	case *ast.For:
		r.forLoop(s)
		return "E-IMP-FOR"
	case *ast.While:
		r.while(s)
		return "E-IMP-WHILE"
	case *ast.Check:
		r.check(s)
		return "E-IMP-CHECK"
	case *ast.Free:
		r.free(s)
		return "E-IMP-FREE"
	}
	panic(fmt.Sprintf("imp: no rule for a %T", s))
}

// declare applies the rule of a declaration.
func (r *run) declare(x *syntax.Binding) string {
	switch x.Type.Elem {
	case syntax.Mem:
		r.decMem(x)
		return "E-IMP-DEC-MEM"
	case syntax.F64:
		r.decReal(x)
		return "E-IMP-DEC-REAL"
	}
	r.decInt(x)
	return "E-IMP-DEC-INT"
}
