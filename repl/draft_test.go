package repl

import (
	"io"
	"strconv"
	"strings"
	"testing"

	"funmem/repl/edit"
)

// TestText reads text that was not typed as a file is read.
func TestText(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"def f (n : int) =\n  let a = n\n\n  in a + 1\nf(1)\n", "f : (n : int) -> int\n2\n"},
		{"let x = 2\n  + 1\nx", "x : int\n3\n"},
		{"let x = [\n  1,\n\n  2\n]\nx", "x : [2]int\n[1, 2]\n"},
		{"if 1 < 2\nthen 3\nelse 4\n5\n", "3\n5\n"},
		{"let x = 3\nin (x + 1)\n", "x : int\n4\n"},
		{"1\n-- a remark\n  + 2\n\n\n4", "3\n4\n"},
		{"1 +\n:type 2\n", "[1]:1:4: syntax error: found the end of the text, wanted an expression\n  1 | 1 +\n    |    ^\n" +
			"  help: a line that starts in column 1 starts a new declaration; indent the lines that continue this one\nint\n"},
		{":type kernel i <= 2 do\n  i\n:set limit 3\n1", "[2]int\nlimit is 3\n1\n"},
		{":quit\n1", ""},
		{"1 +", "[1]:1:4: syntax error: found the end of the text, wanted an expression\n  1 | 1 +\n    |    ^\n"},
		{"-- only\n\n-- remarks\n", ""},
	} {
		c, out := consoleFor()
		c.Loop(edit.NewPlain(strings.NewReader(tc.text), nil))
		if out.String() != tc.want {
			t.Errorf("%q gave\n%s\nwanted\n%s", tc.text, out, tc.want)
		}
		c, out = consoleFor()
		if strings.HasPrefix(tc.text, ":") {
			if c.Lines(tc.text); out.String() != tc.want {
				t.Errorf("-c %q gave\n%s", tc.text, out)
			}
		}
	}
}

// TestRemark checks that the comment above a function stays with it.
func TestRemark(t *testing.T) {
	c, out := consoleFor()
	c.Loop(edit.NewPlain(strings.NewReader("1\n-- twice a number\ndef f (n : int) = 2 * n\n-- the end\n:browse f\n"), nil))
	if !strings.Contains(out.String(), "-- twice a number\ndef f") || strings.Contains(out.String(), "end") {
		t.Error(out)
	}
}

// given is an editor with fixed input. A line that ends in ^C stands for the line and Ctrl-C. The
// lines in pasted come at once.
type given struct {
	edit.Editor
	lines  []string
	pasted []string
}

func (g *given) ReadLine(string) (string, error) {
	if len(g.pasted) > 0 {
		line := g.pasted[0]
		g.pasted = g.pasted[1:]
		return line, nil
	}
	if len(g.lines) == 0 {
		return "", io.EOF
	}
	line, text := g.lines[0], g.lines
	g.lines = text[1:]
	if strings.Contains(line, "\n") {
		g.pasted = strings.Split(line, "\n")
		return g.ReadLine("")
	}
	if kept, interrupted := strings.CutSuffix(line, "^C"); interrupted {
		return kept, edit.ErrInterrupt
	}
	return line, nil
}

func (g *given) Next(skip func(string) bool) (string, bool) {
	for _, l := range g.pasted {
		if !skip(l) {
			return l, true
		}
	}
	return "", false
}

// TestEntered looks at answers and at the history after typing, pasting and
// Ctrl-C.
func TestEntered(t *testing.T) {
	for _, tc := range []struct {
		lines         []string
		want, history string
	}{
		{[]string{"let x =", "kernel i <= 2 do", "i^C", "3"}, "3\n", "let x =\n kernel i <= 2 do\n i; 3"},
		{[]string{"let x =", "^C", "^C", "3"}, "3\n", "let x =; 3"},
		{[]string{"let x =\n  1\n\n  + 2\nx", "x"}, "x : int\n3\n3\n", "let x =\n  1\n\n  + 2; x"},
		{[]string{"let x =\n  1\n\n  +", "2", "x"}, "x : int\n3\n", "let x =\n  1\n\n  +\n 2; x"},
		{[]string{"[1,", "2]\n3\n"}, "[1, 2]\n3\n", "[1,\n 2]; 3"},
		{[]string{":type [1,", "2]"}, "[2]int\n", ":type [1,\n 2]"},
	} {
		c, out := consoleFor()
		g := &given{Editor: edit.NewPlain(strings.NewReader(""), nil), lines: tc.lines}
		c.Loop(g)
		if out.String() != tc.want || strings.Join(g.History(), "; ") != tc.history {
			t.Errorf("%q gave\n%s\nand the history %q", tc.lines, out, g.History())
		}
	}
}

// unfinished are long entries. Each of their lines except the last asks for more.
var unfinished = map[string][2]string{
	"brackets":   {"let x = [", "  12,"},
	"statements": {"def f (n : int) =", "  let a = n * 2"},
	"operators":  {"let x =", "  12 +"},
}

// BenchmarkTyped enters lines of an entry that stays unfinished. The time per line is the same for
// few and for many.
func BenchmarkTyped(b *testing.B) {
	for name, lines := range unfinished {
		for _, n := range []int{1000, 8000} {
			b.Run(name+"/"+strconv.Itoa(n), func(b *testing.B) {
				for b.Loop() {
					c, _ := consoleFor()
					c.Line(lines[0])
					for range n {
						c.Line(lines[1])
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/line")
			})
		}
	}
}

// TestPatterns checks that the patterns of a let may stand below each other.
func TestPatterns(t *testing.T) {
	d := &draft{}
	d.add("-- sizes", false)
	d.add("let (n : int) -- one", false)
	if !d.goesOn("(x : [n]int) = f(3)") {
		t.Error("a pattern of the let is taken for a declaration")
	}
	d.add("(x : [n]int) = f(3)", false)
	if d.goesOn("(1, 2)") || !d.goesOn("  + 1") {
		t.Error("after the let")
	}
}
