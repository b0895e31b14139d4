package view

import (
	"slices"
	"strings"

	"funmem/semantics/rule"
)

// DefinitionSheet is what the letters and functions of the rules mean, in lines of at most so many columns.
func DefinitionSheet(width int) string {
	var parts []string
	for _, group := range rule.AllDefinitions() {
		text := heading(group.Title, group.Caption, width)
		for _, d := range group.List {
			text += defined(d, width)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "\n")
}

// heading is a title with what it is about.
func heading(title, caption string, width int) string {
	if caption != "" {
		title += ": " + caption
	}
	return Wrapped(title, "  ", width) + "\n"
}

// defined is a definition.
func defined(d rule.Definition, width int) string {
	var b strings.Builder
	for _, l := range d.Lines {
		b.WriteString(Wrapped("  "+l, deeper+"  ", width) + "\n")
	}
	return b.String()
}

// definitionHelp is the help on a function of the rules, or "" if there is none of that name.
func definitionHelp(name string, width int) string {
	if !slices.Contains(rule.DefinitionNames(), name) {
		return ""
	}
	d, group, _ := rule.Defined(name)
	return heading(d.Name+", in the rules: "+group.Title, group.Caption, width) + defined(d, width)
}

// GrammarSheet is the grammars of core, in lines of at most so many columns.
func GrammarSheet(width int) string {
	var parts []string
	for _, g := range rule.Grammars() {
		text := Wrapped("Grammar of "+g.Caption, "  ", width) + "\n"
		for _, p := range g.Productions {
			for k, f := range p.Forms {
				text += production(p, f, k == 0) + "\n"
			}
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "\n")
}

// production is a line of a grammar.
func production(p rule.Production, f rule.Form, first bool) string {
	letter, sign, says := "", "|  ", f.Says
	if first {
		letter, sign = p.Letter, "::="
		if says = p.Says; f.Says != "" {
			says += ": " + f.Says
		}
	}
	mark := " "
	if f.Ours {
		mark = "+"
	}
	return strings.TrimRight("  "+padded(letter, 4)+" "+sign+" "+mark+" "+padded(f.Text, 43)+" "+says, " ")
}

// padded is a text with blanks after it, up to so many columns.
func padded(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-columns(text)))
}
