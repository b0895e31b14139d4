package repl

import (
	"io"
	"strings"
	"unicode/utf8"

	"funmem/repl/edit"
	"funmem/repl/paint"
	"funmem/repl/view"
)

// margin writes to a terminal, and breaks lines that do not fit into it between words. A pipe or a file gets lines as they are.
type margin struct {
	io.Writer
	width func() int // of the terminal; 0: it is none
	*lines
}

// lines is what the streams of a console have written last.
type lines struct {
	within bool // a line is not at its end
	blank  bool // the last line is empty
}

// note notes a text that is written.
func (w *lines) note(text string) {
	switch whole, ended := strings.CutSuffix(text, "\n"); {
	case text == "":
	case !ended:
		w.within, w.blank = true, false
	default:
		w.blank = strings.HasSuffix(whole, "\n") || whole == "" && !w.within
		w.within = false
	}
}

// margins are those of the two streams of a console.
func margins(out, errs io.Writer) (*margin, *margin) {
	last := &lines{blank: true}
	to := func(w io.Writer) *margin { return &margin{w, func() int { return edit.Width(w) }, last} }
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
	m.note(whole)
	if width := m.width(); width > 0 {
		lines := strings.SplitAfter(whole, "\n")
		for k, l := range lines {
			if end := strings.TrimSuffix(l, "\n"); end != l && len(end) > width && view.Columns(end) > width {
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
	text := paint.Uncoded(line)
	start := len(text) - len(strings.TrimLeft(text, " "))
	indent := start + 2
	if gap := strings.Index(text[start:], "  "); gap > 0 {
		rest := text[start+gap:]
		if at := utf8.RuneCountInString(text[:start+gap]) + len(rest) - len(strings.TrimLeft(rest, " ")); at <= width/2 {
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
