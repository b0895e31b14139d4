package repl

import (
	"context"
	"path/filepath"
	"strings"

	"funmem/eval/data"
	"funmem/repl/session"
	"funmem/semantics/diag"
)

// forWrite is how to get a value into a file.
const forWrite = "`:write FILE EXPR` writes a value to a file, as `:write x.npy x`; `funmem run PROGRAM -e EXPR --out FILE` does it outside of a session"

// writeCommand writes the value of an expression to a file, as --out does. A file that the session did not write itself is
// replaced only if that is asked for.
func (c *Console) writeCommand(ctx context.Context, arg string) error {
	rest, force := strings.CutPrefix(arg, "--force ")
	rest = strings.TrimSpace(rest)
	file, expr := firstWord(rest)
	if expr == "" {
		return diag.Usagef("`:write` takes a file and an expression, and found only %s", diag.OneLine(arg)).Helpf("%s", forWrite)
	}
	if err := data.Writes(file); err != nil {
		return err
	}
	path, err := filepath.Abs(file)
	if err != nil {
		return diag.Usagef("cannot write %s: %s", file, data.Cause(err))
	}
	if !force && !c.wrote[path] {
		if err := absent(file); err != nil {
			return diag.Usagef("%s is there already", file).Helpf("`:write --force %s` replaces it", rest)
		}
	}
	e, err := c.Aside(ctx, c.argument(expr))
	if err != nil {
		return err
	}
	values, err := c.Values(ctx, e)
	if err != nil {
		return err
	}
	last, n := session.LastValue(session.Shown(e.Unit, values))
	if n != 1 {
		return diag.Usagef("`:write` writes one value, and `%s` has %d", diag.OneLine(expr), n)
	}
	scale, err := data.Write(file, last.Value)
	if err != nil {
		return err
	}
	c.wrote[path] = true
	c.printf("wrote %s : %s", diag.OneLine(file), last.Value.Type())
	if scale != nil {
		c.printf("%s", c.pal.Dim(scale.String()))
	}
	return nil
}
