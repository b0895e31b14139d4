package instance_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"funmem/eval/instance"
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

// slots are the places of a schema. Premises that an instance has many times may take turns.
func slots(s rule.Schema) (list []slot) {
	add := func(often rule.Often, kinds []string) {
		if n := len(list); often == rule.Many && n > 0 && list[n-1].often == rule.Many {
			list[n-1].kinds = append(list[n-1].kinds, kinds...)
			return
		}
		list = append(list, slot{often, slices.Clone(kinds)})
	}
	for _, p := range s.Premises {
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

// fits tells whether the premises of an instance go into the places.
func fits(list []slot, premises []*derive.Tree) bool {
	if len(premises) > 0 && premises[0].Elided > 0 {
		return fits(list, premises[1:])
	}
	if len(list) == 0 {
		return len(premises) == 0
	}
	first := len(premises) > 0 && slices.ContainsFunc(list[0].kinds, func(k string) bool {
		if c := premises[0].Condition; c != nil {
			return same(k, c.Form)
		}
		return k == judged(premises[0].Judgement.Rel)
	})
	switch list[0].often {
	case rule.Many:
		return first && fits(list, premises[1:]) || fits(list[1:], premises)
	case rule.Maybe:
		return first && fits(list[1:], premises[1:]) || fits(list[1:], premises)
	}
	return first && fits(list[1:], premises[1:])
}

// follows says in what an application of a rule is not an instance of its schema, or "".
func follows(t *derive.Tree) string {
	r, _, ok := rule.Lookup(t.Rule)
	if !ok {
		return "there is no such rule"
	}
	s := rule.SchemaOf(r)
	if got := t.Judgement.Rel; got != relation(s.Conclusion) {
		return fmt.Sprintf("it concludes %s, and the schema %s", t.Judgement, s.Conclusion)
	}
	if !fits(slots(s), t.Premises) {
		text := "its premises do not fit the schema:"
		for _, p := range t.Premises {
			switch {
			case p.Condition != nil:
				text += "\n  " + p.Condition.Form + " (" + p.Condition.String() + ")"
			case p.Elided == 0:
				text += "\n  " + judged(p.Judgement.Rel)
			}
		}
		return fmt.Sprintf("%s\nschema: %v", text, slots(s))
	}
	of, _, _ := strings.Cut(s.Conclusion[strings.Index(s.Conclusion, "⊢"):], " ← ")
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

// TestSchemas: each rule has a schema, and its instance in its example is one of that.
func TestSchemas(t *testing.T) {
	for _, r := range rule.All() {
		s := rule.SchemaOf(r)
		if !strings.Contains(r.Schema, "\n───\n") || s.Conclusion == "" || strings.Contains(s.Conclusion, " # ") {
			t.Errorf("%s has no schema", r.Name)
		}
		i, err := instance.Of(t.Context(), r.Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		if i.Tree == nil {
			continue
		}
		if why := follows(i.Tree); why != "" {
			t.Errorf("%s: %s", r.Name, why)
		}
	}
}
