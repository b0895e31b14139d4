package imp

import (
	"fmt"
	"strings"

	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/derive"
	ast "funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// derivation records a derivation. In addition to the recorder it counts the heaps, and it
// keeps what stands before → in each judgement, because E changes. A nil derivation records
// nothing.
type derivation struct {
	*derive.Recorder
	heap int // number of changes so far, to name H₀, H₁, …
	open []derive.Judgement
}

// digits is how many digits of a number a judgement shows at each end.
const digits = 6

// enter starts applying a rule, "" if it is not known yet, to a statement, to statements in
// sequence or to a program.
func (r *run) enter(rule string, n any) {
	if r.rec == nil || !r.rec.On() {
		return
	}
	before := r.before(n)
	r.rec.open = append(r.rec.open, before)
	r.rec.Enter(rule, func() derive.Judgement {
		before.After = []derive.Part{derive.Text("?")}
		return before
	})
}

// before is a judgement up to what is before →.
func (r *run) before(n any) derive.Judgement {
	j := derive.Judgement{Before: []derive.Part{derive.Text(r.heapName(0))}, Rel: "→"}
	var stms []ast.Stm
	switch n := n.(type) {
	case *ast.Program:
		return derive.Judgement{Of: line(n.Body) + "; return …", Rel: "⇓"}
	case []ast.Stm:
		stms = n
		j.Of = line(n)
	case ast.Stm:
		stms = []ast.Stm{n}
		j.Of = of(n)
	}
	j.Before = append(j.Before, r.env("E", r.rec.InScope(ast.Mentioned(stms))))
	return j
}

// declared brings the inputs of a program into scope.
func (r *run) declared(p *ast.Program) {
	if r.rec == nil {
		return
	}
	machine.KeepHeap(r.rec.Recorder, r.heapName(0), r.H)
	for _, x := range p.Inputs {
		r.premise(func() derive.Condition {
			y := x.Use()
			if x.Type.IsArray() {
				y = x.Type.Mem.Block
			}
			return derive.Equal("E₀ of the inputs", "E₀("+y.Name+")", r.show(r.E[y.ID]))
		})
		if x.Type.IsArray() {
			for _, n := range syntax.FreeVars(&syntax.Type{Dims: x.Type.Dims}) {
				r.rec.Bind(&syntax.Binding{Name: n.Name, ID: n.ID})
			}
			r.rec.Bind(&syntax.Binding{Name: x.Type.Mem.Block.Name, ID: x.Type.Mem.Block.ID})
			continue
		}
		r.rec.Bind(x)
	}
}

// line is statements in sequence, in one line.
func line(stms []ast.Stm) string {
	switch len(stms) {
	case 0:
		return "skip"
	case 1:
		return of(stms[0])
	}
	return of(stms[0]) + "; …"
}

// of is a statement in one line, without the words of a check. Long statements in it are
// left out.
func of(s ast.Stm) string {
	switch s := s.(type) {
	case *ast.If:
		return "if " + syntax.Line(s.Cond) + " then … else … fi"
	case *ast.Check:
		c := *s
		c.Why = ""
		return ast.Line(&c)
	case *ast.Kernel, *ast.For, *ast.While:
		if text, long := strings.CutSuffix(ast.Line(s), " …"); long {
			return text + " … done"
		}
	}
	return ast.Line(s)
}

// leave ends applying a rule.
func (r *run) leave(rule string, n any) {
	r.opts.Coverage.Apply(rule)
	if r.rec == nil || !r.rec.On() {
		return
	}
	top := len(r.rec.open) - 1
	j := r.rec.open[top]
	r.rec.open = r.rec.open[:top]
	if _, ok := n.(*ast.Program); !ok {
		j.After = []derive.Part{derive.Text(r.heapName(0)), r.after(n)}
	} else {
		j.After = []derive.Part{derive.Text(r.results()), derive.Text(r.heapName(0))}
	}
	r.rec.Leave(rule, func() derive.Judgement { return j })
	if d, ok := n.(*ast.Declare); ok {
		r.rec.Bind(d.X)
	}
}

// after is the environment after a statement: E, x ↦ v. Where more than one variable may
// have changed it is E', which is written out only if nothing is cut.
func (r *run) after(n any) derive.Part {
	switch s := n.(type) {
	case *ast.Declare:
		return derive.Part{Name: "E", Over: true, Binds: []derive.Bind{r.holds(s.X.Name, s.X.ID)}}
	case []ast.Stm, *ast.If, *ast.For, *ast.While:
		if !r.rec.Full {
			return derive.Part{Name: "E'", Over: true}
		}
		return r.env("E'", nil)
	case ast.Stm:
		if x := ast.Target(s); x != nil {
			return derive.Part{Name: "E", Over: true, Binds: []derive.Bind{r.holds(x.Name, x.ID)}}
		}
	}
	return derive.Part{Name: "E", Over: true}
}

// env is E for the variables that a judgement uses, or for all in scope.
func (r *run) env(name string, used []*syntax.Var) derive.Part {
	return r.rec.Env(name, " ↦ ", used, func(x *syntax.Var) string { return r.show(r.E[x.ID]) })
}

// holds is x ↦ v.
func (r *run) holds(x string, id int) derive.Bind {
	return derive.Bind{Var: x, Is: " ↦ ", Value: r.show(r.E[id])}
}

// show is v in a judgement: k, ℓ or ⊥.
func (r *run) show(v val) string {
	switch {
	case !v.mem && v.b == nil:
		return r.number(v.k)
	case v.b == nil:
		return "⊥"
	}
	return v.b.String()
}

func (r *run) number(k num.Num) string {
	return value.Format(value.Number(k), r.rec.Limit(digits))
}

// results is (v₁, …, v_n).
func (r *run) results() string {
	vs := make([]string, len(r.out.Results))
	for k, v := range r.out.Results {
		vs[k] = value.Format(v, r.rec.Limit(elements))
	}
	return "(" + strings.Join(vs, ", ") + ")"
}

// elements is how many elements of a result a judgement shows.
const elements = 9

// heapName is H₀, H₁, …: the heap now, or some changes before.
func (r *run) heapName(before int) string { return derive.Numbered("H", r.rec.heap-before) }

// changedHeap notes that the heap has changed, and says how. form is how the rule writes
// it, and to what comes after H.
func (r *run) changedHeap(form string, to func() string) {
	if r.rec == nil {
		return
	}
	r.rec.heap++
	machine.KeepHeap(r.rec.Recorder, r.heapName(0), r.H)
	r.premise(func() derive.Condition { return derive.Equal(form, r.heapName(0), r.heapName(1)+to()) })
}

// premise adds a premise without rules of its own to the rule being applied.
func (r *run) premise(text func() derive.Condition) {
	if r.rec != nil {
		r.rec.Premise(text)
	}
}

// evaluated adds E(se) = k.
func (r *run) evaluated(form string, se syntax.Expr, k num.Num) {
	r.premise(func() derive.Condition { return derive.Equal(form, "E("+syntax.Line(se)+")", r.number(k)) })
}

// label adds E(x) = ℓ.
func (r *run) label(form string, x *syntax.Var) {
	r.premise(func() derive.Condition { return derive.Equal(form, "E("+x.Name+")", r.show(r.E[x.ID])) })
}

// decided adds E(se) ≠ 0 or E(se) = 0. E says which environment it is.
func (r *run) decided(E string, se syntax.Expr, k num.Num) {
	if k.IsZero() {
		r.evaluated(E+" = 0", se, k)
		return
	}
	r.premise(func() derive.Condition {
		return derive.Condition{Form: E + " ≠ 0", Left: "E(" + syntax.Line(se) + ") = " + r.number(k), Rel: "≠", Right: "0"}
	})
}

// judgeRead adds H[ℓ, k] = v.
func (r *run) judgeRead(b *heap.Block, off int, k num.Num) {
	r.premise(func() derive.Condition {
		return derive.Equal("H[E(y), E(se)]", fmt.Sprintf("%s[%s, %d]", r.heapName(0), b, off), r.number(k))
	})
}

// judgeCheck adds that the terms of a check compare.
func (r *run) judgeCheck(s *ast.Check, k []num.Num) {
	for j, op := range s.Rels {
		r.premise(func() derive.Condition {
			side := func(j int) string { return "E(" + syntax.Line(s.Terms[j]) + ") = " + r.number(k[j]) }
			rel := op.String()
			if op == syntax.Eq {
				rel = "="
			}
			return derive.Condition{Form: "E(se₁) ⋈ E(se₂)", Left: side(j), Rel: rel, Right: r.number(k[j+1]) + " = E(" + syntax.Line(s.Terms[j+1]) + ")"}
		})
	}
}

// judgeResult adds v = E(se), or v = nest(H(E(m)), E(L)).
func (r *run) judgeResult(res *ast.Result, v value.Val) {
	r.premise(func() derive.Condition {
		text := value.Format(v, r.rec.Limit(elements))
		if !res.Type.IsArray() {
			return derive.Equal("v_i = E(se_i)", text, "E("+syntax.Line(res.X)+")")
		}
		at := r.out.Places[len(r.out.Places)-1]
		return derive.Equal("v_i = nest(H(E(m_i)), E(L_i))", text, fmt.Sprintf("nest(%s(%s), %s)", r.heapName(0), at.Block, at.LMAD))
	})
}

// above is the name of the rule of a statement if the derivation has other rules above it,
// or "".
func (r *run) above(s ast.Stm) string {
	if r.rec == nil {
		return ""
	}
	switch s := s.(type) {
	case *ast.Kernel:
		return "E-IMP-KERNEL"
	case *ast.For:
		return "E-IMP-FOR"
	case *ast.While:
		return "E-IMP-WHILE"
	case *ast.If:
		if r.scalar("E-IMP-TRUE", s.Cond).IsZero() {
			return "E-IMP-FALSE"
		}
		return "E-IMP-TRUE"
	}
	return ""
}

// The iterations of kernels and the rounds of loops.

func (d *derivation) enterKernel(k int) {
	if d != nil {
		d.EnterKernel(k)
	}
}

func (d *derivation) enterLoop() {
	if d != nil {
		d.EnterLoop()
	}
}

func (d *derivation) iteration(i int) {
	if d != nil {
		d.Iteration(i)
	}
}

func (d *derivation) leaveKernel() {
	if d != nil {
		d.LeaveKernel()
	}
}

func (d *derivation) bind(x ...*syntax.Binding) {
	if d != nil {
		d.Bind(x...)
	}
}
