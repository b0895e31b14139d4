package session

import (
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"funmem/eval/data"
	"funmem/eval/whole"
	"funmem/semantics/diag"
)

// Folder is a folder into which a flag writes files of its own. Each begins with a comment that has a checksum, so that
// a file which someone has changed since is not overwritten.
type Folder struct {
	Dir     string
	Flag    string         // the flag, as --dump-each
	By      string         // how messages in files call it, as `funmem lower --dump-each`
	Comment string         // what begins a comment
	Names   *regexp.Regexp // the names of its files
}

// File is a file to be written.
type File struct{ Name, Text string }

// marked puts a line before a text that says who wrote it, with its checksum.
func (f Folder) marked(text string) string {
	return fmt.Sprintf("%s written by `%s` (%08x)\n%s", f.Comment, f.By, crc32.ChecksumIEEE([]byte(text)), text)
}

// isOurs tells whether a file is still as the flag wrote it.
func (f Folder) isOurs(file string) bool {
	text, err := os.ReadFile(file)
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(text), "\n")
	return string(text) == f.marked(rest)
}

// Free is the error that one of some files would be overwritten that the flag did not write.
func (f Folder) Free(names []string) error {
	for _, name := range names {
		file := filepath.Join(f.Dir, name)
		if _, err := os.Stat(file); err == nil && !f.isOurs(file) {
			return diag.Usagef("`%s %s` would overwrite %s, which it did not write, or which was changed since", f.Flag, diag.OneLine(f.Dir), diag.OneLine(file)).
				Helpf("give another folder, or take the file away")
		}
	}
	return nil
}

// Make makes the folder.
func (f Folder) Make() error {
	if err := os.MkdirAll(f.Dir, 0o777); err != nil {
		return diag.Usagef("cannot make %s: %s", f.Dir, data.Cause(err))
	}
	return nil
}

// Write writes files. Then it removes the other files that the flag wrote earlier.
func (f Folder) Write(files []File) error {
	var names []string
	for _, x := range files {
		names = append(names, x.Name)
	}
	if err := f.Free(names); err != nil {
		return err
	}
	if err := f.Make(); err != nil {
		return err
	}
	written := map[string]bool{}
	for _, x := range files {
		file := filepath.Join(f.Dir, x.Name)
		if err := whole.WriteFile(file, []byte(f.marked(x.Text))); err != nil {
			return diag.Usagef("cannot write %s: %s", file, data.Cause(err))
		}
		written[x.Name] = true
	}
	there, err := os.ReadDir(f.Dir)
	if err != nil {
		return diag.Usagef("cannot read %s: %s", f.Dir, data.Cause(err))
	}
	for _, x := range there {
		file := filepath.Join(f.Dir, x.Name())
		if written[x.Name()] || !f.Names.MatchString(x.Name()) || !x.Type().IsRegular() || !f.isOurs(file) {
			continue
		}
		if err := os.Remove(file); err != nil {
			return diag.Usagef("cannot take away %s: %s", file, data.Cause(err))
		}
	}
	return nil
}
