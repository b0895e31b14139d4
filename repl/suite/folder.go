package suite

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"funmem/eval/data"
	"funmem/futhark"
	"funmem/semantics/diag"
)

// Settings say which cases files stand for.
type Settings struct {
	Flags  []string // of each check and validate
	Bisect bool     // a pipeline is one case, its last stage against its first, and not one case for each step
	Seed   int64    // of random inputs

	Compiler *Compiler // makes stages of programs of Futhark's that have none, and says what it is asked; nil: it is not called

	Left []string // what no case was made of, and why
}

// Folder returns the cases that the files of a folder stand for, by their names. sub is a folder in dir, and the names of files
// begin with it.
//
// A dump and a program of Fun, FUNMEM or IMP is checked, and a program with examples in its comments is tested. The stages of a
// pipeline are validated, each against the one before. Dumps NAME.… beside a program NAME.fut are run on the inputs that its
// test blocks have, or those of a file NAME.cases.json or NAME.inputs.json. With a compiler, dumps are made where there are none.
// Names that begin with a dot are left out: editors leave files such as .#a.fun. A file that cannot be read has a case, which says
// so, and does not stop the others.
func (s *Settings) Folder(ctx context.Context, dir, sub string) ([]*Case, error) {
	var files []string
	root := within(dir, sub)
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		hidden := err == nil && strings.HasPrefix(d.Name(), ".") && file != root
		switch {
		case err != nil:
			return err
		case d.IsDir() && hidden:
			return filepath.SkipDir
		case !hidden && (d.Type().IsRegular() || d.Type()&fs.ModeSymlink != 0): // a pipe would be read for ever
			name, err := named(dir, sub, file)
			if err != nil {
				return err
			}
			if !utf8.ValidString(name) { // a line of JSON could not tell it from others
				s.leave("%q: its name is not UTF-8", name)
				return nil
			}
			files = append(files, name)
		}
		return nil
	})
	if err != nil {
		return nil, data.CannotRead(root, err)
	}
	slices.Sort(files)
	programs := map[string]*source{}
	var inOrder []*source
	for _, file := range files {
		if path.Ext(file) == ".fut" {
			p, err := s.source(dir, file, files)
			if err != nil {
				return nil, err
			}
			programs[file], inOrder = p, append(inOrder, p)
		}
	}
	cases, err := s.make(ctx, dir, inOrder)
	if err != nil {
		return nil, err
	}
	for _, p := range inOrder {
		for _, dump := range p.dumps {
			if !slices.Contains(files, dump) {
				files = append(files, dump)
			}
		}
	}
	for _, file := range files {
		switch ending := path.Ext(file); {
		case futhark.IsDump(file), ending == ".imp":
			cases = append(cases, s.plain("check", file))
		case ending == ".fun":
			cases = append(cases, s.plain("check", file))
			if text, err := os.ReadFile(within(dir, file)); err == nil && example.Match(text) {
				cases = append(cases, s.plain("test", file))
			}
		case ending == ".fut":
			p := programs[file]
			if s.lacks(p); p.disabled {
				continue
			}
			list, err := s.recorded(dir, p)
			if err != nil {
				return nil, err
			}
			cases = append(append(cases, s.claims(ctx, p)...), list...)
		}
	}
	s.untested(inOrder)
	cases = append(cases, s.pipelines(files)...)
	if len(cases) == 0 {
		return nil, diag.Usagef("there are no cases in %s", root).Helpf("they are made of files NAME.fun and NAME.imp, and of dumps such as NAME.final.fut_seq_mem")
	}
	return distinct(cases), nil
}

// lacks notes why there are no runs of a program.
func (s *Settings) lacks(p *source) {
	switch {
	case p.disabled:
		s.leave("%s: it has the tag disable, so that Futhark's own tests leave it out", p.file)
	case len(p.dumps) > 0 || !p.found && len(p.trials) == 0:
	case p.fails():
		if len(p.trials) > 0 {
			s.leave("%s: its inputs, for the compiler has to refuse it", p.file)
		}
	case s.Compiler == nil:
		s.leave("%s: no stages: there is no dump of it, such as %s.final.fut_seq_mem; --futhark has the compiler make them", p.file, path.Base(p.name()))
	}
}

