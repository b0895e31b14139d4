package suite

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"funmem/eval/data"
	"funmem/semantics/diag"
)

// Header is the first line of a file of results.
type Header struct {
	Suite   int    `json:"suite"` // the version of the format
	Root    string `json:"root"`  // the folder of the suite
	Cases   int    `json:"cases"`
	Version string `json:"funmem,omitempty"`
}

// format is the version of the format that this package writes and reads.
const format = 1

// Results are the lines of a file of results.
type Results struct {
	Header Header
	Lines  []*Result // each case once: the last line about it
	whole  int64     // how many bytes are whole lines
}

// ReadResults reads a file of results. A line that was cut off at the end is left out.
func ReadResults(path string) (*Results, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, data.CannotRead(path, err)
	}
	r, at := &Results{}, map[string]int{}
	for n := 1; ; n++ {
		line, rest, ended := bytes.Cut(text, []byte("\n"))
		if !ended {
			break
		}
		text = rest
		r.whole += int64(len(line)) + 1
		if n == 1 {
			if err := json.Unmarshal(line, &r.Header); err != nil || r.Header.Suite != format {
				return nil, diag.Usagef("%s has no results of a suite: its first line is no {\"suite\":%d,…}", path, format)
			}
			continue
		}
		one := &Result{}
		if err := json.Unmarshal(line, one); err != nil || one.Case == "" {
			return nil, diag.Usagef("%s:%d: this line is no result of a case", path, n)
		}
		if k, twice := at[one.Case]; twice {
			r.Lines[k] = one
			continue
		}
		at[one.Case] = len(r.Lines)
		r.Lines = append(r.Lines, one)
	}
	return r, nil
}

// File is a file of results that grows.
type File struct {
	f    *os.File
	Done []*Result // what was there before, of the cases that have not changed since
}

// Create begins a file of results. There must be none yet.
func Create(path string, h Header) (*File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return nil, diag.Usagef("there is a file %s already", path).Helpf("`--resume` goes on with its results; else choose another name, or remove it")
	}
	if err != nil {
		return nil, diag.Usagef("cannot write %s: %s", path, data.Cause(err))
	}
	h.Suite = format
	file := &File{f: f}
	return file, file.line(h)
}

// Resume goes on with a file of results, or begins one where there is none. Cases whose result is in the file are done, unless
// their key is another one now.
func Resume(path string, h Header, dir string, cases []*Case) (file *File, left []*Case, err error) {
	if info, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		if err == nil {
			if err := os.Remove(path); err != nil {
				return nil, nil, diag.Usagef("cannot write %s: %s", path, data.Cause(err))
			}
		}
		file, err := Create(path, h)
		return file, cases, err
	}
	old, err := ReadResults(path)
	if err != nil {
		return nil, nil, err
	}
	if old.whole == 0 { // its header was cut off
		if err := os.Remove(path); err != nil {
			return nil, nil, diag.Usagef("cannot write %s: %s", path, data.Cause(err))
		}
		file, err := Create(path, h)
		return file, cases, err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err == nil {
		err = f.Truncate(old.whole)
	}
	if err != nil {
		return nil, nil, diag.Usagef("cannot write %s: %s", path, data.Cause(err))
	}
	file = &File{f: f}
	done := map[string]*Result{}
	for _, one := range old.Lines {
		done[one.Case] = one
	}
	for _, c := range cases {
		if one := done[c.Name]; one != nil && one.Key == c.key(dir, h.Version) {
			file.Done = append(file.Done, one)
		} else {
			left = append(left, c)
		}
	}
	return file, left, nil
}

// Add writes the result of a case, which is finished when Add returns.
func (f *File) Add(r *Result) error { return f.line(r) }

// Close closes the file.
func (f *File) Close() error { return f.f.Close() }

// line writes a line in one piece.
func (f *File) line(x any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(x) // which ends the line
	if err == nil {
		_, err = f.f.Write(b.Bytes())
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", f.f.Name(), err)
	}
	return nil
}
