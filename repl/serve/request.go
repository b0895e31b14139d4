package serve

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"funmem/repl/suite"
	"funmem/semantics/diag"
)

// mostLine is how long a line may be, in bytes.
const mostLine = 16 << 20

// request is a line that comes in.
type request struct {
	ID      json.RawMessage `json:"id"` // a string or a number; an answer has the same
	Do      string          `json:"do"`
	Program *text           `json:"program"` // of check
	Before  *text           `json:"before"`  // of validate
	After   *text           `json:"after"`
	Flags   []string        `json:"flags"` // of the sub-command
	Of      json.RawMessage `json:"of"`    // of cancel: the id of another request
}

// text is a program as text: a string, or an object with a name, which messages have and whose ending says what language
// it is.
type text struct{ Name, Text string }

// UnmarshalJSON reads either form.
func (t *text) UnmarshalJSON(raw []byte) error {
	if bytes.HasPrefix(raw, []byte(`"`)) {
		return json.Unmarshal(raw, &t.Text)
	}
	in := struct {
		Name *string `json:"name"`
		Text *string `json:"text"`
	}{}
	if err := strict(raw, &in); err != nil {
		return err
	}
	if in.Name == nil || in.Text == nil {
		return errors.New("a program is a text, or an object with a name and a text")
	}
	t.Name, t.Text = *in.Name, *in.Text
	return nil
}

// strict reads one value of JSON, without keys that nobody knows.
func strict(raw []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("there is more on the line than one object")
	}
	return nil
}

// dos are the requests.
var dos = []string{"cancel", "check", "validate", "version"}

// files are the flags that write files. A server writes nothing but answers.
var files = []string{"html", "out", "page", "save", "smt"}

// partial are the flags of validations over several files, or of a part of one.
var partial = []string{"merge", "shard", "stages"}

// read reads a line. A request has an id also where the rest of the line is wrong, if the line has one.
func read(line []byte) (r *request, wrong *diag.Diagnostic) {
	r = &request{}
	if !utf8.Valid(line) { // the reader of JSON would put U+FFFD in its place, and the program would be another one
		return r, diag.Usagef("this line is no request: it is not UTF-8")
	}
	if err := strict(line, r); err != nil {
		found := struct {
			ID json.RawMessage `json:"id"`
		}{}
		if json.Unmarshal(line, &found) == nil && isID(found.ID) {
			r.ID = found.ID
		} else {
			r.ID = nil
		}
		return r, diag.Usagef("this line is no request: %s", cause(err)).Helpf(`a request is an object on one line, as {"id": 1, "do": "check", "program": "1 + 1"}`)
	}
	if !isID(r.ID) {
		r.ID = nil
		return r, diag.Usagef("a request needs an id, which is a string or a number").Helpf(`as {"id": 1, "do": "version"}`)
	}
	r.ID = compact(r.ID)
	return r, r.wrong()
}

// cause is an error of the reader of JSON without the words of Go.
func cause(err error) string {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return "it ends too early"
	}
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		value := "a " + kind.Value
		if kind.Value == "array" {
			value = "an array"
		}
		if kind.Field == "" {
			return value + " is no object"
		}
		return "`" + kind.Field + "` cannot be " + value
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

// isID tells whether a value is a string or a number.
func isID(id json.RawMessage) bool {
	return len(id) > 0 && (id[0] == '"' || id[0] == '-' || '0' <= id[0] && id[0] <= '9')
}

// compact is an id in one form, so that two that are the same are the same text.
func compact(id json.RawMessage) json.RawMessage {
	var s string
	if id[0] == '"' && json.Unmarshal(id, &s) == nil {
		if same, err := json.Marshal(s); err == nil {
			return same
		}
	}
	return id
}

// wrong says what a request has that it may not have, or lacks.
func (r *request) wrong() *diag.Diagnostic {
	var wants []string
	switch r.Do {
	case "check":
		wants = []string{"program"}
	case "validate":
		wants = []string{"before", "after"}
	case "cancel":
		if !isID(r.Of) {
			return diag.Usagef("`cancel` needs `of`, the id of another request")
		}
		r.Of = compact(r.Of)
	case "version":
	default:
		d := diag.Usagef("there is no request %q", r.Do)
		if near := diag.Nearest(r.Do, dos); near != "" {
			return d.Helpf("did you mean %q?", near)
		}
		return d.Helpf("the requests are %s", strings.Join(dos, ", "))
	}
	for _, p := range []struct {
		name string
		*text
	}{{"program", r.Program}, {"before", r.Before}, {"after", r.After}} {
		switch wanted := slices.Contains(wants, p.name); {
		case wanted != (p.text != nil):
			return diag.Usagef("`%s` %s `%s`", r.Do, map[bool]string{true: "needs", false: "takes no"}[wanted], p.name)
		case !wanted:
		case p.Name == "":
			p.Name = p.name + ".fun"
		case strings.HasPrefix(p.Name, "-"):
			return diag.Usagef("a program cannot have the name %q, which looks like a flag", p.Name)
		}
	}
	switch {
	case r.Do == "validate" && r.Before.Name == r.After.Name:
		return diag.Usagef("both programs have the name %q", r.After.Name).Helpf("messages tell them apart by their names")
	case r.Of != nil && r.Do != "cancel":
		return diag.Usagef("`%s` takes no `of`", r.Do)
	case len(wants) == 0 && r.Flags != nil:
		return diag.Usagef("`%s` takes no `flags`", r.Do)
	}
	for _, flag := range r.Flags {
		name, _, _ := strings.Cut(strings.TrimLeft(flag, "-"), "=")
		switch {
		case !strings.HasPrefix(flag, "-"):
		case slices.Contains(files, name):
			return diag.Usagef("`--%s` writes files, and a server writes none", name).Helpf("the object of the answer has the counterexample")
		case slices.Contains(partial, name):
			return diag.Usagef("`--%s` is about files, and a request compares two texts", name).Helpf("`funmem validate` takes it")
		}
	}
	return nil
}

// job is the command line that a request stands for.
func (r *request) job() suite.Job {
	j := suite.Job{Args: []string{r.Do}, Texts: map[string]string{}}
	for _, t := range []*text{r.Program, r.Before, r.After} {
		if t != nil {
			j.Args, j.Texts[t.Name] = append(j.Args, t.Name), t.Text
		}
	}
	j.Args = append(append(j.Args, "--json"), r.Flags...)
	return j
}

// lines calls each with the lines of a text, without their ends, until it ends. A line that is too long is nil. Empty lines
// are left out.
func lines(in io.Reader, each func(line []byte)) error {
	r := bufio.NewReaderSize(in, 1<<16)
	var line []byte
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if long = long || len(line)+len(part) > mostLine; !long {
			line = append(line, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		switch text := bytes.TrimSpace(line); {
		case long:
			each(nil)
		case len(text) > 0:
			each(text)
		}
		line, long = nil, false
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
