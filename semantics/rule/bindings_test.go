package rule_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"funmem/semantics/rule"
)

// unbound are the metavariables of schemas that nothing in the rule binds, or that nothing uses, each with the reason.
var unbound = map[string]string{
	"T-IMP-CHECK: nothing binds m":      "m is the block whose length se_i is, if it is one",
	"E-IMP-WHILE: nothing binds k":      "k is the number of the first round whose condition is 0, less 1: the premises about the condition fix it",
	"A-SCAN: nothing binds ns'":         "the shape of the accumulators is a fixed point: the premise has it on both sides",
	"R-WHILE-SHAPE: nothing binds d_@₂": "what the state is in the body is a fixed point: the premise has it on both sides",
	"R-WHILE-INDEP: nothing binds d_@₂": "as R-WHILE-SHAPE",
	"R-WHILE-IRR: nothing binds d_@₂":   "as R-WHILE-SHAPE",
	"E-MEM-CLAIM: nothing uses ℓ_x":     "the premise says that x is an array",
	"R-FOR: nothing binds v_@₁":         "v₁ is a name that is new, for the condition of the while loop",
}

// constants are letters that stand for themselves.
var constants = []string{"Γ", "Σ", "Ir", "FV"}

// analysis are those of the analyses: marks and shapes. u_l is the shape with the label l.
var analysis = []string{"R", "S", "u"}

// TestBindings goes through the schemas premise by premise. What a premise uses is bound by the left side of the
// conclusion or by a premise before it; what the conclusion shows is bound; and nothing is bound twice.
func TestBindings(t *testing.T) {
	needed := map[string]bool{}
	for _, j := range rule.Judgements() {
		for _, r := range j.Rules {
			marks := []string(nil)
			if j.Prefix == "A-" || j.Prefix == "R-" {
				marks = analysis
			}
			for _, why := range bindings(rule.SchemaOf(r), marks) {
				key := r.Name + ": " + why
				needed[key] = true
				if unbound[key] == "" {
					t.Error(key)
				}
			}
		}
	}
	for key := range unbound {
		if !needed[key] {
			t.Errorf("the exception %q is not needed", key)
		}
	}
}

// scope is what a rule has bound so far.
type scope struct {
	bound map[string]bool // by name, and by name and index
	local map[string]bool // the indices of the range of this premise
	made  [][]variable    // what equations compute
	marks []string
	said  []string
}

func (s *scope) say(format string, args ...any) {
	if why := fmt.Sprintf(format, args...); !slices.Contains(s.said, why) {
		s.said = append(s.said, why)
	}
}

func (s *scope) bind(text string) {
	for _, v := range s.variables(text) {
		s.bound[v.name], s.bound[v.key()] = true, true
		if !v.number {
			s.bound[v.name+"@"] = true
		}
		for _, w := range v.below {
			s.bound[w] = s.bound[w] || !s.local[w]
		}
	}
}

// has tells whether an occurrence is bound: x₂ needs an x₂, or all x_i.
func (s *scope) has(v variable) bool {
	return s.local[v.name] || s.bound[v.key()] || s.bound[v.name] && (!v.number || s.bound[v.name+"@"])
}

// use reports what is not bound. Binders in the text, such as i in ⋃_i, are bound there.
func (s *scope) use(text string) {
	union := strings.Contains(text, "⋃_i")
	for _, v := range s.variables(text) {
		if !s.has(v) {
			s.say("nothing binds %s", strings.TrimSuffix(v.key(), "@"))
		}
		for _, w := range v.below {
			if !s.bound[w] && !s.local[w] && !(union && w == "i") {
				s.say("nothing binds %s", w)
			}
		}
	}
}

// fresh tells whether a text is one metavariable, or a tuple or list of such, of which none is bound.
func (s *scope) fresh(text string) (pattern, fresh bool) {
	if strings.ContainsAny(text, "+-*/=?|") && !strings.Contains(text, "{(") && !strings.Contains(text, "_{") || strings.Contains(text, ")(") {
		return false, false
	}
	vs := s.variables(text)
	if len(vs) == 0 || applied(text) {
		return false, false
	}
	fresh = true
	for _, v := range vs {
		fresh = fresh && !s.bound[v.key()]
	}
	return true, fresh
}

