package typeset

import (
	"fmt"
	"strings"

	"funmem/semantics/rule"
)

// definitions typesets what the letters and functions of the rules mean, figure by figure.
func definitions() string {
	var b strings.Builder
	for _, group := range rule.AllDefinitions() {
		fmt.Fprintf(&b, "\\section*{%s}\n", Note(group.Title))
		if group.Caption != "" {
			fmt.Fprintf(&b, "{\\small %s\\par}\\smallskip\n", Note(group.Caption))
		}
		for _, d := range group.List {
			for _, l := range d.Lines {
				fmt.Fprintf(&b, "{\\raggedright\\hangindent=2em\\hangafter=1 %s\\par}\\smallskip\n", spoken(l))
			}
		}
	}
	return b.String()
}

// spoken typesets a definition, in which formulas and words take turns. Lines break between its parts.
func spoken(text string) string {
	var out []string
	for _, part := range parts(text) {
		if worded(part) {
			out = append(out, Note(part))
		} else {
			out = append(out, "$"+Math(part)+"$")
		}
	}
	return strings.Join(out, "\n")
}

// parts takes a text apart into words and formulas. A formula goes on as long as a bracket is open, or no word comes.
func parts(text string) (list []string) {
	depth := 0
	var formula []string
	flush := func() {
		if len(formula) > 0 {
			list = append(list, strings.Join(formula, " "))
		}
		formula = nil
	}
	for _, w := range strings.Fields(text) {
		if depth == 0 && worded(w) {
			flush()
			if n := len(list); n > 0 && worded(list[n-1]) {
				list[n-1] += " " + w
			} else {
				list = append(list, w)
			}
			continue
		}
		depth += strings.Count(w, "(") + strings.Count(w, "[") + strings.Count(w, "{") + strings.Count(w, "⟨") - strings.Count(w, ")") - strings.Count(w, "]") - strings.Count(w, "}") - strings.Count(w, "⟩")
		formula = append(formula, w)
		if depth == 0 && strings.ContainsAny(w[len(w)-1:], ",;:") && len(w) > 1 {
			flush()
		}
	}
	flush()
	return list
}

// worded tells whether a text is words: of letters alone, more than one of them or the article, and no keyword.
func worded(text string) bool {
	for _, w := range strings.Fields(text) {
		bare := strings.TrimRight(w, ".,;:")
		if bare == "" || len(bare) == 1 && bare != "a" && bare != "H's" || strings.Trim(bare, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-") != "" || formal[bare] {
			return false
		}
	}
	return true
}

// formal are names in formulas.
var formal = map[string]bool{"ns": true, "int": true, "Ir": true, "FV": true}

// grammars typesets the grammars of core, as tables.
func grammars() string {
	var b strings.Builder
	for _, g := range rule.Grammars() {
		b.WriteString("\\bigskip\n\\begin{minipage}{\\linewidth}\n\\centering\n\\begin{tabular}{@{}r@{\\quad}c@{\\quad}c@{\\ }l@{\\qquad}l@{}}\n")
		for _, p := range g.Productions {
			for k, f := range p.Forms {
				letter, sign, says := "", `$\mid$`, Note(f.Says)
				if k == 0 {
					letter, sign = "$"+Math(p.Letter)+"$", "::="
					says = `\textbf{` + Note(p.Says) + `}\quad ` + says
				}
				mark := ""
				if f.Ours {
					mark = "$+$"
				}
				fmt.Fprintf(&b, "%s & %s & %s & $%s$ & %s \\\\\n", letter, sign, mark, Math(f.Text), says)
			}
		}
		fmt.Fprintf(&b, "\\end{tabular}\\par\\smallskip\n{\\small %s\\par}\n\\end{minipage}\\par\n", Note(g.Caption))
	}
	return b.String()
}
