package repl

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"funmem/eval/verdict"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/prove"
	"funmem/semantics/syntax"
)

// overlapCommand says whether two LMADs, or two arrays, share a location.
func (c *Console) overlapCommand(ctx context.Context, arg string) error {
	if names := c.arraysIn(arg); names != nil {
		return c.overlapOf(ctx, names)
	}
	if err := c.noArrays(arg); err != nil {
		return err
	}
	a, b, where, err := syntax.ParseOverlap(c.argument(arg))
	if err != nil {
		return err
	}
	return c.overlapping(ctx, a, b, where)
}

// overlapping says whether two LMADs share a location under some conditions.
func (c *Console) overlapping(ctx context.Context, a, b *syntax.LMAD, where []syntax.Expr) error {
	q := &overlap{session: c.Session, syms: &prove.Symbols{Until: verdict.Poll(ctx), Budget: prove.NewBudget(prove.MaxSteps)}, ids: map[string]int{}}
	if err := q.read(a, b, where); err != nil {
		return err
	}
	c.printf("%s", q.answer())
	return nil
}

// overlap is the question whether two LMADs share a location. Names of ints in scope stand for their values; other
// names are variables, which are at least 0 if they are in a size.
type overlap struct {
	session *session.Session
	syms    *prove.Symbols
	ids     map[string]int
	sizes   map[int]bool
	a, b    prove.LMAD
	known   []prove.System // one of them holds
	using   []string       // names in scope, with their values
}

func (q *overlap) read(a, b *syntax.LMAD, where []syntax.Expr) (err error) {
	if q.a, err = q.lmad(a); err != nil {
		return err
	}
	if q.b, err = q.lmad(b); err != nil {
		return err
	}
	var sizes prove.System
	q.sizes = map[int]bool{}
	for _, l := range []prove.LMAD{q.a, q.b} {
		for _, d := range l.Dims {
			for _, id := range d.Size.Vars() {
				q.sizes[id] = true
			}
		}
	}
	for id := range q.syms.Made() {
		if q.sizes[id+1] {
			sizes.NonNeg(q.syms.Get(id + 1))
		}
	}
	q.known = []prove.System{sizes}
	for _, e := range where {
		if err := q.where(e); err != nil {
			return err
		}
	}
	return nil
}

// lmad returns an LMAD with polynomials as its parts.
func (q *overlap) lmad(l *syntax.LMAD) (out prove.LMAD, err error) {
	if out.Offset, err = q.int(l.Offset); err != nil {
		return out, err
	}
	for _, d := range l.Dims {
		var dim prove.Dim
		if dim.Size, err = q.int(d.Size); err != nil {
			return out, err
		}
		if dim.Stride, err = q.int(d.Stride); err != nil {
			return out, err
		}
		out.Dims = append(out.Dims, dim)
	}
	return out, nil
}

// where adds a comparison, or several joined by &&.
func (q *overlap) where(e syntax.Expr) error {
	b, ok := e.(*syntax.Binary)
	if ok && b.Op == syntax.And {
		if err := q.where(b.X); err != nil {
			return err
		}
		return q.where(b.Y)
	}
	if !ok || !slices.Contains(comparisons, b.Op) {
		return diag.List{diag.Errorf(diag.Usage, "", e.GetSpan(), "found `%s`, wanted a comparison such as `i < j`", syntax.Line(e))}
	}
	x, err := q.int(b.X)
	if err != nil {
		return err
	}
	y, err := q.int(b.Y)
	if err != nil {
		return err
	}
	var known []prove.System
	for _, s := range q.known {
		for _, c := range prove.Comparison(b.Op, x, y, true) {
			t := s
			t.Add(c)
			known = append(known, t)
		}
	}
	q.known = known
	return nil
}

var comparisons = []syntax.Op{syntax.Eq, syntax.Ne, syntax.Lt, syntax.Le, syntax.Gt, syntax.Ge}

// int returns the normal form of an expression of ints and names.
func (q *overlap) int(e syntax.Expr) (poly.Poly, error) {
	var wrong syntax.Expr
	syntax.Walk(e, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Var, *syntax.IntLit, *syntax.Unary, *syntax.Binary:
		case syntax.Expr:
			wrong = n
		}
		return wrong == nil
	})
	if wrong != nil {
		return poly.Poly{}, diag.List{diag.Errorf(diag.Usage, "", wrong.GetSpan(), "found `%s`, wanted an int made of names and numbers", syntax.Line(wrong))}
	}
	named := syntax.MapExpr(e, func(e syntax.Expr) syntax.Expr {
		if x, ok := e.(*syntax.Var); ok {
			return q.name(x)
		}
		return e
	})
	var none poly.Env
	return none.Of(named), nil
}

