package futhark

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"funmem/semantics/diag"
	"funmem/semantics/stop"
)

// tokKind tells the kinds of tokens apart.
type tokKind uint8

const (
	tokEnd    tokKind = iota
	tokWord           // let, i64, add_nw64, foo_12
	tokNumber         // 12, -1i64, 0.5f64, f64.inf
	tokText           // "…"
	tokSym            // { :+ ->
	tokBad
)

// token is one word of a dump, at bytes [start, end).
type token struct {
	kind       tokKind
	text       string
	start, end int
}

// scan cuts a dump into tokens, with an end token.
func scan(src *diag.Source, until stop.Poll) []token {
	var toks []token
	noName := 0 // no name begins before this place
	for at := 0; ; {
		until.Ask()
		at += blank(src.Text[at:])
		rest := src.Text[at:]
		t := token{start: at}
		if rest != "" {
			n, none := 0, 0
			if at >= noName {
				n, none = nameLen(rest)
				noName = at + none
			}
			if t.kind = tokWord; n == 0 {
				t.kind, n = next(rest)
			}
			t.text = rest[:n]
		}
		t.end = at + len(t.text)
		toks = append(toks, t)
		if t.kind == tokEnd {
			return toks
		}
		at = t.end
	}
}

// blank returns how many bytes of white space and comments a text begins with.
func blank(text string) int {
	k := 0
	for k < len(text) {
		switch c := text[k]; {
		case c == ' ' || c == '\n' || c == '\t' || c == '\r':
			k++
		case c == '-' && strings.HasPrefix(text[k:], "--"):
			if n := strings.IndexByte(text[k:], '\n'); n >= 0 {
				k += n
			} else {
				k = len(text)
			}
		default:
			return k
		}
	}
	return k
}

// symbols are the symbols of two characters, which are tried before those of one.
var symbols = []string{":+", "->", "<="}

// next returns the kind of the token that a text begins with, and its length. Names are not
// among them.
func next(text string) (tokKind, int) {
	c := text[0]
	switch {
	case isLetter(c) || foreign(text) > 0:
		if n := special(text); n > 0 {
			return tokNumber, n
		}
		return tokWord, word(text)
	case c == '"':
		if n := quoted(text); n > 0 {
			return tokText, n
		}
		return tokBad, 1
	case isDigit(c) || c == '-' && len(text) > 1 && isDigit(text[1]):
		return tokNumber, number(text)
	case c == '-' && special(text[1:]) > 0:
		return tokNumber, 1 + special(text[1:])
	}
	for _, s := range symbols {
		if strings.HasPrefix(text, s) {
			return tokSym, len(s)
		}
	}
	if strings.IndexByte("-{}()[],:;@=?#\\!~*/<>|", c) >= 0 {
		return tokSym, 1
	}
	_, n := utf8.DecodeRuneInString(text)
	return tokBad, n
}

func isLetter(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
func isDigit(c byte) bool    { return '0' <= c && c <= '9' }
func isOperator(c byte) bool { return strings.IndexByte("-+*/%=!<>|&^.", c) >= 0 }

// inName tells whether an ASCII character may stand anywhere in a name.
func inName(c byte) bool { return isLetter(c) || isDigit(c) || isOperator(c) || c == '\'' }

// run returns how many bytes at the start of a text satisfy is.
func run(text string, is func(c byte) bool) int {
	k := 0
	for k < len(text) && is(text[k]) {
		k++
	}
	return k
}

// foreign returns how many bytes a letter or digit outside ASCII takes, such as the last one of d₀, or 0 if there is
// none.
func foreign(text string) int {
	if text == "" || text[0] < utf8.RuneSelf {
		return 0
	}
	if r, n := utf8.DecodeRuneInString(text); unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) {
		return n
	}
	return 0
}

// word returns the length of a word that is not the name of a variable, such as entry_f' or the name of a size.
func word(text string) int {
	n := 0
	for {
		n += run(text[n:], func(c byte) bool { return isLetter(c) || isDigit(c) || c == '\'' })
		switch rest := text[n:]; {
		case foreign(rest) > 0:
			n += foreign(rest)
		case len(rest) > 1 && rest[0] == '.' && isLetter(rest[1]):
			n++
		default:
			return n
		}
	}
}

// nameLen returns the length of the variable name that a text begins with. If there is none, it returns 0, and how much
// of the text cannot begin a name. A name is recognised by its number. Before the number may stand anything but white
// space and brackets, as in 0_12 (a field of a tuple), bound-1_12, x'_12 and *_lhs_12. A size in <{…}> may have those
// too. The word before = in a level is not part of a name: groups=x_12.
func nameLen(text string) (n, none int) {
	for {
		switch rest := text[n:]; {
		case boxLen(rest) > 0:
			n += boxLen(rest)
		case rest != "" && inName(rest[0]):
			n++
		case foreign(rest) > 0:
			n += foreign(rest)
		default:
			if _, _, ok := named(text[:n]); !ok {
				return 0, n
			}
			if word, _, set := strings.Cut(text[:n], "="); set && slices.Contains(groupWords, word) {
				return 0, len(word) + 1
			}
			return n, 0
		}
	}
}

// boxLen returns the length of a size in <{…}>, or 0.
func boxLen(text string) int {
	if !strings.HasPrefix(text, "<{") {
		return 0
	}
	line, _, _ := strings.Cut(text[:min(len(text), maxBox)], "\n")
	if end := strings.Index(line, "}>"); end > 0 {
		return end + len("}>")
	}
	return 0
}

const maxBox = 1 << 12

// groupWords are the words of a level, in several versions, that set how many groups there are and of what size.
var groupWords = []string{"groups", "grid", "tblocks", "groupsize", "blocksize", "tblocksize"}

// special returns the length of f32.inf, f64.nan, … at the start of a text.
func special(text string) int {
	for _, size := range []string{"f16.", "f32.", "f64."} {
		for _, value := range []string{"inf", "nan"} {
			if n := len(size) + len(value); strings.HasPrefix(text, size) && strings.HasPrefix(text[len(size):], value) && word(text) == n {
				return n
			}
		}
	}
	return 0
}

// number returns the length of a number with its type.
func number(text string) int {
	n := 1 + run(text[1:], isDigit)
	if strings.HasPrefix(text[n:], ".") {
		n += 1 + run(text[n+1:], isDigit)
	}
	if rest := text[n:]; len(rest) > 1 && (rest[0] == 'e' || rest[0] == 'E') {
		sign := 0
		if rest[1] == '-' || rest[1] == '+' {
			sign = 1
		}
		if k := run(rest[1+sign:], isDigit); k > 0 {
			n += 1 + sign + k
		}
	}
	return n + run(text[n:], func(c byte) bool { return isLetter(c) || isDigit(c) })
}

// quoted returns the length of a text in quotes, or 0 if it does not end on its line.
func quoted(text string) int {
	for k := 1; k < len(text) && text[k] != '\n'; k++ {
		switch text[k] {
		case '\\':
			k++
		case '"':
			return k + 1
		}
	}
	return 0
}
