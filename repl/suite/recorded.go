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

// recorded returns the runs of the dumps of a program of Futhark's on the inputs that its test blocks have. If it has none, they
// come from a file beside it.
func (s *Settings) recorded(dir, file string, files []string) (cases []*Case, err error) {
	name := strings.TrimSuffix(file, ".fut")
	var dumps []string
	for _, f := range files {
		st, ok := futhark.StageOf(f)
		if futhark.IsDump(f) && path.Dir(f) == path.Dir(file) && (ok && path.Join(path.Dir(f), st.Program) == path.Clean(name) || strings.HasPrefix(f, name+".fut_")) {
			dumps = append(dumps, f)
		}
	}
	text, err := os.ReadFile(within(dir, file))
	if err != nil {
		return nil, data.CannotRead(file, err)
	}
	trials, problems := blocks(string(text))
	for _, p := range problems {
		s.leave("%s: %s", file, p)
	}
	for _, ending := range []string{".cases.json", ".inputs.json"} {
		if len(trials) == 0 && slices.Contains(files, name+ending) {
			if trials, err = recordedTrials(within(dir, name+ending)); err != nil {
				return nil, err
			}
		}
	}
	switch {
	case len(trials) == 0:
		return nil, nil
	case len(dumps) == 0:
		s.leave("%s: there is no dump of it, such as %s.final.fut_seq_mem", file, path.Base(name))
	}
	for _, dump := range dumps {
		text, err := os.ReadFile(within(dir, dump))
		if err != nil {
			return nil, data.CannotRead(dump, err)
		}
		prog, err := futhark.Parse(diag.NewSource(dump, string(text)))
		if err != nil {
			s.leave("%s: its inputs, for its text cannot be read", dump)
			continue
		}
		for _, t := range trials {
			cases = append(cases, s.runs(dump, prog, t)...)
		}
	}
	return cases, nil
}

// runs returns the runs of a dump on an input, one in each semantics.
func (s *Settings) runs(dump string, prog *futhark.Program, t *trial) (cases []*Case) {
	var entry *futhark.Entry
	for _, f := range prog.Funs {
		if f.Entry != nil && f.Entry.Name == t.entry {
			entry = f.Entry
		}
	}
	if entry == nil {
		s.leave("%s: it has no entry point %s", dump, t.entry)
		return nil
	}
	var names []string
	for _, p := range entry.Params {
		names = append(names, p.Name)
	}
	c := Case{Stdin: t.text, Want: t.want, Files: []string{dump}}
	args := []string{dump, "--entry", t.entry}
	if t.random {
		text, problem := drawn(t.text, s.Seed)
		if problem != "" {
			s.leave("%s: random input %d of %s: %s", dump, t.number, t.entry, problem)
			return nil
		}
		c.Stdin = text
	}
	from := "-"
	if t.file != "" {
		from, c.Stdin = path.Join(path.Dir(dump), t.file), ""
		c.Files = append(c.Files, from)
		if strings.HasSuffix(t.file, ".gz") {
			s.leave("%s: input %d of %s: %s is compressed", dump, t.number, t.entry, t.file)
			return nil
		}
	}
	if len(names) > 0 {
		args = append(args, "--in", strings.Join(names, ",")+"="+from)
	} else {
		c.Stdin = ""
	}
	if v := c.Want.Values; v != nil && v.File != "" {
		own := *v
		own.File = path.Join(path.Dir(dump), v.File)
		c.Want.Values, c.Files = &own, append(c.Files, own.File)
	}
	if c.Want.Values == nil && c.Want.Error == nil { // both semantics are compared with each other
		c.Args = append([]string{"check"}, append(args, s.proofs()...)...)
		c.Name = fmt.Sprintf("check %s %s %d", dump, t.entry, t.number)
		return []*Case{&c}
	}
	for _, engine := range engines {
		one := c
		one.Args = append(append([]string{"run"}, args...), "--engine", engine)
		one.Name = fmt.Sprintf("run %s %s %d %s", dump, t.entry, t.number, engine)
		cases = append(cases, &one)
	}
	return cases
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