// name returns the value of a name in scope, or a variable.
func (q *overlap) name(x *syntax.Var) syntax.Expr {
	if n, ok := q.session.Elab.Lookup(x.Name); ok && n.Binding != nil && n.Binding.Type.IsInt() {
		v := q.session.Machine.Env.Of(n.Binding.ID).I
		if text := fmt.Sprintf("%s = %s", x.Name, v); !slices.Contains(q.using, text) {
			q.using = append(q.using, text)
		}
		return &syntax.IntLit{Val: v}
	}
	if q.ids[x.Name] == 0 {
		q.syms.New(x.Name)
		q.ids[x.Name] = q.syms.Made()
	}
	return &syntax.Var{Name: x.Name, ID: q.ids[x.Name]}
}

// answer is a proof, a witness, or that neither was found. If no values fit the conditions, a proof says nothing. If an
// LMAD has no elements, the proof says so.
func (q *overlap) answer() string {
	if q.impossible() {
		if len(q.names()) == 0 {
			return "nothing to say: the conditions do not hold" + q.given()
		}
		return "nothing to say: no values of " + strings.Join(q.names(), ", ") + " fit the conditions" + q.given()
	}
	tests, proved := q.proof()
	if proved {
		s := "disjoint"
		if names := q.names(); len(names) > 0 {
			s += " for all " + strings.Join(names, ", ")
		}
		return s + ": proved (" + tests + ")" + q.vacuous() + q.given()
	}
	for _, s := range q.known {
		w := prove.Overlap(q.syms, s, q.a, q.b, q.negative)
		if w != nil {
			return q.witness(w) + q.given()
		}
	}
	return fmt.Sprintf("not decided: no proof was found, and no overlap with values up to %d", prove.MaxValue) + q.given()
}

// proof refutes each of the systems.
func (q *overlap) proof() (tests string, ok bool) {
	var all prove.Proof
	for _, s := range q.known {
		proof, ok := prove.Disjoint(q.syms, s, q.a, q.b)
		if !ok {
			return "", false
		}
		all = all.With(proof)
	}
	return strings.Join(all, ", "), true
}

// impossible tells whether it is proved that no values fit what is known.
func (q *overlap) impossible() bool {
	for _, s := range q.known {
		if _, ok := s.Refute(q.syms); !ok {
			return false
		}
	}
	return true
}

// vacuous returns a warning that a proof may be about nothing: one of the LMADs may have no elements, or it is not
// known that the conditions can hold.
func (q *overlap) vacuous() string {
	elements, fits := false, false
	for _, s := range q.known {
		fits = fits || len(q.names()) == 0 || prove.Model(q.syms, s, q.negative) != nil
		t := prove.System{}
		t.Add(s)
		t.Nonempty(q.a, q.b)
		_, empty := t.Refute(q.syms)
		elements = elements || !empty
	}
	switch {
	case !fits:
		return fmt.Sprintf("\n  no values up to %d were found that fit the conditions", prove.MaxValue)
	case !elements:
		return "\n  one of the two has no elements there"
	}
	return ""
}

// negative tells whether a variable may be less than 0.
func (q *overlap) negative(id int) bool { return !q.sizes[id] }

// names are the variables, in the order of their first use.
func (q *overlap) names() []string {
	names := make([]string, q.syms.Made())
	for id := range names {
		names[id] = q.syms.Name(id + 1)
	}
	return names
}

// given says which names are taken from the session.
func (q *overlap) given() string {
	if len(q.using) == 0 {
		return ""
	}
	return "\n  with " + strings.Join(q.using, ", ") + " from the session"
}

func (q *overlap) witness(w *prove.Witness) string {
	s := "overlap"
	var values []string
	for k, name := range q.names() {
		values = append(values, fmt.Sprintf("%s = %d", name, w.Values[k+1]))
	}
	if len(values) > 0 {
		s += " where " + strings.Join(values, ", ")
	}
	return s + fmt.Sprintf(": element %s of the first and %s of the second have offset %d", element(w.A), element(w.B), w.Offset)
}

// element is an index as it is written.
func element(index []int64) string {
	parts := make([]string, len(index))
	for k, i := range index {
		parts[k] = num.Of(i).String()
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
