package smt

import (
	"strings"

	"funmem/semantics/num"
)

// readValues reads what a solver answers to get-value: ((i 3) (|i'| (- 2))).
func readValues(text string) (map[string]num.Num, bool) {
	r := &reader{text: text}
	values := map[string]num.Num{}
	if r.next() != "(" {
		return nil, false
	}
	for {
		switch r.next() {
		case ")":
			if r.next() != "" {
				return nil, false
			}
			return values, true
		case "(":
		default:
			return nil, false
		}
		name := r.next()
		k, ok := r.numeral()
		if name == "" || name == "(" || name == ")" || !ok || r.next() != ")" {
			return nil, false
		}
		values[name] = k
	}
}

// reader reads tokens.
type reader struct{ text string }

// next is the next token, or "" at the end: a parenthesis, a name in bars, or what is between spaces and these.
func (r *reader) next() string {
	r.text = strings.TrimLeft(r.text, " \t\r\n")
	n := strings.IndexAny(r.text, "() \t\r\n")
	switch {
	case r.text == "":
		return ""
	case n == 0:
		n = 1
	case n < 0:
		n = len(r.text)
	}
	if r.text[0] == '|' {
		if k := strings.IndexByte(r.text[1:], '|'); k >= 0 {
			n = k + 2
		}
	}
	token := r.text[:n]
	r.text = r.text[n:]
	return token
}

// numeral is 3 or (- 3).
func (r *reader) numeral() (k num.Num, ok bool) {
	t := r.next()
	if t != "(" {
		return digits(t)
	}
	if r.next() != "-" {
		return k, false
	}
	k, ok = digits(r.next())
	return k.Neg(), ok && r.next() == ")"
}

// digits is a decimal number without a sign.
func digits(t string) (num.Num, bool) {
	if t == "" || strings.Trim(t, "0123456789") != "" {
		return num.Num{}, false
	}
	k, err := num.Parse(strings.TrimLeft(t[:len(t)-1], "0") + t[len(t)-1:]) // a number with a leading 0 may mean something else
	return k, err == nil
}
