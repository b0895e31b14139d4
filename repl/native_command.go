package repl

import (
	"context"
	"fmt"
	"strings"

	"funmem/lower/emit"
	"funmem/repl/session"
	"funmem/semantics/diag"
)

func (c *Console) cCommand(ctx context.Context, arg string) error {
	n, ok := c.Elab.Lookup(arg)
	if !ok || n.Def == nil {
		return diag.Usagef("`:c` shows a function as C, and `%s` is none", arg).Helpf("`funmem lower FILE --to c` prints a whole program")
	}
	code, err := c.InC(ctx, n.Def)
	if err == nil {
		c.printf("%s", strings.TrimSuffix(code.Text, "\n"))
	}
	return err
}

func (c *Console) lowerCommand(_ context.Context, _ string) error {
	n, err := session.Native()
	if err != nil {
		return diag.Usagef("%s", err)
	}
	list := n.Reports()
	if len(list) == 0 {
		c.printf("nothing was compiled yet; `:engine native` compiles what is evaluated")
	}
	for _, r := range list {
		if r.Err != nil {
			c.printf("%s: not native: %s", r.Name, short(r.Err))
			continue
		}
		line := fmt.Sprintf("%s: native, ran %s", r.Name, diag.Count(r.Ends[emit.Done], "time"))
		for s := emit.Overflow; s <= emit.Size; s++ {
			if k := r.Ends[s]; k > 0 {
				line += fmt.Sprintf("; gave up %s: %s", diag.Count(k, "time"), s)
			}
		}
		c.printf("%s", line)
	}
	return nil
}

// short is the first line of an error.
func short(err error) string {
	if l := diag.Of(err); len(l) > 0 {
		return l[0].Msg
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	return first
}
