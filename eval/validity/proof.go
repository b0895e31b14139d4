package validity

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/prove"
	"funmem/semantics/prove/intact"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Effort says how long a proof of validity may look.
type Effort uint8

// The efforts.
const (
	Usual   Effort = iota // prove.UsualSteps, which take about a second
	Lifted                // prove.LiftedSteps, a hundred times as many
	NoProof               // nothing is proved
)

// Budget returns the steps that a proof may take.
func (e Effort) Budget() *prove.Budget {
	if e == Lifted {
		return prove.NewBudget(prove.LiftedSteps)
	}
	return prove.NewBudget(prove.UsualSteps)
}

// Proof is what is shown about the validity of a program from its text: nothing is run.
type Proof struct {
	Shown   bool          // for all inputs and arguments, each use of an array finds in its cells what its binding put there (Def. 3.1)
	Open    []intact.Open // what is not shown, the first few
	Why     string        // why the proof ended early, if it did
	Outside []*syntax.Var // the numbers and arrays from outside, which are assumed to have, and to show, their values
	For     string        // what it holds for, as "all arguments"; "": there is nothing to choose

	Compiled bool // it is about compiled code, a dump
	Values   bool // it is about a program without memory beside another one: what is shown is that it has the values of that
	calls    bool // it is about a function, with arguments
}

// TooLong says that a proof ended when its steps were taken.
const TooLong = "the proof takes more steps than it may; `--prove` lifts the limit"

// assumptions says what proofs assume, about compiled code or not, with arguments or without, of values alone or of memory too. Ints of compiled code have a
// width, and its index functions are polynomials without one.
func assumptions(compiled, calls, values bool) string {
	list := []string{"the value semantics is not stuck"}
	if values {
		list[0] = "BEFORE is not stuck"
	}
	if compiled {
		list[0] += " (no assertion fails, for example)"
	}
	if calls {
		list = append(list, "sizes are not negative")
	}
	switch {
	case compiled:
		list = append(list, "no index and no size, in bytes too, needs more than 64 bits", "the sizes that the run time chooses are as they are set", "folds go in order")
	case values:
		list = append(list, "ints have no bound")
	default:
		list = append(list, "ints and offsets have no bound")
	}
	if calls && !values {
		list = append(list, "arguments lie in their blocks", "a starred one has its block for itself and a location for each element")
	}
	if last := len(list) - 1; last > 0 {
		list[last] = "and " + list[last]
	}
	return strings.Join(list, ", ")
}

// AssumedOfDumps is what proofs about the functions of dumps assume.
var AssumedOfDumps = assumptions(true, true, false)

// Assumed says what some proofs assume together.
func Assumed(proofs ...*Proof) string {
	any := func(is func(p *Proof) bool) bool { return slices.ContainsFunc(proofs, is) }
	return assumptions(any(func(p *Proof) bool { return p.Compiled }), any(func(p *Proof) bool { return p.calls }), !any(func(p *Proof) bool { return !p.Values }))
}

// Text is a program in FUNMEM to be proved, with the functions and variables from outside, as in races.Kernels.
type Text struct {
	*syntax.Program
	Defs  func(name string) *syntax.Def
	Types func(id int) *syntax.Type

	Second   prove.Second            // told of each question; nil: there is nobody to tell
	Compiled func(at diag.Span) bool // tells whether a place belongs to compiled code; nil: none does
}

// AssumedLine is the line of a report that says what the proofs assume that hold. It is "" if there are none but about programs without inputs: a run of such a
// program has shown that it is as they assume.
func AssumedLine(proofs ...*Proof) string {
	proofs = slices.DeleteFunc(slices.Clone(proofs), func(p *Proof) bool { return !p.Holds() || !p.Compiled && p.For == "" })
	if len(proofs) == 0 {
		return ""
	}
	return "  assumed: " + Assumed(proofs...) + "\n"
}

