package suite

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestResume cuts a file of results off at each byte: the whole lines count, and what comes next is whole again.
func TestResume(t *testing.T) {
	dir := t.TempDir()
	cases := []*Case{{Name: "a", Args: []string{"check", "a"}}, {Name: "b", Args: []string{"check", "b"}}}
	path := filepath.Join(dir, "all")
	f, err := Create(path, Header{Root: ".", Cases: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if err := f.Add(&Result{Case: c.Name, Key: c.key(dir, ""), Args: c.Args, Verdict: Tested, OK: true}); err != nil {
			t.Fatal(err)
		}
	}
	f.Close()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(text) + 1 {
		part := filepath.Join(dir, "part")
		if err := os.WriteFile(part, text[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		f, left, err := Resume(part, Header{Root: ".", Cases: 2}, dir, cases)
		if err != nil {
			t.Fatal(n, err)
		}
		done := max(0, strings.Count(string(text[:n]), "\n")-1)
		if len(f.Done) != done || len(left) != 2-done {
			t.Errorf("after %d bytes %d are done and %d left", n, len(f.Done), len(left))
		}
		for _, c := range left {
			if err := f.Add(&Result{Case: c.Name, Key: c.key(dir, ""), Args: c.Args, Verdict: Tested, OK: true}); err != nil {
				t.Fatal(err)
			}
		}
		f.Close()
		if again, err := os.ReadFile(part); string(again) != string(text) || err != nil {
			t.Fatalf("after %d bytes:\n%s\n%v", n, again, err)
		}
	}
}

// TestKey checks that a result counts for the text that it is about alone.
func TestKey(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) {
		if err := os.WriteFile(filepath.Join(dir, "a.fun"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("1")
	c := Case{Name: "a", Args: []string{"check", "a.fun"}, Files: []string{"a.fun"}}
	keys := map[string]string{c.key(dir, ""): "as it is"}
	other := func(what string, c Case, version string) {
		k := c.key(dir, version)
		if was := keys[k]; was != "" {
			t.Errorf("%s has the key of %s", what, was)
		}
		keys[k] = what
	}
	pattern := ""
	other("another version", c, "1")
	flags := c
	flags.Args = []string{"check", "a.fun", "--prove"}
	other("another flag", flags, "")
	joined := c
	joined.Args = []string{"check a.fun"}
	other("joined words", joined, "")
	wants := c
	wants.Want.Error = &pattern
	other("another wish", wants, "")
	stdin := c
	stdin.Stdin = "1"
	other("another input", stdin, "")
	write("2")
	other("another text", c, "")
	os.Remove(filepath.Join(dir, "a.fun"))
	other("no text", c, "")
}

// TestReadResults reads files that have no results.
func TestReadResults(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f")
	for text, want := range map[string]string{
		"{}\n":                        "has no results of a suite",
		"{\"suite\":2}\n":             "has no results of a suite",
		"text\n":                      "has no results of a suite",
		"{\"suite\":1}\nx\n":          "f:2: this line is no result of a case",
		"{\"suite\":1}\n{}\n":         "f:2: this line is no result of a case",
		"{\"suite\":1}\n{\"case\":\"": "",
		"":                            "",
	} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		r, err := ReadResults(file)
		if want == "" && err == nil && len(r.Lines) == 0 {
			continue
		}
		if err == nil || want == "" || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := Create(file, Header{}); err == nil || !strings.Contains(err.Error(), "there is a file") {
		t.Error(err)
	}
}
