package value

import (
	"fmt"
	"slices"

	"funmem/eval/machine"
	"funmem/semantics/derive"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// exp is E ⊢ e ⇓ (v, …, v): it picks the rule. pat is what the values are bound to. It is
// only used for the shapes of empty arrays.
func (m *run) exp(pat []*syntax.Binding, e syntax.Expr) []Val {
	m.enterExp(e)
	var rule string
	var v []Val
	switch e := e.(type) {
	case *syntax.IntLit, *syntax.RealLit, *syntax.Var, *syntax.Unary, *syntax.Binary:
		rule, v = "E-SCALAR", m.eScalar(e)
	case *syntax.Index:
		rule, v = "E-INDEX", m.eIndex(e)
	case *syntax.Slice:
		rule, v = "E-SLICE", m.eSlice(e)
	case *syntax.Transpose:
		rule, v = "E-TRANSPOSE", m.eTranspose(e)
	case *syntax.If:
		x := m.int(e.Cond)
		m.opts.Branches.If(e, !x.IsZero(), m.scalar)
		if x.IsZero() {
			rule, v = "E-IF-FALSE", m.eIfFalse(e)
		} else {
			rule, v = "E-IF-TRUE", m.eIfTrue(e)
		}
	case *syntax.Kernel:
		rule, v = "E-KERNEL", m.eKernel(pat, e)
	case *syntax.Permute:
		rule, v = "E-PERMUTE", m.ePermute(e)
	case *syntax.Reverse:
		rule, v = "E-REVERSE", m.eReverse(e)
	case *syntax.Iota:
		rule, v = "E-IOTA", m.eIota(e)
	case *syntax.Copy:
		rule, v = "E-COPY", m.eCopy(e)
	case *syntax.Replicate:
		rule, v = "E-REPLICATE", m.eReplicate(e)
	case *syntax.Scratch:
		rule, v = "E-SCRATCH", m.eScratch(pat, e)
	case *syntax.Literal:
		rule, v = "E-LITERAL", m.eLiteral(pat, e)
	case *syntax.Reduce:
		rule, v = "E-REDUCE", m.eReduce(pat, e)
	case *syntax.Scan:
		rule, v = "E-SCAN", m.eScan(pat, e)
	case *syntax.Concat:
		rule, v = "E-CONCAT", m.eConcat(e)
	case *syntax.Reshape:
		rule, v = "E-RESHAPE", m.eReshape(e)
	case *syntax.With:
		rule, v = "E-WITH", m.eWith(e)
	case *syntax.Call:
		rule, v = "E-CALL", m.eCall(pat, e)
	case *syntax.Loop:
		rule, v = "E-LOOP", m.eLoop(pat, e)
	default:
		panic(fmt.Sprintf("value: %T is not a core expression of Fun", e))
	}
	m.opts.Coverage.Apply(rule)
	m.record.Leave(rule, func() derive.Judgement { return m.judgementExp(e, v) })
	return v
}

// body is E ⊢ b ⇓ (v, …, v), for the rest of a body from the given statements on.
func (m *run) body(stms []syntax.Stm, res []syntax.Expr) []Val {
	m.enterBody(stms, res)
	var rule string
	var v []Val
	if len(stms) == 0 {
		rule, v = "E-IN", m.eIn(res)
	} else {
		m.step(stms[0])
		switch s := stms[0].(type) {
		case *syntax.Let:
			rule, v = "E-LET", m.eLet(s, stms[1:], res)
		case *syntax.Check:
			rule, v = "E-CHECK", m.eCheck(s, stms[1:], res)
		default:
			panic(fmt.Sprintf("value: %T is not a statement", s))
		}
	}
	m.opts.Coverage.Apply(rule)
	m.record.Leave(rule, func() derive.Judgement { return m.judgementBody(stms, res, v) })
	return v
}

// eIfTrue is E-IF-TRUE (Fig. 4): E(x) ≠ 0 and E ⊢ b₁ ⇓ (v₁, …, v_n).
func (m *run) eIfTrue(e *syntax.If) []Val {
	m.premise(func() derive.Condition {
		return derive.Condition{Form: "E(x) ≠ 0", Left: "E(" + derive.Expr(e.Cond) + ") = " + m.show(m.atom(e.Cond)), Rel: "≠", Right: "0"}
	})
	return m.body(e.Then.Stms, e.Then.Res)
}

// eIfFalse is E-IF-FALSE (Fig. 4): E(x) = 0 and E ⊢ b₂ ⇓ (v₁, …, v_n).
func (m *run) eIfFalse(e *syntax.If) []Val {
	m.lookups("E(x) = 0", e.Cond)
	return m.body(e.Else.Stms, e.Else.Res)
}

// eScalar is E-SCALAR (Fig. 4): v = conventional evaluation of se.
func (m *run) eScalar(se syntax.Expr) []Val {
	if x, ok := se.(*syntax.Var); ok {
		v := m.E.Of(x.ID)
		m.evaluated(se, v)
		return []Val{v}
	}
	m.opts.Branches.Scalar(se, m.scalar)
	v := Number(m.scalar(se))
	m.evaluated(se, v)
	return []Val{v}
}

// scalar is the conventional evaluation of se.
func (m *run) scalar(se syntax.Expr) num.Num {
	return m.arith.Scalar("E-SCALAR", se, func(x *syntax.Var) num.Num { return m.E.Of(x.ID).I })
}

// eIndex is E-INDEX (Fig. 4): v = index(E(x), E(y₁), …, E(y_n)), which is not undefined.
func (m *run) eIndex(e *syntax.Index) []Val {
	x := m.array(e.X)
	y := machine.CheckIndex("E-INDEX", e, x.Shape, m.ints(e.At))
	v := Number(Index(x, y...))
	if v.I.IsUndefined() {
		panic(machine.Unwritten("E-INDEX", e, machine.Text(e.X), y, v.I))
	}
	m.gives("index", v, func() string { return m.show(Val{A: x}) + numbers(y) })
	return []Val{v}
}

// eSlice is E-SLICE (Fig. 4): v = slice(E(x), E(y₁) : E(y₂), …).
func (m *run) eSlice(e *syntax.Slice) []Val {
	x := m.array(e.X)
	y := machine.CheckSlice("E-SLICE", e, x.Shape, m.ixs(e.At))
	m.grant("E-SLICE", e, machine.Sliced(y))
	v := Slice(x, y, m.budget)
	m.gives("slice", Val{A: v}, func() string { return m.show(Val{A: x}) + ranges(y) })
	return one(v)
}

// eTranspose is E-TRANSPOSE (Fig. 4): v = tr(E(x)).
func (m *run) eTranspose(e *syntax.Transpose) []Val {
	x := m.array(e.X)
	m.grant("E-TRANSPOSE", e, x.Shape)
	v := Tr(x, m.budget)
	m.gives("tr", Val{A: v}, func() string { return m.show(Val{A: x}) })
	return one(v)
}

// eKernel is E-KERNEL (Fig. 4): E(y) = m and E, x ↦ 1 ⊢ b ⇓ (v₁), …, E, x ↦ m ⊢ b ⇓ (v_m). The
// value is [v₁, …, v_m]; with several results there is one array for each.
func (m *run) eKernel(pat []*syntax.Binding, e *syntax.Kernel) []Val {
	x, b := e.Index[0].X, e.Body
	n := m.bound("E-KERNEL", e, e.Index[0].N)
	shapes := m.kernelShapes(pat, e, n)
	if v, ok := m.accelerated(pat, e); ok {
		return v
	}
	v := m.newRows(pat, shapes)
	m.lookups("E(y) = m", e.Index[0].N)
	at := m.enterKernel(pat[0], e, n)
	for t := range n {
		i := at(t)
		m.iteration(i)
		m.bind(x, Of(i))
		v_i := m.body(b.Stms, b.Res)
		m.rows(e, v, i, v_i)
	}
	m.leaveKernel()
	return v
}

// kernelShapes returns the shapes of the arrays of a kernel with bound n, from the types of
// the pattern: [n] and the shape of an element.
func (m *run) kernelShapes(pat []*syntax.Binding, e *syntax.Kernel, n int) [][]int {
	shapes := make([][]int, len(pat))
	for k, p := range pat {
		shape := m.shape("E-KERNEL", e, p.Type)
		if shape[0] != n {
			panic(machine.Stuck("E-KERNEL", e, "the kernel has %d iterations, and `%s` has %d rows", n, p.Written(), shape[0]))
		}
		m.grant("E-KERNEL", e, shape)
		shapes[k] = shape
	}
	return shapes
}

func (m *run) newRows(pat []*syntax.Binding, shapes [][]int) []Val {
	v := make([]Val, len(shapes))
	for k, shape := range shapes {
		v[k].A = MakeArray(pat[k].Type.Elem, shape, m.budget)
	}
	return v
}

// rows puts the values of iteration i into their places in the results.
func (m *run) rows(e *syntax.Kernel, v []Val, i int, row []Val) {
	for k, r := range row {
		want := v[k].A.Shape[1:]
		if !slices.Equal(r.Shape(), want) {
			panic(machine.Stuck("E-KERNEL", e, "the value of iteration %d has shape %s, and its place has shape %s", i, machine.ShapeText(r.Shape()), machine.ShapeText(want)))
		}
		o := out{v[k].A, v[k].A.whole().v(i).from, m.budget}
		o.val(r)
	}
}

// eLet is E-LET (Fig. 4): E ⊢ e ⇓ (v₁, …, v_n), and then
// E, x₁ ↦ v₁, …, x_n ↦ v_n ⊢ b ⇓ (v, …).
func (m *run) eLet(s *syntax.Let, stms []syntax.Stm, res []syntax.Expr) []Val {
	v := m.exp(s.Pat, s.Exp)
	for k, x := range s.Pat {
		m.bind(x, v[k])
	}
	m.fits("E-LET", s, s.Pat)
	return m.body(stms, res)
}

// eIn is E-IN (Fig. 4): E(x_i) = v_i for 0 < i ≤ n.
func (m *run) eIn(x []syntax.Expr) []Val {
	m.lookups("E(x_i) = v_i", x...)
	return m.atoms(x)
}
