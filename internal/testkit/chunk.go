package testkit

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"funmem/semantics/diag"
)

// Chunk is one program of a data file.
type Chunk struct {
	Source *diag.Source
	Line   int // of its first line in the file
	Want   map[int]*regexp.Regexp
}

var expectation = regexp.MustCompile(`###\s*("(?:[^"\\]|\\.)*")\s*$`)

// Chunks reads a data file.
func Chunks(t *testing.T, file string) []Chunk {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var chunks []Chunk
	lines := strings.Split(string(text), "\n")
	for start := 0; start < len(lines); {
		end := start
		for end < len(lines) && strings.TrimSpace(lines[end]) != "---" {
			end++
		}
		c := Chunk{Line: start + 1, Want: map[int]*regexp.Regexp{}}
		body := strings.Repeat("\n", start)
		for i := start; i < end; i++ {
			line := lines[i]
			if m := expectation.FindStringSubmatchIndex(line); m != nil {
				pattern := strings.ReplaceAll(line[m[2]+1:m[3]-1], `\"`, `"`)
				c.Want[i+1] = regexp.MustCompile(pattern)
				line = line[:m[0]]
			}
			body += line + "\n"
		}
		c.Source = diag.NewSource(file, body)
		chunks = append(chunks, c)
		start = end + 1
	}
	return chunks
}

// Match compares the errors of a chunk with the expected ones, by line.
func (c Chunk) Match(t *testing.T, err error) {
	t.Helper()
	seen := map[int]bool{}
	for _, d := range diag.Of(err) {
		line, _ := d.Span.Position()
		want := c.Want[line]
		if want == nil || !want.MatchString(d.Error()) {
			t.Errorf("%s:%d: unexpected error:\n%s", c.Source.Name, c.Line, d.Error())
		}
		seen[line] = true
	}
	for line, want := range c.Want {
		if !seen[line] {
			t.Errorf("%s:%d: no error matches %q", c.Source.Name, line, want)
		}
	}
}
