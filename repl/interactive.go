package repl

import (
	"context"
	"slices"

	"funmem/repl/edit"
	"funmem/repl/paint"
)

// Interactive is the REPL (no sub-command): it loads files, then runs the given
// lines, or else reads lines until the end of the input.
func Interactive(ctx context.Context, st Streams, o *Options, files []string) error {
	if k := slices.Index(files, "-"); k >= 0 { // what lines are read from anyway
		if len(o.Lines) > 0 {
			return usagef("- reads lines from standard input, and -c gives them").Helpf("leave one of them out")
		}
		files = slices.Delete(slices.Clone(files), k, k+1)
	}
	c := NewConsole(NewSession(o.Settings), st.Out, st.Err)
	c.terms.AsFuthark = o.AsFuthark
	c.progress = newProgress(st.Err)
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
	ed, err := edit.New(edit.Options{In: st.In, Out: st.Out, HistoryFile: edit.HistoryFile(), Complete: c.Complete})
	if err != nil {
		return err
	}
	defer ed.Close()
	defer EndOn(ed.Restore, Ends...)()
	if terminal {
		c.printf("funmem %s. `:help` says what there is, Ctrl-D ends.", Version())
	}
	c.Files(files)
	c.Loop(ed)
	if terminal {
		return nil
	}
	return c.ended()
}

// ended is the error that stands for the status of a console whose messages
// were printed.
func (c *Console) ended() error {
	if c.status != 0 {
		return exit(c.status)
	}
	return nil
}
