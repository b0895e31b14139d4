package rule

import (
	"slices"
	"strings"
)

// Schema is a rule as an inference rule, in the letters of the figures.
type Schema struct {
	Premises   []Premise
	Conclusion string
}

// Premise is a line above the bar of a schema.
type Premise struct {
	Text string

	// Often says how often an instance has the premise.
	Often Often

	// Forms are what a derivation records of a premise without rules of its own, one after the other, each with its
	// alternatives. Empty: nothing is recorded of it.
	Forms [][]string
}

// Often is how often an instance of a rule has a premise.
type Often string

// The marks of premises in the table.
const (
	Once  Often = ""
	Maybe Often = "?" // a part of what the conclusion shows may be missing, and the premise with it
	Many  Often = "*" // once for each index, element or statement
)

// Judged tells whether the premise is a judgement, which has a derivation.
func (p Premise) Judged() bool { return strings.Contains(p.Text, "⊢") && len(p.Forms) == 0 }

// bar is the line between premises and conclusion.
const bar = "───"

// unrecorded is the form of a premise that derivations do not show.
const unrecorded = "none"

// SchemaOf reads the schema of a rule. A line of it may begin with a mark of Often. After " # " it may have the forms
// that derivations record for it, joined by " & ", with " | " between alternatives, or none. ⊢ … ⇓ is a derivation of a
// judgement with ⇓. A condition without forms has its own text as its form.
func SchemaOf(r Rule) Schema {
	lines := strings.Split(strings.Trim(r.Schema, "\n"), "\n")
	s := Schema{Conclusion: lines[len(lines)-1]}
	for _, l := range lines[:max(slices.Index(lines, bar), 0)] {
		s.Premises = append(s.Premises, PremiseOf(l))
	}
	return s
}

// PremiseOf reads a line of a schema.
func PremiseOf(line string) Premise {
	p := Premise{Text: line}
	for _, mark := range []Often{Maybe, Many} {
		if rest, ok := strings.CutPrefix(line, string(mark)+" "); ok {
			p.Often, p.Text = mark, rest
		}
	}
	text, forms, given := strings.Cut(p.Text, " # ")
	p.Text = text
	switch {
	case given && forms != unrecorded:
		for _, f := range strings.Split(forms, " & ") {
			p.Forms = append(p.Forms, strings.Split(f, " | "))
		}
	case !given && !p.Judged():
		p.Forms = [][]string{{text}}
	}
	return p
}

// Lines are the premises as people read them, without what derivations record.
func (s Schema) Lines() (lines []string) {
	for _, p := range s.Premises {
		lines = append(lines, p.Text)
	}
	return lines
}
