package repl

import (
	"strings"
	"testing"

	"funmem/repl/view"
)

// TestTopics enters the examples of the pages of :help, each page in a session of its own.
func TestTopics(t *testing.T) {
	for _, name := range view.TopicNames() {
		t.Run(name, func(t *testing.T) {
			text, err := view.HelpOn(t.Context(), &strings.Builder{}, name, ":help")
			if err != nil {
				t.Fatal(err)
			}
			c, out := consoleFor()
			said, entered := "", ""
			check := func(wanted []string) {
				if want := strings.Join(wanted, "\n"); entered != "" && want != "" && strings.TrimSuffix(said, "\n") != want {
					t.Errorf("%s gives\n%s, and the page says\n%s", entered, said, want)
				}
			}
			var wanted []string
			examples := 0
			for line := range strings.Lines(text) {
				line = strings.TrimSuffix(line, "\n")
				if entry, ok := strings.CutPrefix(line, "  > "); ok {
					check(wanted)
					wanted, entered = nil, entry
					from := out.Len()
					c.Line(entry)
					said = out.String()[from:]
					examples++
					if c.status != 0 {
						t.Fatalf("%s: %s", entry, out)
					}
				} else if result, ok := strings.CutPrefix(line, "  "); ok && entered != "" {
					wanted = append(wanted, result)
				} else {
					check(wanted)
					wanted, entered = nil, ""
				}
			}
			check(wanted)
			if examples == 0 && name != "files" {
				t.Error("there are no examples")
			}
		})
	}
}
