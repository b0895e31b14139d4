// Package whole writes files completely or not at all. The text goes into a temporary file next to the target,
// which then takes its name. If that fails, as on a full disk, the target is unchanged, and no other file is
// left.
//
// An existing file keeps its permissions, and its owner where that is allowed. A symbolic link remains a link,
// and the file that it leads to is written. Another hard link to the file keeps the old text. Devices, pipes
// and the files that are standard output or error take the text as it comes.
package whole

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// WriteFile makes the text the content of a file. The error is an *fs.PathError, or says what could not be made
// next to the file.
func WriteFile(path string, text []byte) error {
	old, err := os.Stat(path)
	if out := standard(old); out != nil {
		return write(out, text)
	}
	if err == nil && !old.Mode().IsRegular() || path == "" || os.IsPathSeparator(path[len(path)-1]) {
		return through(path, text)
	}
	if path, err = target(path); err != nil {
		return err
	}
	if err := mayChange(path, old); err != nil {
		return err
	}
	return replace(path, old, text)
}

// standard returns standard output or standard error if the file is one of them, or nil.
func standard(file fs.FileInfo) *os.File {
	for _, out := range []*os.File{os.Stdout, os.Stderr} {
		if info, err := out.Stat(); file != nil && err == nil && os.SameFile(file, info) {
			return out
		}
	}
	return nil
}

// mayChange returns an error if the file itself may not be written to. Its folder does not tell that.
func mayChange(path string, old fs.FileInfo) error {
	if old == nil {
		return nil
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// Writable returns the error that WriteFile would give for lack of a folder, or of a right to write
// there. It leaves nothing behind.
func Writable(path string) error {
	old, err := os.Stat(path)
	switch {
	case err == nil && old.IsDir():
		return errors.New("it is a folder")
	case standard(old) != nil, err == nil && !old.Mode().IsRegular():
		return nil
	case path == "" || os.IsPathSeparator(path[len(path)-1]):
		return errors.New("wanted the name of a file, and not of a folder")
	}
	if path, err = target(path); err != nil {
		return err
	}
	dir := filepath.Dir(path)
	if at, err := os.Stat(dir); err == nil && !at.IsDir() {
		return errors.New(dir + " is no folder")
	}
	if err := mayChange(path, old); err != nil {
		return err
	}
	f, name, err := temporary(path, true)
	if err != nil {
		return err
	}
	remove(name, true)
	return f.Close()
}

// temporary makes a temporary file next to a path.
func temporary(path string, asNew bool) (*os.File, string, error) {
	name := filepath.Join(filepath.Dir(path), ".funmem-"+rand.Text()[:10])
	f, err := create(name, asNew)
	if err != nil {
		return nil, "", fmt.Errorf("no temporary file can be made beside it: %w", cause(err))
	}
	return f, name, nil
}

// Append adds a text to the end of a file. If there is no file, it is made with these permissions. If only part
// of the text could be written, that part is removed again.
func Append(path string, text []byte, perm fs.FileMode) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, perm)
	if err != nil {
		return err
	}
	before, err := f.Stat()
	if err == nil {
		if err = write(f, text); err != nil {
			err = errors.Join(err, f.Truncate(before.Size()))
		}
	}
	return errors.Join(err, f.Close())
}

// through writes to an existing file that is not a regular file.
func through(path string, text []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(f, text), f.Close())
}

// write writes all of a text. Tests replace it to simulate a full disk.
var write = func(f *os.File, text []byte) error {
	ignoreLimit()
	_, err := f.Write(text)
	return err
}

// target returns the file that a path leads to, through symbolic links, whether or not it exists.
func target(path string) (string, error) {
	for range maxLinks {
		dir, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err != nil {
			return "", err
		}
		path = filepath.Join(dir, filepath.Base(path))
		link, err := os.Readlink(path)
		if err != nil { // it is not a link, or does not exist
			return path, nil
		}
		if path = link; !filepath.IsAbs(link) {
			path = dir + string(filepath.Separator) + link
		}
	}
	return "", &fs.PathError{Op: "open", Path: path, Err: errors.New("too many symbolic links")}
}

const maxLinks = 40

// replace puts a new file in place of the old one; nil: there is no old one.
func replace(path string, old fs.FileInfo, text []byte) (err error) {
	f, name, err := temporary(path, old == nil)
	if err != nil {
		return err
	}
	defer func() { remove(name, err != nil) }()
	err = write(f, text)
	if err == nil && old != nil {
		keepOwner(f, old)
		err = f.Chmod(old.Mode().Perm())
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return cause(err)
	}
	return os.Rename(name, path)
}

// cause returns an error without the name of the temporary file.
func cause(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

// unfinished are the temporary files.
var unfinished struct {
	sync.Mutex
	names map[string]bool
}

// create makes a temporary file, with the permissions of a new file or only for its owner.
func create(name string, asNew bool) (*os.File, error) {
	perm := fs.FileMode(0o600)
	if asNew {
		perm = 0o666
	}
	unfinished.Lock()
	defer unfinished.Unlock()
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err == nil {
		if unfinished.names == nil {
			unfinished.names = map[string]bool{}
		}
		unfinished.names[name] = true
	}
	return f, err
}

// remove forgets a temporary file that has its new name, and deletes it if too is set.
func remove(name string, too bool) {
	unfinished.Lock()
	defer unfinished.Unlock()
	delete(unfinished.names, name)
	if too {
		os.Remove(name)
	}
}

// Abandon removes all temporary files, for a process that is about to end. No more are made after it.
func Abandon() {
	unfinished.Lock() // for good
	for name := range unfinished.names {
		os.Remove(name)
	}
}
