package repl

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"funmem/eval/data"
	"funmem/eval/whole"
	"funmem/repl/session"
	"funmem/semantics/diag"
)

// saveCommand writes the session as a program, with the arrays beside it that the program reads. It writes nothing if one
// of the files is there, unless the argument begins with --force.
func (c *Console) saveCommand(ctx context.Context, arg string) error {
	list, err := session.Words(arg)
	if err != nil {
		return err
	}
	force := len(list) > 1 && list[0] == "--force"
	if force {
		list = list[1:]
	}
	switch {
	case len(list) != 1:
		return diag.Usagef("`:save` takes one file, and found %s", arg).Helpf("put a name with spaces into double quotes")
	case filepath.Ext(list[0]) != ".fun":
		return diag.Usagef("`:save` writes a program, and the name of %s does not end in .fun", list[0]).Helpf("%s", forWrite)
	}
	path := list[0]
	if !force {
		if err := absent(path); err != nil {
			return err
		}
	}
	if err := whole.Writable(path); err != nil {
		return diag.Usagef("cannot write %s: %s", path, data.Cause(err))
	}
	saved, err := c.Save(ctx, path)
	if err != nil {
		return err
	}
	for _, a := range saved.Arrays {
		if !force {
			if err := absent(a.Path); err != nil {
				return err
			}
		}
	}
	for _, a := range saved.Arrays {
		if _, err := data.Write(a.Path, a.Value.Shown()); err != nil {
			return err
		}
	}
	if err := whole.WriteFile(path, []byte(saved.Text)); err != nil {
		return diag.Usagef("cannot write %s: %s", path, data.Cause(err))
	}
	c.printf("saved %s: loaded once more, its names have the same values", diag.OneLine(path))
	for _, note := range saved.Notes {
		c.printf("%s", c.pal.Dim(note))
	}
	return nil
}

// absent is an error if there is a file with this name.
func absent(path string) error {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return diag.Usagef("%s is there already", path).Helpf("`:save --force %s` replaces it", strings.TrimSpace(path))
}
