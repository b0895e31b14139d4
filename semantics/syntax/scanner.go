package syntax

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"funmem/semantics/diag"
	"funmem/semantics/stop"
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
	tokBad                 // not a token: bad says why
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

// scanner cuts a text into tokens and comments.
type scanner struct {
	src      *diag.Source
	text     string
	pos      int
	comments []Comment
	ahead    []token // the first of the declaration to come, if that has been read
	until    stop.Poll
}

// scan gives the tokens of a source, without an end token, and its comments.
func scan(src *diag.Source, until stop.Poll) (*tokens, []Comment) {
	s := newScanner(src, until)
	toks := &tokens{}
	for {
		t, ok := s.next()
		if !ok {
			return toks, s.comments
		}
		toks.add(t)
	}
}

func newScanner(src *diag.Source, until stop.Poll) *scanner {
	return &scanner{src: src, text: src.Text, pos: len(src.Text) - len(strings.TrimPrefix(src.Text, "\ufeff")), until: until}
}

// next is the next token, if there is one.
func (s *scanner) next() (t token, ok bool) {
	s.until.Ask()
	before := s.pos
	s.blank()
	if s.pos == len(s.text) {
		return t, false
	}
	start := s.pos
	t = s.token()
	t.start, t.end = start, s.pos
	t.space = start > before || start == 0
	t.col1 = start == 0 || s.text[start-1] == '\n' || (start == 3 && strings.HasPrefix(s.text, "\ufeff"))
	if t.text == "" {
		t.text = s.text[start:s.pos]
	}
	return t, true
}

// declaration puts the tokens of the next declaration into toks, none at the end of the text, and
// tells whether it is the last one. A `(` in column 1 continues a `let` that has no `=` yet.
func (s *scanner) declaration(toks *tokens) (last bool) {
	open := false // the last let has no `=` yet
	toks.clear()
	for _, t := range s.ahead {
		toks.add(t)
	}
	s.ahead = s.ahead[:0]
	for n := 0; ; n++ {
		if n == toks.len() {
			t, ok := s.next()
			switch {
			case !ok:
				return true
			case n > 0 && startsDecl(t) && !(open && t.is("(")):
				s.ahead = append(s.ahead, t)
				return false
			}
			toks.add(t)
		}
		open = toks.at(n).is("let") || open && !toks.at(n).is("=")
	}
}

// Names are the places of the names in a text, reserved words and comments aside.
func Names(src *diag.Source) []diag.Span {
	var at []diag.Span
	toks, _ := scan(src, nil)
	for k := range toks.len() {
		if t := toks.at(k); t.kind == tokName {
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
			s.until.Ask()
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
//	name ::= part {"." part}
//	part ::= (letter | "_") {letter | digit | "_" | "'"}
//
// A point in a name comes after the name of an import. A reserved word or a built-in
// function stands neither before nor after one.
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
		if _, built := builtins[rest[:n]]; !built {
			s.qualified()
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
	t.help = foreignChars[r]
	if r == '.' && strings.HasSuffix(s.text[:s.pos-size], " ") && strings.HasPrefix(rest[1:], " ") {
		t.help = "one function after the other is `f(g(x))`; a function of x is `\\x -> f(g(x))`"
	}
	before := strings.TrimRight(s.text[:s.pos-size], "0123456789")
	if n := nameLen(rest[1:]); r == '.' && before != "" && unicode.IsLetter(rune(before[len(before)-1])) && n > 0 {
		last := rest[1 : 1+n]
		of := s.text[strings.LastIndexFunc(s.text[:s.pos-size], func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })+1 : s.pos-size]
		alone := "a name has no point in it: `" + last + "` alone"
		if words[last] {
			alone = "`" + last + "` is a reserved word, and no part of a name"
		}
		t.help = cmp.Or(forConversion(of, last), alone)
	}
	return t
}

// qualified skips the parts of a name after its points.
func (s *scanner) qualified() {
	for strings.HasPrefix(s.text[s.pos:], ".") {
		rest := s.text[s.pos+1:]
		r, _ := utf8.DecodeRuneInString(rest)
		n := nameLen(rest)
		if r != '_' && !unicode.IsLetter(r) || words[rest[:n]] {
			return
		}
		s.pos += 1 + n
	}
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
