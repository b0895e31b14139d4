package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf16"

	"funmem/eval/data"
	"funmem/eval/engine"
	"funmem/eval/validate"
	"funmem/eval/verdict"
	"funmem/futhark/words"
	"funmem/repl/paint"
	"funmem/semantics/diag"
)

// Exit ends a sub-command that has already reported its failure, with that status.
type Exit int

// Error names the status.
func (e Exit) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// Report prints the error that ended a sub-command and returns its exit status: 0 fine, 1 the program failed, 2 the
// request was wrong, 3 it is not known.
func Report(st Streams, o *Options, err error) int {
	if len(o.Units) > 0 {
		st = Streams{st.In, words.Writer{Writer: st.Out, Words: &o.Words}, words.Writer{Writer: st.Err, Words: &o.Words}}
	}
	if said := Exit(0); o.JSON && err != nil && !errors.As(err, &said) && !begun(st.Out) {
		all := endedJSON(errorOf(err))
		if list := diag.Of(err); len(list) > 1 {
			all["errors"] = list
		}
		WriteJSON(st.Out, all)
	}
	return PrintError(st.Err, paint.Style(st.Err), err)
}

// PrintError prints an error, unless it was already printed, and returns the exit status that goes with it.
func PrintError(w io.Writer, style diag.Style, err error) (status int) {
	var stopped *engine.Interrupted
	var said Exit
	if errors.As(err, &said) {
		return int(said)
	}
	if much := verdict.CutShort(err); much != nil {
		err = much
	} else if errors.As(err, &stopped) {
		fmt.Fprintln(w, "stopped")
		return 1
	}
	for _, d := range diag.Of(err) {
		io.WriteString(w, diag.Format(d, style))
		status = max(status, statusOf(d.Kind))
	}
	return status
}

// endedJSON is the object about a sub-command that an error ended. If it ended for lack of memory, the object has a
// verdict.
func endedJSON(e errorJSON) map[string]any {
	all := map[string]any{"error": e}
	switch e.Kind {
	case diag.Unknown.Name():
		all["verdict"], all["unknown"] = validate.Unknown, e.Message
	case diag.Invalid.Name():
		all["verdict"], all["ok"] = validate.Refuted, false
	}
	return all
}

// statusOf is the exit status that a diagnostic stands for.
func statusOf(k diag.Kind) int {
	switch {
	case k == diag.Warning:
		return 0
	case k == diag.Unknown:
		return 3
	case k.IsRequest():
		return 2
	}
	return 1
}

type errorJSON struct {
	Kind    string      `json:"kind"`
	Rule    string      `json:"rule,omitempty"`
	Message string      `json:"message"`
	At      string      `json:"at,omitempty"`
	Notes   []diag.Note `json:"notes,omitempty"`
	Help    string      `json:"help,omitempty"`
}

// errorOf is an error for --json; if there are several, the first.
func errorOf(err error) errorJSON {
	var stopped *engine.Interrupted
	if much := verdict.CutShort(err); much != nil {
		err = much
	} else if errors.As(err, &stopped) {
		return errorJSON{Kind: "stopped", Message: stopped.Error()}
	}
	d := diag.Of(err)[0]
	return errorJSON{d.Kind.Name(), d.Rule, d.Msg, d.Span.String(), d.Notes, d.Help}
}

// WriteJSON writes an object on a line of its own. Characters that would garble a terminal are escaped as in JSON, so
// the values stay the same.
func WriteJSON(w io.Writer, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, r := range string(text) {
		switch {
		case !diag.Garbles(r):
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	_, err = fmt.Fprintln(w, &b)
	return err
}

// Output is standard output, as people see it.
type Output struct {
	*paint.Writer
	file *file
}

// file is a file that keeps the first write error, which is reported at the end. Code that prints may look at that
// error, to end early.
type file struct {
	of    *os.File
	begun bool
	err   error
}

// NewOutput is an output to a file.
func NewOutput(f *os.File) *Output {
	to := &file{of: f}
	return &Output{paint.NewWriter(to), to}
}

// Fd is the descriptor of the file, which may be a terminal.
func (f *file) Fd() uintptr { return f.of.Fd() }

// Write writes to the file.
func (f *file) Write(text []byte) (int, error) {
	f.begun = f.begun || len(text) > 0
	n, err := f.of.Write(text)
	if err == nil {
		return n, nil
	}
	if f.err == nil {
		f.err = err
	}
	return n, Exit(2)
}

// Err writes what is left, and returns what went wrong when writing, as a message.
func (o *Output) Err() error {
	o.Flush()
	if o.file.err == nil {
		return nil
	}
	return diag.Usagef("cannot write to standard output: %s", data.Cause(o.file.err))
}

// begun tells whether something was written to an output.
func begun(w io.Writer) bool {
	if in, ok := w.(words.Writer); ok {
		return begun(in.Writer)
	}
	o, ok := w.(*Output)
	return ok && o.file.begun
}

// verbatim writes the text of somebody's program. A file or a pipe gets it unchanged; a terminal gets it like all other
// output.
func verbatim(w io.Writer, text string) error {
	if o, ok := w.(*Output); ok && !paint.IsTerminal(w) {
		w = o.Raw()
	} else if ok {
		text = strings.ReplaceAll(text, "\t", "    ")
	}
	_, err := io.WriteString(w, text)
	return err
}
