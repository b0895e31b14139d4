package view

import (
	"context"
	"fmt"
	"io"
	"strings"

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
