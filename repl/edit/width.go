package edit

import (
	"io"

	"github.com/chzyer/readline"

	"funmem/repl/paint"
)

// Width is the number of columns of the terminal that w writes to, or 0 if w is not a terminal.
func Width(w io.Writer) int {
	f, ok := w.(interface{ Fd() uintptr })
	if !ok || !paint.IsTerminal(w) {
		return 0
	}
	columns, _, err := readline.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return columns
}