// Valid tries to prove that the statements of a program are valid, or a function of it if d is not nil. It returns nil if nothing is to be
// proved.
func (t *Text) Valid(e Effort, d *syntax.Def, until ...stop.Poll) *Proof {
	if e == NoProof {
		return nil
	}
	p, steps := &Proof{Compiled: t.isCompiled(d, until)}, e.Budget()
	steps.Second = t.Second
	if d == nil {
		p.Outside = t.values(t.outside(t.Program, until))
		p.try(steps, t, t.Program, nil, until)
		return p
	}
	var own []syntax.Expr // arrays of the statements, or from outside, which have to show their values when the function is called
	for _, x := range t.values(t.reached(d, until)) {
		if !t.binds(x) {
			p.Outside = append(p.Outside, x)
		}
		if t.IsArray(x) && (t.binds(x) || t.writes()) {
			own = append(own, x)
		}
	}
	if len(own) > 0 {
		if t.ambiguous() {
			p.Why = "it uses arrays of statements, and two functions have one name"
			return p
		}
		whole := &syntax.Program{Span: t.Program.Span, Decls: append(slices.Clone(t.Program.Decls), &syntax.In{Span: d.Span, Res: own})}
		if p.try(steps, t, whole, nil, until); !p.Shown {
			return p
		}
	}
	p.try(steps, t, t.Program, d, until)
	return p
}

// OfValues returns a proof of the statements of a program without memory, or of a function of it if d is not nil. What it will show, that they have the values of
// another program, is not shown yet.
func (t *Text) OfValues(d *syntax.Def, until ...stop.Poll) *Proof {
	p := &Proof{Compiled: t.isCompiled(d, until), Values: true}
	if d == nil {
		p.Outside = t.values(t.outside(t.Program, until))
	} else {
		p.Outside = slices.DeleteFunc(t.values(t.reached(d, until)), t.binds)
	}
	return p
}

// isCompiled tells whether the statements, or a function, are compiled code, or call some.
func (t *Text) isCompiled(d *syntax.Def, until []stop.Poll) bool {
	if t.Compiled == nil {
		return false
	}
	var called []*syntax.Def
	if d != nil {
		called = append(syntax.Reached(d.Body, t.def, until...), d)
	} else {
		called = syntax.Reached(t.Program, t.def, until...)
	}
	return slices.ContainsFunc(called, func(f *syntax.Def) bool { return t.Compiled(f.NameAt) }) ||
		d == nil && slices.ContainsFunc(t.Program.Decls, func(s syntax.Decl) bool { return t.Compiled(s.GetSpan()) })
}

// try asks package intact.
func (p *Proof) try(steps *prove.Budget, t *Text, program *syntax.Program, d *syntax.Def, until []stop.Poll) {
	ask := intact.Program
	if p.Compiled {
		ask = intact.Compiled
	}
	open, done := ask(steps, program, d, t.Defs, t.Types, until...)
	if p.Shown, p.Open = done && len(open) == 0, open; !done {
		p.Open, p.Why = nil, TooLong
	}
}

// def returns the function of that name, or nil.
func (t *Text) def(name string) *syntax.Def {
	for _, d := range slices.Backward(t.Program.Defs()) {
		if d.Name == name {
			return d
		}
	}
	if t.Defs == nil {
		return nil
	}
	return t.Defs(name)
}

// reached returns what a function, and what it calls, use from outside.
func (t *Text) reached(d *syntax.Def, until []stop.Poll) []*syntax.Var {
	list := syntax.FreeVars(d, until...)
	for _, f := range syntax.Reached(d.Body, t.def, until...) {
		list = append(list, syntax.FreeVars(f, until...)...)
	}
	return list
}

// outside returns what a program, and the functions from outside that it calls, use from outside.
func (t *Text) outside(p *syntax.Program, until []stop.Poll) []*syntax.Var {
	list := syntax.FreeVars(p, until...)
	for _, f := range syntax.Reached(p, t.def, until...) {
		list = append(list, syntax.FreeVars(f, until...)...)
	}
	return slices.DeleteFunc(list, t.binds)
}

// values returns the numbers and arrays among some variables, each once.
func (t *Text) values(vars []*syntax.Var) (list []*syntax.Var) {
	for _, x := range vars {
		if y := t.typeOf(x); (y == nil || y.Elem != syntax.Mem) && !slices.ContainsFunc(list, func(z *syntax.Var) bool { return x.ID == z.ID }) {
			list = append(list, x)
		}
	}
	return list
}

// IsArray tells whether a variable is an array.
func (t *Text) IsArray(x *syntax.Var) bool {
	y := t.typeOf(x)
	return y != nil && y.IsArray()
}

