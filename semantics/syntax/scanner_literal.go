package syntax

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxDigits   = 100_000 // of a literal
	maxExponent = 100_000 // of a real, in magnitude
)

// The literals, and what is written instead of one.
var (
	anInt     = regexp.MustCompile(`^(?:[0-9]+(?:_[0-9]+)*|0[xX][0-9a-fA-F]+(?:_[0-9a-fA-F]+)*|0[bB][01]+(?:_[01]+)*)$`)
	aReal     = regexp.MustCompile(`^[0-9]+(?:_[0-9]+)*(?:\.[0-9]+(?:_[0-9]+)*)?(?:[eE]([+-]?[0-9]+(?:_[0-9]+)*))?$`)
	noPart    = regexp.MustCompile(`^([0-9_]+)\.([eE][+-]?[0-9]+$)?(?:[^0-9]|$)`)
	noPower   = regexp.MustCompile(`^([0-9_]+(?:\.[0-9_]+)?)[eE]$`)
	aSuffixed = regexp.MustCompile(`^([0-9.]+)_?[iuf](?:8|16|32|64)$`)
)

// number reads a literal, or says what is wrong with it. A point has a digit on
// either side, so that neither `1.` nor `.5` is a number.
//
//	int    ::= digits | "0x" hex {["_"] hex} | "0b" bit {["_"] bit}
//	real   ::= digits "." digits [power] | digits power | "nan" | "inf"
//	digits ::= digit {["_"] digit}
//	power  ::= ("e" | "E") ["+" | "-"] digits
func (s *scanner) number() token {
	lit := numeral(s.text[s.pos:])
	s.pos += len(lit)
	if len(lit) > maxDigits {
		return token{kind: tokBad, bad: fmt.Sprintf("a literal of %d digits is too long, wanted %d or fewer", len(lit), maxDigits), help: "compute it, as in `10 ** 100000`"}
	}
	if anInt.MatchString(lit) {
		return token{kind: tokInt}
	}
	if m := aReal.FindStringSubmatch(lit); m != nil {
		power, err := strconv.Atoi("0" + strings.TrimLeft(strings.ReplaceAll(m[1], "_", ""), "+-"))
		if err != nil || power > maxExponent {
			return token{kind: tokBad, bad: fmt.Sprintf("`%s` has too large an exponent, wanted %d or less", lit, maxExponent)}
		}
		return token{kind: tokReal}
	}
	return token{kind: tokBad, bad: "`" + lit + "` is not a number", help: numberHelp(lit, s.text[s.pos:])}
}

// numeral is the longest start of a text that looks like one number.
func numeral(text string) string {
	n := nameLen(text)
	if strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X") {
		return text[:n]
	}
	if n < len(text) && text[n] == '.' {
		n++
		n += nameLen(text[n:])
	}
	if last := text[n-1]; (last == 'e' || last == 'E') && n+1 < len(text) && (text[n] == '-' || text[n] == '+') && isDigit(text[n+1]) {
		n++
		n += nameLen(text[n:])
	}
	return text[:n]
}

// numberHelp says how to write a number that is malformed.
func numberHelp(lit, rest string) string {
	if strings.HasSuffix(lit, ".") && strings.HasPrefix(rest, ".") {
		return forRange
	}
	bare := strings.ReplaceAll(lit, "_", "")
	if m := noPart.FindStringSubmatch(lit); m != nil {
		return "a digit stands after the point: `" + m[1] + ".0" + m[2] + "`"
	}
	if m := noPower.FindStringSubmatch(lit); m != nil {
		return "digits stand after the `e`: `" + m[1] + "e3`"
	}
	if m := aSuffixed.FindStringSubmatch(bare); m != nil {
		return "a number says its type by its form: `1` is an int, `1.0` an f64"
	}
	if bare != lit && (anInt.MatchString(bare) || aReal.MatchString(bare)) {
		return "one `_` may stand between two digits"
	}
	return "a name starts with a letter; an operator separates a number from a name"
}

// point reads a point with a digit after it, which is not a token.
func (s *scanner) point() token {
	before, _ := utf8.DecodeLastRuneInString(s.text[:s.pos])
	lit := "." + numeral(s.text[s.pos+1:])
	s.pos += len(lit)
	if strings.ContainsRune("_')]", before) || unicode.IsLetter(before) || unicode.IsDigit(before) {
		return token{kind: tokBad, bad: "`" + lit + "` has no meaning here", help: "an element of an array is `x[1]`"}
	}
	return token{kind: tokBad, bad: "`" + lit + "` is not a number", help: "a digit stands before the point: `0" + lit + "`"}
}

// quoted reads a text. Nothing in it has a special meaning.
//
//	text ::= `"` {any character but `"` and a line end} `"`
func (s *scanner) quoted() token {
	rest := s.text[s.pos:]
	n := 1 + strings.IndexAny(rest[1:], "\"\n")
	if n == 0 || rest[n] == '\n' {
		if n == 0 {
			n = len(rest)
		}
		s.pos += len(strings.TrimRight(rest[:n], " \t\r"))
		return token{kind: tokBad, bad: "this text has no closing `\"` on its line"}
	}
	s.pos += n + 1
	return token{kind: tokText}
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
