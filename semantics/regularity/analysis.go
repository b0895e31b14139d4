package regularity

import (
	"fmt"

	"funmem/semantics/diag"
	"funmem/semantics/poly"
	"funmem/semantics/rule"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Outside is what is known around the bodies that are analysed. Each of it may be nil.
type Outside struct {
	Lookup func(id int) *syntax.Binding  // the binder of a variable that is bound outside
	Def    func(name string) *syntax.Def // a function, in nested core
	Known  *poly.Env                     // the ints outside
	Cov    *rule.Coverage                // counts the rules that apply, and those that do not
	Refuse func(*diag.Diagnostic)        // is told once why a rule does not apply at a place
	Poll   stop.Poll                     // may end the work by its panic
}

// fact is what is known of a value: d of Listing 4 and ns of Listing 2, with the rules that gave them.
type fact struct {
	x     *syntax.Binding // the variable; nil for a value without a name
	d     Triple
	ns    Nested
	is    syntax.Expr // an int as an expression over the variables in scope
	sized bool        // d is that of is, and x can be computed from it
	depth int         // how many bodies are around the binder
	rule  string
	shape string
}

// analysis is Γ and Σ, and what is known of ints. No two variables have one ID.
type analysis struct {
	Outside
	facts   map[int]*fact // Γ and Σ, of all bodies that were analysed
	index   printer       // the indices of kernels, with their levels
	known   *poly.Env     // what the ints in scope are
	level   int           // j
	depth   int           // how many bodies are around
	last    int           // the greatest ID
	copies  map[*syntax.Call]*syntax.Body
	copied  int // how many statements they have
	results map[*syntax.Body][]fact
	refused map[string]bool // of which rules Refuse was told, and where
}

// firstID is an ID that no binder of a program has, and none after it.
const firstID = 1 << 30

// newAnalysis is an analysis that knows what is outside.
func newAnalysis(o Outside) *analysis {
	a := &analysis{Outside: o, facts: map[int]*fact{}, index: printer{}, known: &poly.Env{}, last: firstID,
		copies: map[*syntax.Call]*syntax.Body{}, results: map[*syntax.Body][]fact{}, refused: map[string]bool{}}
	if o.Known != nil {
		a.known = o.Known.Clone()
	}
	return a
}

// of is the fact about a variable. One that is bound outside is independent, and regular where its type is.
func (a *analysis) of(v *syntax.Var) *fact {
	if f := a.facts[v.ID]; f != nil {
		return f
	}
	x := &syntax.Binding{Span: v.Span, Name: v.Name, ID: v.ID, Type: &syntax.Type{}}
	if a.Lookup != nil {
		if b := a.Lookup(v.ID); b != nil && b.Type != nil {
			x = b
		}
	}
	n := make([]R, x.Type.Rank())
	for k, size := range x.Type.Dims {
		n[k] = R(!isIrregular(size))
	}
	f := &fact{x: x, d: independent(n)}
	a.facts[v.ID] = f
	f.ns = a.typed(x, Unknown{x})
	return f
}

// within runs f in an inner body. What is learnt there of ints stays there.
func (a *analysis) within(f func()) {
	outside := a.known
	a.known = outside.Clone()
	a.depth++
	f()
	a.depth--
	a.known = outside
}

// local tells whether a variable is bound in a body inside the present one.
func (a *analysis) local(id int) bool {
	f := a.facts[id]
	return f != nil && f.depth > a.depth
}

// applies counts a rule.
func (a *analysis) applies(name string) string {
	a.Cov.Apply(name)
	return name
}

// refuses counts a rule that does not apply.
func (a *analysis) refuses(name string, at diag.Span, why string) {
	a.Cov.Refuse(name)
	key := fmt.Sprint(name, at.Start, at.End)
	if a.Refuse != nil && !a.refused[key] {
		a.refused[key] = true
		a.Refuse(diag.Errorf(diag.Warning, name, at, "%s does not apply: %s", name, why))
	}
}

// body is R-TUPLE and A-TUPLE after R-LET and A-LET for each statement: what the results are.
func (a *analysis) body(b *syntax.Body) []fact {
	for _, s := range b.Stms {
		a.Poll.Ask()
		switch s := s.(type) {
		case *syntax.Let:
			a.let(s)
		case *syntax.Check:
			a.check(s)
		}
	}
	if len(b.Res) != 1 {
		a.applies("R-TUPLE")
		a.applies("A-TUPLE")
	}
	a.results[b] = a.atoms(b.Res)
	return a.results[b]
}

// isIrregular tells whether a size is the ? of a type.
func isIrregular(size syntax.Expr) bool {
	_, ok := size.(*syntax.Irregular)
	return ok
}