// applied tells whether a function or an environment is applied in a text: a bracket follows a letter.
func applied(text string) bool {
	letters := false
	for _, c := range text {
		if (c == '(' || c == '[') && letters {
			return true
		}
		letters = unicode.IsLetter(c) || c == '\'' || c >= '₀' && c <= '₉' || c == 0x304 || c == 0x305
	}
	return false
}

// bindings are the mistakes of a schema.
func bindings(sc rule.Schema, marks []string) []string {
	s := &scope{bound: map[string]bool{}, marks: marks}
	s.bind("z_res") // what the body in the rule returns, as the sheet says
	left, right, runs := sides(sc.Conclusion)
	s.bind(left)
	for _, p := range sc.Premises {
		s.premise(p.Text, runs)
	}
	s.use(right)
	uses := map[string]int{}
	for _, text := range append(sc.Lines(), sc.Conclusion) {
		for _, v := range s.variables(text) {
			uses[v.name]++
		}
	}
	for _, pattern := range s.made {
		if !slices.ContainsFunc(pattern, func(v variable) bool { return uses[v.name] > 1 }) {
			s.say("nothing uses %s", pattern[0].name)
		}
	}
	return s.said
}

// sides are what a judgement is about and what it gives. runs tells whether it is an evaluation, whose parts are computed
// one after the other, and not a relation.
func sides(judgement string) (left, right string, runs bool) {
	for _, rel := range []string{" ⇓ ", " → "} {
		if l, r, ok := strings.Cut(judgement, rel); ok {
			return l, r, true
		}
	}
	for _, rel := range []string{" :_R ", " :_S ", " ⇒unmem "} {
		if l, r, ok := strings.Cut(judgement, rel); ok {
			return l, r, false
		}
	}
	_, about, _ := strings.Cut(judgement, "⊢ ")
	if k := strings.LastIndex(judgement, " : "); k >= 0 && !strings.HasPrefix(about, "let ") && !strings.HasPrefix(about, "var ") && !strings.HasPrefix(about, "input ") && !strings.HasPrefix(about, "def ") && !strings.Contains(judgement, "←") {
		return judgement[:k], judgement[k+3:], false
	}
	return judgement, "", false
}

// premise takes one premise. A range at its end binds its index for this premise.
func (s *scope) premise(text string, runs bool) {
	main, of := text, ""
	for _, word := range []string{" for ", ", where ", ", of ", " of length ", " unless "} {
		if k := strings.Index(main, word); k >= 0 {
			main, of = main[:k], main[k:]+of
		}
	}
	s.local = map[string]bool{}
	for _, i := range []string{"i", "j", "l"} {
		s.local[i] = strings.Contains(of, "≤ "+i+" ") || strings.Contains(of, "for each")
	}
	defer func() { s.local = nil }()
	for _, word := range []string{"for y in ", "for y' in ", "for (z : τ) in ", "for the variables x", "j₁, …, j_m are the indices", "of n rows", "for each x_i", "for each r_{i+1} = [x̄] @ m -> L", "L_i is the LMAD of x_i in Γ and L'_i"} {
		if strings.Contains(of, word) {
			s.bind(strings.NewReplacer("for ", "", " in ", " ", "each", "", "are the indices", "", "all", "", "the", "", "of ", "").Replace(word))
		}
	}
	switch {
	case strings.Contains(main, "⊢"):
		left, right, _ := sides(main)
		if pattern, _, ok := strings.Cut(left, " ← "); ok {
			_, pattern, _ = strings.Cut(pattern, "⊢ ")
			s.bind(pattern) // one that b fits
		}
		s.use(left)
		s.result(right, runs)
	case strings.HasSuffix(main, " fresh"):
		s.result(strings.TrimSuffix(main, " fresh"), runs)
	case strings.Contains(main, ") ∈ Γ"), strings.Contains(main, " belongs to the program"), strings.Contains(main, " : d ∈ Γ"), strings.Contains(main, ") ∈ Σ"):
		if strings.Contains(main, "S(") {
			s.use("S")
		}
		s.bind(main) // what is in Γ has the types that Γ says
	case strings.HasPrefix(main, "each n of n̄"):
		s.bind("n x") // one of n̄ and one of x̄
	case strings.Contains(main, " is of type "), strings.Contains(main, " × "), strings.Contains(main, " is known"), strings.Contains(main, " has "):
		s.bind(main)
	case strings.Contains(main, " are "), strings.Contains(main, " is "):
		_, rest, ok := strings.Cut(main, " are ")
		first := strings.TrimSuffix(main, " are "+rest)
		if !ok {
			first, rest, _ = strings.Cut(main, " is ")
		}
		s.use(rest)
		if pattern, fresh := s.fresh(first); pattern && fresh {
			s.bind(first)
		} else {
			s.use(first)
		}
	case strings.Contains(main, " = "):
		l, r, _ := strings.Cut(main, " = ")
		s.equation(l, r, runs)
	default:
		s.use(main)
	}
	if strings.Contains(of, " replaced by ") {
		s.use(strings.TrimPrefix(of, ", where"))
		return
	}
	s.use(only(of))
}

