package child

import "strings"

// Line returns a command line of words, quoted for a shell.
func Line(words []string) string {
	var quoted []string
	for _, w := range words {
		if w == "" || strings.ContainsAny(w, " \t\n'\"\\$&|;<>()*?[]#~`!{}") {
			w = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
		quoted = append(quoted, w)
	}
	return strings.Join(quoted, " ")
}
