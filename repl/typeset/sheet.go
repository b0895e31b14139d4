package typeset

import (
	"fmt"
	"strings"

	"funmem/semantics/rule"
)

// Sheet is a document of what the letters and functions of the rules mean, of the grammars, and of all rules of the table: for
// each judgement the rules of its figure, with a caption, and those that are ours.
func Sheet() string { return document("landscape", macros+sheet()) }

// SheetFragment is what another document takes in. Its first lines say which packages that needs.
func SheetFragment() string {
	return "% the document around it needs " + packages + "\n" + macros + sheet()
}

func sheet() string {
	var b strings.Builder
	b.WriteString("{\\large\\bfseries The rules of Fun, FUNMEM and IMP}\\par\\medskip\n")
	b.WriteString(Note("A premise that ends in a range stands for one premise for each of its indices. The rules are those of `funmem help rules`; `funmem help RULE` has an example of each.") + "\\par\n")
	b.WriteString(definitions() + grammars())
	for _, j := range rule.Judgements() {
		b.WriteString(judgement(j))
	}
	return b.String()
}

// judgement typesets the rules of a judgement.
func judgement(j rule.Judgement) string {
	head := fmt.Sprintf("\\section*{%s}\n\\fbox{$%s$}\\par\n", Note(j.Title), Sentence(j.Form))
	if len(j.Always) > 0 {
		var parts []string
		for _, l := range j.Always {
			parts = append(parts, "$"+premise(rule.PremiseOf(l).Text)+"$")
		}
		head += "{\\smallskip\\raggedright Each rule has these premises too, where they mean something:\\quad " + strings.Join(parts, "\\quad ") + "\\par}\n"
	}
	var b strings.Builder
	for _, f := range j.Figures() {
		b.WriteString(figure(f.Rules, head, f.Caption))
		head = ""
	}
	return b.String()
}

// together is how many rules stay on one page.
const together = 5

// figure typesets rules, with a heading above them and a caption below them.
func figure(rules []rule.Rule, head, caption string) string {
	var b strings.Builder
	for len(rules) > 0 {
		n := min(together, len(rules))
		if head != "" {
			b.WriteString("\\bigskip\n")
		}
		fmt.Fprintf(&b, "\\begin{minipage}{\\linewidth}\n%s\\begin{mathpar}\n", head)
		for _, r := range rules[:n] {
			b.WriteString(schema(r) + "\n\n")
		}
		b.WriteString("\\end{mathpar}\n")
		if head, rules = "", rules[n:]; len(rules) == 0 {
			fmt.Fprintf(&b, "{\\centering\\small %s\\par}\\bigskip\n", Note(caption))
		}
		b.WriteString("\\end{minipage}\\par\n")
	}
	return b.String()
}

// schema typesets a rule of the table.
func schema(r rule.Rule) string {
	s := rule.SchemaOf(r)
	premises := " "
	for k, text := range s.Lines() {
		if k > 0 {
			premises += " \\\\ "
		}
		premises += premise(text)
	}
	return fmt.Sprintf("\\inferrule*[right={\\rulename{%s}}]{%s}{%s}", capitals(r.Name), premises, Math(s.Conclusion))
}

// premise typesets a premise of a schema: the formula, and then in words for what it is.
func premise(text string) string {
	if !strings.ContainsAny(text, "⊢=∈∉≠") {
		return Sentence(text)
	}
	at, gap := len(text), ""
	for _, word := range []string{" for ", " unless ", ", where E'_i", ", where L_i", ", of "} {
		if k := strings.Index(text, word); k >= 0 && k < at && !strings.Contains(text[:k], "loop") {
			at, gap = k, `\ \ `
			if word[0] == ',' {
				gap = ""
			}
		}
	}
	if at == len(text) {
		return Math(text)
	}
	return Math(text[:at]) + gap + Sentence(strings.TrimSpace(text[at:]))
}
