package syntax

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"funmem/internal/testkit"
	"funmem/semantics/diag"
)

// chunk is one program of a test file, with the errors it must have by line.
type chunk struct {
	name string
	text string
	want map[int]string
}

var wantError = regexp.MustCompile(`\s*### ("(?:[^"\\]|\\.)*")\s*$`)

// chunks reads the programs of the given files of testdata, which `---` splits.
func chunks(t testing.TB, files ...string) []chunk {
	t.Helper()
	var cs []chunk
	for _, file := range files {
		b, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		for i, text := range strings.Split(string(b), "\n---\n") {
			c := chunk{name: file + ":" + strconv.Itoa(i+1), want: map[int]string{}}
			lines := strings.Split(text, "\n")
			for k, l := range lines {
				if m := wantError.FindStringSubmatch(l); m != nil {
					c.want[k+1] = strings.ReplaceAll(strings.Trim(m[1], `"`), `\"`, `"`)
					lines[k] = strings.TrimSuffix(l, m[0])
				}
			}
			c.text = strings.Join(lines, "\n")
			cs = append(cs, c)
		}
	}
	return cs
}

func mustParse(t testing.TB, name, text string) *Program {
	t.Helper()
	p, err := Parse(diag.NewSource(name, text))
	if err != nil {
		t.Fatalf("%v\nin\n%s", err, text)
	}
	return p
}

// TestErrors parses the wrong programs: each error is on the line that says so,
// and there is no other. The messages in full are in a golden file.
func TestErrors(t *testing.T) {
	var all strings.Builder
	for _, c := range chunks(t, "errors.fun") {
		_, err := Parse(diag.NewSource(c.name, c.text))
		left := map[int]string{}
		for l, w := range c.want {
			left[l] = w
		}
		for _, d := range diag.Of(err) {
			line, _ := d.Span.Position()
			if w, ok := left[line]; !ok || !regexp.MustCompile(w).MatchString(d.Msg) || d.Kind != diag.Syntax {
				t.Errorf("%s: unexpected\n%v", c.name, d)
			}
			delete(left, line)
			all.WriteString(strings.Replace(diag.Format(d, diag.Plain), c.name+":", "", 1) + "\n")
		}
		for l, w := range left {
			t.Errorf("%s: no error on line %d, wanted %s", c.name, l, w)
		}
		if len(c.want) == 0 {
			t.Errorf("%s: wants no error", c.name)
		}
	}
	testkit.Golden(t, "testdata/errors.golden", all.String())
}

// TestRoundTrip parses the right programs and reads their printed forms back.
func TestRoundTrip(t *testing.T) {
	for _, c := range chunks(t, "figures.fun", "surface.fun", "comments.fun") {
		p := mustParse(t, c.name, c.text)
		roundTrip(t, p)
		formatted := roundFormat(t, p)
		for _, l := range strings.Split(Print(p)+"\n"+formatted, "\n") {
			if len([]rune(l)) > lineWidth+15 {
				t.Errorf("%s: the line is %d characters long:\n%s", c.name, len(l), l)
			}
			if strings.TrimRight(l, " ") != l {
				t.Errorf("%s: the line %q ends in a space", c.name, l)
			}
		}
	}
}

// roundTrip checks that Print and Line of a program read back as it.
func roundTrip(t testing.TB, p *Program) {
	t.Helper()
	text := Print(p)
	q, err := Parse(diag.NewSource("printed", text))
	if err != nil {
		t.Fatalf("the printed form has an error: %v\nin\n%s", err, text)
	}
	if !Equal(p, q) {
		t.Fatalf("the printed form reads back as another program\n%s\nand that prints as\n%s", text, Print(q))
	}
	for _, d := range p.Decls {
		text := Line(d)
		q, err := Parse(diag.NewSource("line", text))
		if err != nil || len(q.Decls) != 1 || !Equal(d, q.Decls[0]) || strings.Contains(text, "\n") {
			t.Fatalf("the line %s reads back as another declaration: %v\n%s", text, err, Print(q))
		}
	}
}

// roundFormat checks that Format keeps the program, its comments and itself.
func roundFormat(t testing.TB, p *Program) string {
	t.Helper()
	text := Format(p)
	q, err := Parse(diag.NewSource("formatted", text))
	if err != nil {
		t.Fatalf("the formatted form has an error: %v\nin\n%s", err, text)
	}
	if !Equal(p, q) {
		t.Fatalf("the formatted form reads back as another program\n%s", text)
	}
	if again := Format(q); again != text {
		t.Fatalf("formatting again changes\n%s\nto\n%s", text, again)
	}
	if len(p.Comments) != len(q.Comments) {
		t.Fatalf("%d comments became %d:\n%s", len(p.Comments), len(q.Comments), text)
	}
	count := map[string]int{}
	for i := range p.Comments {
		count[p.Comments[i].Text]++
		count[q.Comments[i].Text]--
	}
	for c, n := range count {
		if n != 0 {
			t.Fatalf("the comment %q was changed:\n%s", c, text)
		}
	}
	return text
}

