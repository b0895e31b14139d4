package smt

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/prove"
	"funmem/semantics/syntax"
)

// Script is a question in SMT-LIB 2.
type Script struct {
	Comment string // which question it is
	Body    string // the declarations, the facts and check-sat

	problem *problem
	names   map[int]string // of the variables
	ids     []int          // of those that are not made for operators, in the order of their declarations
}

// Write is a question as a script. It is unsatisfiable if the claim holds.
func Write(q prove.Question) *Script {
	p := differences(q.Syms, q.System)
	w := &writer{syms: p.syms.Fork(), names: map[int]string{}, taken: map[string]int{}, declared: map[int]bool{}, known: map[string]poly.Poly{}}
	for _, id := range slices.Sorted(maps.Keys(p.ids)) {
		w.names[id] = w.symbol(p.syms.Name(id))
	}
	for _, x := range p.pairs {
		w.names[x.difference] = w.symbol("d." + strings.Trim(w.names[x.second], "|"))
	}
	var facts strings.Builder
	said := map[string]bool{}
	for _, f := range p.facts {
		text := w.fact(f)
		if !said[text] {
			w.assert(&facts, text)
		}
		said[text] = true
	}
	s := &Script{problem: p, names: w.names}
	var b strings.Builder
	b.WriteString("(set-logic QF_NIA)\n")
	for _, id := range w.order {
		fmt.Fprintf(&b, "(declare-const %s Int)\n", w.names[id])
		if id <= p.syms.Made() {
			s.ids = append(s.ids, id)
		}
	}
	b.WriteString(w.defs.String())
	b.WriteString(facts.String())
	b.WriteString("(check-sat)\n")
	s.Body, s.Comment = b.String(), s.comment(q)
	return s
}

// claims say what holds if a script is unsatisfiable.
var claims = [...]string{
	prove.NoneFit:     "no ints fit what is known",
	prove.NeverMeet:   "two LMADs share no location",
	prove.MoveApart:   "elements with different indices have different locations",
	prove.NotNegative: "an int is not negative",
}

// comment says which question it is.
func (s *Script) comment(q prove.Question) string {
	var b strings.Builder
	line := func(format string, args ...any) {
		for _, l := range strings.Split(fmt.Sprintf(format, args...), "\n") {
			fmt.Fprintf(&b, "; %s\n", l)
		}
	}
	named := map[int]poly.Poly{}
	for id, n := range s.names {
		named[id] = poly.Var(&syntax.Var{Name: strings.Trim(n, "|"), ID: id})
	}
	if q.About != "" {
		line("%s", q.About)
	}
	line("claim: %s", claims[q.Claim])
	switch q.Claim {
	case prove.NeverMeet, prove.MoveApart:
		line("  %s", q.A.Subst(named))
		line("  %s", q.B.Subst(named))
	case prove.NotNegative:
		line("  %s", q.Goal.Subst(named))
	}
	for _, x := range s.problem.pairs {
		line("%s = %s + %s", s.names[x.second], s.names[x.first], s.names[x.difference])
	}
	if q.Proved {
		line("unsat: funmem proves it (%s)", strings.Join(q.Proof, ", "))
		b.WriteString("(set-info :status unsat)\n")
	} else {
		line("unsat if it holds; funmem does not prove it")
		b.WriteString("(set-info :status unknown)\n")
	}
	return b.String()
}

// Text is the script with its comment.
func (s *Script) Text() string { return s.Comment + s.Body }

// Values are values of all variables of the question, given those of what is declared.
func (s *Script) Values(given map[string]num.Num) map[int]poly.Poly {
	at := map[int]poly.Poly{}
	for _, id := range s.ids {
		at[id] = poly.Int(given[s.names[id]])
	}
	return s.problem.values(at)
}

// declared are the names of what Values wants.
func (s *Script) declared() []string {
	names := make([]string, len(s.ids))
	for k, id := range s.ids {
		names[k] = s.names[id]
	}
	return names
}

// writer writes terms, and declares their variables.
type writer struct {
	syms  *prove.Symbols
	names map[int]string
	taken map[string]int // how often each name was given

	declared map[int]bool
	order    []int

	known map[string]poly.Poly // the variable of each operator with its operands
	defs  strings.Builder      // what holds of these
}

