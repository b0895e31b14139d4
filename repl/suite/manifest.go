package suite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"funmem/semantics/diag"
)

// commands are the sub-commands that a case may be.
var commands = []string{"check", "prove", "run", "test", "validate"}

// reported are what the command lines of results may begin with: a sub-command, or the compiler.
var reported = append([]string{"futhark"}, commands...)

// Manifest reads the cases of a manifest. Each line is a command line without `funmem`, from the folder of the manifest. `stages
// FILE…` are the steps of a pipeline, and `folder DIR` is what the files of a folder stand for. What is expected comes after =>:
// a verdict, the values of a run, or `error: PATTERN`. A line that begins with # is a comment.
func (s *Settings) Manifest(ctx context.Context, src *diag.Source, dir string) (cases []*Case, err error) {
	var problems diag.List
	for _, line := range lines(src) {
		if text := strings.TrimSpace(line.Text()); text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		list, err := s.line(ctx, line, dir)
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case err != nil:
			problems = append(problems, diag.Of(err)...)
		}
		cases = append(cases, list...)
	}
	if len(problems) > 0 {
		return nil, problems
	}
	return distinct(cases), nil
}

// lines are the lines of a text.
func lines(src *diag.Source) (list []diag.Span) {
	from := 0
	for text := range strings.Lines(src.Text) {
		end := from + len(strings.TrimRight(text, "\r\n"))
		list = append(list, diag.Span{Src: src, Start: from, End: end})
		from += len(text)
	}
	return list
}

// line reads a line of a manifest.
func (s *Settings) line(ctx context.Context, at diag.Span, dir string) ([]*Case, error) {
	wrong := func(format string, args ...any) *diag.Diagnostic {
		return diag.Errorf(diag.Usage, "", at, format, args...)
	}
	words, wanted, wants, err := split(at.Text())
	if err != nil {
		return nil, wrong("%s", err)
	}
	if len(words) == 0 {
		return nil, wrong("there is no command before =>")
	}
	name, args := words[0], words[1:]
	var list []*Case
	switch {
	case (name == "stages" || name == "folder") && wants:
		return nil, wrong("`%s` stands for several cases, and => is about one", name)
	case name == "folder" && len(args) == 1:
		return s.Folder(ctx, dir, filepath.ToSlash(args[0]))
	case name == "folder":
		return nil, wrong("`folder` takes one folder, and found %d", len(args))
	case name == "stages":
		var files []string
		for _, pattern := range args {
			found, err := matching(dir, pattern)
			if err != nil {
				return nil, wrong("%s", err)
			}
			files = append(files, found...)
		}
		list = s.pipelines(files)
		if len(list) == 0 {
			return nil, wrong("there are no two stages of a pipeline").Helpf("stages are called NAME.s00-alloc.fut_seq_mem, …, NAME.final.fut_seq_mem")
		}
		return list, nil
	case !slices.Contains(commands, name):
		d := wrong("a case cannot be `%s`", name)
		if near := diag.Nearest(name, append([]string{"stages", "folder"}, commands...)); near != "" {
			return nil, d.Helpf("did you mean `%s`?", near)
		}
		return nil, d.Helpf("it is one of %s, or `stages` or `folder`", strings.Join(commands, ", "))
	case slices.Contains(args, "--json"):
		return nil, wrong("`--json` is what the suite itself adds")
	}
	c := &Case{Name: strings.Join(words, " "), Args: words, Files: existing(dir, args)}
	if len(c.Files) == 0 {
		return nil, wrong("`%s` names no file that there is", c.Name)
	}
	if wants {
		if err := c.wants(name, wanted); err != "" {
			return nil, wrong("%s", err)
		}
	}
	return []*Case{c}, nil
}

// wants reads what comes after =>.
func (c *Case) wants(name, text string) (problem string) {
	pattern, fails := strings.CutPrefix(text, "error:")
	switch {
	case text == "":
		return "after => come values, an error or a verdict"
	case slices.Contains(Verdicts, Verdict(text)):
		c.Want.Verdict = Verdict(text)
	case name != "run":
		return "after => comes one of " + verdictWords() + ", for only `run` has values; found " + text
	case fails:
		pattern = strings.TrimSpace(pattern)
		if _, err := regexp.Compile(pattern); err != nil {
			return "the pattern of the error is none: " + err.Error()
		}
		c.Want.Error = &pattern
	default:
		c.Want.Values = &Values{Text: text}
	}
	return ""
}

func verdictWords() string {
	var words []string
	for _, v := range Verdicts {
		words = append(words, string(v))
	}
	return strings.Join(words, ", ")
}

// matching returns the files that a pattern names, from dir. A file with the pattern as its name is that file.
func matching(dir, pattern string) (files []string, err error) {
	found, whole := []string{within(dir, pattern)}, pattern
	if _, err := os.Stat(found[0]); err != nil {
		if !filepath.IsAbs(pattern) {
			whole = filepath.Join(escaped(dir), pattern)
		}
		if found, err = filepath.Glob(whole); err != nil || len(found) == 0 {
			return nil, fmt.Errorf("there is no file %s", pattern)
		}
	}
	for _, file := range found {
		if file, err = named(dir, pattern, file); err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// split splits a line into the words of a command, as a shell does, and what comes after =>, if that is a word. Quotes keep
// blanks, and a => too.
func split(text string) (words []string, wanted string, wants bool, err error) {
	var word strings.Builder
	in, quoted, quote := false, false, rune(0)
	for k, r := range text + " " {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, quoted, in = r, true, true
		case quote == 0 && (r == ' ' || r == '\t'):
			if in && !quoted && word.String() == "=>" {
				return words, strings.TrimSpace(text[min(k, len(text)):]), true, nil
			}
			if in {
				words = append(words, word.String())
			}
			word.Reset()
			in, quoted = false, false
		default:
			word.WriteRune(r)
			in = true
		}
	}
	if quote != 0 {
		return nil, "", false, errors.New("a quote is not closed")
	}
	return words, "", false, nil
}

// distinct gives cases with the same name, which are the same command line on other standard input or with another expected
// outcome, a number. A name with a number may be that of another case already, since a folder of a manifest has numbers of its own.
func distinct(cases []*Case) []*Case {
	used, count := map[string]bool{}, map[string]int{}
	for _, c := range cases {
		for name := c.Name; used[c.Name]; {
			count[name]++
			c.Name = name + " #" + strconv.Itoa(count[name]+1)
		}
		used[c.Name] = true
	}
	return cases
}
