package data

import (
	"cmp"
	"encoding/binary"
	"errors"
	"math"
	"strconv"
	"strings"

	"funmem/semantics/num"
)

// untyped is the type of an int without a suffix, which fits any integer type.
const untyped = "int"

// maxLiteral is the greatest length of a number.
const maxLiteral = 100_000

// futharkTypes are the element types of Futhark.
var futharkTypes = map[string]dtype{
	"i8": little('i', 1), "i16": little('i', 2), "i32": little('i', 4), "i64": little('i', 8),
	"u8": little('u', 1), "u16": little('u', 2), "u32": little('u', 4), "u64": little('u', 8),
	"f16": little('f', 2), "f32": little('f', 4), "f64": little('f', 8), "bool": little('b', 1),
}

func little(kind byte, size int) dtype { return dtype{kind, size, binary.LittleEndian} }

func isReal(typ string) bool { return futharkTypes[typ].real() }

// wordLen returns the length of the word at the reader's position: letters, digits, `_` and points, and the sign of an
// exponent.
func (r *futhark) wordLen() int {
	rest := r.text[r.pos:]
	power := byte('e')
	if isHex(rest) {
		power = 'p'
	}
	n := 0
	for ; n < len(rest); n++ {
		c := rest[n]
		sign := (c == '+' || c == '-') && n > 0 && rest[n-1]|' ' == power && isDigit(rest[0])
		if !sign && c != '_' && c != '.' && !isDigit(c) && (c|' ' < 'a' || c|' ' > 'z') {
			break
		}
	}
	return n
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// scalar reads a number or a truth value, with its type.
//
//	scalar ::= ["-" | "+"] number [type] | ["-"] [type "."] ("nan" | "inf") | "true" | "false" | "'" character "'"
func (r *futhark) scalar() (num.Num, string, error) {
	from := r.pos
	if r.text[from] == '\'' {
		return r.character()
	}
	negative := r.text[from] == '-'
	if negative || r.text[from] == '+' && len(r.text) > from+1 && isDigit(r.text[from+1]) {
		r.pos++
	}
	n := r.wordLen()
	word := r.text[r.pos : r.pos+n]
	if n == 0 || !isDigit(word[0]) {
		return r.named(from, word, negative)
	}
	r.pos += n
	if n > maxLiteral {
		return num.Num{}, "", r.errorf(r.span(from), "a literal of %d characters is too long, wanted %d or fewer", n, maxLiteral)
	}
	if n < 19 {
		if k, ok := digits(word); ok { // the usual case
			if negative {
				k = -k
			}
			return num.Of(k), untyped, nil
		}
	}
	body, typ := suffix(word)
	r.typed = r.typed || typ != ""
	if typ == "" || futharkTypes[typ].kind != 'f' {
		if x, ok := intLiteral(body, negative); ok {
			return r.typedInt(from, x, typ)
		}
	}
	if typ == "" || isReal(typ) {
		if x, ok := realLiteral(body, typ); ok {
			if negative {
				x = -x
			}
			if typ == "" {
				typ = "f64"
			}
			return num.OfFloat(x), typ, nil
		}
	}
	d := r.errorf(r.span(from), "%s is not a number", quoted(r.text[from:r.pos]))
	if _, ok := realLiteral(body, "f64"); ok && typ != "" {
		d.Helpf("%s is an integer type: leave the fraction out, or write %sf64", typ, body)
	}
	return num.Num{}, "", d
}

// digits returns the value of a short word of digits only.
func digits(word string) (k int64, ok bool) {
	for i := range len(word) {
		if !isDigit(word[i]) {
			return 0, false
		}
		k = 10*k + int64(word[i]-'0')
	}
	return k, true
}

// named reads a scalar that is a word.
func (r *futhark) named(from int, word string, negative bool) (num.Num, string, error) {
	typ, name, cut := strings.Cut(word, ".")
	if !cut {
		typ, name = "f64", word
	}
	x := num.Num{}
	switch {
	case isReal(typ) && name == "nan":
		x = num.OfFloat(math.NaN())
	case isReal(typ) && name == "inf" && negative:
		x = num.OfFloat(math.Inf(-1))
	case isReal(typ) && name == "inf":
		x = num.OfFloat(math.Inf(1))
	case (word == "true" || word == "false") && !negative:
		if typ = "bool"; word == "true" {
			x = num.Of(1)
		}
	default:
		r.pos = from
		if negative {
			r.pos++
		}
		return x, "", r.wanted("a number, `true`, `false` or `[`")
	}
	r.pos += len(word)
	r.typed = r.typed || cut || typ == "bool"
	return x, typ, nil
}

// suffix separates a number from the type after it. The digits of a hexadecimal int may look like a real type; they are
// not taken as one.
func suffix(word string) (body, typ string) {
	k := strings.LastIndexAny(word, "iuf")
	if k < 1 {
		return word, ""
	}
	body, typ = word[:k], word[k:]
	if t, ok := futharkTypes[typ]; !ok || isHex(word) && t.kind == 'f' && !strings.ContainsAny(body, "pP") {
		return word, ""
	}
	return strings.TrimSuffix(body, "_"), typ
}

// intLiteral returns the value of an int literal: decimal, 0x or 0b.
func intLiteral(body string, negative bool) (x num.Num, ok bool) {
	plain := strings.ReplaceAll(body, "_", "")
	if strings.Trim(plain, "0123456789") == "" {
		plain = cmp.Or(strings.TrimLeft(plain, "0"), "0")
	} else if len(plain) < 3 || plain[0] != '0' || strings.IndexByte("xXbB", plain[1]) < 0 {
		return x, false
	}
	x, err := num.Parse(plain)
	if negative {
		x = x.Neg()
	}
	return x, err == nil
}

// realLiteral returns the value of a real literal, rounded to its type. As in Futhark's programs, `_` may stand
// anywhere after the first digit, and nothing has to follow the point.
func realLiteral(body, typ string) (float64, bool) {
	bits := 64
	if typ == "f32" {
		bits = 32
	}
	x, err := strconv.ParseFloat(strings.ReplaceAll(body, "_", ""), bits)
	if err != nil && !errors.Is(err, strconv.ErrRange) { // out of range gives an infinity
		return 0, false
	}
	if typ == "f16" {
		x = toHalf(x)
	}
	return x, true
}

// isHex tells whether a literal is hexadecimal.
func isHex(word string) bool { return len(word) > 1 && word[0] == '0' && word[1]|' ' == 'x' }

// toHalf returns the double that is an IEEE half and closest to x.
func toHalf(x float64) float64 {
	if math.Abs(x) >= 65520 {
		return math.Inf(int(math.Copysign(1, x)))
	}
	_, exp := math.Frexp(x)
	unit := math.Ldexp(1, max(exp-11, -24))
	return math.Copysign(math.RoundToEven(x/unit)*unit, x)
}

// typedInt returns an int that must fit the bits of its type, with or without a sign: -1u8 is 255, and 200i8 is -56, as
// in Futhark's programs.
func (r *futhark) typedInt(from int, x num.Num, typ string) (num.Num, string, error) {
	if typ == "" {
		return x, untyped, nil
	}
	t := futharkTypes[typ]
	if t.kind == 'b' {
		if x.Cmp(num.Of(0)) < 0 || x.Cmp(num.Of(1)) > 0 {
			return num.Num{}, "", r.errorf(r.span(from), "%s is no bool, which goes from 0 to 1", quoted(r.text[from:r.pos]))
		}
		return x, typ, nil
	}
	n := uint(8 * t.size)
	half := num.Of(math.MaxInt64 >> (64 - n))
	least, most := num.Of(-1).Sub(half), half.Add(half).Add(num.Of(1)) // of both types
	if x.Cmp(least) >= 0 && x.Cmp(most) <= 0 {
		return x.Wrap(n, t.kind == 'i'), typ, nil
	}
	if t.kind == 'i' {
		most = half
	} else {
		least = num.Of(0)
	}
	return num.Num{}, "", r.errorf(r.span(from), "%s is no %s, which goes from %s to %s", quoted(r.text[from:r.pos]), typ, least, most)
}
