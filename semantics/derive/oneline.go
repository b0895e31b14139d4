package derive

import (
	"strings"

	"funmem/semantics/syntax"
)

// Expr returns an expression in one line, as a judgement shows it. The bodies of if,
// kernel, loop, reduce and scan become "…".
func Expr(e syntax.Expr) string {
	switch e := e.(type) {
	case *syntax.If:
		return "if " + syntax.Line(e.Cond) + " then … else …"
	case *syntax.Kernel:
		bounds := make([]string, len(e.Index))
		for k, x := range e.Index {
			bounds[k] = x.X.Name + " <= " + syntax.Line(x.N)
		}
		return "kernel " + strings.Join(bounds, ", ") + " do …"
	case *syntax.Loop:
		return loop(e)
	case *syntax.Reduce, *syntax.Scan:
		if f := syntax.FoldOf(e); isLambda(f.Fn) {
			return fold(f)
		}
	}
	return syntax.Line(e)
}

// Scalar returns a scalar expression in one line, with values for its variables.
func Scalar(se syntax.Expr, value func(*syntax.Var) string) string {
	return syntax.Line(syntax.MapExpr(se, func(e syntax.Expr) syntax.Expr {
		if x, ok := e.(*syntax.Var); ok {
			return &syntax.Var{Span: x.Span, Name: value(x), ID: x.ID}
		}
		return e
	}))
}

// loop returns a loop in one line, without the types of what it carries.
func loop(e *syntax.Loop) string {
	carried := make([]string, len(e.Params))
	for k, x := range e.Params {
		carried[k] = x.Name + " = " + syntax.Line(e.Init[k])
	}
	rounds := "while …"
	if e.For != nil {
		rounds = "for " + e.For.X.Name + " <= " + syntax.Line(e.For.N)
	}
	return "loop (" + strings.Join(carried, ", ") + ") " + rounds + " do …"
}

// isLambda tells whether a function is written out, as it always is in core.
func isLambda(f syntax.Expr) bool {
	_, ok := f.(*syntax.Lambda)
	return ok
}

// fold returns a reduce or scan in one line, without the types of its parameters.
func fold(f *syntax.Fold) string {
	text := f.Name + ` (\`
	for _, p := range f.Lambda().Params {
		text += p.Name + " "
	}
	return text + "-> …) " + strings.TrimPrefix(syntax.Line(&syntax.Reduce{Fn: &syntax.Var{Name: "f"}, Ne: f.Ne, Xs: f.Xs}), "reduce f ")
}

// Stm returns a core statement in one line.
func Stm(s syntax.Stm) string {
	let, ok := s.(*syntax.Let)
	if !ok {
		return syntax.Line(s)
	}
	pat := make([]string, len(let.Pat))
	for k, p := range let.Pat {
		pat[k] = syntax.Line(p)
	}
	return "let " + strings.Join(pat, " ") + " = " + Expr(let.Exp)
}

// Signature returns the head of a function in one line: f [n] (x : [n]int) : (y : int).
func Signature(f *syntax.Def) string {
	text := f.Name
	for _, n := range f.Sizes {
		text += " [" + n.Name + "]"
	}
	for _, p := range f.Params {
		text += " " + syntax.Line(p)
	}
	for k, p := range f.Ret {
		if k == 0 {
			text += " :"
		}
		if p.Name == "" {
			text += " " + syntax.Line(p.Type)
		} else {
			text += " " + syntax.Line(p)
		}
	}
	return text
}

// Body returns the rest of a body, starting with the given statements: the first statement
// and "…", or the result.
func Body(stms []syntax.Stm, res []syntax.Expr) string {
	if len(stms) == 0 {
		return syntax.Line(&syntax.In{Res: res})
	}
	return strings.TrimSuffix(Stm(stms[0]), " …") + " …"
}

// FreeBody returns the free variables of the rest of a body: the part of E that a judgement
// shows.
func FreeBody(stms []syntax.Stm, res []syntax.Expr) []*syntax.Var {
	return syntax.FreeVars(&syntax.Body{Stms: stms, Res: res})
}
