package syntax

import "funmem/semantics/diag"

// Fold is what Reduce and Scan have in common. In core Fn is a Lambda whose
// parameters have types: the accumulators, one for each of Ne, and then the
// elements, one for each of Xs. A FUNMEM one may have an int before them: the
// number of the round, which the LMADs of elements that are arrays mention.
type Fold struct {
	diag.Span
	Name string // "reduce" or "scan"
	Fn   Expr
	Ne   []Expr
	Xs   []Expr
}

// FoldOf takes a Reduce or Scan apart; it is nil for another expression.
func FoldOf(e Expr) *Fold {
	switch e := e.(type) {
	case *Reduce:
		return &Fold{e.Span, "reduce", e.Fn, e.Ne, e.Xs}
	case *Scan:
		return &Fold{e.Span, "scan", e.Fn, e.Ne, e.Xs}
	}
	return nil
}

// Expr is the Reduce or Scan itself.
func (f *Fold) Expr() Expr {
	if f.Name == "scan" {
		return &Scan{f.Span, f.Fn, f.Ne, f.Xs}
	}
	return &Reduce{f.Span, f.Fn, f.Ne, f.Xs}
}

// Rule is the name of the rule for it in a judgement: Rule("E-MEM-") is
// E-MEM-REDUCE or E-MEM-SCAN.
func (f *Fold) Rule(judgement string) string {
	if f.Name == "scan" {
		return judgement + "SCAN"
	}
	return judgement + "REDUCE"
}

// Lambda is the function of a core fold.
func (f *Fold) Lambda() *Lambda { return f.Fn.(*Lambda) }

// Params are the parameters of a core fold by their kinds. The round is nil if
// the function does not take it. It fails for a function with another number of
// parameters.
func (f *Fold) Params() (round *Binding, accs, elems []*Binding, ok bool) {
	l, isLambda := f.Fn.(*Lambda)
	if !isLambda {
		return nil, nil, nil, false
	}
	ps := l.Params
	if len(ps) == len(f.Ne)+len(f.Xs)+1 {
		round, ps = ps[0], ps[1:]
	}
	if len(ps) != len(f.Ne)+len(f.Xs) {
		return nil, nil, nil, false
	}
	return round, ps[:len(f.Ne)], ps[len(f.Ne):], true
}
