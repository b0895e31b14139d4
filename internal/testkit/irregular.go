package testkit

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// Irregular draws a program that makes the rows of an irregular array by the functions of Sized.
func Irregular(t *rapid.T) string {
	text, _, _ := strings.Cut(Sized(t), "let n = ")
	number := func(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, "n") }
	size := []string{"i", "i / 5 * 3", "(i + 1) % 3"}[number(0, 2)]
	return text + fmt.Sprintf("let n = %d\nlet k = %d\nlet (_, s) = kernel i <= n do\n  let j = %s\n  in main(iota j, kernel l <= j do 7 - 2 * l, k, kernel l <= j, q <= j do l * q - 4)\ns\n",
		number(0, 6), number(-2, 5), size)
}
