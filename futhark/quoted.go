package futhark

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// controls are the names of control characters in Haskell texts. \SO is the start of another one.
var controls = []string{"NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "HT", "LF", "VT", "FF", "CR", "SO", "SI", "DLE", "DC1", "DC2", "DC3", "DC4",
	"NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US", "SP", "DEL"}

// unquoted returns the value of a text in quotes, as Haskell's show writes it: λ is \955, and \& stands between a
// number and a digit. Anything that is not an escape stays as it is: the names of types are printed without escapes.
func unquoted(text string) string {
	text = text[1 : len(text)-1]
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	var b strings.Builder
	for {
		at := strings.IndexByte(text, '\\')
		if at < 0 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:at])
		value, n := escape(text[at+1:])
		b.WriteString(value)
		text = text[at+1+n:]
	}
}

// escape returns what the text after a \ stands for, and how long it is.
func escape(text string) (value string, n int) {
	if text == "" {
		return `\`, 0
	}
	if at := strings.IndexByte("abfnrtv\\\"'&", text[0]); at >= 0 {
		return []string{"\a", "\b", "\f", "\n", "\r", "\t", "\v", `\`, `"`, "'", ""}[at], 1
	}
	if text[0] == '^' && len(text) > 1 && '@' <= text[1] && text[1] <= '_' {
		return string(rune(text[1] - '@')), 2
	}
	digits, from, base := "0123456789", 0, 10
	switch text[0] {
	case 'x', 'X':
		digits, from, base = "0123456789abcdefABCDEF", 1, 16
	case 'o', 'O':
		digits, from, base = "01234567", 1, 8
	}
	if k := run(text[from:], func(c byte) bool { return strings.IndexByte(digits, c) >= 0 }); k > 0 {
		if r, err := strconv.ParseInt(text[from:from+k], base, 32); err == nil && utf8.ValidRune(rune(r)) {
			return string(rune(r)), from + k
		}
	}
	best := -1
	for k, name := range controls {
		if strings.HasPrefix(text, name) && (best < 0 || len(name) > len(controls[best])) {
			best = k
		}
	}
	if best >= 0 {
		r := rune(best)
		if controls[best] == "DEL" {
			r = 127
		}
		return string(r), len(controls[best])
	}
	return `\`, 0
}
