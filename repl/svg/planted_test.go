package svg_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted: the tests find mistakes in what is drawn.
func TestPlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"text is not escaped", "svg.go", "	_ = xml.EscapeText(&b, []byte(text)) // a builder takes all\n", "	_ = xml.EscapeText\n	b.WriteString(text)\n"},
		{"the class is not escaped", "svg.go", "return ` class=\"` + Escape(class) + `\"`", "return ` class=\"` + class + `\"`"},
		{"a group stays open", "svg.go", "func (p *Picture) Close() { p.body.WriteString(\"</g>\\n\") }", "func (p *Picture) Close() {}"},
		{"the picture ends before its texts", "svg.go", "	case \"start\":\n		p.reach(x+w, y+6)", "	case \"start\":\n		p.reach(x, y+6)"},
		{"premises lie on each other", "derivation.go", "			left += s.total() + gap\n", "			left += s.w + gap\n"},
		{"a row has no height", "derivation.go", "		top += h\n", "		top += h / 2\n"},
		{"the name is on the left", "derivation.go", "p.Text(x+b.w+Letter, top+above/2+4, class, b.name)", "p.Text(x-Letter, top+above/2+4, class, b.name)"},
		{"the bar is as long as the premises", "derivation.go", "p.Line(x, top+above/2, x+b.w, top+above/2, \"bar\")", "p.Line(x, top+above/2, x+max(Letter, b.w-b.text), top+above/2, \"bar\")"},
		{"where it is stuck is not said", "derivation.go", "		b.name = \"✗ no rule\"\n", "		b.name = \"\"\n"},
	}, "-run", "TestExamples|TestStuck|TestEscape", ".")
}
