package suite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"funmem/eval/data"
	"funmem/semantics/diag"
)

// Shared begins the file of results of a part, which another process may write at the same time: a scheduler may start a task
// again while the first one still runs on. So each writes a file of its own beside path, and Finish renames it. A file with the
// name path is complete. Its results, and those of tasks that were cut off, are taken over if resume is set.
func Shared(path string, h Header, dir string, cases []*Case, resume bool) (file *File, left []*Case, err error) {
	old, err := ReadResults(path)
	switch {
	case errors.Is(statError(path), fs.ErrNotExist):
		old = &Results{}
	case err != nil:
		return nil, nil, err
	case old.Header.Shard != h.Shard || !resume && old.Header.Whole != h.Whole:
		return nil, nil, diag.Usagef("there is a file %s already, and it has other results", path).Helpf("choose another name, or remove it")
	}
	parts, err := filepath.Glob(escaped(path) + ".part-*")
	if err != nil {
		return nil, nil, err
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".part-*")
	if err == nil {
		err = f.Chmod(0o644)
	}
	if err != nil {
		return nil, nil, diag.Usagef("cannot write %s: %s", path, data.Cause(err))
	}
	file = &File{f: f, path: path, parts: parts}
	var lines []*Result
	if resume {
		for _, part := range parts {
			// one that cannot be read has nothing to offer: it may be gone by now, or not have its first line yet
			if other, err := ReadResults(part); err == nil {
				lines = append(lines, other.Lines...)
			}
		}
		lines = append(lines, old.Lines...)
	}
	left = file.take(h, dir, cases, lines)
	text, err := encoded(h, file.Done)
	if err == nil {
		_, err = f.Write(text)
	}
	if err != nil {
		f.Close()
		return nil, nil, diag.Usagef("cannot write %s: %s", path, data.Cause(err))
	}
	return file, left, nil
}

// statError is the error of a look at a file.
func statError(path string) error {
	_, err := os.Stat(path)
	return err
}

// escaped is a path as a pattern that matches it alone.
func escaped(path string) string {
	var text []rune
	for _, r := range path {
		if slices.Contains([]rune(`*?[\`), r) && (r != '\\' || filepath.Separator != '\\') {
			text = append(text, '\\')
		}
		text = append(text, r)
	}
	return string(text)
}

// Finish closes the file, which has all results. If it is that of a part it gets its name, and what other tasks left of the same
// part is removed.
func (f *File) Finish() error {
	if f.path == "" {
		return f.Close()
	}
	err := f.f.Sync()
	if closed := f.f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	if err := os.Rename(f.f.Name(), f.path); err != nil {
		// another task with the same results was faster, and has cleaned up
		if errors.Is(err, fs.ErrNotExist) && statError(f.path) == nil {
			return nil
		}
		return err
	}
	for _, part := range f.parts {
		os.Remove(part)
	}
	return nil
}
