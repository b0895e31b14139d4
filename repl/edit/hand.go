package edit

import (
	"errors"
	"io"
	"os"
	"os/exec"
)

// ErrNoTerminal says that there is no terminal that another program could use.
var ErrNoTerminal = errors.New("there is no terminal here")

// Hand runs a program on the terminal, which is in the mode in which this process found it, and waits for its end.
func (t *terminal) Hand(program func() (*exec.Cmd, error)) error {
	cmd, err := program()
	if err == nil {
		err = t.screen.cooked()
	}
	if err != nil {
		return err
	}
	out := screenOf(t.out)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = t.stdin, out, out
	return cmd.Run()
}

// screenOf is the file of this process below a stream to a terminal: a program that gets another stream gets a pipe, and full-screen
// editors draw nothing on one.
func screenOf(w io.Writer) io.Writer {
	if f, ok := w.(interface{ Fd() uintptr }); ok {
		for _, file := range []*os.File{os.Stdout, os.Stderr} {
			if file.Fd() == f.Fd() {
				return file
			}
		}
	}
	return w
}

// Hand returns ErrNoTerminal.
func (p *plain) Hand(func() (*exec.Cmd, error)) error { return ErrNoTerminal }
