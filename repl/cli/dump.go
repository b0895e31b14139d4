package cli

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"funmem/lower/pass"
	"funmem/repl/session"
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

// dumps is the folder of --dump-each.
func dumps(dir string) session.Folder {
	return session.Folder{Dir: dir, Flag: "--dump-each", By: "funmem lower --dump-each", Comment: "--", Names: dumped}
}

// dumpEach writes the program of each stage to a file of its own.
func dumpEach(s *session.Session, dir string, stages []*pass.Stage) error {
	files := make([]session.File, len(stages))
	for k, at := range stages {
		files[k] = session.File{Name: fileOf(k, at.Name()), Text: aboutFree(s, at.Program) + at.Text + "\n"}
	}
	return dumps(dir).Write(files)
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
