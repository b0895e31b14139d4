package repl

import (
	"context"
	"fmt"
	"math"
	"os"
	"os/signal"
	"slices"

	"funmem/repl/cli"
	"funmem/repl/edit"
	"funmem/repl/paint"
	"funmem/repl/session"
	"funmem/semantics/diag"
)

// Interactive is the REPL (no sub-command). It loads files and then runs the given lines; without any, it reads lines
// until the end of the input.
func Interactive(ctx context.Context, st cli.Streams, o *cli.Options, files []string) error {
	if k := slices.Index(files, "-"); k >= 0 { // lines are read from it anyway
		if len(o.Lines) > 0 {
			return diag.Usagef("- reads lines from standard input, and -c gives them").Helpf("leave one of them out")
		}
		files = slices.Delete(slices.Clone(files), k, k+1)
	}
	return interactive(ctx, st, o, files, nil)
}

// interactive is the REPL, after begin, unless that is nil, has done something at its prompt.
func interactive(ctx context.Context, st cli.Streams, o *cli.Options, files []string, begin func(context.Context, *Console) error) error {
	defer session.CloseNative()
	c := NewConsole(session.NewSession(o.Settings), st.Out, st.Err)
	c.terms.AsFuthark = o.AsFuthark
	c.Progress = session.NewProgress(st.Err)
	for _, text := range o.Inputs {
		if err := c.inputCommand(ctx, text); err != nil {
			return err
		}
	}
	terminal := paint.IsTerminal(st.In)
	c.script = len(o.Lines) > 0 || !terminal
	if len(o.Lines) > 0 {
		c.Files(files)
		for _, l := range o.Lines {
			if !c.quit {
				c.Lines(l)
			}
		}
		return c.ended()
	}
	ed, err := edit.New(edit.Options{In: st.In, Out: st.Out, HistoryFile: edit.HistoryFile(), Complete: c.Complete, Longest: int(min(c.longest(), math.MaxInt))})
	if err != nil {
		return err
	}
	defer ed.Close()
	defer cli.EndOn(ed.Restore, cli.Ends...)()
	if terminal {
		// What runs hears of an interrupt by itself. At the prompt Ctrl-C is a key, and the signal does not end the session.
		interrupts := make(chan os.Signal, 1)
		signal.Notify(interrupts, os.Interrupt)
		defer signal.Stop(interrupts)
		c.printf("funmem %s. `:help` says what there is, `:tutor` teaches it, Ctrl-D ends.", cli.Version())
		c.lowersByItself(o)
		defer session.Forget()
	}
	c.Files(files)
	c.editor = ed
	if begin != nil {
		if err := begin(ctx, c); err != nil {
			return err
		}
	}
	c.Loop(ed)
	if terminal {
		return nil
	}
	return c.ended()
}

// ended is the error that carries the status of a console whose messages were already printed.
func (c *Console) ended() error {
	if c.status != 0 {
		return cli.Exit(c.status)
	}
	return nil
}

// lowersByItself makes native code of what is hot, unless the command line says otherwise. The session is kept in a file
// before any runs.
func (c *Console) lowersByItself(o *cli.Options) {
	if !slices.Contains(o.Given, "--lower") {
		c.Settings.Lower = "auto"
	}
	kept := 0
	c.BeforeNative = func() {
		if kept == c.Number {
			return
		}
		kept = c.Number
		if _, err := c.Keep(); err != nil {
			c.printf("note: the session could not be kept in a file before native code runs: %s", err)
		}
	}
	if left := session.LeftBehind(); left != nil {
		others := ""
		if left.Others > 0 {
			others = fmt.Sprintf(", and after that those of %d more", left.Others)
		}
		c.printf("A session that ran native code did not come to its end. `:restore` enters its lines again%s.", others)
	}
}
