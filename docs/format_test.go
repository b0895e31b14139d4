package docs_test

import (
	"bytes"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"

	"funmem/internal/testkit"
	"funmem/repl/cli"
	"funmem/repl/session"
	"funmem/semantics/syntax"
)

// block is a part of a page between fences, with what it is.
var block = regexp.MustCompile("(?s)```([a-z ]+)\n(.*?)```\n")

// held compares the blocks of a page with what they should have: give returns it, or false for a block that stands for itself.
func held(t *testing.T, page string, give func(what, has string) (string, bool)) {
	t.Helper()
	raw, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	written := block.ReplaceAllStringFunc(string(raw), func(text string) string {
		m := block.FindStringSubmatch(text)
		want, ok := give(m[1], m[2])
		if !ok {
			return text
		}
		if n++; want != m[2] && !*testkit.Update {
			t.Errorf("%s has\n%sand it is\n%s", page, m[2], want)
		}
		return "```" + m[1] + "\n" + want + "```\n"
	})
	if n == 0 {
		t.Errorf("%s has no block to compare", page)
	}
	if *testkit.Update && written != string(raw) {
		if err := os.WriteFile(page, []byte(written), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestFormat holds the nodes of format.md against those of the code.
func TestFormat(t *testing.T) {
	held(t, "format.md", func(what, _ string) (string, bool) {
		return strings.Join(syntax.JSONNodes(), "\n") + "\n", what == "nodes"
	})
}

// TestCompilers runs the programs of compilers.md.
func TestCompilers(t *testing.T) {
	page, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	run := func(body cli.Body, args ...string) string {
		t.Chdir(dir)
		defer t.Chdir(page)
		var out bytes.Buffer
		st := cli.Streams{In: strings.NewReader(""), Out: &out, Err: &out}
		o := &cli.Options{Settings: session.Defaults(), Second: session.DefaultSecond(), Tests: 100, Seed: 1}
		if err := body(t.Context(), st, o, args); err != nil && !errors.As(err, new(cli.Exit)) {
			t.Error(err)
		}
		return out.String()
	}
	held(t, "compilers.md", func(what, has string) (string, bool) {
		switch what {
		case "fun before", "fun after":
			if err := os.WriteFile(dir+"/"+strings.TrimPrefix(what, "fun ")+".fun", []byte(has), 0o600); err != nil {
				t.Fatal(err)
			}
		case "check":
			return run(cli.Check, "after.fun"), true
		case "validate":
			return run(cli.Validate, "before.fun", "after.fun"), true
		}
		return "", false
	})
}
