package session

import (
	"bytes"
	"context"
	"strings"

	"funmem/eval/data"
	"funmem/semantics/diag"
)

// ReadSource reads a program of at most memory bytes (0: no limit), until the context is
// done.
func ReadSource(ctx context.Context, path string, memory int64) (*diag.Source, error) {
	if data.IsTable(path) {
		return nil, diag.Usagef("%s holds data, and no program", path).Helpf("`:input x=%s` binds x to what it holds; on the command line, --in x=%s", path, path)
	}
	before := 0
	src, err := data.ReadFile(ctx, path, memory, func(text []byte) error {
		if k := bytes.IndexByte(text, 0); k >= 0 {
			return diag.Usagef("%s is no program: byte %d of the file is 0, wanted text", path, before+k)
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

// Words separates a text at its spaces; double quotes hold a word together.
func Words(text string) ([]string, error) {
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
		return nil, diag.Usagef("the quotes in %s are not closed", text)
	}
	if some {
		list = append(list, word.String())
	}
	return list, nil
}
