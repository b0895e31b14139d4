package repl

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"funmem/eval/data"
	"funmem/eval/engine"
	"funmem/semantics/diag"
	"funmem/semantics/stop"
)

// ReadSource reads a program of at most memory bytes (0: no limit), until the context is
// done.
func ReadSource(ctx context.Context, path string, memory int64) (*diag.Source, error) {
	before := 0
	src, err := data.ReadFile(ctx, path, memory, func(text []byte) error {
		if k := bytes.IndexByte(text, 0); k >= 0 {
			return usagef("%s is no program: byte %d of the file is 0, wanted text", path, before+k)
		}
		before += len(text)
		return nil
	})
	if err != nil {
		return nil, err
	}
	src.Text = strings.TrimPrefix(src.Text, "\ufeff")
	return src, nil
}

// poll asks whether a context is done.
func poll(ctx context.Context) stop.Poll { return engine.NewBudget(ctx, 0).Poll }

// Load adds what a file declares, and prints its values.
func (c *Console) Load(ctx context.Context, path string) error {
	if err := notIMP(path); err != nil {
		return err
	}
	src, err := ReadSource(ctx, path, c.Settings.Memory)
	if err != nil {
		return err
	}
	add := c.Add
	if isDump(path) {
		add = c.loadDump
	}
	c.loading = true
	added, err := add(ctx, src)
	c.loading = false
	if err == nil {
		c.printf("%s", c.pal.Dim("loaded "+diag.OneLine(path)))
	}
	if added != nil {
		if stopped := c.answer(ctx, added); err == nil {
			err = stopped
		}
	}
	if err == nil && isDump(path) {
		c.runs(c.dumps[len(c.dumps)-1])
	}
	return err
}

// Files loads files, in order. One that does not load is reported; :reload tries
// it again with the others if it is there at all.
func (c *Console) Files(paths []string) {
	for _, p := range paths {
		if _, err := os.Stat(p); err == nil && !slices.Contains(c.loaded, filepath.Clean(p)) {
			c.loaded = append(c.loaded, filepath.Clean(p))
		}
		c.guarded(func(ctx context.Context) error { return c.Load(ctx, p) })
	}
}

func (c *Console) loadCommand(_ context.Context, arg string) error {
	paths, err := words(arg)
	if err == nil {
		c.Files(paths)
	}
	return err
}

func (c *Console) reloadCommand(context.Context, string) error {
	if len(c.loaded) == 0 {
		return usagef("no file was loaded yet").Helpf("`:load FILE` loads one")
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
		return usagef("%s is no regular file, and is not read again", diag.OneLine(gone[0])).Helpf("`:load %s` reads what comes from it", diag.OneLine(gone[0]))
	}
	return nil
}

// words separates a text at its spaces; double quotes hold a word together.
func words(text string) ([]string, error) {
	var list []string
	var word strings.Builder
	quoted, some := false, false
	for _, r := range text {
		switch {
		case r == '"':
			quoted, some = !quoted, true
		case r == ' ' && !quoted:
			if some {
				list = append(list, word.String())
				word.Reset()
			}
			some = false
		default:
			word.WriteRune(r)
			some = true
		}
	}
	if quoted {
		return nil, usagef("the quotes in %s are not closed", text)
	}
	if some {
		list = append(list, word.String())
	}
	return list, nil
}
