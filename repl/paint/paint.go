// Package paint gives text its colours on a terminal, through github.com/fatih/color. There are
// none if the output is not a terminal, if NO_COLOR is set to anything but the empty string
// (https://no-color.org), or if TERM is dumb. People see text through a Writer. It shows the text
// in full and lets it control nothing.
package paint

import (
	"io"
	"os"
	"strings"

	"github.com/fatih/color"
	"github.com/mattn/go-isatty"

	"funmem/semantics/diag"
)

// Palette paints what the REPL prints. Each function gets a text and returns it, with or without
// colour. A Writer turns the colour marks into codes of the terminal.
type Palette struct {
	Diag   diag.Style          // messages
	Prompt func(string) string // what stands before the cursor
	Title  func(string) string // a heading
	Name   func(string) string // a name that is defined or bound
	Type   func(string) string // a type
	Rule   func(string) string // the name of a rule
	Good   func(string) string // a verdict that holds
	Bad    func(string) string // a verdict that does not
	Dim    func(string) string // what was left out, what is old
}

// Enabled tells whether text written to w may have colours.
func Enabled(w io.Writer) bool {
	if os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	return IsTerminal(w)
}

// IsTerminal tells whether a reader or writer is a terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(interface{ Fd() uintptr })
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}

// For is the palette for text that is written to w.
func For(w io.Writer) Palette { return Colours(Enabled(w)) }

// Style is the style of messages that are written to w.
func Style(w io.Writer) diag.Style { return For(w).Diag }

// Colours is the palette with colours or without.
func Colours(on bool) Palette {
	paint := func(attrs ...color.Attribute) func(string) string {
		if !on {
			return func(s string) string { return s }
		}
		c := color.New(attrs...)
		c.EnableColor()
		begin, end, _ := strings.Cut(c.Sprint("|"), "|")
		begin, end = Code(begin), Code(end)
		return func(s string) string { return begin + s + end }
	}
	return Palette{
		Diag: diag.Style{
			Place: paint(color.Bold),
			Kind:  paint(color.FgRed, color.Bold),
			Caret: paint(color.FgRed, color.Bold),
			Note:  paint(color.FgCyan),
			Help:  paint(color.FgGreen),
		},
		Prompt: paint(color.FgCyan, color.Bold),
		Title:  paint(color.Bold),
		Name:   paint(color.FgBlue, color.Bold),
		Type:   paint(color.FgMagenta),
		Rule:   paint(color.FgYellow),
		Good:   paint(color.FgGreen),
		Bad:    paint(color.FgRed),
		Dim:    paint(color.Faint),
	}
}