// TestLayout compares the layout of the figures and of everything else with
// the golden files.
func TestLayout(t *testing.T) {
	for _, name := range []string{"figures", "surface", "comments"} {
		var out strings.Builder
		for i, c := range chunks(t, name+".fun") {
			if i > 0 {
				out.WriteString("---\n")
			}
			p := mustParse(t, c.name, c.text)
			if name == "figures" {
				out.WriteString(Print(p) + "\n")
			} else {
				out.WriteString(Format(p))
			}
		}
		testkit.Golden(t, "testdata/"+name+".golden", out.String())
	}
}

// TestIncomplete cuts programs short: every error at the end of the text asks
// for more text, and no other one does.
func TestIncomplete(t *testing.T) {
	for _, text := range []string{
		"let", "let x", "let x =", "let (x", "let (x :", "let (x : [n]", "f(", "f(1,", "x[", "x[1:", "[1,", "if a", "if a then", "if a then b else",
		"kernel i <= n do", "kernel i <= n do\n  let x = 1", "let x = 1 let y = 2", "def f (x : int)", "1 +", "a +\n  b *", "check a", "alloc", "(1",
		"def f (x : [n] @ m -> 0 + {(n : 1)", "permute(", "permute((1", "empty(", "let x = 1\nlet y = (", "in", "in (", "-", "x[:", "min(1,",
		"loop", "loop (", "loop (x", "loop (x =", "loop (x = 1", "loop (x = 1)", "loop (x = 1) for", "loop (x = 1) for i <=", "loop (x = 1) for i <= n", "loop (x = 1) while",
		"loop (x = 1) while x do", "map", "map (", "map (\\", "map (\\x", "map (\\x ->", "map (\\x -> x", "map (+", "map f", "reduce (+)", "reduce (+) 0", "x ++", "x with", "x with [",
		"x with [1]", "x with [1] =", "import", "def f (*", "reshape((n,", "x <<", "let (x : f64",
	} {
		_, err := Parse(diag.NewSource("repl", text))
		ds := diag.Of(err)
		if len(ds) != 1 || !ds[0].Incomplete {
			t.Errorf("%q is not incomplete: %v", text, err)
		}
	}
	for _, text := range []string{"let x = )", "1 2", "f(1", "then", "let x = 1 +\nlet y = 2", "$", "loop (x", "map f", "import \"a"} {
		_, err := Parse(diag.NewSource("repl", text+"\nlet z = 1"))
		for _, d := range diag.Of(err) {
			if d.Incomplete {
				t.Errorf("%q is incomplete", text)
			}
		}
		if err == nil {
			t.Errorf("%q has no error", text)
		}
	}
}