// only is the range of a premise, without its words.
func only(of string) string {
	_, of, _ = strings.Cut(of, "≤ ")
	for _, w := range []string{"i ≤ ", "j ≤ ", "l ≤ ", "i < "} {
		of = strings.TrimPrefix(of, w)
	}
	of, _, _ = strings.Cut(of, ",")
	return of
}

// equation takes l = r. One side is what is computed from the other.
func (s *scope) equation(l, r string, runs bool) {
	lp, lf := s.fresh(l)
	rp, rf := s.fresh(r)
	switch {
	case lp && lf:
		s.use(r)
		s.bind(l)
		s.made = append(s.made, s.variables(l))
	case rp && rf:
		s.use(l)
		s.bind(r)
		s.made = append(s.made, s.variables(r))
	case lp && runs && !rp && !strings.HasPrefix(r, "0"):
		s.use(r)
		s.again(l)
	case rp && runs && !lp:
		s.use(l)
		s.again(r)
	default:
		s.use(l)
		s.use(r)
	}
}

// result takes what a judgement gives.
func (s *scope) result(text string, runs bool) {
	if runs {
		s.again(text)
	} else {
		s.bind(text)
	}
}

// again binds what is not bound yet and reports the rest.
func (s *scope) again(text string) {
	for _, v := range s.variables(text) {
		if s.bound[v.key()] && v.name != "E" && v.name != "H" {
			s.say("a second premise binds %s", strings.TrimSuffix(v.key(), "@"))
		}
	}
	s.bind(text)
}

// variable is an occurrence of a metavariable. Those of a sequence, as x_i, x₁ and x̄, have the name x_. below are the
// metavariables in its index.
type variable struct {
	name   string
	at     string // its index as it is written
	number bool   // that is a number
	below  []string
}

func (v variable) key() string {
	if strings.HasSuffix(v.name, "_") {
		return v.name + "@" + v.at
	}
	return v.name
}

// variables are the metavariables in a text.
func (s *scope) variables(text string) (list []variable) {
	text = strings.NewReplacer("⋃_i", "", "λ", " ", "f64", "", " a ", " ").Replace(" " + text)
	text = strings.NewReplacer("ā", "a\u0304", "ē", "e\u0304", "ī", "i\u0304", "ō", "o\u0304", "ū", "u\u0304", "ȳ", "y\u0304", "′", "'").Replace(text)
	rest := []rune(text)
	for len(rest) > 0 {
		c := rest[0]
		if !unicode.IsLetter(c) {
			rest = rest[1:]
			continue
		}
		n, bar := 0, false
		var word []rune
		for n < len(rest) && (unicode.IsLetter(rest[n]) || rest[n] == 0x304 || rest[n] == 0x305) {
			if unicode.IsLetter(rest[n]) {
				word = append(word, rest[n])
			} else {
				bar = true
			}
			n++
		}
		rest = rest[n:]
		v := variable{name: string(word)}
		for len(rest) > 0 && rest[0] == '\'' {
			v.name += "'"
			rest = rest[1:]
		}
		index := bar
		if k := prefix(rest, func(c rune) bool { return c >= '₀' && c <= '₉' }); k > 0 {
			index, v.number, v.at, rest = true, true, string(rest[:k]), rest[k:]
		} else if len(rest) > 1 && rest[0] == '_' {
			var below string
			if rest[1] == '{' {
				end := slices.Index(rest, '}')
				below, rest = string(rest[2:end]), rest[end+1:]
			} else {
				k := 1 + prefix(rest[1:], func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) })
				below, rest = string(rest[1:k]), rest[k:]
			}
			if named := strings.TrimLeft(below, "0123456789"); len([]rune(named)) > 1 && !strings.ContainsAny(below, "+-") || slices.Contains([]string{"s", "x", "z", "f", "R", "S"}, below) && string(word) != "v" {
				v.name += "_" + below
			} else {
				index, v.at = true, below
				for _, b := range s.variables(below) {
					v.below = append(v.below, b.name)
				}
			}
		}
		if index {
			v.name += "_"
		}
		if slices.Contains(s.marks, string(word)) {
			for _, w := range v.below {
				list = append(list, variable{name: w})
			}
			continue
		}
		if name := strings.TrimRight(v.name, "_'"); len([]rune(name)) == 1 && !slices.Contains(constants, name) || slices.Contains([]string{"se", "ne", "xs", "ix", "ns"}, name) ||
			strings.Contains(v.name, "_") && !strings.HasSuffix(v.name, "_f") && len([]rune(strings.SplitN(name, "_", 2)[0])) == 1 && !slices.Contains([]string{"S", "R"}, name) {
			list = append(list, v)
		}
	}
	return list
}

