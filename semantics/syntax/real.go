package syntax

import (
	"math"
	"strconv"
	"strings"
)

// spelling is a real as text: as it was written, or the shortest decimal that
// stands for the double.
func (k *RealLit) spelling() string {
	if k.Text != "" {
		return k.Text
	}
	switch {
	case math.IsNaN(k.Val):
		return "nan"
	case math.IsInf(k.Val, 0):
		return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(k.Val, 'g', -1, 64)), "+")
	}
	s := strconv.FormatFloat(k.Val, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// equal tells whether two reals are the same constant at every precision.
func (k *RealLit) equal(l *RealLit) bool {
	if math.IsNaN(k.Val) || math.IsNaN(l.Val) {
		return math.IsNaN(k.Val) && math.IsNaN(l.Val)
	}
	digits, exp := k.decimal()
	digits2, exp2 := l.decimal()
	return math.Float64bits(k.Val) == math.Float64bits(l.Val) && digits == digits2 && exp == exp2
}

// decimal is the magnitude of a real as digits · 10^exp, without zeros at either
// end of the digits; inf is a digit of its own.
func (k *RealLit) decimal() (digits string, exp int) {
	s := strings.ReplaceAll(strings.TrimPrefix(k.spelling(), "-"), "_", "")
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		exp, _ = strconv.Atoi(s[i+1:])
		s = s[:i]
	}
	whole, part, _ := strings.Cut(s, ".")
	s = strings.TrimLeft(whole+part, "0")
	digits = strings.TrimRight(s, "0")
	if digits == "" {
		return "", 0
	}
	return digits, exp - len(part) + len(s) - len(digits)
}