// TestDeep feeds nesting and chains that would exhaust a stack.
func TestDeep(t *testing.T) {
	const n = 20_000
	for _, c := range []struct{ open, middle, shut string }{
		{"(", "1", ")"}, {"[", "1", "]"}, {"- ", "x", ""}, {"!", "x", ""}, {"f(", "1", ")"}, {"x[", "1", "]"}, {"x**", "1", ""}, {"1+", "1", ""},
		{"1+(", "1", ")"}, {"if a then ", "1", " else 1"}, {"if ", "1", " then 1 else 1"}, {"kernel i <= 1 do ", "i", ""}, {"let x = ", "1", " in x"},
		{"let x = 1 in ", "x", ""}, {"let (", "x", ") = 1"}, {"copy (", "x", ")"}, {"", "x", "[1]"}, {"(", "", ""}, {"abs x[", "1", "]"},
		{"loop (x = ", "1", ") for i <= 1 do x"}, {"loop (x = 1) for i <= 1 do ", "x", ""}, {"loop (x = 1) while ", "x", " do x"}, {"map (\\x -> ", "x", ") xs"},
		{"map (", "f", ") xs"}, {"map (\\", "x", " -> x) xs"}, {"map (\\(", "x", ") -> x) xs"}, {"reduce f 0 (", "x", ")"}, {"", "x", " with [1] = 1"}, {"x with [1] = (", "x", ")"},
		{"x ++ (", "x", ")"}, {"map (\\(x : [", "1", "]int) -> x) xs"}, {"sqrt(", "1.5", ")"}, {"loop (", "x", " = 1) while x do x"},
		{"let (x : [", "1", "]int) = 1 in x"}, {"def f (x : [let (x : [", "1", "]int) = 1 in x]int) = 1"},
	} {
		text := strings.Repeat(c.open, n) + c.middle + strings.Repeat(c.shut, n)
		p, err := Parse(diag.NewSource("deep", text))
		if err == nil {
			if c.open != "let x = 1 in " {
				t.Errorf("%s…: no error", c.open)
			}
			_ = Print(p)
			continue
		}
		if d := diag.Of(err)[0]; d.Kind != diag.Syntax {
			t.Errorf("%s…: %v", c.open, err)
		}
	}
	for _, c := range []struct{ open, middle, shut string }{{"(", "1", ")"}, {"1+", "1", ""}, {"", "x", "[1]"}} {
		const n = 150
		roundTrip(t, mustParse(t, "deep", strings.Repeat(c.open, n)+c.middle+strings.Repeat(c.shut, n)))
	}
	for _, link := range []string{" + 1", " ++ 1", " with [1] = 2"} {
		chain := mustParse(t, "chain", "1"+strings.Repeat(link, 5000))
		roundTrip(t, chain)
		roundFormat(t, chain)
	}
	branches := mustParse(t, "branches", "if a == 1 then 1"+strings.Repeat("\n  else if a == 2 then 2", 1500)+"\n  else 3")
	roundTrip(t, branches)
	roundFormat(t, branches)
	if _, err := Parse(diag.NewSource("branches", "if a then 1 "+strings.Repeat("else if a then 2 ", maxHeight)+"else 3")); err == nil || !strings.Contains(err.Error(), "branches chained more than 10000 deep") {
		t.Error(err)
	}
	if _, err := Parse(diag.NewSource("digits", strings.Repeat("1", maxDigits+1))); err == nil || !strings.Contains(err.Error(), "a literal of 100001 digits is too long") {
		t.Error(err)
	}
}

// TestSupply hands out names that no binder has and no program uses.
func TestSupply(t *testing.T) {
	s := &Supply{}
	s.Reserve("t", "x")
	var names []string
	for _, b := range []*Binding{s.Binding("t", nil), s.Written("x", nil), s.Binding("x", nil), s.Written("x", nil), s.Written("t", nil), s.Binding("y", nil), s.Written("y", nil)} {
		names = append(names, b.Name+" "+b.Written())
	}
	want := "t_1 t_1, x x, x_1 x_1, x_2 x, t t, y y, y_1 y"
	if got := strings.Join(names, ", "); got != want {
		t.Errorf("the names are %s, wanted %s", got, want)
	}
	b := s.Again(&Binding{Name: "t_1_2", ID: 7, Text: "row"})
	if b.Name != "t_3" && b.Name != "t_2" || b.ID == 7 || b.Written() != "row" {
		t.Errorf("a binder again is %s, %d, called %s", b.Name, b.ID, b.Written())
	}
	c := s.Clone()
	if a, b := s.Binding("z", nil), c.Binding("z", nil); a.Name != b.Name || a.ID != b.ID {
		t.Error("a clone goes another way")
	}
}

// TestDoc checks which comments document a declaration.
func TestDoc(t *testing.T) {
	p := mustParse(t, "doc", "-- far\n\n-- one\n--  two\n--- three\nlet x = 1 -- after\nlet y = 2\n-- f is\ndef f (x : int) = x\n")
	want := []string{"one\n two\nthree", "", "f is"}
	for i, d := range p.Decls {
		got := ""
		switch d := d.(type) {
		case *Let:
			got = d.Doc
		case *Def:
			got = d.Doc
		}
		if got != want[i] {
			t.Errorf("doc of %s is %q, wanted %q", Line(d), got, want[i])
		}
	}
}

// TestParseExpr reads expressions alone.
func TestParseExpr(t *testing.T) {
	e, err := ParseExpr(diag.NewSource("e", "1 +\n2"))
	if err != nil || Line(e) != "1 + 2" {
		t.Error(e, err)
	}
	if _, err := ParseExpr(diag.NewSource("e", "1 + 2\nlet")); err == nil {
		t.Error("no error after an expression")
	}
	if _, err := ParseExpr(diag.NewSource("e", "")); err == nil || !diag.Of(err)[0].Incomplete {
		t.Error("an empty expression is incomplete:", err)
	}
}

func TestNames(t *testing.T) {
	src := diag.NewSource("f", "-- x y\nlet é' = x[1] + iota 3 \x80 in_ -- z")
	var got []string
	for _, at := range Names(src) {
		got = append(got, at.Text())
	}
	if want := "é' x iota in_"; strings.Join(got, " ") != want {
		t.Errorf("%q, wanted %q", got, want)
	}
}
