package rule_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"funmem/semantics/rule"
	"funmem/semantics/syntax"
)

// function is a function that is applied in a schema: a word before a bracket, or with an f below it.
var function = regexp.MustCompile(`(\p{Latin}{2,}'?|\p{Latin}+_f)\(|\b(Inner|Outer|Folded) `)

// TestDefined: each function that a schema applies is defined on the sheet, and each one that is defined is applied in a schema
// or in another definition.
func TestDefined(t *testing.T) {
	applied := map[string]bool{}
	note := func(at, text string) {
		for _, m := range function.FindAllStringSubmatch(text, -1) {
			name := m[1] + m[2]
			applied[name] = true
			_, _, defined := rule.Defined(name)
			if !defined && !slices.Contains(syntax.Reserved(), name) && !slices.Contains(syntax.Builtins(), name) && name != "length" {
				t.Errorf("%s: %s is not defined", at, name)
			}
		}
	}
	for _, r := range rule.All() {
		s := rule.SchemaOf(r)
		for _, l := range append(s.Lines(), s.Conclusion) {
			note(r.Name, l)
		}
	}
	for _, group := range rule.AllDefinitions() {
		for _, d := range group.List {
			for _, l := range d.Lines {
				_, right, equation := strings.Cut(l, " = ")
				if equation {
					note(d.Name, right)
				}
			}
		}
	}
	for _, name := range rule.DefinitionNames() {
		if !applied[name] && name != "z_res" {
			t.Errorf("%s is defined, and no rule has it", name)
		}
	}
}

// TestGrammars: each letter that a grammar uses is one of its own, of the grammars before it, or a name.
func TestGrammars(t *testing.T) {
	letters := strings.Fields("x y k f ℓ ⊕ ⋈")
	letter := regexp.MustCompile(`[\pL⊕⋈]+`)
	for _, g := range rule.Grammars() {
		for _, p := range g.Productions {
			letters = append(letters, p.Letter)
		}
		for _, p := range g.Productions {
			for _, f := range p.Forms {
				for _, w := range letter.FindAllString(strings.ReplaceAll(strings.ReplaceAll(f.Text, "λp", "p"), "]τ", "] τ"), -1) {
					if !slices.Contains(letters, w) && !slices.Contains(words, w) && !slices.Contains(syntax.Reserved(), w) && !slices.Contains(syntax.Builtins(), w) {
						t.Errorf("%s, %s: nothing says what %s is", g.Title, f.Text, w)
					}
				}
			}
		}
	}
}

// words are those of IMP, and of core beside the reserved ones.
var words = strings.Fields("skip var fi done for input return length free permute reverse reshape copy replicate concat scratch claim transpose iota reduce scan")