func prefix(rest []rune, of func(rune) bool) int {
	n := 0
	for n < len(rest) && of(rest[n]) {
		n++
	}
	return n
}

// TestFindsWrongBindings: schemas as they were before the test, each with what is wrong with it.
func TestFindsWrongBindings(t *testing.T) {
	for _, c := range []struct{ schema, want string }{
		{"* H' = H[ℓ_x, k] ↦ E(v) for the locations k of x[ix̄]\nE(x) = (ℓ_x, L_x)\n───\nE; H ⊢ let (y : τ) = x with [ix̄] = v ⇓ E, y ↦ (ℓ_x, L_x); H'; ⟨R, W⟩",
			"nothing binds ℓ_x, nothing binds k, nothing binds R, nothing binds W"},
		{"* v̄₀ = E(ne̅)\n* E, ā ↦ v̄_{i-1}, x̄ ↦ w̄_i; H_{i-1} ⊢ b ⇓ E_i; H_i; ⟨R_i, W_i⟩ for 1 ≤ i ≤ n\n* (H_i, R_i, W_i) = memcopy(H'_i, v̄_i, z_mem, index_f(L_z, i)) for 1 ≤ i ≤ n\n───\nE; H₀ ⊢ let (z : τ @ z_mem -> L_z) = scan (λā x̄ -> b) ne̅ xs̅ ⇓ E, z ↦ (z_mem, L_z); H_n; ⟨⋃_i R_i, ⋃_i W_i⟩",
			"nothing binds w_@i, nothing binds n, nothing binds H'_@i, a second premise binds H_@i, a second premise binds R_@i, a second premise binds W_@i"},
		{"E(x) = v\nv' = v, where slice(E(x), E(ix̄)) is replaced by E(y)\n───\nE ⊢ x with [ix̄] = z ⇓ (v')", "nothing binds y"},
		{"* (e_i : S(τ_i)) ∈ Γ for 1 ≤ i ≤ q\n───\nΓ ⊢ let p̄ = f(e₁, …, e_q)", "nothing binds S"},
		{"E(x) = (ℓ_x, L_x)\n───\nE; H ⊢ let (y : τ) = reverse x ⇓ E, y ↦ (ℓ_x, L); H; ⟨∅, ∅⟩", "nothing binds L"},
		{"E(se) = m\nℓ fresh\nH' = H, ℓ ↦ [0, …, 0]\n───\nE; H ⊢ let (y : mem) = alloc se ⇓ E, y ↦ ℓ; H'; ⟨∅, ∅⟩", "nothing uses m"},
		{"d₃ = d₁ ∧ d₂\n───\nΓ; Σ_j ⊢ e₁ :_R d₃", "nothing binds d_@₁, nothing binds d_@₂"},
	} {
		if got := strings.Join(bindings(rule.SchemaOf(rule.Rule{Schema: c.schema}), nil), ", "); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.schema, got, c.want)
		}
	}
}
