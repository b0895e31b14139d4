package syntax

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"funmem/semantics/diag"
)

// tokKind tells the kinds of tokens apart.
type tokKind uint8

const (
	tokEnd  tokKind = iota // the end of a declaration
	tokName                // x
	tokInt                 // 12, 1_000, 0xff
	tokReal                // 1.5, 2e-3
	tokText                // "file.fun"
	tokWord                // a reserved word
	tokSym                 // an operator, a bracket, a separator
	tokBad                 // no token: bad says why
)

// token is one word of the text, at bytes [start, end).
type token struct {
	kind       tokKind
	text       string
	start, end int
	space      bool // white space or a comment stands before it
	col1       bool // it is the first character of its line
	bad, help  string
}

// words are the reserved words (docs/language.md).
var words = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`let in if then else kernel do loop for while with def import check
		int f64 mem alloc nan inf`) {
		m[w] = true
	}
	return m
}()

// symbols are all operators, brackets and separators, longest first.
var symbols = []string{
	"||", "&&", "==", "!=", "<=", ">=", "<<", ">>", "++", "**", "//", "%%", "->",
	"<", ">", "+", "-", "*", "/", "%", "|", "^", "&", "!", "=", "@", ":", ",", "(", ")", "[", "]", "{", "}", `\`,
}

// foreign are spellings from other languages and from the paper's type setting,
// with the advice for whoever types them.
var foreign = map[rune]string{
	'≤': "write `<=`", '≥': "write `>=`", '≠': "write `!=`", '→': "write `->`", '−': "write `-`", '·': "write `*`",
	'×': "write `*`", '⊕': "write an operator such as `+`", '∧': "write `&&`", '∨': "write `||`", '¬': "write `!`",
	';': "declarations and statements need nothing between them", '#': "a comment starts with `--`",
}

// scanner cuts a text into tokens and comments.
type scanner struct {
	src      *diag.Source
	text     string
	pos      int
	comments []Comment
}

// charsPerToken is how long tokens are with what stands between them, as a guess.
const charsPerToken = 3

// scan gives the tokens of a source, without an end token, and its comments.
func scan(src *diag.Source) ([]token, []Comment) {
	s := &scanner{src: src, text: src.Text}
	s.pos = len(s.text) - len(strings.TrimPrefix(s.text, "\ufeff"))
	toks := make([]token, 0, len(s.text)/charsPerToken)
	for {
		before := s.pos
		s.blank()
		if s.pos == len(s.text) {
			return toks, s.comments
		}
		start := s.pos
		t := s.token()
		t.start, t.end = start, s.pos
		t.space = start > before || start == 0
		t.col1 = start == 0 || s.text[start-1] == '\n' || (start == 3 && strings.HasPrefix(s.text, "\ufeff"))
		if t.text == "" {
			t.text = s.text[start:s.pos]
		}
		toks = append(toks, t)
	}
}

// Names are the places of the names in a text, reserved words and comments aside.
func Names(src *diag.Source) []diag.Span {
	var at []diag.Span
	toks, _ := scan(src)
	for _, t := range toks {
		if t.kind == tokName {
			at = append(at, diag.Span{Src: src, Start: t.start, End: t.end})
		}
	}
	return at
}

// blank skips white space and keeps the comments in it.
func (s *scanner) blank() {
	for s.pos < len(s.text) {
		switch rest := s.text[s.pos:]; {
		case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			s.pos++
		case strings.HasPrefix(rest, "--"):
			n := strings.IndexByte(rest, '\n')
			if n < 0 {
				n = len(rest)
			}
			text := strings.TrimRight(rest[:n], " \t\r")
			s.comments = append(s.comments, Comment{diag.Span{Src: s.src, Start: s.pos, End: s.pos + len(text)}, text})
			s.pos += n
		default:
			return
		}
	}
}

// token reads one token; scan fills in where it was.
//
//	name ::= (letter | "_") {letter | digit | "_" | "'"}
func (s *scanner) token() token {
	rest := s.text[s.pos:]
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case r == '_' || unicode.IsLetter(r):
		n := nameLen(rest)
		s.pos += n
		if words[rest[:n]] {
			return token{kind: tokWord}
		}
		return token{kind: tokName}
	case '0' <= r && r <= '9':
		return s.number()
	case r == '"':
		return s.quoted()
	case r == '.' && len(rest) > 1 && isDigit(rest[1]):
		return s.point()
	}
	for _, sym := range symbols {
		if strings.HasPrefix(rest, sym) {
			s.pos += len(sym)
			return token{kind: tokSym, text: sym}
		}
	}
	s.pos += size
	t := token{kind: tokBad, bad: fmt.Sprintf("the character %q (U+%04X) has no meaning here", r, r)}
	if r == utf8.RuneError && size == 1 {
		t.bad = fmt.Sprintf("byte 0x%02x is not UTF-8 text", rest[0])
	} else if !unicode.IsGraphic(r) {
		t.bad = fmt.Sprintf("the character U+%04X has no meaning here", r)
	}
	t.help = foreign[r]
	if before := strings.TrimRight(s.text[:s.pos-size], "0123456789"); r == '.' && before != "" && unicode.IsLetter(rune(before[len(before)-1])) && nameLen(rest[1:]) > 0 {
		t.help = "a name has no point in it: `" + rest[1:1+nameLen(rest[1:])] + "` alone"
	}
	return t
}

// nameLen is how many bytes of a text that starts with a letter are one name.
func nameLen(text string) int {
	for i, r := range text {
		if r != '_' && r != '\'' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return i
		}
	}
	return len(text)
}
