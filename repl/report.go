package repl

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"funmem/eval/data"
	"funmem/eval/engine"
	"funmem/repl/paint"
	"funmem/semantics/diag"
)

// exit ends a sub-command that has said itself what failed, with that status.
type exit int

// Error says that there was one.
func (e exit) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

func usagef(format string, args ...any) *diag.Diagnostic { return diag.Usagef(format, args...) }

// Report prints the error that ended a sub-command and gives its exit status: 0
// fine, 1 the program failed, 2 the request was wrong.
func Report(st Streams, o *Options, err error) int {
	if len(o.units) > 0 {
		st = Streams{st.In, reworder{st.Out, o}, reworder{st.Err, o}}
	}
	if said := exit(0); o.JSON && err != nil && !errors.As(err, &said) && !begun(st.Out) {
		writeJSON(st.Out, map[string]any{"error": errorOf(err)})
	}
	return printError(st.Err, paint.Style(st.Err), err)
}

// printError prints an error, unless that was done, and gives the exit status that goes with it.
func printError(w io.Writer, style diag.Style, err error) (status int) {
	var stopped *engine.Interrupted
	var said exit
	switch {
	case errors.As(err, &said):
		return int(said)
	case errors.As(err, &stopped):
		fmt.Fprintln(w, "stopped")
		return 1
	}
	for _, d := range diag.Of(err) {
		io.WriteString(w, diag.Format(d, style))
		status = max(status, statusOf(d.Kind))
	}
	return status
}

// statusOf is the exit status that a diagnostic stands for.
func statusOf(k diag.Kind) int {
	switch {
	case k == diag.Warning:
		return 0
	case k.IsRequest():
		return 2
	}
	return 1
}

type errorJSON struct {
	Kind    string `json:"kind"`
	Rule    string `json:"rule,omitempty"`
	Message string `json:"message"`
	At      string `json:"at,omitempty"`
}

// errorOf is an error for machines; of several it is the first.
func errorOf(err error) errorJSON {
	var stopped *engine.Interrupted
	if errors.As(err, &stopped) {
		return errorJSON{Kind: "stopped", Message: stopped.Error()}
	}
	d := diag.Of(err)[0]
	return errorJSON{d.Kind.Name(), d.Rule, d.Msg, d.Span.String()}
}

func writeJSON(w io.Writer, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", text)
	return err
}

// Output is standard output. It keeps the first error of writing, which is
// reported at the end; what prints may look at it, to end early, or not.
type Output struct {
	file  *os.File
	begun bool
	err   error
}

// NewOutput is an output to a file.
func NewOutput(f *os.File) *Output { return &Output{file: f} }

// Fd is that of the file, which may be a terminal.
func (o *Output) Fd() uintptr { return o.file.Fd() }

// Write writes to the file.
func (o *Output) Write(text []byte) (int, error) {
	o.begun = true
	n, err := o.file.Write(text)
	if err == nil {
		return n, nil
	}
	if o.err == nil {
		o.err = err
	}
	return n, exit(2)
}

// Err is what went wrong when writing, as a message.
func (o *Output) Err() error {
	if o.err == nil {
		return nil
	}
	return usagef("cannot write to standard output: %s", data.Cause(o.err))
}

// begun tells whether something was written to an output.
func begun(w io.Writer) bool {
	if in, ok := w.(reworder); ok {
		return begun(in.Writer)
	}
	o, ok := w.(*Output)
	return ok && o.begun
}
