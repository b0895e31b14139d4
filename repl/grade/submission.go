package grade

import (
	"cmp"
	"context"
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

// The most that is read of one submission, and of a folder of submissions.
const (
	mostFiles       = 100
	mostBytes       = 1 << 20
	mostDepth       = 8
	mostSubmissions = 100_000
)

// Submissions reads a file, or each file and folder of a folder. With one, a folder is one submission. other is how many
// files of the folder are no submissions. Links are not followed.
func Submissions(ctx context.Context, where string, one bool) (list []*Submission, other int, err error) {
	info, err := os.Stat(where)
	if err != nil {
		return nil, 0, data.CannotRead(where, err)
	}
	if !info.IsDir() {
		dir, name := filepath.Split(where)
		root, err := os.OpenRoot(cmp.Or(dir, "."))
		if err != nil {
			return nil, 0, data.CannotRead(where, err)
		}
		defer root.Close()
		return []*Submission{read(root, name)}, 0, nil
	}
	root, err := os.OpenRoot(where)
	if err != nil {
		return nil, 0, data.CannotRead(where, err)
	}
	defer root.Close()
	if one {
		abs, _ := filepath.Abs(where)
		s := read(root, ".")
		s.rename(filepath.Base(abs))
		return []*Submission{s}, 0, nil
	}
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return nil, 0, data.CannotRead(where, err)
	}
	for _, e := range entries {
		if ctx.Err() != nil {
			return nil, 0, context.Cause(ctx)
		}
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case e.IsDir(), strings.HasSuffix(e.Name(), ".fun"):
			list = append(list, read(root, e.Name()))
		default:
			other++
		}
		if len(list) > mostSubmissions {
			return nil, 0, diag.Usagef("%s has more than %d submissions", where, mostSubmissions)
		}
	}
	if len(list) == 0 {
		return nil, other, diag.Usagef("there is no submission in %s", where).Helpf("a submission is a file NAME.fun, or a folder; `--one` takes the folder itself as one")
	}
	return list, other, nil
}

// rename gives a submission that was read as `.` its name.
func (s *Submission) rename(name string) {
	s.Name = name
	for k := range s.Files {
		s.Files[k].Name = path.Join(name, s.Files[k].Name)
	}
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

// file is a file as a source, or why there is none.
func (s *Submission) file(name string) (*diag.Source, error) {
	k := slices.IndexFunc(s.Files, func(f File) bool { return f.Name == name })
	if k < 0 {
		return nil, diag.Usagef("the submission has no file %s", name).Helpf("a submission may import the files in its own folder, and no others")
	}
	text := s.Files[k].Text
	if at := slices.Index(text, 0); at >= 0 {
		return nil, diag.Usagef("%s is no program: byte %d of the file is 0, wanted text", name, at)
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
