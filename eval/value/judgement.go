package value

import (
	"fmt"
	"strconv"
	"strings"

	"funmem/eval/derive"
	"funmem/eval/machine"
	"funmem/semantics/syntax"
)

// messageLimit is how many elements of an array a message or judgement shows.
const messageLimit = 9

// premise adds a side condition to the derivation.
func (m *run) premise(text func() string) {
	if m.record != nil {
		m.record.Premise(text)
	}
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
	m.record.Enter(rule, func() string { return m.env(syntax.FreeVars(e)) + " ⊢ " + derive.Expr(e) + " ⇓ ?" })
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
	m.record.Enter(rule, func() string {
		return m.env(derive.FreeBody(stms, res)) + " ⊢ " + derive.Body(stms, res) + " ⇓ ?"
	})
}

func isLet(s syntax.Stm) bool {
	_, ok := s.(*syntax.Let)
	return ok
}

// show is a value in a judgement.
func (m *run) show(v Val) string { return Format(v, messageLimit) }

// judgementExp is E ⊢ e ⇓ (v, …), with E cut down to the free variables of e.
func (m *run) judgementExp(e syntax.Expr, v []Val) string {
	return m.env(syntax.FreeVars(e)) + " ⊢ " + derive.Expr(e) + " ⇓ " + m.values(v)
}

// judgementBody is E ⊢ b ⇓ (v, …).
func (m *run) judgementBody(stms []syntax.Stm, res []syntax.Expr, v []Val) string {
	return m.env(derive.FreeBody(stms, res)) + " ⊢ " + derive.Body(stms, res) + " ⇓ " + m.values(v)
}

// env shows E, cut down to some variables: x ↦ v, ….
func (m *run) env(vars []*syntax.Var) string {
	if len(vars) == 0 {
		return "•"
	}
	parts := make([]string, len(vars))
	for k, x := range vars {
		parts[k] = x.Name + " ↦ " + m.show(m.E.Of(x.ID))
	}
	return strings.Join(parts, ", ")
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
