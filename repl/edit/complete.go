package edit

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

const maxListed = 200 // candidates that are listed

// Do is readline's call for Tab; it returns the text to insert at the cursor. It inserts the common
// start of all candidates. If that adds nothing, it lists them above the prompt.
func (t *terminal) Do(line []rune, pos int) ([][]rune, int) {
	if t.complete == nil {
		return nil, 0
	}
	text, at := string(line), len(string(line[:pos]))
	candidates, start := t.complete(text, at)
	if start < 0 || start > at {
		return nil, 0
	}
	typed := text[start:at]
	var names []string
	for _, c := range candidates {
		if strings.HasPrefix(strings.TrimPrefix(c, `"`), strings.TrimPrefix(typed, `"`)) && strings.Map(printable, c) == c {
			names = append(names, c)
		}
	}
	if len(names) == 0 {
		io.WriteString(t.out, bell)
		return nil, 0
	}
	word := common(names)
	more, longer := strings.CutPrefix(word, typed)
	switch {
	case longer && more != "":
		return [][]rune{[]rune(more)}, utf8.RuneCountInString(typed)
	case !longer && len(word) > len(typed): // with a quote before it
		before := []rune(text[:start] + word)
		t.instead = &replacement{append(before, line[pos:]...), len(before)}
		return nil, 0
	}
	if len(names) > 1 {
		io.WriteString(t.rl.Stdout(), columns(names, max(minWidth, t.screen.width())))
	}
	return nil, 0
}

// common returns the longest start that all names share, in whole characters.
func common(names []string) string {
	first := names[0]
	for _, n := range names[1:] {
		i := 0
		for i < len(first) && i < len(n) && first[i] == n[i] {
			i++
		}
		first = first[:i]
	}
	for !utf8.ValidString(first) {
		first = first[:len(first)-1]
	}
	return first
}

// columns lays names out in columns, read downwards, on a screen of the given
// width.
func columns(names []string, width int) string {
	more := ""
	if len(names) > maxListed {
		more = fmt.Sprintf("… and %d more\n", len(names)-maxListed)
		names = names[:maxListed]
	}
	widest := 0
	for _, n := range names {
		widest = max(widest, utf8.RuneCountInString(n))
	}
	cols := max(1, (width-1)/(widest+2))
	rows := (len(names) + cols - 1) / cols
	var b strings.Builder
	for r := 0; r < rows; r++ {
		row := ""
		for i := r; i < len(names); i += rows {
			row += names[i] + strings.Repeat(" ", widest+2-utf8.RuneCountInString(names[i]))
		}
		b.WriteString(strings.TrimRight(row, " ") + "\n")
	}
	return b.String() + more
}
