package futhark

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"funmem/semantics/diag"
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

// scan cuts a dump into tokens, with one at the end.
func scan(src *diag.Source) []token {
	toks := make([]token, 0, len(src.Text)/charsPerToken)
	for at := 0; ; {
		at += blank(src.Text[at:])
		rest := src.Text[at:]
		t := token{start: at}
		if rest != "" {
			n := 0
			t.kind, n = next(rest)
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

// charsPerToken is how long tokens are with what stands between them, as a guess.
const charsPerToken = 8

// blank is how many bytes of white space and comments a text begins with.
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

// symbols of two characters, which come before those of one.
var symbols = []string{":+", "->", "<="}

// next is the kind of the token that a text begins with, and its length.
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
	case isOperator(c):
		if n := operatorName(text); n > 0 {
			return tokWord, n
		}
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

// run is how many bytes at the start of a text are as wanted.
func run(text string, is func(c byte) bool) int {
	k := 0
	for k < len(text) && is(text[k]) {
		k++
	}
	return k
}

// foreign is how many bytes a letter or digit takes that is not of ASCII, such as the last one of d₀; 0 where there is none.
func foreign(text string) int {
	if text == "" || text[0] < utf8.RuneSelf {
		return 0
	}
	if r, n := utf8.DecodeRuneInString(text); unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) {
		return n
	}
	return 0
}

// word is how long a word is. In d<{(*) n m}>_12 it goes on behind the brackets, and in x_+_res_12 behind the operator.
func word(text string) int {
	n := 0
	for {
		n += run(text[n:], func(c byte) bool { return isLetter(c) || isDigit(c) || c == '\'' })
		switch rest := text[n:]; {
		case foreign(rest) > 0:
			n += foreign(rest)
		case n > 0 && text[n-1] == '_' && strings.HasPrefix(rest[run(rest, isOperator):], "_") && rest[0] != '_':
			n += run(rest, isOperator)
		case len(rest) > 1 && rest[0] == '.' && isLetter(rest[1]):
			n++
		case strings.HasPrefix(rest, "<{"):
			end := strings.Index(rest, "}>")
			if end < 0 || strings.IndexByte(rest[:end], '\n') >= 0 {
				return n
			}
			n += end + len("}>")
		default:
			return n
		}
	}
}

// operatorName is how long a name is that begins with an operator, as in *_lhs_3; 0 where
// the operator is no name.
func operatorName(text string) int {
	n := run(text, isOperator)
	if n == len(text) || text[n] != '_' {
		return 0
	}
	n += word(text[n:])
	if _, _, ok := named(text[:n]); !ok {
		return 0
	}
	return n
}

// special is how long one of f32.inf, f64.nan, … is.
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

// number is how long a number with its type is.
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

// quoted is how long a text in quotes is, or 0 where it does not end on its line.
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
