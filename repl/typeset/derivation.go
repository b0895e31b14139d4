package typeset

import (
	"fmt"
	"strings"

	"funmem/semantics/derive"
)

// page is what fits a page of A4 across, in the size that documents have.
var page = derive.Limits{Width: 190, Height: 30}

// Derivation typesets the derivations of one program or expression.
type Derivation struct {
	Title string // before the expression
	Of    string // the expression
	Trees []*derive.Tree
	Heaps []string // H₀ = m ↦ [1, 2], …
	Notes []string // what is cut, in words, with program text between backquotes
	Whole bool     // lines lose nothing
}

// body is the derivation without a document around it.
func (d *Derivation) body() string {
	var b strings.Builder
	limits := page
	limits.Whole = d.Whole
	for k, t := range d.Trees {
		d.figures(&b, derive.Figures(t, limits), k)
	}
	for _, h := range d.Heaps {
		for _, l := range derive.Wrapped(h, limits.Width) {
			b.WriteString("{\\small $" + Math(l) + "$}\\par\n")
		}
	}
	for _, n := range d.Notes {
		b.WriteString("{\\small " + Note(n) + "}\\par\n")
	}
	return b.String()
}

// Fragment is what another document takes in. Its first lines say which packages that needs.
func (d *Derivation) Fragment() string {
	return "% the document around it needs " + packages + "\n" + macros + d.body()
}

// Document is a document of the derivation.
func (d *Derivation) Document() string {
	head := `{\raggedright{\large\bfseries ` + Note(d.Title) + `} ` + Text(d.Of) + "\\par}\\bigskip\n"
	return document("landscape", head+macros+d.body())
}

// figures typesets the parts of a derivation. Those of another than the first have its number before theirs.
func (d *Derivation) figures(b *strings.Builder, list []derive.Figure, tree int) {
	named := func(part int) string {
		if len(d.Trees) > 1 {
			return fmt.Sprintf(`\mathcal{D}_{%d.%d}`, tree+1, part)
		}
		return fmt.Sprintf(`\mathcal{D}_{%d}`, part)
	}
	for _, f := range list {
		title := ""
		if f.Number > 0 {
			title = named(f.Number) + ` \;=\; `
		}
		fmt.Fprintf(b, "\\begin{derivation}\n$\\displaystyle %s%s$\n\\end{derivation}\n", title, node(f.Root, "", named))
	}
}

// node typesets a rule with its premises.
func node(n *derive.Node, indent string, named func(part int) string) string {
	text := lines(n.Lines)
	switch t := n.Tree; {
	case n.Part > 0:
		return `{}{\begin{array}[b]{@{}c@{}}` + named(n.Part) + `\\{}` + text + `\end{array}}`
	case t.Elided > 0:
		return Sentence(n.Lines[0])
	case t.Condition != nil && t.Condition.Failed:
		return Math("✗") + `\ ` + text
	case t.Rule == "" && !t.Stuck:
		return text
	case t.Stuck:
		return fmt.Sprintf(`\inferrule*[right={\rulename{no rule}}]{%s}{%s}`, Math("✗"), text)
	}
	var rows []string
	for _, row := range n.Rows {
		var premises []string
		for _, p := range row {
			premises = append(premises, node(p, indent+"  ", named))
		}
		rows = append(rows, strings.Join(premises, " \\\\\n"+indent+"  "))
	}
	if len(rows) == 0 {
		return fmt.Sprintf(`\inferrule*[right={\rulename{%s}}]{ }{%s}`, capitals(n.Tree.Rule), text)
	}
	return fmt.Sprintf("\\inferrule*[right={\\rulename{%s}}]{\n%s  %s\n%s}{%s}", capitals(n.Tree.Rule), indent, strings.Join(rows, " \\\\\\\\\n"+indent+"  "), indent, text)
}

// lines typesets the lines of a text that was broken. Braces keep them from mathpartir, which takes the outermost away.
func lines(list []string) string {
	if len(list) == 1 {
		return Math(list[0])
	}
	parts := make([]string, len(list))
	for k, l := range list {
		parts[k] = Math(l)
		if k > 0 {
			parts[k] = `\quad ` + parts[k]
		}
	}
	return `{}{\begin{array}{@{}l@{}}` + strings.Join(parts, `\\{}`) + `\end{array}}`
}

// capitals is the name of a rule in small capitals, as the paper has it: E-Mem-Alloc for E-MEM-ALLOC.
func capitals(rule string) string {
	if rule == "?" {
		return "?"
	}
	parts := strings.Split(rule, "-")
	for k, p := range parts {
		if k > 0 && p != "" {
			parts[k] = p[:1] + strings.ToLower(p[1:])
		}
	}
	return strings.Join(parts, "-")
}
