package typeset

import (
	"fmt"
	"slices"
	"strings"

	"funmem/semantics/rule"
)

// Sheet is a document of all rules of the table: for each judgement the rules of its figure, with a caption, and those that are
// ours.
func Sheet() string {
	var b strings.Builder
	b.WriteString("{\\large\\bfseries The rules of Fun, FUNMEM and IMP}\\par\\medskip\n")
	b.WriteString(Note("A premise that ends in a range stands for one premise for each of its indices. The rules are those of `funmem help rules`; `funmem help RULE` has an example of each.") + "\\par\n")
	for _, j := range rule.Judgements() {
		b.WriteString(judgement(j))
	}
	return document("landscape", macros+b.String())
}

// judgement typesets the rules of a judgement.
func judgement(j rule.Judgement) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\\section*{%s}\n\\noindent\\fbox{$%s$}\\par\n", Note(j.Title), Sentence(j.Form))
	if len(j.Always) > 0 {
		var parts []string
		for _, l := range j.Always {
			parts = append(parts, "$"+premise(rule.PremiseOf(l).Text)+"$")
		}
		b.WriteString("{\\smallskip\\raggedright Each rule has these premises too, where they mean something:\\quad " + strings.Join(parts, "\\quad ") + "\\par}\n")
	}
	ours := slices.IndexFunc(j.Rules, func(r rule.Rule) bool { return r.Figure == rule.Ours })
	var paper, own []rule.Rule
	if ours >= 0 {
		for _, r := range j.Rules {
			if r.Figure == rule.Ours {
				own = append(own, r)
			} else {
				paper = append(paper, r)
			}
		}
	} else {
		paper = j.Rules
	}
	if len(paper) > 0 {
		caption := j.Figure + ": " + j.Title + ", " + j.Section
		if j.Rebuilt {
			caption += "; rebuilt, because our copy of the paper lacks the rules of the figure"
		}
		figure(&b, paper, caption)
	}
	if len(own) > 0 {
		beside := "; " + j.Section + " leaves such rules out"
		if j.Figure != "" {
			beside = ", beside " + j.Figure
		}
		figure(&b, own, j.Title+": rules of ours"+beside)
	}
	return b.String()
}

// together is how many rules stay on one page.
const together = 5

// figure typesets rules with a caption below them.
func figure(b *strings.Builder, rules []rule.Rule, caption string) {
	for k := range slices.Chunk(rules, together) {
		b.WriteString("\\begin{mathpar}\n")
		for _, r := range k {
			b.WriteString(schema(r) + "\n\n")
		}
		b.WriteString("\\end{mathpar}\n")
	}
	fmt.Fprintf(b, "\\nopagebreak\n{\\centering\\small %s\\par}\\bigskip\n", Note(caption))
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
	for _, word := range []string{" for ", " unless "} {
		if main, of, ok := strings.Cut(text, word); ok && !strings.Contains(main, "loop") {
			return Math(main) + `\ \ ` + Sentence(strings.TrimSpace(word+of))
		}
	}
	return Math(text)
}
