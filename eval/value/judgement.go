package value

import (
	"fmt"
	"strconv"
	"strings"

	"funmem/eval/machine"
	"funmem/semantics/derive"
	"funmem/semantics/syntax"
)

// messageLimit is how many elements of an array a message or judgement shows.
const messageLimit = 9

// premise adds a premise without rules of its own to the derivation.
func (m *run) premise(text func() derive.Condition) {
	if m.record != nil {
		m.record.Premise(text)
	}
}

// lookups adds E(x) = v for each atom, and says how many there are where they are many. form
// is how the rule writes it.
func (m *run) lookups(form string, xs ...syntax.Expr) {
	if m.record == nil {
		return
	}
	limit := m.record.Limit(messageLimit)
	for k, x := range xs {
		if limit > 0 && k == limit {
			m.record.Note(derive.CutValue)
			m.premise(func() derive.Condition { return derive.Holds(form, derive.More(len(xs)-k)) })
			return
		}
		m.premise(func() derive.Condition { return derive.Equal(form, "E("+derive.Expr(x)+")", m.show(m.atom(x))) })
	}
}

// evaluated adds v = conventional evaluation of se, with the values of its variables.
func (m *run) evaluated(se syntax.Expr, v Val) {
	m.premise(func() derive.Condition {
		return derive.Equal("v = conventional evaluation of se", m.show(v), "conventional evaluation of "+derive.Scalar(se, func(x *syntax.Var) string { return m.show(m.E.Of(x.ID)) }))
	})
}

// gives adds v = f(E(x), …), where args shows the arguments.
func (m *run) gives(f string, v Val, args func() string) {
	m.premise(func() derive.Condition {
		return derive.Equal("v = "+f+"(…)", m.show(v), f+"("+args()+")")
	})
}

// enterExp starts the rule of an expression, by name if the derivation has other rules
// above it.
func (m *run) enterExp(e syntax.Expr) {
	if m.record == nil {
		return
	}
	rule := ""
	switch e := e.(type) {
	case *syntax.Kernel:
		rule = "E-KERNEL"
	case *syntax.Reduce, *syntax.Scan:
		rule = syntax.FoldOf(e).Rule("E-")
	case *syntax.Call:
		rule = "E-CALL"
	case *syntax.Loop:
		rule = "E-LOOP"
	case *syntax.If:
		if rule = "E-IF-TRUE"; m.int(e.Cond).IsZero() {
			rule = "E-IF-FALSE"
		}
	}
	m.record.Enter(rule, func() derive.Judgement { return m.judgement(syntax.FreeVars(e), derive.Expr(e), "?") })
}

// enterBody starts the rule of a body.
func (m *run) enterBody(stms []syntax.Stm, res []syntax.Expr) {
	if m.record == nil {
		return
	}
	rule := "E-IN"
	if len(stms) > 0 {
		if rule = "E-CHECK"; isLet(stms[0]) {
			rule = "E-LET"
		}
	}
	m.record.Enter(rule, func() derive.Judgement {
		return m.judgement(derive.FreeBody(stms, res), derive.Body(stms, res), "?")
	})
}

func isLet(s syntax.Stm) bool {
	_, ok := s.(*syntax.Let)
	return ok
}

// show is a value in a judgement.
func (m *run) show(v Val) string {
	limit := m.record.Limit(messageLimit)
	if v.A != nil && limit > 0 && v.A.Elems.Len() > limit {
		m.record.Note(derive.CutValue)
	}
	return Format(v, limit)
}

// judgementExp is E ⊢ e ⇓ (v, …).
func (m *run) judgementExp(e syntax.Expr, v []Val) derive.Judgement {
	return m.judgement(syntax.FreeVars(e), derive.Expr(e), m.values(v))
}

// judgementBody is E ⊢ b ⇓ (v, …).
func (m *run) judgementBody(stms []syntax.Stm, res []syntax.Expr, v []Val) derive.Judgement {
	return m.judgement(derive.FreeBody(stms, res), derive.Body(stms, res), m.values(v))
}

// judgement is E ⊢ of ⇓ values, where of uses some variables of E.
func (m *run) judgement(used []*syntax.Var, of, values string) derive.Judgement {
	E := m.record.Env("E", " ↦ ", used, func(x *syntax.Var) string { return m.show(m.E.Of(x.ID)) })
	return derive.Judgement{Before: []derive.Part{E}, Of: of, Rel: "⇓", After: []derive.Part{derive.Text(values)}}
}

func (m *run) values(v []Val) string {
	parts := make([]string, len(v))
	for k, v := range v {
		parts[k] = m.show(v)
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// numbers returns ", k₁, k₂, …".
func numbers(k []int) string {
	var b strings.Builder
	for _, k := range k {
		b.WriteString(", " + strconv.Itoa(k))
	}
	return b.String()
}

// Pairs returns (n : s) ….
func Pairs(dims [][2]int) string {
	parts := make([]string, len(dims))
	for k, d := range dims {
		parts[k] = fmt.Sprintf("(%d : %d)", d[0], d[1])
	}
	return strings.Join(parts, " ")
}

// ranges returns ", k₁ : k₂, …".
func ranges(ix []machine.Ix) string {
	var b strings.Builder
	for _, x := range ix {
		b.WriteString(", " + strconv.Itoa(x.Off))
		if x.Fix {
			continue
		}
		if x.Flat != nil {
			b.WriteString(" + {" + Pairs(x.Flat) + "}")
			continue
		}
		b.WriteString(" : " + strconv.Itoa(x.Size))
		if x.Stride != 1 {
			b.WriteString(" : " + strconv.Itoa(x.Stride))
		}
	}
	return b.String()
}
