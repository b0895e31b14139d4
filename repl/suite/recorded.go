package suite

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"funmem/eval/data"
	"funmem/futhark"
	"funmem/semantics/diag"
)

// engines are the semantics in which recorded inputs run.
var engines = []string{"value", "heap"}

// source is a program of Futhark's in a folder.
type source struct {
	file string
	*spec
	dumps []string
}

// name is the name of the file without its ending.
func (p *source) name() string { return strings.TrimSuffix(p.file, ".fut") }

// source reads the test blocks of a program of Futhark's. If it has no inputs, they come from a file beside it.
func (s *Settings) source(dir, file string, files []string) (*source, error) {
	text, err := os.ReadFile(within(dir, file))
	if err != nil {
		return nil, data.CannotRead(file, err)
	}
	p := &source{file: file, spec: blocks(string(text))}
	for _, f := range files {
		st, ok := futhark.StageOf(f)
		if futhark.IsDump(f) && path.Dir(f) == path.Dir(file) && (ok && path.Join(path.Dir(f), st.Program) == path.Clean(p.name()) || strings.HasPrefix(f, p.name()+".fut_")) {
			p.dumps = append(p.dumps, f)
		}
	}
	for _, problem := range p.problems {
		s.leave("%s: %s", file, problem)
	}
	for _, ending := range []string{".cases.json", ".inputs.json"} {
		if len(p.trials) == 0 && slices.Contains(files, p.name()+ending) {
			if p.trials, err = recordedTrials(within(dir, p.name()+ending)); err != nil {
				return nil, err
			}
		}
	}
	return p, nil
}

// recorded returns the runs of the dumps of a program on its inputs.
func (s *Settings) recorded(dir string, p *source) (cases []*Case, err error) {
	for _, dump := range p.dumps {
		text, err := os.ReadFile(within(dir, dump))
		if err != nil {
			return nil, data.CannotRead(dump, err)
		}
		prog, err := futhark.Parse(diag.NewSource(dump, string(text)))
		if err != nil {
			s.leave("%s: its inputs, for its text cannot be read", dump)
			continue
		}
		for _, t := range p.trials {
			if entryOf(prog, t.entry) == nil {
				s.leave("%s: it has no entry point %s", dump, t.entry)
				continue
			}
			list, problem := s.runs(dir, dump, path.Dir(p.file), prog, t)
			if problem != "" {
				s.leave("%s: %s %d of %s: %s", dump, t.kind(), t.number, t.entry, problem)
			}
			cases = append(cases, list...)
		}
	}
	return cases, nil
}

// kind names an input for messages.
func (t *trial) kind() string {
	switch {
	case t.script:
		return "script input"
	case t.random:
		return "random input"
	}
	return "input"
}

// entryOf is an entry point of a program, or nil.
func entryOf(prog *futhark.Program, name string) *futhark.Entry {
	for _, f := range prog.Funs {
		if f.Entry != nil && f.Entry.Name == name {
			return f.Entry
		}
	}
	return nil
}

// from is a file that the program in a folder names.
func from(at, file string) string { return path.Join(at, file) }

// runs returns the runs of a dump on an input, one in each semantics. problem says why there are none. The input names files from
// the folder at.
func (s *Settings) runs(dir, dump, at string, prog *futhark.Program, t *trial) (cases []*Case, problem string) {
	parts, problem := t.parts(dir, at, s.Seed, func(name string) bool { return entryOf(prog, name) != nil })
	if problem != "" {
		return nil, problem
	}
	words, feeds, files, problem := inputs(dump, at, prog, t.entry, parts)
	if problem != "" {
		return nil, problem
	}
	c := Case{Want: t.want, Feeds: feeds, Files: append([]string{dump}, files...)}
	if len(feeds) == 1 && len(feeds[0].Args) == 0 {
		c.Stdin, c.Feeds = feeds[0].Text, nil
	}
	if t.script && t.file != "" {
		c.Files = append(c.Files, from(at, t.file))
	}
	args := append([]string{dump, "--entry", t.entry}, words...)
	if v := c.Want.Values; v != nil && v.File != "" {
		own := *v
		own.File = from(at, v.File)
		c.Want.Values, c.Files = &own, append(c.Files, own.File)
	}
	if c.Want.Values == nil && c.Want.Error == nil { // both semantics are compared with each other
		c.Args = append([]string{"check"}, append(args, s.ofChecks("")...)...)
		c.Name = fmt.Sprintf("check %s %s %d", dump, t.entry, t.number)
		return []*Case{&c}, ""
	}
	for _, engine := range engines {
		one := c
		one.Args = append(append([]string{"run"}, args...), "--engine", engine)
		one.Name = fmt.Sprintf("run %s %s %d %s", dump, t.entry, t.number, engine)
		cases = append(cases, &one)
	}
	return cases, ""
}

// parts are the pieces of the input. problem says what of it is not understood.
func (t *trial) parts(dir, at string, seed int64, entry func(name string) bool) (parts []piece, problem string) {
	switch {
	case t.script:
		text := t.text
		if t.file != "" {
			read, err := os.ReadFile(within(dir, from(at, t.file)))
			if err != nil {
				return nil, data.CannotRead(t.file, err).Error()
			}
			text = string(read)
		}
		return script(text, entry)
	case t.random:
		text, problem := drawn(t.text, seed)
		return []piece{{text: text}}, problem
	case t.file != "":
		return []piece{{file: t.file}}, ""
	case t.text == "":
		return nil, ""
	}
	return []piece{{text: t.text}}, ""
}

// recordedTrials reads a file of recorded inputs: an object whose cases have an entry, a stdin, and a stdout or an error.
func recordedTrials(file string) (list []*trial, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, data.CannotRead(file, err)
	}
	type one struct {
		Entry, Stdin, Stdout string
		Error                *string
	}
	var all struct {
		Cases  []one
		Errors []one `json:"error_cases"`
	}
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, diag.Usagef("%s has no recorded inputs: %s", file, err)
	}
	count := map[string]int{}
	anything := ""
	for k, c := range append(all.Cases, all.Errors...) {
		count[c.Entry]++
		t := &trial{entry: c.Entry, number: count[c.Entry], text: c.Stdin}
		switch {
		case c.Error != nil:
			t.want.Error = c.Error
		case k >= len(all.Cases):
			t.want.Error = &anything
		default:
			t.want.Values = &Values{Text: c.Stdout, Near: true}
		}
		list = append(list, t)
	}
	return list, nil
}
