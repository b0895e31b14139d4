package elab

import (
	"funmem/semantics/check"
	"funmem/semantics/derive"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Path is the way from a program, as it is written, to the premise that a type error is
// about: the declarations and expressions around its place, each with the rule that it
// would have been typed by, and at the end the rule of the error over the premise that does
// not hold. It is for programs that elaboration refuses, which have no core program. Γ is
// not written out. mem tells whether the program is FUNMEM.
func Path(p *syntax.Program, d *diag.Diagnostic, mem bool) *derive.Tree {
	text := "…"
	if len(p.Decls) > 0 {
		if text = syntax.Line(p.Decls[0]); len(p.Decls) > 1 {
			text += " …"
		}
	}
	root := node("T-PROG", text)
	if mem {
		root.Rule = "T-MEM-PROG"
	}
	at, deepest := root, (*derive.Tree)(nil)
	chain := []*derive.Tree{root}
	syntax.Walk(p, func(n syntax.Node) bool {
		if _, ok := n.(*syntax.Program); ok {
			return true
		}
		if !within(d.Span, n.GetSpan()) {
			return !n.GetSpan().IsValid()
		}
		if rule, text := typedBy(n, mem); rule != "" {
			next := node(rule, text)
			at.Premises = []*derive.Tree{next}
			at = next
			chain = append(chain, next)
		}
		return true
	})
	for _, t := range chain {
		if t.Rule == d.Rule {
			deepest = t
		}
	}
	if deepest == nil {
		deepest = node(d.Rule, d.Span.Text())
		at.Premises = []*derive.Tree{deepest}
	}
	deepest.Premises = []*derive.Tree{{Condition: &derive.Condition{Left: d.Msg, Failed: true}}}
	return root
}

func node(rule, of string) *derive.Tree {
	return &derive.Tree{Rule: rule, Judgement: derive.Judgement{Before: []derive.Part{derive.Text("Γ")}, Of: of, Rel: ":", After: []derive.Part{derive.Text("?")}}}
}

// within tells whether a place lies in another one.
func within(in, around diag.Span) bool {
	return in.IsValid() && around.IsValid() && in.Src == around.Src && around.Start <= in.Start && in.End <= around.End
}

// typedBy is the rule by which something that is written is typed, and its text; "" if it
// has no rule of its own.
func typedBy(n syntax.Node, mem bool) (rule, text string) {
	switch n := n.(type) {
	case *syntax.Def:
		return "T-DEF", "def " + n.Name + " …"
	case *syntax.Let:
		return "T-STM", derive.Stm(n)
	case *syntax.Check:
		return "T-CHECK", derive.Stm(n)
	case *syntax.Free:
		return "T-MEM-FREE", derive.Stm(n)
	case *syntax.IntLit, *syntax.RealLit:
		return "T-CONST", syntax.Line(n)
	case *syntax.Var:
		return "T-VAR", n.Name
	case *syntax.Unary, *syntax.Binary:
		return "T-OP", syntax.Line(n)
	case *syntax.Map, *syntax.Rotate:
		return check.RuleOf(&syntax.Let{Exp: &syntax.Kernel{}}, mem), syntax.Line(n)
	case *syntax.Flatten:
		return check.RuleOf(&syntax.Let{Exp: &syntax.Reshape{}}, mem), syntax.Line(n)
	case *syntax.Tuple, *syntax.Block, *syntax.Lambda, *syntax.OpFn, *syntax.Length, *syntax.Shape:
		return "", ""
	case syntax.Expr:
		return check.RuleOf(&syntax.Let{Exp: n}, mem), derive.Expr(n)
	}
	return "", ""
}
