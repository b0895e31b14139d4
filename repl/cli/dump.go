package cli

import (
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"funmem/eval/data"
	"funmem/eval/whole"
	"funmem/lower/pass"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// made returns the stages of a run, followed by the wrong result of a pass, if there is one, as far
// as it got.
func made(stages []*pass.Stage, err error) []*pass.Stage {
	var failed *pass.Failed
	if errors.As(err, &failed) && failed.After.Text != "" {
		return append(stages[:len(stages):len(stages)], failed.After)
	}
	return stages
}

// dumped matches the names of the files that dumpEach writes.
var dumped = regexp.MustCompile(`^\d\d-(source|` + strings.Join(passNames(), "|") + `)(-[a-z]+-[a-z0-9]+)*\.fun$`)

func passNames() (names []string) {
	for _, p := range pass.Passes() {
		names = append(names, regexp.QuoteMeta(p.Name))
	}
	return names
}

// fileOf returns the name of the file of the k-th stage.
func fileOf(k int, stage string) string {
	return fmt.Sprintf("%02d-%s.fun", k, strings.NewReplacer(":", "-", "=", "-").Replace(stage))
}

// marked puts a line before a text that says that --dump-each wrote it, with its checksum.
// --dump-each does not overwrite a file that someone has changed since.
func marked(text string) string {
	return fmt.Sprintf("-- written by `funmem lower --dump-each` (%08x)\n%s", crc32.ChecksumIEEE([]byte(text)), text)
}

// isOurs tells whether a file is still as --dump-each wrote it.
func isOurs(file string) bool {
	text, err := os.ReadFile(file)
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(text), "\n")
	return string(text) == marked(rest)
}

// free is the error that --dump-each would overwrite a file that it did not write.
func free(dir string, names []string) error {
	for k, name := range names {
		file := filepath.Join(dir, fileOf(k, name))
		if _, err := os.Stat(file); err == nil && !isOurs(file) {
			return diag.Usagef("`--dump-each %s` would overwrite %s, which it did not write, or which was changed since", diag.OneLine(dir), diag.OneLine(file)).
				Helpf("give another folder, or take the file away")
		}
	}
	return nil
}

// dumpEach writes the program of each stage to a file of its own. Then it removes the other files
// that an earlier run wrote.
func dumpEach(s *session.Session, dir string, stages []*pass.Stage) error {
	var names []string
	for _, at := range stages {
		names = append(names, at.Name())
	}
	if err := free(dir, names); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return diag.Usagef("cannot make %s: %s", dir, data.Cause(err))
	}
	written := map[string]bool{}
	for k, at := range stages {
		name := fileOf(k, at.Name())
		file := filepath.Join(dir, name)
		if err := whole.WriteFile(file, []byte(marked(aboutFree(s, at.Program)+at.Text+"\n"))); err != nil {
			return diag.Usagef("cannot write %s: %s", file, data.Cause(err))
		}
		written[name] = true
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		return diag.Usagef("cannot read %s: %s", dir, data.Cause(err))
	}
	for _, f := range files {
		if written[f.Name()] || !dumped.MatchString(f.Name()) || !f.Type().IsRegular() || !isOurs(filepath.Join(dir, f.Name())) {
			continue
		}
		if err := os.Remove(filepath.Join(dir, f.Name())); err != nil {
			return diag.Usagef("cannot take away %s: %s", filepath.Join(dir, f.Name()), data.Cause(err))
		}
	}
	return nil
}

// aboutFree is a comment that says which inputs a program needs, or "".
func aboutFree(s *session.Session, p *syntax.Program) string {
	if p == nil {
		return ""
	}
	free := map[int]bool{}
	for _, x := range syntax.FreeVars(p) {
		free[x.ID] = true
	}
	text := ""
	for _, e := range s.Entries {
		in := e.Input
		if in == nil {
			continue
		}
		name := in.Binding.Written()
		for _, p := range in.InCore() {
			if block := p.Block; block != nil && free[block.ID] {
				text += fmt.Sprintf("-- `%s` is the block of the input `%s`: give that one, `--in %s=…`\n", block.Name, name, name)
			} else if !free[p.Binding.ID] {
				continue
			} else if p != in {
				text += fmt.Sprintf("-- `%s` is a part of the input `%s`: give that one, `--in %s=…`\n", p.Binding.Name, name, name)
			} else {
				text += fmt.Sprintf("-- `%s` is an input: `--in %s=…`\n", name, name)
			}
		}
	}
	return text
}