// mostNamed is how many programs a line about several of them names.
const mostNamed = 5

// untested notes the programs that have no test block, no inputs and no dump.
func (s *Settings) untested(programs []*source) {
	var names []string
	for _, p := range programs {
		if !p.found && len(p.trials) == 0 && len(p.dumps) == 0 {
			names = append(names, p.file)
		}
	}
	if n := len(names); n > mostNamed {
		names = append(names[:mostNamed], fmt.Sprintf("and %d more", n-mostNamed))
	}
	if len(names) > 0 {
		s.leave("without a test block and without a dump: %s", strings.Join(names, ", "))
	}
}

// example matches the first line of an example in a comment.
var example = regexp.MustCompile(`(?m)^\s*-- > `)

// plain is a command on one file.
func (s *Settings) plain(command, file string) *Case {
	args := []string{command, file}
	if command == "check" {
		args = append(args, s.ofChecks(file)...)
	}
	return &Case{Name: command + " " + file, Args: args, Files: []string{file}}
}

// ofChecks are the flags that a check of a file gets. Dumps are many, and have functions to try.
func (s *Settings) ofChecks(file string) (flags []string) {
	for _, flag := range s.Flags {
		if flag == "--prove" || flag == "--no-prove" || flag == "--quick" && futhark.IsDump(file) {
			flags = append(flags, flag)
		}
	}
	return flags
}

// pipelines returns the cases about stages of pipelines: those of one program, of one kind and in one folder.
func (s *Settings) pipelines(files []string) (cases []*Case) {
	type stage struct {
		futhark.Stage
		file string
	}
	all := map[string][]stage{}
	var names []string
	for _, file := range files {
		if st, ok := futhark.StageOf(file); ok {
			name := path.Join(path.Dir(file), st.Program) + " " + st.Kind
			if all[name] == nil {
				names = append(names, name)
			}
			all[name] = append(all[name], stage{st, file})
		}
	}
	slices.Sort(names)
	for _, name := range names {
		list := all[name]
		slices.SortStableFunc(list, func(a, b stage) int { return cmp.Compare(a.Order, b.Order) })
		var stages []string
		for k, st := range list {
			if k > 0 && st.Order == list[k-1].Order {
				s.leave("%s and %s are the same stage: %s is in no step", list[k-1].file, st.file, st.file)
				continue
			}
			stages = append(stages, st.file)
		}
		if s.Bisect && len(stages) > 1 {
			c := s.step(stages[0], stages[len(stages)-1])
			c.Stages, c.Files = stages, stages
			cases = append(cases, c)
			continue
		}
		for k := range len(stages) - 1 {
			cases = append(cases, s.step(stages[k], stages[k+1]))
		}
	}
	return cases
}

// step compares two stages.
func (s *Settings) step(before, after string) *Case {
	return &Case{
		Name:  "validate " + before + " " + after,
		Args:  append([]string{"validate", before, after}, s.Flags...),
		Files: []string{before, after},
	}
}

// leave notes what no case is made of, once.
func (s *Settings) leave(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(s.Left, text) {
		s.Left = append(s.Left, text)
	}
}

// existing returns the files among the words of a command line: a word, or what comes after a = in it, as in --in=xs=FILE.
func existing(dir string, words []string) (files []string) {
	for _, w := range words {
		for file, more := w, true; more; _, file, more = strings.Cut(file, "=") {
			if info, err := os.Stat(within(dir, file)); file != "" && err == nil && info.Mode().IsRegular() {
				files = append(files, file)
			}
		}
	}
	return files
}

// within is the path of a file of a suite in dir.
func within(dir, file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(dir, file)
}

// named is the name that a file has in the suite of dir, as a word of a command line: there one that begins with - would be a
// flag. asked is the folder or pattern by which it was found, and an absolute one gives absolute names.
func named(dir, asked, file string) (string, error) {
	if filepath.IsAbs(asked) {
		return filepath.ToSlash(file), nil
	}
	rel, err := filepath.Rel(dir, file)
	if strings.HasPrefix(rel, "-") {
		rel = "./" + rel
	}
	return filepath.ToSlash(rel), err
}
