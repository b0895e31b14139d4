package typeset

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted: the tests find mistakes in what is typeset.
func TestPlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"a percent sign begins a comment", "math.go", "{\"%\", `\\mathbin{\\%}`}", "{\"%\", `\\mathbin{%}`}"},
		{"an ampersand ends a column", "math.go", "{\"&\", `\\mathbin{\\&}`}", "{\"&\", `&`}"},
		{"a backslash begins a command", "math.go", "{`\\`, `\\lambda`}", "{`\\`, `\\`}"},
		{"braces are TeX's", "math.go", "{\"{\", `\\{`}", "{\"{\", `{`}"},
		{"text is not escaped", "math.go", "			fmt.Fprintf(&b, `\\char%d{}`, c)\n", "			b.WriteRune(c)\n"},
		{"names are words", "math.go", "	if strings.Contains(text, \"⊢\") {", "	if false {"},
		{"an index below ends too early", "math.go", "return \"_{\" + Math(string(rest[2:k])) + \"}\", rest[k+1:]", "return \"_{\" + Math(string(rest[2:k])), rest[k+1:]"},
		{"primes are lost", "math.go", "return tex + strings.Repeat(\"'\", primes) + below, rest", "return tex + below, rest"},
		{"the premises stand below", "derivation.go", "{\\n%s  %s\\n%s}{%s}\", capitals(n.Tree.Rule), indent, strings.Join(rows, \" \\\\\\\\\\\\\\\\\\n\"+indent+\"  \"), indent, text)", "{\\n%s  %s\\n%s}{%s}\", capitals(n.Tree.Rule), indent, text, indent, strings.Join(rows, \" \\\\\\\\\\\\\\\\\\n\"+indent+\"  \"))"},
		{"a part has the name of the one before it", "derivation.go", "return `{}{\\begin{array}[b]{@{}c@{}}` + named(n.Part)", "return `{}{\\begin{array}[b]{@{}c@{}}` + named(n.Part-1)"},
		{"a part is left out", "../../semantics/derive/parts.go", "				*figures = append(*figures, Figure{len(*figures), p})\n", "				*figures = append(*figures, Figure{len(*figures), &Node{Tree: p.Tree, Lines: p.Lines}})\n"},
		{"what is apart has no name in its place", "../../semantics/derive/parts.go", "				row[k] = &Node{Tree: p.Tree, Lines: p.Lines, Part: len(*figures) - 1}\n", "				row[k] = &Node{Tree: p.Tree, Lines: p.Lines}\n"},
		{"the last rules come first", "sheet.go", "range rules[:n] {", "range rules[len(rules)-n:] {"},
		{"a caption is missing", "sheet.go", "if head, rules = \"\", rules[n:]; len(rules) == 0 {", "if head, rules = \"\", rules[n:]; len(rules) == 0 && caption == \"\" {"},
		{"the last premise is missing", "sheet.go", "	for k, text := range s.Lines() {", "	for k, text := range s.Lines()[:max(0, len(s.Lines())-1)] {"},
	}, "-run", "TestMath|TestSheet|TestDerivation", ".")
}
