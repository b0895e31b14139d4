package data

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"funmem/semantics/num"
)

// characters reads a quoted text as the part of an array at a depth: the bytes of its UTF-8, of type u8.
func (r *futhark) characters(a *literal, depth int) error {
	from, n := r.pos, 0
	if a.rank >= 0 && a.rank != depth+1 || len(a.dims) > depth+1 {
		return r.errorf(r.span(from), "found a text, wanted an array of rank %d, as the rows before it", max(a.rank, len(a.dims))-depth)
	}
	a.rank = depth + 1
	if err := r.join(a, "u8", from); err != nil {
		return err
	}
	for r.pos++; r.pos < len(r.text) && r.text[r.pos] != '"'; {
		c, err := r.escaped()
		if err != nil {
			return err
		}
		for _, b := range []byte(c) {
			if err := r.add(a, num.Of(int64(b))); err != nil {
				return err
			}
		}
		n += len(c)
	}
	if r.pos == len(r.text) {
		return r.wanted("`\"` after the text")
	}
	r.pos++
	r.typed = true
	return r.size(a, depth, n, 1, from)
}

// character reads a quoted character, a u8.
func (r *futhark) character() (num.Num, string, error) {
	from := r.pos
	if r.pos++; r.pos == len(r.text) {
		return num.Num{}, "", r.wanted("a character")
	}
	c, err := r.escaped()
	switch {
	case err != nil:
		return num.Num{}, "", err
	case r.pos == len(r.text) || r.text[r.pos] != '\'':
		return num.Num{}, "", r.wanted("`'`")
	}
	if r.pos++; len(c) > 1 {
		return num.Num{}, "", r.errorf(r.span(from), "%s is no u8: it has %d bytes", quoted(r.text[from:r.pos]), len(c))
	}
	r.typed = true
	return num.Of(int64(c[0])), "u8", nil
}

// escaped reads one character of a quoted text. Escapes such as
// , \65 and \x41 stand for other characters.
func (r *futhark) escaped() (string, error) {
	rest := r.text[r.pos:]
	if rest[0] != '\\' {
		_, n := utf8.DecodeRuneInString(rest)
		r.pos += n
		return rest[:n], nil
	}
	from := r.pos
	if r.pos++; len(rest) > 1 {
		if k := strings.IndexByte(`abfnrtv\"'`, rest[1]); k >= 0 {
			r.pos++
			return "\a\b\f\n\r\t\v\\\"'"[k : k+1], nil
		}
	}
	digits, base := "0123456789", 10
	if len(rest) > 1 && rest[1] == 'x' {
		r.pos++
		digits, base = "0123456789abcdefABCDEF", 16
	}
	at := r.pos
	for r.pos < len(r.text) && strings.IndexByte(digits, r.text[r.pos]) >= 0 {
		r.pos++
	}
	code, err := strconv.ParseUint(r.text[at:r.pos], base, 21)
	if err != nil || !utf8.ValidRune(rune(code)) {
		r.pos = min(len(r.text), max(r.pos, from+2))
		return "", r.errorf(r.span(from), "found %s, wanted an escape such as `\\n` or `\\65`", quoted(r.text[from:r.pos]))
	}
	return string(rune(code)), nil
}
