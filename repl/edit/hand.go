package edit

import (
	"errors"
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
	cmd.Stdin, cmd.Stdout, cmd.Stderr = t.stdin, t.out, t.out
	return cmd.Run()
}

// Hand returns ErrNoTerminal.
func (p *plain) Hand(func() (*exec.Cmd, error)) error { return ErrNoTerminal }
