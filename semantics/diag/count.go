package diag

import "fmt"

// Count is "1 value", "2 values", ….
func Count(n int, what string) string { return Plural(n, what, what+"s") }

// Plural is the number with the word in the right form.
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
