package repl

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"funmem/futhark"
	"funmem/repl/session"
	"funmem/semantics/diag"
)

// Load adds what a file declares, and prints its values.
func (c *Console) Load(ctx context.Context, path string) error {
	if err := session.NotIMP(path); err != nil {
		return err
	}
	src, err := session.ReadSource(ctx, path, c.Settings.Memory)
	if err != nil {
		return err
	}
	add := c.AddFile
	if futhark.IsDump(path) {
		add = c.loadDump
	}
	c.Loading = true
	added, err := add(ctx, src)
	c.Loading = false
	if err == nil {
		c.printf("%s", c.pal.Dim("loaded "+diag.OneLine(path)))
	}
	if added != nil {
		if stopped := c.answer(ctx, added); err == nil {
			err = stopped
		}
	}
	if err == nil && futhark.IsDump(path) {
		c.runs(c.Dumps[len(c.Dumps)-1])
	}
	return err
}

// Files loads files, in order. A file that does not load is reported; if it exists, :reload tries
// it again with the others.
func (c *Console) Files(paths []string) {
	for _, p := range paths {
		if _, err := os.Stat(p); err == nil && !slices.Contains(c.loaded, filepath.Clean(p)) {
			c.loaded = append(c.loaded, filepath.Clean(p))
		}
		c.guarded(func(ctx context.Context) error { return unbound(c.Load(ctx, p), p) })
	}
}

// unbound adds to the error about a variable that a file does not bind how to bind it here.
func unbound(err error, path string) error {
	for _, d := range diag.Of(err) {
		if d.Rule == "T-VAR" && d.Help == "" && len(d.Notes) == 0 && strings.HasPrefix(d.Msg, "the variable") {
			d.Helpf("bind it first, with `let %s = …` or `:input %s=FILE`; then `:load %s`", d.Span.Text(), d.Span.Text(), diag.OneLine(path))
		}
	}
	return err
}

func (c *Console) loadCommand(_ context.Context, arg string) error {
	paths, err := session.Words(arg)
	if err == nil {
		c.Files(paths)
	}
	return err
}

func (c *Console) reloadCommand(context.Context, string) error {
	if len(c.loaded) == 0 {
		return diag.Usagef("no file was loaded yet").Helpf("`:load FILE` loads one")
	}
	var again, gone []string
	for _, p := range c.loaded {
		if info, err := os.Stat(p); err == nil && !info.Mode().IsRegular() {
			gone = append(gone, p)
		} else {
			again = append(again, p)
		}
	}
	c.Files(again)
	if len(gone) > 0 {
		return diag.Usagef("%s is no regular file, and is not read again", diag.OneLine(gone[0])).Helpf("`:load %s` reads what comes from it", diag.OneLine(gone[0]))
	}
	return nil
}
