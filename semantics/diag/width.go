package diag

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// wide are the characters that take two columns of a terminal (East Asian width W
// or F). Each row is the first and the last of a range.
var wide = [][2]rune{
	{0x1100, 0x115f}, {0x231a, 0x231b}, {0x2329, 0x232a}, {0x23e9, 0x23ec}, {0x23f0, 0x23f0}, {0x23f3, 0x23f3},
	{0x25fd, 0x25fe}, {0x2614, 0x2615}, {0x2648, 0x2653}, {0x267f, 0x267f}, {0x2693, 0x2693}, {0x26a1, 0x26a1},
	{0x26aa, 0x26ab}, {0x26bd, 0x26be}, {0x26c4, 0x26c5}, {0x26ce, 0x26ce}, {0x26d4, 0x26d4}, {0x26ea, 0x26ea},
	{0x26f2, 0x26f3}, {0x26f5, 0x26f5}, {0x26fa, 0x26fa}, {0x26fd, 0x26fd}, {0x2705, 0x2705}, {0x270a, 0x270b},
	{0x2728, 0x2728}, {0x274c, 0x274c}, {0x274e, 0x274e}, {0x2753, 0x2755}, {0x2757, 0x2757}, {0x2795, 0x2797},
	{0x27b0, 0x27b0}, {0x27bf, 0x27bf}, {0x2b1b, 0x2b1c}, {0x2b50, 0x2b50}, {0x2b55, 0x2b55},
	{0x2e80, 0x303e}, {0x3041, 0x33ff}, {0x3400, 0x4dbf}, {0x4e00, 0x9fff}, {0xa000, 0xa4cf}, {0xa960, 0xa97c},
	{0xac00, 0xd7a3}, {0xf900, 0xfaff}, {0xfe10, 0xfe19}, {0xfe30, 0xfe6f}, {0xff01, 0xff60}, {0xffe0, 0xffe6},
	{0x16fe0, 0x18aff}, {0x1b000, 0x1b2fb}, {0x1f004, 0x1f004}, {0x1f0cf, 0x1f0cf}, {0x1f18e, 0x1f18e},
	{0x1f191, 0x1f19a}, {0x1f200, 0x1f320}, {0x1f32d, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f7e0, 0x1f7eb},
	{0x1f900, 0x1faff}, {0x20000, 0x3fffd},
}

// columns is the number of terminal columns that a printable text takes.
func columns(text []rune) int {
	n := 0
	for _, r := range text {
		n += width(r)
	}
	return n
}

func width(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me) {
		return 0
	}
	for _, w := range wide {
		if w[0] <= r && r <= w[1] {
			return 2
		}
	}
	return 1
}

// Printable is a text that is safe to show: characters that would garble it are
// replaced.
func Printable(text string) string { return string(printable(text)) }

// printable replaces the characters that garble a text. Each character of an
// excerpt must keep its place over the caret, so none becomes several.
func printable(text string) []rune {
	return []rune(strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case Garbles(r), r == utf8.RuneError:
			return '?'
		}
		return r
	}, text))
}

// Garbles tells whether a character would garble a terminal or change the order in
// which a line is read: control characters, the marks of bidirectional text, and
// others that show nothing.
func Garbles(r rune) bool {
	return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029'
}
