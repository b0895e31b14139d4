package toimp

import (
	"fmt"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/imp"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// stms is FunMemToImp(s₁); …; FunMemToImp(s_m).
func (st *state) stms(list []syntax.Stm) []imp.Stm {
	var out []imp.Stm
	for _, s := range list {
		st.Poll.Ask()
		more := st.stm(s)
		if st.count += len(more); st.count > maxStms {
			panic(diag.Errorf(diag.Usage, "", s.GetSpan(), "the IMP form of this program has more than %d statements, because calls are inlined", maxStms))
		}
		out = append(out, more...)
	}
	return out
}

// or returns the statements, or skip if there are none.
func or(stms []imp.Stm, at diag.Span) []imp.Stm {
	if len(stms) == 0 {
		return []imp.Stm{&imp.Skip{Span: at}}
	}
	return stms
}

// stm is procedure FunMemToImp: the case is told by the expression.
func (st *state) stm(s syntax.Stm) []imp.Stm {
	switch s := s.(type) {
	case *syntax.Check:
		return st.check(s)
	case *syntax.Free:
		return []imp.Stm{&imp.Free{Span: s.Span, X: st.use(s.Block).(*syntax.Var)}}
	}
	l := s.(*syntax.Let)
	p, at := l.Pat, l.Exp.GetSpan()
	if !at.IsValid() {
		at = l.Span
	}
	switch e := l.Exp.(type) {
	case *syntax.IntLit, *syntax.RealLit, *syntax.Var, *syntax.Unary, *syntax.Binary:
		return st.scalar(p[0], e, at)
	case *syntax.Index:
		return st.index(p[0], e, at)
	case *syntax.Alloc:
		return st.alloc(p[0], e, at)
	case *syntax.Slice:
		return st.slice(p[0], e, at)
	case *syntax.Claim:
		return st.claim(p[0], at)
	case *syntax.Reshape:
		return st.reshape(p[0], e, at)
	case *syntax.If:
		return st.cond(p, e, at)
	case *syntax.Kernel:
		return st.kernel(p, e, at)
	case *syntax.Iota:
		return st.iota(p[0], e, at)
	case *syntax.Copy:
		return st.copied(p[0], e, at)
	case *syntax.Replicate:
		return st.replicate(p[0], e, at)
	case *syntax.Scratch:
		return st.scratch(p[0], e, at)
	case *syntax.Literal:
		return st.literal(p[0], e, at)
	case *syntax.Concat:
		return st.concat(p[0], e, at)
	case *syntax.With:
		return st.with(p[0], e, at)
	case *syntax.Loop:
		return st.loop(p, e, at)
	case *syntax.Reduce, *syntax.Scan:
		return st.fold(p, syntax.FoldOf(e), at)
	case *syntax.Call:
		return st.call(p, e)
	}
	if syntax.Viewed(l.Exp) != nil {
		return st.derived(p[0])
	}
	panic(fmt.Sprintf("toimp: no case for a %T", l.Exp))
}

// scalar is the case s ≡ let (x : int) = se, of f64s and blocks as well: var x : int;
// x ← se. An array that is bound to another name is no statement.
func (st *state) scalar(x *syntax.Binding, se syntax.Expr, at diag.Span) []imp.Stm {
	if x.Type.IsArray() {
		return st.derived(x)
	}
	e := st.folded(se, st.se(se))
	y := st.variable(x)
	if x.Type.IsInt() {
		st.conds[y.ID] = st.condition(e)
		st.known.env.Define(y.ID, st.known.env.Of(e))
	}
	return st.declared(y, &imp.Assign{Span: at, X: y.Use(), E: e}, at)
}

// declared is var x : τ and the statement that assigns to it.
func (st *state) declared(x *syntax.Binding, s imp.Stm, at diag.Span) []imp.Stm {
	return []imp.Stm{&imp.Declare{Span: at, X: x}, s}
}

// alloc is the case s ≡ let (x : mem) = alloc se: var x : mem; x ← alloc se.
func (st *state) alloc(x *syntax.Binding, e *syntax.Alloc, at diag.Span) []imp.Stm {
	return st.allocate(st.variable(x), st.se(e.N), at)
}

// allocate makes a block of n locations for a variable of IMP.
func (st *state) allocate(x *syntax.Binding, n syntax.Expr, at diag.Span) []imp.Stm {
	st.blocks[x.ID] = block{true, n}
	st.assume(n)
	return st.declared(x, &imp.Alloc{Span: at, X: x.Use(), N: n}, at)
}

// index is the case s ≡ let (x : int) = y[x₁, …, x_n], with Γ(y) ≡ … @ y_mem -> L_y:
// var x : int; x ← y_mem[L_y(x₁, …, x_n)].
func (st *state) index(x *syntax.Binding, e *syntax.Index, at diag.Span) []imp.Stm {
	y := st.array(e.X)
	ys := st.atoms(e.At)
	out := st.inBounds(y, ys, at)
	b := st.variable(x)
	return append(out, st.declared(b, st.read(b, y, ys, at), at)...)
}

// read is x ← y_mem[L_y(ys)].
func (st *state) read(x *syntax.Binding, y *array, ys []syntax.Expr, at diag.Span) *imp.Read {
	return &imp.Read{Span: at, X: x.Use(), Y: y.block, At: st.offset(y.L, ys)}
}

// offset is L(ys) (eq. 1).
func (st *state) offset(l *syntax.LMAD, ys []syntax.Expr) syntax.Expr {
	return st.shorter(lmad.Apply(l, ys...))
}

// shorter returns an expression, or its normal form with what is known of the variables if
// that is shorter.
func (st *state) shorter(e syntax.Expr) syntax.Expr {
	st.Poll.Ask()
	if short := st.of(e).Expr(); len(syntax.Line(short)) < len(syntax.Line(e)) {
		return short
	}
	return e
}

// derived is the case of transposed, permuted and reversed arrays, and of other names:
// skip.
func (st *state) derived(x *syntax.Binding) []imp.Stm {
	st.bind(x)
	return nil
}

// slice is the case s ≡ let (x : τ) = y[x₁ : x₂, …]: skip, except for checks of its bounds.
func (st *state) slice(x *syntax.Binding, e *syntax.Slice, at diag.Span) []imp.Stm {
	out := st.sliceInBounds(st.array(e.X), e.At, at)
	return append(out, st.derived(x)...)
}

// reshape is skip too, except for a check that the sizes have as many elements as y.
func (st *state) reshape(x *syntax.Binding, e *syntax.Reshape, at diag.Span) []imp.Stm {
	y := st.array(e.X)
	sizes := st.atoms(e.Dims)
	var out []imp.Stm
	for k, d := range sizes {
		out = append(out, st.notNegative(d, fmt.Sprintf("size %d of the reshape of %s", k+1, quoted(y.name)), at)...)
	}
	out = append(out, st.equal(lmad.Count(sizes), lmad.Count(y.dims()), "the reshape of "+quoted(y.name)+" has %1 elements, and it has %2", at)...)
	return append(out, st.derived(x)...)
}

// cond is the case s ≡ let p̄ = if y then b₁ else b₂. The results of the branches are
// assigned to variables that are declared before. The arrays lie where these variables say.
func (st *state) cond(p []*syntax.Binding, e *syntax.If, at diag.Span) []imp.Stm {
	c, _ := st.atom(e.Cond)
	var out []imp.Stm
	var xs []*syntax.Binding
	for _, x := range p {
		if !x.Type.IsArray() {
			y := st.variable(x)
			xs = append(xs, y)
			out = append(out, &imp.Declare{Span: at, X: y})
		}
	}
	branch := func(b *syntax.Body, holds bool) (stms []imp.Stm, res []syntax.Expr) {
		st.inner(func() {
			st.learn(c, holds)
			stms = st.stms(b.Stms)
			res = st.numbers(p, b.Res)
			stms = or(append(stms, st.assign(xs, res, at)...), at)
		})
		return stms, res
	}
	then, given := branch(e.Then, true)
	els, other := branch(e.Else, false)
	for k, x := range xs {
		if st.elems[x.ID] == syntax.Int {
			st.conds[x.ID] = st.chosen(c, given[k], other[k])
		}
	}
	out = append(out, &imp.If{Span: at, Cond: c, Then: then, Else: els})
	st.bindArrays(p)
	return out
}

// numbers returns the values for the binders that are not arrays.
func (st *state) numbers(p []*syntax.Binding, res []syntax.Expr) []syntax.Expr {
	var out []syntax.Expr
	for k, x := range p {
		if !x.Type.IsArray() {
			e, _ := st.atom(res[k])
			out = append(out, e)
		}
	}
	return out
}

// assign is x₁ ← y₁; …; x_n ← y_n, all at once: a variable that an earlier assignment
// overwrites is saved in another one first.
func (st *state) assign(xs []*syntax.Binding, ys []syntax.Expr, at diag.Span) []imp.Stm {
	var before, out []imp.Stm
	overwritten := map[int]bool{}
	for k, x := range xs {
		y, ok := ys[k].(*syntax.Var)
		if ok && y.ID == x.ID {
			continue
		}
		e := ys[k]
		if ok && overwritten[y.ID] {
			t := st.fresh(y.Name, st.elems[y.ID])
			before = append(before, st.declared(t, &imp.Assign{Span: at, X: t.Use(), E: y}, at)...)
			e = t.Use()
		}
		overwritten[x.ID] = true
		out = append(out, &imp.Assign{Span: at, X: x.Use(), E: e})
	}
	return append(before, out...)
}

// kernel is the case s ≡ let p̄ = kernel y_i ≤ y_n do s₁ … s_m in (x̄): the kernel, whose
// body ends in a Copy for each result.
func (st *state) kernel(p []*syntax.Binding, e *syntax.Kernel, at diag.Span) []imp.Stm {
	n, _ := st.atom(e.Index[0].N)
	dst, out := st.places(p, n, at)
	i := st.variable(e.Index[0].X)
	k := &imp.Kernel{Span: at, X: i, N: n}
	st.inner(func() {
		st.between(i.Use(), n)
		k.Body = st.stms(e.Body.Stms)
		for j, x := range e.Body.Res {
			at := x.GetSpan()
			if !at.IsValid() {
				at = k.Span
			}
			k.Body = append(k.Body, st.copy(dst[j], []syntax.Expr{i.Use()}, x, at)...)
		}
		k.Body = or(k.Body, at)
	})
	st.assume(n)
	st.bindArrays(p)
	return append(out, k)
}

// check is check x = y.
func (st *state) check(s *syntax.Check) []imp.Stm {
	x, y := st.se(s.X), st.se(s.Y)
	why, _, _ := strings.Cut(s.Why, "\n")
	st.known.env.Equate(st.known.env.Of(x), st.known.env.Of(y))
	c := &imp.Check{Span: s.Span, Terms: []syntax.Expr{x, y}, Rels: []syntax.Op{syntax.Eq}, Why: plain(why)}
	if s.Says == nil {
		c.Of = s
	}
	return []imp.Stm{c}
}
