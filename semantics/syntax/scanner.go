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

// words are the reserved words (docs/language.md). The text says which construct
// of the language a word belongs to that this version does not have yet.
var words = map[string]string{
	"let": "", "in": "", "if": "", "then": "", "else": "", "kernel": "", "do": "", "def": "",
	"check": "", "int": "", "mem": "", "alloc": "",
	"loop": "loops", "for": "loops", "while": "loops", "with": "functional updates",
	"import": "imports", "f64": "floating-point numbers",
}

// laterOps are operators of Futhark that Fun does not have.
var laterOps = map[string]string{
	"++": "concatenation", "|": "bit operators", "^": "bit operators", "&": "bit operators",
	"<<": "bit operators", ">>": "bit operators", `\`: "functions without a name",
}

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

const maxDigits = 100_000 // of a literal

// scanner cuts a text into tokens and comments.
type scanner struct {
	src      *diag.Source
	text     string
	pos      int
	comments []Comment
}

// scan gives the tokens of a source, without an end token, and its comments.
func scan(src *diag.Source) ([]token, []Comment) {
	s := &scanner{src: src, text: src.Text}
	s.pos = len(s.text) - len(strings.TrimPrefix(s.text, "\ufeff"))
	var toks []token
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
		if _, ok := words[rest[:n]]; ok {
			return token{kind: tokWord}
		}
		return token{kind: tokName}
	case '0' <= r && r <= '9':
		return s.number()
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

// number reads an integer literal, or says what is wrong with it.
//
//	int ::= digit {["_"] digit} | "0x" hex {["_"] hex} | "0b" bit {["_"] bit}
func (s *scanner) number() token {
	rest := s.text[s.pos:]
	n := nameLen(rest)
	float := false
	if n+1 < len(rest) && rest[n] == '.' && isDigit(rest[n+1]) {
		n += 1 + nameLen(rest[n+1:])
		float = true
	}
	if last := rest[n-1]; (last == 'e' || last == 'E') && n+1 < len(rest) && (rest[n] == '-' || rest[n] == '+') && isDigit(rest[n+1]) && !isHex(rest[:n]) {
		n += 1 + nameLen(rest[n+1:])
		float = true
	}
	lit := rest[:n]
	s.pos += n
	digits, ok := lit, "0123456789"
	switch {
	case isHex(lit):
		digits, ok = lit[2:], "0123456789abcdefABCDEF"
	case strings.HasPrefix(lit, "0b") || strings.HasPrefix(lit, "0B"):
		digits, ok = lit[2:], "01"
	}
	plain := strings.Trim(digits, ok+"_") == "" && strings.Trim(digits, "_") == digits && digits != "" && !strings.Contains(digits, "__")
	switch {
	case plain && !float && len(digits) > maxDigits:
		return token{kind: tokBad, bad: fmt.Sprintf("a literal of %d digits is too long, wanted %d or fewer", len(digits), maxDigits), help: "compute it, as in `10 ** 100000`"}
	case plain && !float:
		return token{kind: tokInt}
	case float || isFloat(lit):
		return token{kind: tokBad, bad: "`" + lit + "` is a floating-point number, this version has only int"}
	case strings.Contains(lit, "_") && strings.Trim(digits, ok+"_") == "":
		return token{kind: tokBad, bad: "`" + lit + "` is not a number", help: "one `_` may stand between two digits"}
	}
	return token{kind: tokBad, bad: "`" + lit + "` is not a number", help: "a name starts with a letter; an operator separates a number from a name"}
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

func isHex(lit string) bool { return strings.HasPrefix(lit, "0x") || strings.HasPrefix(lit, "0X") }

// isFloat tells whether a literal is like 2e3.
func isFloat(lit string) bool {
	i := strings.IndexAny(lit, "eE")
	return i > 0 && i+1 < len(lit) && strings.Trim(lit[:i]+lit[i+1:], "0123456789_") == ""
}
