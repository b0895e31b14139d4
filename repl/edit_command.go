package repl

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"funmem/eval/data"
	"funmem/repl/edit"
	"funmem/repl/session"
	"funmem/semantics/diag"
)

// editCommand opens the last entry, or the text of a name, in an editor, and has what it leaves entered.
func (c *Console) editCommand(ctx context.Context, arg string) error {
	text := c.last
	if arg != "" {
		var err error
		if text, err = c.TextOf(arg); err != nil {
			return err
		}
	}
	if text == "" {
		return diag.Usagef("nothing was entered yet").Helpf("`:edit NAME` opens a def or a let")
	}
	now, err := c.inEditor(ctx, text)
	if err != nil {
		return err
	}
	if strings.TrimSpace(now) == "" || now == text {
		c.printf("nothing has changed, and nothing is entered")
		return nil
	}
	c.edited = now
	return nil
}

// inEditor returns what an editor makes of a text.
func (c *Console) inEditor(ctx context.Context, text string) (string, error) {
	folder, err := os.MkdirTemp("", "funmem-edit-")
	if err != nil {
		return "", diag.Usagef("no file can be made for the editor: %s", data.Cause(err))
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "entry.fun")
	if err := os.WriteFile(path, []byte(text+"\n"), 0o600); err != nil {
		return "", diag.Usagef("no file can be made for the editor: %s", data.Cause(err))
	}
	name := ""
	err = edit.ErrNoTerminal
	if c.editor != nil {
		err = c.editor.Hand(func() (*exec.Cmd, error) {
			words, err := editor()
			if err != nil {
				return nil, err
			}
			name = words[0]
			return exec.Command(name, append(words[1:], path)...), nil
		})
	}
	switch {
	case errors.Is(err, edit.ErrNoTerminal):
		return "", diag.Usagef("`:edit` needs a terminal for the editor").Helpf("`:load FILE` adds what a file declares")
	case err != nil && name != "":
		return "", diag.Usagef("nothing is entered: %s: %s", name, err)
	case err != nil:
		return "", err
	}
	src, err := session.ReadSource(ctx, path, c.longest())
	if err != nil {
		return "", err
	}
	return strings.TrimRight(strings.ReplaceAll(src.Text, "\r\n", "\n"), "\n"), nil
}

// editor is the command of the editor, with its arguments.
func editor() ([]string, error) {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		if words, err := session.Words(os.Getenv(name)); err != nil {
			return nil, diag.Usagef("$%s: %s", name, err)
		} else if len(words) > 0 {
			return words, nil
		}
	}
	for _, name := range []string{"vi", "nano"} {
		if path, err := exec.LookPath(name); err == nil {
			return []string{path}, nil
		}
	}
	return nil, diag.Usagef("there is no editor: neither VISUAL nor EDITOR is set, and vi and nano are not found").
		Helpf("set one of them, as in `EDITOR=nano funmem`")
}
