package grade

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/semantics/diag"
)

// FuzzTasks reads any text as exercises. It must give exercises or messages, and each message a text.
func FuzzTasks(f *testing.F) {
	for _, file := range []string{"testdata/week3.tasks.md", "testdata/mistakes.txt"} {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, chunk := range strings.Split(string(text), "----\n") {
			f.Add(chunk)
		}
	}
	f.Add("##\n###limit:0\n>00")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<14 {
			return
		}
		all, err := Parse(diag.NewSource("w.tasks", text))
		if err != nil {
			if diag.Of(err).Error() == "" {
				t.Error("an error without a text")
			}
			return
		}
		for _, e := range all.Exercises {
			if e.Reference == nil || len(e.Checks) == 0 || len(e.Names) == 0 {
				t.Errorf("an exercise lacks parts: %q", text)
			}
		}
	})
}

// FuzzSubmission grades any text. There must be a report that does not garble a terminal, and no bug of ours.
func FuzzSubmission(f *testing.F) {
	files, err := filepath.Glob("testdata/attacks/*.fun")
	if err != nil || len(files) == 0 {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	all, _ := week3(f)
	for _, e := range all.Exercises {
		e.Budget.Steps = 2000
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<14 {
			return
		}
		said := graded(t, all, text, Options{}).Text()
		if strings.Contains(said, "bug in funmem") {
			t.Error(said)
		}
		for _, r := range said {
			if r != '\n' && diag.Garbles(r) {
				t.Errorf("the report has %q", r)
			}
		}
	})
}
