package grade

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"funmem/eval/data"
	"funmem/semantics/diag"
)

// File is a file of a submission. Its name has slashes, and begins with that of the submission.
type File struct {
	Name string `json:"name"`
	Text []byte `json:"text"`
}

// Submission is what one student hands in.
type Submission struct {
	Name    string `json:"name"`
	Files   []File `json:"files"`
	Problem string `json:"problem,omitempty"` // why it was not read
}

// The most that is read of one submission.
const (
	mostFiles = 100
	mostBytes = 1 << 20
	mostDepth = 8
)

// Folder is where submissions are: they are read one by one, when they are graded.
type Folder struct {
	Names []string
	Other int // files that are no submissions
	root  *os.Root
	whole string // the name of the folder, if it is one submission
}

// Open finds the submissions of a folder: its files NAME.fun and its folders. A file, and with one a folder, is one
// submission itself. Links are not followed.
func Open(where string, one bool) (*Folder, error) {
	info, err := os.Stat(where)
	if err != nil {
		return nil, data.CannotRead(where, err)
	}
	dir, name := where, "."
	if !info.IsDir() {
		dir, name = filepath.Split(where)
	}
	root, err := os.OpenRoot(cmp.Or(dir, "."))
	if err != nil {
		return nil, data.CannotRead(where, err)
	}
	f := &Folder{root: root}
	switch {
	case !info.IsDir():
		f.Names = []string{name}
		return f, nil
	case one:
		abs, err := filepath.Abs(where)
		f.Names, f.whole = []string{"."}, filepath.Base(abs)
		return f, err
	}
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return nil, data.CannotRead(where, err)
	}
	for _, e := range entries {
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case e.IsDir(), strings.HasSuffix(e.Name(), ".fun"):
			f.Names = append(f.Names, e.Name())
		default:
			f.Other++
		}
	}
	if len(f.Names) == 0 {
		return nil, diag.Usagef("there is no submission in %s", where).Helpf("a submission is a file NAME.fun, or a folder; `--one` takes the folder itself as one")
	}
	return f, nil
}

// Close ends the use of the folder.
func (f *Folder) Close() { f.root.Close() }

// Read is a submission. What is wrong with it is its Problem.
func (f *Folder) Read(k int) *Submission {
	s := read(f.root, f.Names[k])
	if f.whole != "" {
		s.Name = f.whole
		for k := range s.Files {
			s.Files[k].Name = path.Join(f.whole, s.Files[k].Name)
		}
	}
	return s
}

// read reads a file or a folder.
func read(root *os.Root, name string) *Submission {
	s := &Submission{Name: name}
	if err := s.add(root, name, 0, new(int)); err != nil {
		s.Files, s.Problem = nil, err.Error()
	} else if len(s.Files) == 0 {
		s.Problem = "there is no file NAME.fun in it"
	}
	return s
}

func (s *Submission) add(root *os.Root, name string, depth int, size *int) error {
	info, err := root.Lstat(name)
	if err != nil {
		return fmt.Errorf("it cannot be read: %w", data.Cause(err))
	}
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%s is a link, and links are not followed", name)
	case info.IsDir():
		if depth > mostDepth {
			return fmt.Errorf("its folders are more than %d deep", mostDepth)
		}
		entries, err := fs.ReadDir(root.FS(), filepath.ToSlash(name))
		if err != nil {
			return fmt.Errorf("it cannot be read: %w", data.Cause(err))
		}
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), ".") || !e.IsDir() && !strings.HasSuffix(e.Name(), ".fun") {
				continue
			}
			if err := s.add(root, filepath.Join(name, e.Name()), depth+1, size); err != nil {
				return err
			}
		}
		return nil
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is no regular file", name)
	}
	f, err := root.Open(name)
	if err != nil {
		return fmt.Errorf("it cannot be read: %w", data.Cause(err))
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, int64(mostBytes-*size+1)))
	if err != nil {
		return fmt.Errorf("it cannot be read: %w", data.Cause(err))
	}
	if *size += len(text); *size > mostBytes {
		return fmt.Errorf("it has more than %d bytes", mostBytes)
	}
	if len(s.Files) == mostFiles {
		return fmt.Errorf("it has more than %d files", mostFiles)
	}
	s.Files = append(s.Files, File{filepath.ToSlash(name), text})
	return nil
}

// printable is the submission with file names that messages can have as they are.
func (s *Submission) printable() *Submission {
	safe := &Submission{Name: s.Name, Problem: s.Problem}
	for _, f := range s.Files {
		safe.Files = append(safe.Files, File{diag.Printable(f.Name), f.Text})
	}
	return safe
}

// file is a file as a source, or why there is none.
func (s *Submission) file(name string) (*diag.Source, error) {
	k := slices.IndexFunc(s.Files, func(f File) bool { return f.Name == name })
	if k < 0 {
		return nil, diag.Usagef("the submission has no file %s", name).Helpf("a submission may import the files in its own folder, and no others")
	}
	text := s.Files[k].Text
	if at := slices.Index(text, 0); at >= 0 {
		return nil, diag.Errorf(diag.Syntax, "", diag.Span{}, "%s is no program: byte %d of the file is 0, wanted text", name, at)
	}
	return diag.NewSource(name, strings.TrimPrefix(string(text), "\ufeff")), nil
}

// imported is what an import gives: a file of the submission, by the path that the importer made of its name.
func (s *Submission) imported(p string) (*diag.Source, error) {
	slashed := filepath.ToSlash(p)
	if path.IsAbs(slashed) || filepath.IsAbs(p) || filepath.VolumeName(p) != "" || strings.Contains(slashed, "\\") {
		return nil, diag.Usagef("the submission has no file %s", p).Helpf("a submission may import the files in its own folder, and no others")
	}
	return s.file(path.Clean(slashed))
}
