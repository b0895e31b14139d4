package view

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"funmem/eval/instance"
	"funmem/repl/paint"
	"funmem/semantics/derive"
	"funmem/semantics/diag"
	"funmem/semantics/rule"
)

// RuleTable lists the rules of each judgement, in lines of at most so many columns.
func RuleTable(width int) string {
	var b strings.Builder
	for _, j := range rule.Judgements() {
		b.WriteString(Wrapped(j.Title+": "+j.Form, "  ", width) + "\n")
		for _, r := range j.Rules {
			b.WriteString(Wrapped(fmt.Sprintf("  %-17s %s", r.Name, r.Says), strings.Repeat(" ", 20), width) + "\n")
		}
	}
	return b.String()
}

// RuleSheet is the definitions and grammars that the rules use, and then all rules as inference rules, figure by figure, in
// lines of at most so many columns.
func RuleSheet(width int) string {
	var b strings.Builder
	b.WriteString(DefinitionSheet(width) + "\n" + GrammarSheet(width) + "\n")
	for _, j := range rule.Judgements() {
		b.WriteString(Wrapped(j.Title+": "+j.Form, "  ", width) + "\n")
		for k, l := range j.Always {
			if k == 0 {
				b.WriteString("Each rule has these premises too, where they mean something:\n")
			}
			b.WriteString("  " + rule.PremiseOf(l).Text + "\n")
		}
		for _, f := range j.Figures() {
			for _, r := range f.Rules {
				b.WriteString("\n" + Inference(r, "  ", width))
			}
			b.WriteString("\n" + Wrapped(f.Caption, "  ", width) + "\n\n")
		}
	}
	return b.String()
}

// Inference draws a rule: its premises over a bar, the conclusion below it, and its name beside it.
func Inference(r rule.Rule, indent string, width int) string {
	s := rule.SchemaOf(r)
	room := width - len(indent)
	var rows []string
	for _, p := range s.Lines() {
		n := len(rows) - 1
		if n >= 0 && columns(rows[n])+len(between)+columns(p) <= room {
			rows[n] += between + p
			continue
		}
		rows = append(rows, derive.Wrapped(p, room)...)
	}
	below := derive.Wrapped(s.Conclusion, room)
	bar := 1
	for _, row := range append(slices.Clone(rows), below...) {
		bar = max(bar, columns(row))
	}
	rows = append(rows, strings.Repeat("─", max(1, min(bar, room-len(r.Name)-1)))+" "+r.Name)
	return indent + strings.Join(append(rows, below...), "\n"+indent) + "\n"
}

// between is the room between two premises.
const between = "   "

// columns is the room of a text. A bar over a letter takes none.
func columns(text string) int {
	return utf8.RuneCountInString(text) - strings.Count(text, "\u0304") - strings.Count(text, "\u0305")
}

// ruleHelp returns the help on a rule, or "" if there is none of that name: what it says, where it is, what it does in
// its example, and the messages about a program in which it does not apply. The examples are run for it.
func ruleHelp(ctx context.Context, w io.Writer, name string) (string, error) {
	r, j, ok := rule.Lookup(name)
	if !ok {
		return "", nil
	}
	i, err := instance.Of(ctx, r.Name, nil)
	if err != nil {
		return "", err
	}
	refused, err := instance.Refusal(ctx, r.Name, nil)
	if err != nil {
		return "", err
	}
	pal, width := paint.For(w), WidthOf(w)
	var b strings.Builder
	say := func(text string) { b.WriteString(Wrapped("  "+text, "    ", width) + "\n") }
	b.WriteString(Wrapped(r.Name+", a rule: "+r.Says, "  ", width) + "\n")
	b.WriteString(Inference(r, deeper, width))
	say("judgement: " + j.Form)
	say("in the paper: " + inPaper(r, j))
	file, function, _ := strings.Cut(r.At, ": ")
	say("in the code: `" + function + "` in " + j.Package + "/" + file)
	say("an example in which it applies:")
	b.WriteString(indented(r.Example))
	say("there, " + i.What + ":")
	if i.Tree != nil {
		b.WriteString(indented(derive.Format(i.Tree, derive.Style{Rule: pal.Rule, Width: width - len(deeper)})))
	} else {
		b.WriteString(indented(i.Text))
	}
	if len(refused) == 0 {
		return b.String(), nil
	}
	say("an example in which it does not apply:")
	b.WriteString(indented(r.Refused))
	say("the message there:")
	for _, d := range refused {
		b.WriteString(indented(diag.Format(d, pal.Diag)))
	}
	return b.String(), nil
}

// inPaper says where the paper has a rule, or the rules that it stands beside.
func inPaper(r rule.Rule, j rule.Judgement) string {
	switch {
	case r.Figure == rule.Ours && j.Figure == "":
		return "not there; " + j.Section + " leaves such rules out"
	case r.Figure == rule.Ours:
		return "not there; ours, beside " + j.Figure + ", " + j.Section
	case j.Rebuilt:
		return r.Figure + ", " + j.Section + "; rebuilt, because our copy of the paper lacks the rules of the figure"
	}
	return r.Figure + ", " + j.Section
}

// deeper is the indent of an example.
const deeper = "    "

// indented is the lines of a text, each that is not empty behind an indent.
func indented(text string) string {
	var b strings.Builder
	for _, l := range strings.Split(strings.Trim(text, "\n"), "\n") {
		if l != "" {
			l = deeper + l
		}
		b.WriteString(l + "\n")
	}
	return b.String()
}
