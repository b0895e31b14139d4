package repl

import (
	"io"
	"strings"
	"unicode/utf8"

	"funmem/repl/edit"
	"funmem/repl/view"
)

// margin writes to a terminal, and breaks lines that do not fit into it between words. A pipe or a file gets lines as they are.
type margin struct {
	io.Writer
	width func() int // of the terminal; 0: it is none
	blank *bool      // the line that was written last is empty, here or on the other stream
}

// margins are those of the two streams of a console.
func margins(out, errs io.Writer) (*margin, *margin) {
	blank := true
	to := func(w io.Writer) *margin { return &margin{w, func() int { return edit.Width(w) }, &blank} }
	return to(out), to(errs)
}

// Fd is that of the stream below, which may be a terminal.
func (m *margin) Fd() uintptr {
	if f, ok := m.Writer.(interface{ Fd() uintptr }); ok {
		return f.Fd()
	}
	return ^uintptr(0)
}

// Write writes a text. The end of a text that ends within a line stays as it is.
func (m *margin) Write(text []byte) (int, error) {
	whole := string(text)
	if len(whole) > 0 {
		*m.blank = whole == "\n" || strings.HasSuffix(whole, "\n\n")
	}
	if width := m.width(); width > 0 {
		lines := strings.SplitAfter(whole, "\n")
		for k, l := range lines {
			if end := strings.TrimSuffix(l, "\n"); end != l && len(end) > width {
				lines[k] = broken(end, width) + "\n"
			}
		}
		whole = strings.Join(lines, "")
	}
	if _, err := io.WriteString(m.Writer, whole); err != nil {
		return 0, err
	}
	return len(text), nil
}

// broken is a line that is broken between words. What goes on stands below the text of the line: below the last column of a
// table, or else a little further to the right than the line.
func broken(line string, width int) string {
	start := len(line) - len(strings.TrimLeft(line, " "))
	indent := start + 2
	if gap := strings.Index(line[start:], "  "); gap > 0 {
		rest := line[start+gap:]
		if at := utf8.RuneCountInString(line[:start+gap]) + len(rest) - len(strings.TrimLeft(rest, " ")); at <= width/2 {
			indent = at
		}
	}
	return unbroken(line, strings.Repeat(" ", indent), width)
}

// longestCode is how long code is at most that stays in one line.
const longestCode = 50

// The marks stand for blanks and commas within code, at which no line is broken.
var joint, split = strings.NewReplacer(" ", "\ue000", ",", "\ue001"), strings.NewReplacer("\ue000", " ", "\ue001", ",")

// unbroken breaks a text into lines, but no short code in it.
func unbroken(text, indent string, width int) string {
	parts := strings.Split(text, "`")
	for k := 1; k < len(parts)-1; k += 2 {
		if len(parts[k]) <= longestCode {
			parts[k] = joint.Replace(parts[k])
		}
	}
	return split.Replace(view.Wrapped(strings.Join(parts, "`"), indent, width))
}
