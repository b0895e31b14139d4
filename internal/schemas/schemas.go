// Package schemas compares derivations with the schemas of their rules.
package schemas

import (
	"fmt"
	"slices"
	"strings"

	"funmem/semantics/derive"
	"funmem/semantics/imp"
	"funmem/semantics/rule"
	"funmem/semantics/syntax"
)

// slot is a place for premises of an instance: one that is there, one that may be, or any number of several kinds.
type slot struct {
	often rule.Often
	kinds []string
}

// judged is the kind of a premise that has a derivation, and whose judgement has that relation.
func judged(rel string) string { return "⊢ … " + rel }

// relation is that of a judgement in a schema.
func relation(text string) string {
	_, of, _ := strings.Cut(text, "⊢")
	for _, rel := range []string{"⇓", "→", "←"} {
		if strings.Contains(of, " "+rel+" ") {
			return rel
		}
	}
	if k := strings.LastIndex(of, " : "); k >= 0 && strings.Count(of[:k], "(") == strings.Count(of[:k], ")") && strings.Count(of[:k], "[") == strings.Count(of[:k], "]") {
		return ":"
	}
	return ""
}

// slots are the places of premises. Those that an instance has many times may take turns.
func slots(premises []rule.Premise) (list []slot) {
	add := func(often rule.Often, kinds []string) {
		if n := len(list); often == rule.Many && n > 0 && list[n-1].often == rule.Many {
			list[n-1].kinds = append(list[n-1].kinds, kinds...)
			return
		}
		list = append(list, slot{often, slices.Clone(kinds)})
	}
	for _, p := range premises {
		if p.Judged() {
			add(p.Often, []string{judged(relation(p.Text))})
		}
		for _, f := range p.Forms {
			add(p.Often, f)
		}
	}
	return list
}

// same tells whether a condition of that form is one of a kind. The form of a premise is short for it.
func same(kind, form string) bool {
	if strings.HasSuffix(form, "∈ Γ") && !strings.HasPrefix(form, "(def") {
		return strings.Contains(kind, "∈ Γ") && !strings.HasPrefix(kind, "(def")
	}
	for _, k := range []string{kind, strings.Split(kind, " for ")[0]} {
		if k == form || strings.HasPrefix(k, form+" = ") || strings.HasSuffix(k, " = "+form) {
			return true
		}
	}
	return false
}

// fits tells whether the premises of an instance go into the places, with others between them of the kinds always.
func fits(list []slot, premises []*derive.Tree, always []string) bool {
	if len(premises) > 0 && (premises[0].Elided > 0 || is(premises[0], always) && fits(list, premises[1:], always)) {
		return premises[0].Elided == 0 || fits(list, premises[1:], always)
	}
	if len(list) == 0 {
		return len(premises) == 0
	}
	first := len(premises) > 0 && is(premises[0], list[0].kinds)
	switch list[0].often {
	case rule.Many:
		return first && fits(list, premises[1:], always) || fits(list[1:], premises, always)
	case rule.Maybe:
		return first && fits(list[1:], premises[1:], always) || fits(list[1:], premises, always)
	}
	return first && fits(list[1:], premises[1:], always)
}

// is tells whether a premise is of one of the kinds.
func is(p *derive.Tree, kinds []string) bool {
	return slices.ContainsFunc(kinds, func(k string) bool {
		if p.Condition != nil {
			return same(k, p.Condition.Form)
		}
		return k == judged(p.Judgement.Rel)
	})
}

// Follows says in what an application of a rule is not an instance of its schema, or "".
func Follows(t *derive.Tree) string {
	r, j, ok := rule.Lookup(t.Rule)
	if !ok {
		return "there is no such rule"
	}
	s := rule.SchemaOf(r)
	of, _, _ := strings.Cut(s.Conclusion[strings.Index(s.Conclusion, "⊢"):], " ← ")
	switch got := t.Judgement.Rel; {
	case got == relation(s.Conclusion):
	case got == ":" && strings.HasPrefix(of, "⊢ let "): // FUNMEM takes the expression and its type from such a rule
		_, of, _ = strings.Cut(of, " = ")
	default:
		return fmt.Sprintf("it concludes %s, and the schema %s", t.Judgement, s.Conclusion)
	}
	var always []rule.Premise
	for _, l := range j.Always {
		always = append(always, rule.PremiseOf(l))
	}
	var kinds []string
	for _, s := range slots(always) {
		kinds = append(kinds, s.kinds...)
	}
	if !fits(slots(s.Premises), t.Premises, kinds) {
		text := "its premises do not fit the schema:"
		for _, p := range t.Premises {
			switch {
			case p.Condition != nil:
				text += "\n  " + p.Condition.Form + " (" + p.Condition.String() + ")"
			case p.Elided == 0:
				text += "\n  " + judged(p.Judgement.Rel)
			}
		}
		return fmt.Sprintf("%s\nschema: %v", text, slots(s.Premises))
	}
	for _, word := range words(of) {
		if !strings.Contains(t.Judgement.Of, "…") && !slices.Contains(words(t.Judgement.Of), word) {
			return fmt.Sprintf("the schema is about %s, and the instance is %s", word, t.Judgement.Of)
		}
	}
	return ""
}

// words are the keywords in a text.
func words(text string) (list []string) {
	for _, w := range strings.FieldsFunc(text, func(c rune) bool { return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz_", c) }) {
		if (slices.Contains(syntax.Reserved(), w) || slices.Contains(imp.Words, w)) && !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	return list
}

// Seen are the premises that instances may have and had, by their rules.
type Seen map[string]bool

// Note takes down which of the premises that it may have an application has.
func (s Seen) Note(t *derive.Tree) {
	r, _, _ := rule.Lookup(t.Rule)
	for _, k := range choices(r) {
		if !s[r.Name+": "+k] && slices.ContainsFunc(t.Premises, func(p *derive.Tree) bool { return p.Elided == 0 && is(p, []string{k}) }) {
			s[r.Name+": "+k] = true
		}
	}
}

// Missing are the premises of rules that were seen and never had them.
func (s Seen) Missing(rules map[string]bool) (list []string) {
	for _, r := range rule.All() {
		for _, k := range choices(r) {
			if rules[r.Name] && !s[r.Name+": "+k] {
				list = append(list, r.Name+": "+k)
			}
		}
	}
	return list
}

// choices are the kinds of premises that an instance of a rule may lack.
func choices(r rule.Rule) (kinds []string) {
	for _, s := range slots(rule.SchemaOf(r).Premises) {
		if s.often != rule.Once || len(s.kinds) > 1 {
			kinds = append(kinds, s.kinds...)
		}
	}
	return kinds
}