// About says for what a proof holds if some of what it uses from outside are inputs.
func (t *Text) About(p *Proof, isInput func(x *syntax.Var) bool) string {
	text := ""
	for _, x := range p.Outside {
		switch {
		case isInput(x) && t.IsArray(x):
			return "all inputs of these sizes"
		case isInput(x):
			text = "all inputs"
		}
	}
	return text
}

// binding returns the binding of a variable among the statements, or nil.
func (t *Text) binding(x *syntax.Var) *syntax.Binding {
	for _, d := range t.Program.Decls {
		if let, ok := d.(*syntax.Let); ok {
			for _, b := range let.Pat {
				if b.ID == x.ID {
					return b
				}
			}
		}
	}
	return nil
}

// binds tells whether a statement binds a variable.
func (t *Text) binds(x *syntax.Var) bool { return t.binding(x) != nil }

func (t *Text) typeOf(x *syntax.Var) *syntax.Type {
	switch b := t.binding(x); {
	case b != nil:
		return b.Type
	case t.Types != nil:
		return t.Types(x.ID)
	}
	return nil
}

// writes tells whether there are statements, which may write.
func (t *Text) writes() bool {
	return slices.ContainsFunc(t.Program.Decls, func(d syntax.Decl) bool {
		_, def := d.(*syntax.Def)
		_, result := d.(*syntax.In)
		return !def && !result
	})
}

// ambiguous tells whether two functions have one name, so that a call may be of either.
func (t *Text) ambiguous() bool {
	seen := map[string]bool{}
	return slices.ContainsFunc(t.Program.Defs(), func(d *syntax.Def) bool {
		was := seen[d.Name]
		seen[d.Name] = true
		return was
	})
}

// OfCalls returns the proof about a function as one for all its arguments.
func (p *Proof) OfCalls() *Proof {
	if p == nil {
		return nil
	}
	c := *p
	c.calls = true
	if c.For = "all arguments"; p.For != "" {
		c.For += " and " + strings.TrimPrefix(p.For, "all ")
	}
	return &c
}

// And returns what two proofs show together. Either may be nil: nothing was tried there.
func (p *Proof) And(q *Proof) *Proof {
	if p == nil || q == nil {
		return nil
	}
	return &Proof{
		Shown: p.Shown && q.Shown, Open: slices.Concat(p.Open, q.Open), Why: cmp.Or(p.Why, q.Why),
		Outside: slices.Concat(p.Outside, q.Outside), For: bothFor(p.For, q.For),
		Compiled: p.Compiled || q.Compiled, calls: p.calls || q.calls,
	}
}

// bothFor says what two proofs hold for together.
func bothFor(a, b string) string {
	rest := func(s string) string { return strings.TrimPrefix(s, "all ") }
	switch {
	case a == "" || strings.Contains(b, rest(a)):
		return b
	case b == "" || strings.Contains(a, rest(b)):
		return a
	}
	return a + " and " + rest(b)
}

// Unless returns the proof without what it shows if there is a reason against it.
func (p *Proof) Unless(why string) *Proof {
	if p == nil || why == "" || !p.Shown {
		return p
	}
	c := *p
	c.Shown, c.Why = false, why
	return &c
}

// Holds tells whether there is a proof, and it shows what it is to show.
func (p *Proof) Holds() bool { return p != nil && p.Shown }

// Words says what is shown: "proved for all arguments".
func (p *Proof) Words() string {
	if p.For == "" {
		return string(Proved)
	}
	return string(Proved) + " for " + p.For
}

// MarshalJSON says what is shown, and what is not.
func (p *Proof) MarshalJSON() ([]byte, error) {
	assumed := ""
	if p.Shown {
		assumed = Assumed(p)
	}
	return json.Marshal(struct {
		Shown   bool      `json:"shown"`
		For     string    `json:"for,omitempty"`
		Assumed string    `json:"assumed,omitempty"`
		Open    diag.List `json:"open,omitempty"`
		Why     string    `json:"why,omitempty"`
	}{p.Shown, p.For, assumed, p.Messages(), p.Why})
}

// NotShown says that so many points are open.
func NotShown(n int) string {
	if n == 1 {
		return "1 point is not shown"
	}
	return diag.Count(n, "point") + " are not shown"
}

// Messages returns what is not shown, as messages.
func (p *Proof) Messages() (list diag.List) {
	if p == nil {
		return nil
	}
	for _, o := range p.Open {
		list = append(list, o.Diagnostic())
	}
	return list
}
