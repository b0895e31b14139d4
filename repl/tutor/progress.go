package tutor

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"

	"funmem/eval/data"
	"funmem/eval/whole"
	"funmem/repl/edit"
	"funmem/semantics/diag"
)

// Progress is what a student has done, as its file keeps it.
type Progress struct {
	File    string             `json:"-"` // "": nothing is kept
	Lessons map[string]*Record `json:"lessons"`
}

// Record is what a student has done in one lesson.
type Record struct {
	Step      int            `json:"step"`                // the step to go on with, from 0
	Done      bool           `json:"done,omitempty"`      // the end was reached, once at least
	Right     map[int]bool   `json:"right,omitempty"`     // by step: whether the first answer was right, or the task was solved
	Solutions map[int]string `json:"solutions,omitempty"` // by step: what solved its task
}

// ProgressFile is the path of the progress: KeptFile of FUNMEM_TUTOR and tutor.json.
func ProgressFile() string { return edit.KeptFile("FUNMEM_TUTOR", "tutor.json") }

// mostKept is how many bytes the file may have.
const mostKept = 1 << 20

// ReadProgress reads the progress from its file. With an error there is no progress, and none is kept, so that the file stays
// as it is.
func ReadProgress(file string) (*Progress, error) {
	p := &Progress{File: file, Lessons: map[string]*Record{}}
	if file == "" {
		return p, nil
	}
	text, err := os.ReadFile(file)
	switch {
	case os.IsNotExist(err):
		return p, nil
	case err != nil:
		p.File = ""
		return p, diag.Usagef("what you have done in lessons cannot be read from %s: %s", file, data.Cause(err)).Helpf("nothing is kept until it can be read")
	}
	broken := func(why string) (*Progress, error) {
		return &Progress{Lessons: map[string]*Record{}}, diag.Usagef("the file %s does not say what you have done in lessons: %s", file, why).
			Helpf("move it away, and a new one is begun; until then it stays as it is, and nothing is kept")
	}
	if len(text) > mostKept {
		return broken("it is too large")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(p); err != nil {
		return broken(err.Error())
	}
	if p.Lessons == nil {
		return broken("it has no lessons")
	}
	for name, r := range p.Lessons {
		if r == nil || r.Step < 0 {
			return broken("the lesson " + name + " has no step")
		}
	}
	return p, nil
}

// Of is what was done in a lesson.
func (p *Progress) Of(l *Lesson) *Record {
	r := p.Lessons[l.Key]
	if r == nil {
		r = &Record{}
	}
	if r.Right == nil {
		r.Right = map[int]bool{}
	}
	if r.Solutions == nil {
		r.Solutions = map[int]string{}
	}
	p.Lessons[l.Key] = r
	if r.Step >= len(l.Steps) { // the lesson was longer
		r.Step = 0
	}
	return r
}

// Keep writes the record of a lesson to the file. Those of other lessons stay as the file has them now: another session may
// have written them.
func (p *Progress) Keep(l *Lesson) error {
	if p.File == "" {
		return nil
	}
	now, err := ReadProgress(p.File)
	if err != nil {
		p.File = ""
		return err
	}
	now.Lessons[l.Key] = p.Of(l)
	text, err := json.MarshalIndent(now, "", " ")
	if err == nil {
		if err = os.MkdirAll(filepath.Dir(p.File), 0o777); err == nil {
			err = whole.WriteFile(p.File, append(text, '\n'))
		}
	}
	if err != nil {
		file := p.File
		p.File = ""
		return diag.Usagef("what you have done cannot be kept in %s: %s", file, data.Cause(err)).Helpf("the lesson goes on without that; FUNMEM_TUTOR= says that nothing is to be kept")
	}
	return nil
}
