package typeset

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"funmem/internal/testkit"
	"funmem/semantics/derive"
	"funmem/semantics/rule"

	"pgregory.net/rapid"
)

// texts are parts of judgements, conditions and programs.
var texts = []string{
	"x", "xs", "x1", "x_1", "x₁", "x_mem", "t_1_mem", "x'", "x'_i", "H'_{i-1}", "v̄", "v̄₀", "ne̅", "ā", "_x", "x_", "a__b", "x'y", "größe", "变量", "σ", "σ'", "E_s(y_i)",
	"E; H ⊢ let (y : mem) = alloc se ⇓ E, y ↦ ℓ; H'; ⟨∅, ∅⟩",
	"x ↦ (m, 1 + {(3 : -2)}); H₁₂ ⊢ x[1:2] ⇓ ([1, …, 3])",
	"Γ ⊢ [n]int @ m -> R(n)", "⟨R_i, W_i⟩", "⟨R ▷ n, ⊤, ∞⟩", "e :_S ns",
	"a && b || !c", "a % b %% c // d ** e", "a <= b != c == d", `\a b -> a ^ b | c & d`, `"text"`, "x#2", "$50", "~", "a ++ b", "a << b",
	"v = conventional evaluation of 2 * 7", "index ↦ 1 ⊢ index ⇓ (1)", "E(rows) = 1", "index_f(L, 1)", "(λā x̄ -> b)", "2.50", "✗", "⋮ 3 more iterations",
}

// TestMath has texts as formulas.
func TestMath(t *testing.T) {
	var b strings.Builder
	for _, s := range texts {
		fmt.Fprintf(&b, "%s\n    %s\n    %s\n    %s\n", s, Math(s), Sentence(s), Text(s))
	}
	testkit.Golden(t, "testdata/math.golden", b.String())
}

// sound says what TeX would stumble over in a formula, or "".
func sound(tex string) string {
	depth := 0
	for k := 0; k < len(tex); k++ {
		switch c := tex[k]; {
		case c > 126 || c < ' ':
			return fmt.Sprintf("character %d", c)
		case c == '\\':
			k++
			if k == len(tex) {
				return "a backslash at the end"
			}
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth < 0 {
				return "a brace that closes nothing"
			}
		case strings.ContainsRune("#$%&~", rune(c)):
			return "a bare " + string(c)
		}
	}
	if depth != 0 {
		return "a brace that is open"
	}
	return ""
}

// within takes the formulas of text away, which are sound by themselves.
func within(tex string) string {
	parts := strings.Split(strings.ReplaceAll(tex, `\$`, ""), "$")
	var b strings.Builder
	for k, p := range parts {
		if k%2 == 0 {
			b.WriteString(p)
		} else if why := sound(p); why != "" {
			return "#" + why
		}
	}
	return b.String()
}

func checkSound(t rapid.TB, text string) {
	for _, tex := range []string{Math(text), Sentence(text), Text(text), Note(text)} {
		if why := sound(within(tex)); why != "" {
			t.Fatalf("%q becomes %s, which has %s", text, tex, why)
		}
	}
}

// TestMathSound: whatever the text, TeX finds braces that match and no character that means something to it.
func TestMathSound(t *testing.T) {
	for _, s := range texts {
		checkSound(t, s)
	}
	rapid.Check(t, func(t *rapid.T) {
		checkSound(t, rapid.String().Draw(t, "any text"))
		checkSound(t, strings.Join(rapid.SliceOf(rapid.SampledFrom(texts)).Draw(t, "texts"), ""))
	})
}

// FuzzMath does that with any bytes.
func FuzzMath(f *testing.F) {
	for _, s := range texts {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) { checkSound(t, text) })
}

// metavariables are the names of more than one letter in schemas.
var metavariables = strings.Fields("se ne ns xs ix ixs Ir unmem nt ln ik xn yn pn ij rm nm km")

