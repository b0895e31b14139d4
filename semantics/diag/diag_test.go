package diag

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestFormat(t *testing.T) {
	src := NewSource("f.fun", "let x = 1\n\tlet yé = x[1] -- é\r\n"+strings.Repeat("a", 300)+"\n")
	at := func(text string) Span {
		i := strings.Index(src.Text, text)
		return Span{src, i, i + len(text)}
	}
	for _, c := range []struct {
		d    *Diagnostic
		want string
	}{
		{Errorf(Type, "T-INDEX", at("x[1]"), "indexing wants an array").Note(at("x = 1"), "`x : int` is bound here").Note(Span{}, "two\nlines").Helpf("write\nthis"),
			`f.fun:2:11: type error: indexing wants an array [T-INDEX]
  2 |  let yé = x[1] -- é
    |           ^^^^
  note: f.fun:1:5: ` + "`x : int`" + ` is bound here
  note: two
    lines
  help: write
    this
`},
		{Errorf(Usage, "", Span{}, "there is no file `x`"), "usage error: there is no file `x`\n"},
		// an empty span has one caret, one at the end of the text too
		{Errorf(Syntax, "", Span{src, len(src.Text), len(src.Text)}, "the text ends"), "f.fun:4:1: syntax error: the text ends\n  4 | \n    | ^\n"},
		// a span of several lines underlines its first
		{Errorf(Stuck, "E-INDEX", Span{src, 4, 20}, "no"), "f.fun:1:5: stuck: no [E-INDEX]\n  1 | let x = 1\n    |     ^^^^^\n"},
	} {
		if got := c.d.Error(); got != c.want {
			t.Errorf("got\n%s\nwant\n%s", got, c.want)
		}
	}
	long := Errorf(Syntax, "", Span{src, strings.LastIndex(src.Text, "a"), strings.LastIndex(src.Text, "a") + 1}, "no").Error()
	for _, line := range strings.Split(long, "\n") {
		if len(line) > maxExcerpt+20 {
			t.Errorf("a line of %d characters is shown", len(line))
		}
	}
	if !strings.HasSuffix(long, "^\n") {
		t.Errorf("no caret:\n%s", long)
	}
}

func TestControlCharacters(t *testing.T) {
	src := NewSource("f", "a\x1b[31m\xffb\u009b\u202e\u2066\u200f")
	if got := Errorf(Syntax, "", Span{src, 0, 1}, "no").Error(); !strings.Contains(got, "a?[31m?b????\n") {
		t.Errorf("%q reaches the terminal", got)
	}
}

// TestLongLine: the excerpt of a line is the same whatever else is on it.
func TestLongLine(t *testing.T) {
	for _, n := range []int{10, 500, 5_000, 50_000} {
		for _, m := range []int{0, 100, 5_000} {
			before, after := strings.Repeat("é", n), strings.Repeat("ü", m)
			src := NewSource("a.in", "x\n"+before+"here"+after+"\ny")
			d := Errorf(Syntax, "", Span{src, 2 + 2*n, 2 + 2*n + 4}, "wrong")
			l, r := min(n, maxExcerpt/2), min(m, maxExcerpt/2-4)
			if r < maxExcerpt/2-4 {
				l = min(n, maxExcerpt-4-r)
			}
			if l < maxExcerpt/2 {
				r = min(m, maxExcerpt-4-l)
			}
			want := fmt.Sprintf("a.in:2:%d: syntax error: wrong\n  2 | %shere%s\n    | %s^^^^\n", n+1, before[:2*l], after[:2*r], strings.Repeat(" ", l))
			if got := d.Error(); got != want {
				t.Errorf("%d, %d:\n%swanted\n%s", n, m, got, want)
			}
		}
	}
}

