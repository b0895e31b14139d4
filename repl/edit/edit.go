package edit

import (
	"errors"
	"io"
	"os"
	"os/exec"

	"funmem/repl/paint"
)

// Editor reads what a user enters, line by line.
type Editor interface {
	// ReadLine shows the prompt and returns the next line without its end.
	// An entry that was recalled from the history may have several lines. The
	// error is ErrInterrupt when the user gave the line up with Ctrl-C, which
	// comes with the line, and io.EOF at the end of the input or after Ctrl-D
	// on an empty line.
	ReadLine(prompt string) (string, error)
	// Next is the next line of the same text: one of the lines that were pasted with the last one,
	// or of an input that is no terminal. It may have to wait for that line. It is the first line
	// that skip does not pass over; ok is false if there is none.
	Next(skip func(line string) bool) (line string, ok bool)
	// AddHistory keeps an entry, of one line or several, for this run and the next ones. Blank
	// entries and repetitions of the last one are not kept. An error is about the history file and
	// is returned once; from then on the history is only kept in memory.
	AddHistory(entry string) error
	// History is the entries that are kept, the oldest first.
	History() []string
	// Hand runs a program on the terminal and waits for its end. Without a terminal the error is ErrNoTerminal, and
	// the program is not asked for. No ReadLine may be waiting.
	Hand(program func() (*exec.Cmd, error)) error
	// Close gives the terminal back; no ReadLine may be waiting.
	Close() error
	// Restore gives the terminal back at once, even if something is waiting, for a process that
	// ends now.
	Restore()
}

// ErrInterrupt says that the user pressed Ctrl-C while editing a line.
var ErrInterrupt = errors.New("interrupted")

// Completer gives the texts that could replace line[start:pos], where pos is
// the byte offset of the cursor. Candidates that do not start with
// line[start:pos], or with a double quote before it, are ignored.
type Completer func(line string, pos int) (candidates []string, start int)

// Options are the streams and settings of an editor.
type Options struct {
	In          io.Reader // os.Stdin when nil
	Out         io.Writer // os.Stdout when nil
	HistoryFile string    // "": the history is only kept in memory
	Longest     int       // the most bytes of a line that does not come from a terminal; 0: any number
	Complete    Completer // may be nil
}

// New returns an editor for In: with line editing if both streams are terminals, otherwise a plain
// one.
func New(o Options) (Editor, error) {
	if o.In == nil {
		o.In = os.Stdin
	}
	if o.Out == nil {
		o.Out = os.Stdout
	}
	if !paint.IsTerminal(o.In) {
		return newPlain(o.In, nil, o.Longest), nil
	}
	if !paint.IsTerminal(o.Out) || os.Getenv("TERM") == "dumb" {
		return newPlain(o.In, o.Out, o.Longest), nil
	}
	return newTerminal(o, screen{})
}
