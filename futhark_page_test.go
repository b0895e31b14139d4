package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"funmem/futhark/corpus"
	"funmem/repl/cli"
	"funmem/repl/session"
)

// TestFutharkPage runs the commands of docs/futhark.md on the corpus, and compares what they print with the text below
// them. UPDATE_HELP=1 rewrites that text. A `sed` command edits one line of a dump first.
func TestFutharkPage(t *testing.T) {
	page, err := filepath.Abs("docs/futhark.md")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, corpus.FS()); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for _, m := range edit.FindAllStringSubmatch(string(raw), -1) {
		edited(t, m[4], m[5], m[1], m[2], m[3])
	}
	ran := 0
	written := regexp.MustCompile(`(?m)^    \$ funmem (.*)\n((?:    [^$\n].*\n)*)`).ReplaceAllStringFunc(string(raw), func(text string) string {
		ran++
		line, _, _ := strings.Cut(text, "\n")
		var b bytes.Buffer
		st, o := cli.Streams{In: strings.NewReader(""), Out: &b, Err: &b}, &cli.Options{Settings: session.Defaults(), Tests: 500, Seed: 1}
		cli.Report(st, o, perform(st, o, words(t, strings.TrimPrefix(line, "    $ funmem "))))
		got := regexp.MustCompile(`(?m)^(.)`).ReplaceAllString(strings.TrimSuffix(b.String(), "\n"), "    $1") + "\n"
		return line + "\n" + got
	})
	switch {
	case ran == 0:
		t.Error("no command ran")
	case written == string(raw):
	case os.Getenv("UPDATE_HELP") == "":
		t.Errorf("docs/futhark.md is stale: UPDATE_HELP=1 go test . writes it anew")
	default:
		if err := os.WriteFile(page, []byte(written), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// edit matches a command that edits one line of a dump: the line number, the old text, the new text, and both files.
var edit = regexp.MustCompile(`(?m)^    \$ sed '(\d+)s/([^/]+)/([^/]+)/' (\S+) > (\S+)$`)

// edited writes a copy of a file with one line edited. That line must contain the old text.
func edited(t *testing.T, from, to, line, old, by string) {
	t.Helper()
	raw, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(raw), "\n")
	k, err := strconv.Atoi(line)
	if err != nil || k > len(lines) || !strings.Contains(lines[k-1], old) {
		t.Fatalf("line %s of %s has no `%s`", line, from, old)
	}
	lines[k-1] = strings.Replace(lines[k-1], old, by, 1)
	if err := os.WriteFile(to, []byte(strings.Join(lines, "\n")), 0o666); err != nil {
		t.Fatal(err)
	}
}

// words splits a command into words as the shell does. Text that the shell would expand must be in quotes.
func words(t *testing.T, line string) (words []string) {
	for _, w := range regexp.MustCompile(`(?:'[^']*'|[^' ])+`).FindAllString(line, -1) {
		if bare := regexp.MustCompile(`'[^']*'`).ReplaceAllString(w, ""); strings.ContainsAny(bare, "*?()<>|&;$") {
			t.Errorf("the shell expands `%s` of `%s`: it wants quotes", w, line)
		}
		words = append(words, strings.ReplaceAll(w, "'", ""))
	}
	return words
}
