package repl

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"funmem/internal/testkit"
	"funmem/repl/edit"
	"funmem/repl/session"
)

// promptLine is a line of a transcript that a user typed.
var promptLine = regexp.MustCompile(`^(\[\d+\]|\.+)> ?(.*)$`)

// typist is an editor that types the lines of a transcript.
type typist struct {
	edit.Editor
	lines []string
	out   io.Writer
}

func (t *typist) ReadLine(prompt string) (string, error) {
	if len(t.lines) == 0 {
		return "", io.EOF
	}
	line := t.lines[0]
	t.lines = t.lines[1:]
	io.WriteString(t.out, strings.TrimRight(prompt+line, " ")+"\n")
	return line, nil
}

// Next knows nothing: a line is typed when its prompt is seen.
func (t *typist) Next(func(string) bool) (string, bool) { return "", false }

// TestTranscripts plays the sessions in testdata and compares the answers of the REPL. A line that
// starts with a prompt is input.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var lines []string
			for _, l := range strings.Split(string(want), "\n") {
				if m := promptLine.FindStringSubmatch(l); m != nil {
					lines = append(lines, m[2])
				}
			}
			var got bytes.Buffer
			settings := session.Defaults()
			settings.Memory = 1 << 30
			c := NewConsole(session.NewSession(settings), &got, &got)
			c.Loop(&typist{edit.NewPlain(strings.NewReader(""), nil), lines, &got})
			if strings.Contains(got.String(), "bug in funmem") {
				t.Errorf("a bug was reported:\n%s", got.String())
			}
			if *testkit.Update {
				if err := os.WriteFile(path, got.Bytes(), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got.String() != string(want) {
				t.Errorf("%s; -update rewrites it", firstDifference(got.String(), string(want)))
			}
		})
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for k := range g {
		if k >= len(w) || g[k] != w[k] {
			return "got\n" + strings.Join(g[k:min(len(g), k+5)], "\n") + "\nwanted\n" + strings.Join(w[min(k, len(w)):min(len(w), k+5)], "\n")
		}
	}
	return "the end is missing"
}

// TestReadme plays the sessions in the README and in the tour. Their lines are indented and have
// text between them.
func TestReadme(t *testing.T) {
	for _, path := range []string{"../README.md", "../docs/tour.md"} {
		t.Run(filepath.Base(path), func(t *testing.T) { playPage(t, path) })
	}
}

func playPage(t *testing.T, path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	var out []string
	var got bytes.Buffer
	c := NewConsole(session.NewSession(session.Defaults()), &got, &got)
	c.editor = edit.NewPlain(strings.NewReader(""), nil)
	session := false
	for _, l := range lines {
		inner, indented := strings.CutPrefix(l, "    ")
		m := promptLine.FindStringSubmatch(inner)
		switch {
		case indented && m != nil:
			session = true
			got.Reset()
			prompt := c.prompt()
			c.Line(m[2])
			out = append(out, "    "+prompt+m[2])
			for _, a := range strings.Split(strings.TrimSuffix(got.String(), "\n"), "\n") {
				if a != "" {
					out = append(out, "    "+a)
				}
			}
		case indented && session: // the old answer
		default:
			session = false
			out = append(out, l)
		}
	}
	now := strings.Join(out, "\n")
	if *testkit.Update {
		if err := os.WriteFile(path, []byte(now), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if now != string(text) {
		t.Errorf("%s; -update rewrites it", firstDifference(now, string(text)))
	}
}