// TestLongGarbage: a line may not be text at all, and its span may start past
// its end.
func TestLongGarbage(t *testing.T) {
	text := strings.Repeat("\x80", 5_000)
	for _, at := range []int{0, 700, 4_999, 5_000} {
		if got := Errorf(Syntax, "", Span{NewSource("a.in", text), at, at}, "wrong").Error(); len(got) > 3*maxExcerpt {
			t.Errorf("%d: %q", at, got)
		}
	}
}

func TestColumns(t *testing.T) {
	src := NewSource("f", "名 = é漢x")
	for text, want := range map[string]string{
		"名": "    | ^^\n", "=": "    |    ^\n", "漢": "    |       ^^\n", "漢x": "    |       ^^^\n",
	} {
		i := strings.Index(src.Text, text)
		if got := Errorf(Syntax, "", Span{src, i, i + len(text)}, "no").Error(); !strings.HasSuffix(got, want) {
			t.Errorf("%s: got\n%s", text, got)
		}
	}
	combined := NewSource("f", "e\u0301 = x")
	i := strings.Index(combined.Text, "x")
	if got := Errorf(Syntax, "", Span{combined, i, i + 1}, "no").Error(); !strings.HasSuffix(got, "    |     ^\n") {
		t.Errorf("a combining accent takes a column:\n%s", got)
	}
}

func TestStyle(t *testing.T) {
	mark := func(tag string) func(string) string {
		return func(s string) string { return "<" + tag + ">" + s + "</>" }
	}
	st := Style{mark("p"), mark("k"), mark("c"), mark("n"), mark("h")}
	src := NewSource("f", "abc")
	d := Errorf(Race, "", Span{src, 1, 2}, "m").Note(Span{}, "n").Helpf("h")
	want := "<p>f:1:2</>: <k>data race</>: m\n  1 | abc\n    |  <c>^</>\n  <n>note:</> n\n  <h>help:</> h\n"
	if got := Format(d, st); got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestList(t *testing.T) {
	src := NewSource("f", "ab")
	a, b := Errorf(Type, "", Span{src, 0, 1}, "a"), Errorf(Type, "", Span{src, 1, 2}, "b")
	if err := (List{}).Err(); err != nil {
		t.Error(err)
	}
	if err := (List{b}).Err(); err != error(b) {
		t.Error(err)
	}
	err := List{b, a}.Err()
	if got := Of(err); len(got) != 2 || got[0] != a || got[1] != b {
		t.Errorf("not in the order of the places: %v", err)
	}
	if d := Of(errors.New("other")); len(d) != 1 || d[0].Kind != Usage {
		t.Error(d)
	}
	if Of(nil) != nil {
		t.Error("nil has diagnostics")
	}
}

func TestJoin(t *testing.T) {
	src, other := NewSource("f", "abcdef"), NewSource("g", "x")
	s := Span{src, 1, 2}
	for _, c := range []struct{ t, want Span }{
		{Span{src, 3, 5}, Span{src, 1, 5}},
		{Span{}, s},
		{Span{other, 0, 1}, s},
	} {
		if got := s.Join(c.t); got != c.want {
			t.Errorf("%v joined with %v is %v", s, c.t, got)
		}
	}
	if got := (Span{}).Join(s); got != s {
		t.Error(got)
	}
}

func TestNearest(t *testing.T) {
	names := []string{"photo", "iota", "transpose", "x", "xs"}
	for name, want := range map[string]string{
		"phtoo": "photo", "iotta": "iota", "transpos": "transpose", "tarnspose": "transpose", "y": "", "xx": "x", "completely": "", "photo": "", "PHOTO": "photo", "X": "x",
	} {
		if got := Nearest(name, names); got != want {
			t.Errorf("nearest to %q is %q, want %q", name, got, want)
		}
	}
	long := strings.Repeat("a", mostBytes)
	if near, far := Nearest(long, []string{long[1:]}), Nearest(long+"b", []string{long + "a", "b"}); near != long[1:] || far != "" {
		t.Errorf("nearest to long names are %q and %q", near, far)
	}
}