// TestSheet: the sheet has each rule under its caption, and knows each character and word of the table.
func TestSheet(t *testing.T) {
	text := Sheet()
	if strings.Contains(text, "U{+}") {
		t.Error("the sheet has characters that it does not know")
	}
	at := 0
	for _, j := range rule.Judgements() {
		for _, f := range j.Figures() {
			for _, r := range f.Rules {
				k := strings.Index(text[at:], `\rulename{`+capitals(r.Name)+"}")
				if k < 0 {
					t.Fatalf("%s is not where it belongs", r.Name)
				}
				at += k
			}
			k := strings.Index(text[at:], Note(f.Caption))
			if k < 0 {
				t.Fatalf("the caption of %q is not below its rules", f.Caption)
			}
			at += k
		}
		for _, l := range j.Always {
			if !strings.Contains(text, premise(rule.PremiseOf(l).Text)) {
				t.Errorf("%q is not in the sheet", l)
			}
		}
		for _, r := range j.Rules {
			s := rule.SchemaOf(r)
			for _, l := range append(s.Lines(), s.Conclusion, j.Form) {
				for _, w := range words(l) {
					if !slices.Contains(keywords, w) && !slices.Contains(prose, w) && !slices.Contains(metavariables, w) && !slices.Contains(ofRules, w) {
						t.Errorf("%s: %q is no keyword, word or metavariable", r.Name, w)
					}
				}
			}
		}
	}
	for _, group := range rule.AllDefinitions() {
		for _, d := range group.List {
			for _, l := range d.Lines {
				if !strings.Contains(text, spoken(l)) {
					t.Errorf("the sheet lacks the definition %s", l)
				}
			}
		}
	}
	for _, g := range rule.Grammars() {
		for _, p := range g.Productions {
			for _, f := range p.Forms {
				if !strings.Contains(text, "$"+Math(f.Text)+"$") {
					t.Errorf("the sheet lacks %s ::= %s", p.Letter, f.Text)
				}
			}
		}
	}
	for _, r := range rule.All() {
		for _, l := range rule.SchemaOf(r).Lines() {
			if !strings.Contains(text, premise(l)) {
				t.Errorf("the sheet has no premise %s of %s", l, r.Name)
			}
		}
	}
}

// words are the words of a text with more than one letter of the Latin alphabet, without what stands below them.
func words(text string) (list []string) {
	for _, w := range strings.FieldsFunc(text, func(c rune) bool { return !unicode.IsLetter(c) && c != '_' }) {
		w, _, _ = strings.Cut(w, "_")
		if len(w) > 1 && !strings.ContainsFunc(w, func(c rune) bool { return c > 126 }) {
			list = append(list, w)
		}
	}
	return list
}

// chain is a derivation that is as deep as it says, with a wide premise beside each rule.
func chain(depth int) *derive.Tree {
	t := &derive.Tree{Rule: "E-IN", Judgement: derive.Judgement{Of: "in (x)", Rel: "⇓", After: []derive.Part{derive.Text("(1)")}}}
	for k := range depth {
		side := &derive.Tree{Condition: &derive.Condition{Left: fmt.Sprintf("E(x_%d)", k), Rel: "=", Right: strings.Repeat("[1, 2], ", 12)}}
		t = &derive.Tree{Rule: "E-LET", Judgement: derive.Judgement{Of: fmt.Sprintf("let x_%d = 1 …", k), Rel: "⇓", After: t.Judgement.After}, Premises: []*derive.Tree{side, t}}
	}
	return t
}

// TestDerivation: all rules of a deep derivation are in the document, each part that is named has its derivation, and comes after the
// place that names it.
func TestDerivation(t *testing.T) {
	tree := chain(40)
	text := (&Derivation{Title: "A", Trees: []*derive.Tree{tree}}).Document()
	for name, n := range tree.Rules() {
		if got := strings.Count(text, `\rulename{`+capitals(name)+"}"); got != n {
			t.Errorf("%d times %s, wanted %d", got, name, n)
		}
	}
	parts := 0
	for k := 1; ; k++ {
		name := fmt.Sprintf(`\mathcal{D}_{%d}`, k)
		if !strings.Contains(text, name) {
			break
		}
		parts++
		use, def := strings.Index(text, name+`\\{}`), strings.Index(text, name+` \;=\;`)
		if use < 0 || def < use || strings.Count(text, name) != 2 {
			t.Errorf("𝒟 %d is named at %d and derived at %d", k, use, def)
		}
	}
	if parts < 3 {
		t.Errorf("%d parts", parts)
	}
	if conclusion, premise := strings.Index(text, Math("let x_39 = 1 …")), strings.Index(text, Math("E(x_39)")); conclusion < premise {
		t.Error("a premise stands below its conclusion")
	}
}
