package suite

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"

	"funmem/eval/data"
	"funmem/eval/whole"
	"funmem/semantics/diag"
)

// Header is the first line of a file of results.
type Header struct {
	Suite   int      `json:"suite"` // the version of the format
	Root    string   `json:"root"`  // the folder of the suite
	Cases   int      `json:"cases"`
	Version string   `json:"funmem,omitempty"`
	Shard   string   `json:"shard,omitempty"` // K/N: these are the cases of a part
	All     int      `json:"all,omitempty"`   // how many cases all parts have together
	Whole   string   `json:"whole,omitempty"` // a hash of all these cases, with what their results depend on
	Only    string   `json:"only,omitempty"`  // these are the cases with that text in their names
	Left    []string `json:"left,omitempty"`  // what no case was made of
}

// NewHeader numbers the cases of a suite, and returns the header of a file with the results of a part of them.
func NewHeader(root, version string, cases []*Case, shard Shard, left []string) Header {
	sum := sha256.New()
	for k, c := range cases {
		c.Number, c.began = k+1, c.key(root, version)
		fmt.Fprintf(sum, "%q %s\n", c.Name, c.began)
	}
	return Header{
		Suite: format, Root: root, Cases: len(shard.Of(cases)), Version: version, Shard: shard.Text(),
		All: len(cases), Whole: hex.EncodeToString(sum.Sum(nil))[:24], Left: left,
	}
}

// mostCases is how many cases a suite may have.
const mostCases = 10_000_000

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
			if n := r.Header.All; n < 0 || n > mostCases {
				return nil, diag.Usagef("%s is of %d cases, which no suite has", path, n)
			}
			continue
		}
		one := &Result{}
		if err := json.Unmarshal(line, one); err != nil || one.Case == "" || len(one.Args) == 0 || !slices.Contains(Verdicts, one.Verdict) {
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

	path  string   // the name that f has when it is finished; "": its own
	parts []string // files that a task with the same results left, or still writes
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
	left = file.take(h, dir, cases, old.Lines)
	if h.Suite = format; reflect.DeepEqual(old.Header, h) {
		return file, left, nil
	}
	// the suite has changed: a file is about one suite, or merge would take results of one for those of the other
	f.Close()
	text, err := encoded(h, file.Done)
	if err == nil {
		err = whole.WriteFile(path, text)
	}
	if err == nil {
		file.f, err = os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	}
	if err != nil {
		return nil, nil, diag.Usagef("cannot write %s: %s", path, data.Cause(err))
	}
	return file, left, nil
}

// take notes which of the cases have a result already, and returns the others.
func (f *File) take(h Header, dir string, cases []*Case, lines []*Result) (left []*Case) {
	done := map[string]*Result{}
	for _, one := range lines {
		done[one.Case] = one
	}
	for _, c := range cases {
		if one := done[c.Name]; one != nil && one.Key == c.keyAtBegin(dir, h.Version) {
			one.Number = c.Number
			f.Done = append(f.Done, one)
		} else {
			left = append(left, c)
		}
	}
	return left
}

// Add writes the result of a case, which is finished when Add returns.
func (f *File) Add(r *Result) error { return f.line(r) }

// Close closes the file.
func (f *File) Close() error { return f.f.Close() }

// line writes a line in one piece.
func (f *File) line(x any) error {
	text, err := line(x)
	if err == nil {
		_, err = f.f.Write(text)
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", f.f.Name(), err)
	}
	return nil
}

// line is an object as a line of JSON.
func line(x any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(x) // which ends the line
	return b.Bytes(), err
}

// encoded is the text of a file of results.
func encoded(h Header, results []*Result) (text []byte, err error) {
	if text, err = line(h); err != nil {
		return nil, err
	}
	for _, one := range results {
		l, err := line(one)
		if err != nil {
			return nil, err
		}
		text = append(text, l...)
	}
	return text, nil
}
