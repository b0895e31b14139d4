package view

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"funmem/lower/pass"
	"funmem/repl/paint"
)

// textWidth is the greatest width of a text that is broken into lines.
const textWidth = 100

// PassTable lists the passes and pipelines, in lines of at most so many columns.
func PassTable(width int) string {
	var b strings.Builder
	row := func(name, indent, text string) {
		b.WriteString(Wrapped(fmt.Sprintf("%-12s  %s", name, text), indent+strings.Repeat(" ", 14), width) + "\n")
	}
	for _, p := range pass.Passes() {
		row(p.Name, "", p.Doc+" ("+p.Section+")")
		for _, o := range p.Options {
			row("", "    ", "  "+o.Name+"="+strings.Join(o.Values, "|")+": "+o.Doc)
		}
	}
	for _, p := range pass.Pipelines() {
		row(p.Name, "", p.Doc+":")
		row("", "  ", "  "+p.Steps)
	}
	return b.String()
}

// passHelp returns the help on a pass or a pipeline, or "" if there is none of that name.
func passHelp(name string, width int) string {
	var b strings.Builder
	say := func(format string, args ...any) {
		b.WriteString(Wrapped("  "+fmt.Sprintf(format, args...), "    ", width) + "\n")
	}
	if k := slices.IndexFunc(pass.Pipelines(), func(p pass.Pipeline) bool { return p.Name == name }); k >= 0 {
		p := pass.Pipelines()[k]
		fmt.Fprintf(&b, "%s, a pipeline: %s\n", p.Name, p.Doc)
		say("%s", p.Steps)
		say("a program of FUNMEM gets those of them that take it")
		return b.String()
	}
	p, err := pass.Find(name)
	if err != nil {
		return ""
	}
	fmt.Fprintf(&b, "%s, a pass: %s\n", p.Name, p.Doc)
	if p.From == p.To {
		say("takes and gives: %s", p.From)
	} else {
		say("takes: %s; gives: %s", p.From, p.To)
	}
	say("from: %s", p.Section)
	if p.Needs != "" {
		say("needs: %s", p.Needs)
	}
	for _, o := range p.Options {
		say("`%s:%s=%s`: %s; without it, %s", p.Name, o.Name, strings.Join(o.Values, "|"), o.Doc, o.Values[0])
	}
	for _, c := range p.NotAfter() {
		say("cannot stand after %s", c)
	}
	return b.String()
}

// Wrapped breaks a text into lines of at most width columns, at spaces, and in long lists after
// commas. All lines but the first begin with an indent.
func Wrapped(text, indent string, width int) string {
	width = min(width, textWidth)
	var lines []string
	line := ""
	for _, w := range breakable(text) {
		if fits := Columns(strings.TrimRight(line+w, " ")) <= width; !fits && strings.TrimSpace(line) != "" {
			lines = append(lines, strings.TrimRight(line, " "))
			line = indent
		}
		line += w
	}
	return strings.Join(append(lines, strings.TrimRight(line, " ")), "\n")
}

// Columns is how many columns a text takes that may have colours.
func Columns(text string) int { return utf8.RuneCountInString(paint.Uncoded(text)) }

// breakable splits a text into parts between which a line can be broken.
func breakable(text string) []string {
	var all []string
	start := 0
	for k := 1; k < len(text); k++ {
		if text[k-1] == ' ' && text[k] != ' ' || text[k-1] == ',' && text[k] != ' ' {
			all = append(all, text[start:k])
			start = k
		}
	}
	return append(all, text[start:])
}
