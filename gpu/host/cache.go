package host

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// cache is a folder of libraries, NAME.so each, and of texts, NAME.txt. A nil *cache keeps nothing.
type cache struct{ folder string }

// mostCached is how large the folder may become, in bytes. Then the libraries that were not used for the longest time
// are removed.
const mostCached = 256 << 20

// openCache makes the folder in the user's cache folder. Only the user may enter it.
func openCache() (*cache, error) {
	base, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	c := &cache{filepath.Join(base, "funmem")}
	if err := os.MkdirAll(base, 0o700); err != nil {
		return nil, err
	}
	if err := os.Mkdir(c.folder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	if err := c.safe(); err != nil {
		return nil, err
	}
	return c, nil
}

// Folder is a folder in the user's cache folder for funmem, which only the user may enter. It is made if it is not there.
func Folder(name string) (string, error) {
	c, err := openCache()
	if err != nil {
		return "", err
	}
	inner := &cache{filepath.Join(c.folder, name)}
	if err := os.Mkdir(inner.folder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	return inner.folder, inner.safe()
}

// Private tells whether a file is a regular one that nobody but the user may have written.
func Private(info fs.FileInfo) bool {
	return info.Mode().IsRegular() && info.Mode().Perm()&0o022 == 0 && owned(info)
}

// safe tells why others may have put libraries into the folder.
func (c *cache) safe() error {
	info, err := os.Lstat(c.folder)
	switch {
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is no folder", c.folder)
	case info.Mode().Perm()&0o077 != 0:
		return fmt.Errorf("others may use %s: its mode is %o, and 700 is wanted", c.folder, info.Mode().Perm())
	case !owned(info):
		return fmt.Errorf("%s belongs to another user", c.folder)
	}
	return nil
}

func (c *cache) path(hash string) string { return filepath.Join(c.folder, hash+".so") }

func (c *cache) textPath(name string) string { return filepath.Join(c.folder, name+".txt") }

// find returns the path of a library that is there.
func (c *cache) find(hash string) (string, bool) {
	if c == nil || c.safe() != nil {
		return "", false
	}
	path := c.path(hash)
	_, ok := c.read(path)
	return path, ok
}

// text is a text that is there.
func (c *cache) text(name string) ([]byte, bool) {
	if c == nil || c.safe() != nil {
		return nil, false
	}
	return c.read(c.textPath(name))
}

// read reads a file that nobody else may have written, without its last bytes. They are the checksum of the others: a library
// of which a part is missing would end the process when it is used.
func (c *cache) read(path string) ([]byte, bool) {
	info, err := os.Lstat(path)
	if err != nil || !Private(info) {
		return nil, false
	}
	text, err := os.ReadFile(path)
	n := len(text) - sha256.Size
	if err != nil || n <= 0 {
		return nil, false
	}
	if sum := sha256.Sum256(text[:n]); !bytes.Equal(sum[:], text[n:]) {
		return nil, false
	}
	now := time.Now()
	_ = os.Chtimes(path, now, now) // it is not the oldest now
	return text[:n], true
}

// put keeps a copy of a library, if it can. A file gets its name when it is complete.
func (c *cache) put(hash, from string) {
	if c == nil || c.safe() != nil {
		return
	}
	if text, err := os.ReadFile(from); err == nil {
		c.write(c.path(hash), text)
	}
}

// putText keeps a text, if it can.
func (c *cache) putText(name string, text []byte) {
	if c != nil && c.safe() == nil {
		c.write(c.textPath(name), text)
	}
}

// write writes a file with its checksum.
func (c *cache) write(path string, text []byte) {
	sum := sha256.Sum256(text)
	out, err := os.CreateTemp(c.folder, "new-*")
	if err != nil {
		return
	}
	_, err = out.Write(append(slices.Clone(text), sum[:]...)) // loaders do not mind the end
	if err = errors.Join(err, out.Close()); err == nil {
		err = os.Rename(out.Name(), path)
	}
	if err != nil {
		_ = os.Remove(out.Name())
		return
	}
	c.shrink(mostCached)
}

// shrink removes the libraries that were used least recently until the others take at most so many bytes.
func (c *cache) shrink(most int64) {
	entries, err := os.ReadDir(c.folder)
	if err != nil {
		return
	}
	var files []fs.FileInfo
	var size int64
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			files = append(files, info)
			size += info.Size()
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, f := range files {
		if size <= most {
			return
		}
		if os.Remove(filepath.Join(c.folder, f.Name())) == nil {
			size -= f.Size()
		}
	}
}
