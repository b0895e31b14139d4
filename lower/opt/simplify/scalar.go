package simplify

import (
	"math"
	"strconv"

	"funmem/lower/rewrite"
	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// expr rebuilds an expression without bodies: variables are replaced, and scalar
// expressions become smaller. The size of a block stays comparable.
func (f *forward) expr(e syntax.Expr) syntax.Expr {
	if _, ok := e.(*syntax.Alloc); ok {
		return syntax.MapExpr(e, f.part)
	}
	return syntax.MapExpr(e, f.node)
}

func (f *forward) exprs(es []syntax.Expr) []syntax.Expr {
	out := make([]syntax.Expr, len(es))
	for k, e := range es {
		out[k] = f.expr(e)
	}
	return out
}

// node replaces an expression, after its parts, by a smaller one or by a variable that has
// its value.
func (f *forward) node(e syntax.Expr) syntax.Expr {
	e = f.part(e)
	if isSmall(e) || !syntax.IsScalar(e) || syntax.HasReals(e) && isIntOf(e) {
		return e
	}
	if y := f.seen.has[f.numberKey(e)]; y != nil {
		f.count(common)
		return placed(y.pat[0].Use(), e)
	}
	return e
}

// isIntOf tells whether an operator gives an int.
func isIntOf(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Unary:
		return e.Op.Gives(e.Of) == syntax.Int
	case *syntax.Binary:
		return e.Op.Gives(e.Of) == syntax.Int
	}
	return false
}

// part replaces a part of a type, after its own parts, by a smaller one.
func (f *forward) part(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.Var:
		return f.replaced(e)
	case *syntax.Unary, *syntax.Binary:
		if syntax.HasReals(e) {
			return f.real(e)
		}
		if k := exact(e); k != nil {
			f.count(folded)
			return k
		}
		if f.exact && !syntax.Total(e) { // its normal form may leave out what gets stuck
			return e
		}
		if p := f.env.Of(e).Expr(); size(p) < size(e) {
			f.count(folded)
			return placed(p, e)
		}
	}
	return e
}

// replaced returns what stands in place of a variable.
func (f *forward) replaced(x *syntax.Var) syntax.Expr {
	if y := f.by[x.ID]; y != nil {
		return placed(y, x)
	}
	return x
}

// placed returns e with the place of another expression in the text.
func placed(e, at syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.Var:
		return &syntax.Var{Span: at.GetSpan(), Name: e.Name, ID: e.ID}
	case *syntax.IntLit:
		return &syntax.IntLit{Span: at.GetSpan(), Val: e.Val, Text: e.Text}
	case *syntax.RealLit:
		return &syntax.RealLit{Span: at.GetSpan(), Val: e.Val, Text: e.Text}
	case *syntax.Unary:
		return &syntax.Unary{Span: at.GetSpan(), Op: e.Op, X: e.X, Of: e.Of}
	case *syntax.Binary:
		return &syntax.Binary{Span: at.GetSpan(), Op: e.Op, X: e.X, Y: e.Y, Of: e.Of}
	}
	return e
}

// size counts the operators and atoms of a scalar expression; a minus counts.
func size(e syntax.Expr) int {
	switch e := e.(type) {
	case *syntax.Unary:
		return 1 + size(e.X)
	case *syntax.Binary:
		return 1 + size(e.X) + size(e.Y)
	case *syntax.IntLit:
		if e.Val.Sign() < 0 {
			return 2
		}
	}
	return 1
}

// real returns an expression on f64s. None is computed and none moves, so the result has
// the same bits at every precision. Only a double change of sign is removed.
func (f *forward) real(e syntax.Expr) syntax.Expr {
	if e, ok := e.(*syntax.Unary); ok && e.Op == syntax.Neg && e.Of == syntax.F64 {
		if x, ok := e.X.(*syntax.Unary); ok && x.Op == syntax.Neg {
			f.count(folded)
			return x.X
		}
	}
	return e
}

// exact is f64(k) as a constant, where the double is k.
func exact(e syntax.Expr) syntax.Expr {
	u, ok := e.(*syntax.Unary)
	if !ok || u.Op != syntax.ToF64 {
		return nil
	}
	k, ok := u.X.(*syntax.IntLit)
	if !ok {
		return nil
	}
	n, ok := k.Val.Int64()
	if x := math.Abs(float64(n)); !ok || x > 1<<53 {
		return nil
	}
	return &syntax.RealLit{Span: u.Span, Val: float64(n), Text: strconv.FormatInt(n, 10) + ".0"}
}

// number rebuilds let x = se. x becomes another variable or a constant, or a variable with
// the same value, or stays.
func (f *forward) number(s *syntax.Let, e syntax.Expr) {
	x := s.Pat[0]
	if isSmall(e) && f.replace(x, e) {
		f.count(copies)
		return
	}
	key := f.numberKey(e)
	if y := f.seen.has[key]; y != nil && f.replace(x, y.pat[0].Use()) {
		if syntax.HasReals(e) {
			f.learn(x)
		}
		f.count(common)
		return
	}
	f.seen.add(key, s.Pat, len(f.writes))
	f.keep(s, e, s.Pat)
	f.define(x, e)
}

// define notes what an int is, as the type rules do.
func (f *forward) define(x *syntax.Binding, e syntax.Expr) {
	if x.Type.IsInt() && !syntax.HasReals(e) {
		f.env.Define(x.ID, f.env.Of(e))
	}
}

// numberKey returns the same key for scalar expressions with the same value here.
func (f *forward) numberKey(e syntax.Expr) string {
	if syntax.HasReals(e) {
		return rewrite.Key(e)
	}
	return "int " + f.env.Of(e).Key()
}

// isSmall tells whether e may replace a variable anywhere: it is another variable, or a
// constant without too many digits.
func isSmall(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.IntLit:
		_, ok := e.Val.Int64()
		return ok
	case *syntax.Var, *syntax.RealLit:
		return true
	}
	return false
}

// replace replaces a binder by an atom from here on, if the binder may be removed.
func (f *forward) replace(x *syntax.Binding, e syntax.Expr) bool {
	if !f.replaceable([]*syntax.Binding{x}) {
		return false
	}
	f.by[x.ID] = e
	return true
}

// isInt tells whether e is the int k, as far as is known.
func (f *forward) isInt(e syntax.Expr, k int64) bool {
	return poly.Compare(f.env.Of(e), poly.Int(num.Of(k))) == poly.Equal
}