func (w *writer) assert(to *strings.Builder, what string) {
	if what != "" {
		fmt.Fprintf(to, "(assert %s)\n", what)
	}
}

// fact is a fact with what is subtracted on the other side.
func (w *writer) fact(f fact) string {
	switch {
	case f.either != nil:
		var of []string
		for _, a := range f.either {
			of = append(of, w.all(a))
		}
		return apply("or", of)
	case f.zero:
		return w.compare("=", f.p)
	}
	return w.compare("<=", f.p)
}

// all says that all of some facts hold.
func (w *writer) all(fs []fact) string {
	if len(fs) == 0 {
		return "true"
	}
	of := make([]string, len(fs))
	for k, f := range fs {
		of[k] = w.fact(f)
	}
	return apply("and", of)
}

// compare is 0 op p, with what is subtracted on the left.
func (w *writer) compare(op string, p poly.Poly) string {
	var left, right []poly.Term
	for _, t := range p.Abstract(w.operator).Terms() {
		if t.Coef.Sign() < 0 {
			t.Coef = t.Coef.Neg()
			left = append(left, t)
		} else {
			right = append(right, t)
		}
	}
	return fmt.Sprintf("(%s %s %s)", op, w.sum(left), w.sum(right))
}

// term is a polynomial as a term.
func (w *writer) term(p poly.Poly) string { return w.sum(p.Abstract(w.operator).Terms()) }

func (w *writer) sum(ts []poly.Term) string {
	if len(ts) == 0 {
		return "0"
	}
	parts := make([]string, len(ts))
	for k, t := range ts {
		parts[k] = w.product(t)
	}
	return apply("+", parts)
}

func (w *writer) product(t poly.Term) string {
	var factors []string
	if t.Mono.Degree() == 0 || !t.Coef.Equal(num.Of(1)) {
		factors = append(factors, numeral(t.Coef))
	}
	for _, id := range t.Mono.Vars() {
		for m, more := t.Mono.Div(poly.MonoOf(id)); more; m, more = m.Div(poly.MonoOf(id)) {
			factors = append(factors, w.name(id))
		}
	}
	return apply("*", factors)
}

func apply(op string, args []string) string {
	if len(args) == 1 {
		return args[0]
	}
	return "(" + op + " " + strings.Join(args, " ") + ")"
}

func numeral(k num.Num) string {
	if k.Sign() < 0 {
		return "(- " + k.Neg().String() + ")"
	}
	return k.String()
}

// name declares a variable when it is met first.
func (w *writer) name(id int) string {
	if w.names[id] == "" {
		w.names[id] = w.symbol(w.syms.Name(id))
	}
	if !w.declared[id] {
		w.declared[id] = true
		w.order = append(w.order, id)
	}
	return w.names[id]
}

// symbol is a name as a symbol that was not given before.
func (w *writer) symbol(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '|' || r == '\\' {
			return '_'
		}
		return r
	}, name)
	for {
		w.taken[name]++
		if n := w.taken[name]; n > 1 || slices.Contains(reserved, name) {
			name = fmt.Sprint(name, ".", n)
			continue
		}
		if simple(name) {
			return name
		}
		return "|" + name + "|"
	}
}

// simple tells whether a name is a symbol without bars.
func simple(name string) bool {
	for k, r := range name {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune("_.-", r) && k > 0 || r >= '0' && r <= '9' && k > 0) {
			return false
		}
	}
	return name != ""
}

// reserved are the words of SMT-LIB, and functions that every solver has.
var reserved = []string{"", "BINARY", "DECIMAL", "HEXADECIMAL", "NUMERAL", "STRING", "Int", "Bool", "Real", "Array", "_", "!", "as", "let", "exists", "forall", "match", "par", "true", "false", "not",
	"and", "or", "xor", "ite", "distinct", "div", "mod", "abs", "select", "store", "const", "pi", "e", "sin", "cos", "tan", "exp", "sqrt", "divisible", "to_real", "to_int", "is_int", "rem", "if", "iff", "implies"}
