package repl

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"funmem/eval/data"
	"funmem/lower/pass"
	"funmem/semantics/syntax"
)

// made are the stages of a run, and behind them what a pass gave that is wrong, as far as it
// came.
func made(stages []*pass.Stage, err error) []*pass.Stage {
	var failed *pass.Failed
	if errors.As(err, &failed) && failed.After.Text != "" {
		return append(stages[:len(stages):len(stages)], failed.After)
	}
	return stages
}

// dumped is what the files are called that dumpEach writes.
var dumped = regexp.MustCompile(`^\d\d-(source|` + strings.Join(passNames(), "|") + `)(-[a-z]+-[a-z0-9]+)*\.fun$`)

func passNames() (names []string) {
	for _, p := range pass.Passes() {
		names = append(names, regexp.QuoteMeta(p.Name))
	}
	return names
}

// dumpEach writes the program of each stage to a file of its own, and takes away what an
// earlier run wrote.
func (s *Session) dumpEach(dir string, stages []*pass.Stage) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return usagef("cannot make %s: %s", dir, data.Cause(err))
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		return usagef("cannot read %s: %s", dir, data.Cause(err))
	}
	for _, f := range files {
		if !dumped.MatchString(f.Name()) || !f.Type().IsRegular() {
			continue
		}
		if err := os.Remove(filepath.Join(dir, f.Name())); err != nil {
			return usagef("cannot take away %s: %s", filepath.Join(dir, f.Name()), data.Cause(err))
		}
	}
	for k, at := range stages {
		name := strings.NewReplacer(":", "-", "=", "-").Replace(at.Name())
		file := filepath.Join(dir, fmt.Sprintf("%02d-%s.fun", k, name))
		if err := os.WriteFile(file, []byte(s.aboutFree(at.Program)+at.Text+"\n"), 0o666); err != nil {
			return usagef("cannot write %s: %s", file, data.Cause(err))
		}
	}
	return nil
}

// aboutFree is a comment that says which inputs a program needs, or "".
func (s *Session) aboutFree(p *syntax.Program) string {
	if p == nil {
		return ""
	}
	free := map[int]bool{}
	for _, x := range syntax.FreeVars(p) {
		free[x.ID] = true
	}
	text := ""
	for _, e := range s.entries {
		in := e.input
		if in == nil {
			continue
		}
		name := in.binding.Written()
		if block := in.block; block != nil && free[block.ID] {
			text += fmt.Sprintf("-- `%s` is the block of the input `%s`: give that one, `--in %s=…`\n", block.Name, name, name)
		} else if free[in.binding.ID] {
			text += fmt.Sprintf("-- `%s` is an input: `--in %s=…`\n", name, name)
		}
	}
	return text
}
