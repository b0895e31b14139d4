package repl

import (
	"context"
	"strings"

	"funmem/eval/verdict"
	"funmem/lower/footprint"
	"funmem/repl/cli"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
)

// footprintCommand shows how much storage a function needs before it runs, with values for its sizes and ints or as a function of them.
func (c *Console) footprintCommand(ctx context.Context, arg string) error {
	words := strings.Fields(arg)
	if len(words) == 0 {
		return diag.Usagef("`:footprint` needs the name of a function").Helpf("as in `:footprint f n=1000`")
	}
	values, err := cli.Values("`:footprint`", words[1:])
	if err != nil {
		return err
	}
	unit := &elab.Unit{}
	if c.Unlinked(words[0]) != nil {
		_, library := session.LibraryUnit(words[0])
		unit.Core = library.Core
	} else {
		side, d, err := c.Side(words[0])
		if err != nil {
			return err
		}
		unit.Core, unit.Mem = session.NeededBy(side.Core, d), side.Mem
	}
	found, err := footprint.Find(ctx, c.Manager(&elab.Unit{}), unit.Core, cli.FormOf(unit), "", verdict.Poll(ctx))
	if err != nil {
		return cli.PassError(err, cli.CommandHelps)
	}
	for _, f := range found {
		if f.Def == nil || f.Def.Name != words[0] {
			continue
		}
		text, err := footprint.Report(f, values)
		if err != nil {
			return err
		}
		c.printf("%s", strings.TrimSuffix(text, "\n"))
	}
	return nil
}
