package rule

import (
	"slices"
	"strings"

	"funmem/semantics/diag"
)

// Rule is one row of the table.
type Rule struct {
	Name   string
	Figure string // "Fig. 3", or Ours
	Says   string // one line

	// At is the function that is the rule, after its file in the judgement's package: "fig3.go: tIndex".
	At string

	// Schema is the rule as an inference rule, in the letters of the figures: a line for each premise, a line of ───, and
	// the conclusion. SchemaOf reads it.
	Schema string

	// Example is a small program in which the rule applies, and Refused one that it refuses: a program of FUNMEM for
	// the rules about memory, of IMP for those of IMP, and else of Fun. Refused is "" where nothing can fail, and where
	// what would make the rule fail is refused before by another one. What the rule does in them is no part of
	// the table: package instance runs them.
	Example, Refused string
}

// Ours is the figure of a rule for a construct beyond the figures.
const Ours = "ours"

// Judgement is a group of rules.
type Judgement struct {
	Title   string
	Prefix  string // of the names of its rules, those with a longer prefix of another judgement apart
	Form    string // how it is written
	Figure  string // where the paper has its rules, or "" if it leaves them out
	Section string // the section of the paper about it
	Rebuilt bool   // our copy of the paper lacks the rules of the figure
	Package string // where its rules are functions

	// Always are the premises that each of its rules has besides, where they mean something, as a schema writes them.
	Always []string

	Rules []Rule
}

// preserving is the other paper that has rules here.
const preserving = "van den Haak et al., Preserving Regularity (Euro-Par 2020), "

// typesAlways are premises about what types say of sizes and of memory.
var typesAlways = []string{
	"* (y : int) ∈ Γ for the sizes y in the types that it writes",
	"* Γ ⊢ τ for the types τ of FUNMEM that it writes",
	"* y = z for sizes y and z that have to be equal # sizes are equal",
	"* L = L' for LMADs L and L' that have to be equal # an LMAD is the one that the rule gives",
}

// judgements is the table, in the order of the documentation.
var judgements = []Judgement{
	{"Types of Fun", "T-", "Γ ⊢ s and Γ ⊢ p̄ ← b of Fun, and what FUNMEM shares with it", "Fig. 3", "§2.1", false, "semantics/check", typesAlways, funTypes},
	{"Types of FUNMEM", "T-MEM-", "Γ ⊢ s and Γ ⊢ p̄ ← b of FUNMEM, where types carry memory", "Fig. 8", "§3.2", true, "semantics/check", typesAlways, memTypes},
	{"Value semantics", "E-", "E ⊢ e ⇓ (v, …) and E ⊢ b ⇓ (v, …), the value semantics", "Fig. 4", "§2.2", false, "eval/value", nil, valueRules},
	{"Heap semantics", "E-MEM-", "E; H ⊢ s ⇓ E′; H′; ⟨R, W⟩, the heap semantics", "Fig. 10", "§3.3", false, "eval/memory", nil, heapRules},
	{"Types of IMP", "T-IMP-", "Γ ⊢ s of IMP", "", "§4", false, "semantics/imp", nil, impTypes},
	{"IMP", "E-IMP-", "H; E ⊢ s → H′; E′ of IMP", "Fig. 12", "§4", false, "eval/imp", nil, impRules},
	{"Shape analysis", "A-", "Σ_j ⊢ e :_S ns, the shape descriptors of nested core", "Listing 2", preserving + "§4.2", false, "semantics/regularity", nil, shapeRules},
	{"Regularity detection", "R-", "Γ; Σ_j ⊢ e :_R d, what nested core is in all iterations around", "Listing 4", preserving + "§4.3", false, "semantics/regularity", nil, regularityRules},
	{"Erasure", "U-", "FUNMEM ⇒unmem Fun", "Fig. 9", "§3.5", false, "semantics/erase", nil, erasureRules},
	{"Validity for all inputs", "V-", "W ⊢ what evaluation does, which is valid for all inputs after the writes W", "", "§3.3, Def. 3.1", false, "semantics/prove/intact", nil, validityRules},
}

// Judgements is the table, in the order of the documentation.
func Judgements() []Judgement { return judgements }

// Figure is some rules of a judgement, those that the paper has in one figure, or those that are ours.
type Figure struct {
	Caption string
	Rules   []Rule
}

// Figures are the rules of a judgement as the paper shows them, and then those that are ours.
func (j Judgement) Figures() (list []Figure) {
	var paper, own []Rule
	for _, r := range j.Rules {
		if r.Figure == Ours {
			own = append(own, r)
		} else {
			paper = append(paper, r)
		}
	}
	if len(paper) > 0 {
		caption := j.Figure + ": " + j.Title + ", " + j.Section
		if j.Rebuilt {
			caption += "; rebuilt, because our copy of the paper lacks the rules of the figure"
		}
		list = append(list, Figure{caption, paper})
	}
	if len(own) > 0 {
		caption := j.Title + ": rules of ours"
		if j.Figure == "" {
			caption += "; " + j.Section + " leaves such rules out"
		} else {
			caption += ", beside " + j.Figure
		}
		list = append(list, Figure{caption, own})
	}
	return list
}

// All is the rules of the table, in the order of the documentation.
func All() []Rule {
	var all []Rule
	for _, j := range judgements {
		all = append(all, j.Rules...)
	}
	return all
}

// Lookup finds a rule and its judgement by its name, in capital letters or not. The name may be in brackets, as messages
// have it.
func Lookup(name string) (Rule, Judgement, bool) {
	if inner, ok := strings.CutPrefix(name, "["); ok {
		name = strings.TrimSuffix(inner, "]")
	}
	for _, j := range judgements {
		if k := slices.IndexFunc(j.Rules, func(r Rule) bool { return strings.EqualFold(r.Name, name) }); k >= 0 {
			return j.Rules[k], j, true
		}
	}
	return Rule{}, Judgement{}, false
}

// Names are those of all rules.
func Names() (names []string) {
	for _, r := range All() {
		names = append(names, r.Name)
	}
	return names
}

// Nearest is the rule that a misspelt name means, in capital letters or not, or "".
func Nearest(name string) string { return diag.Nearest(strings.ToUpper(name), Names()) }
