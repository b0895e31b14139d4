package repl

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"funmem/semantics/rule"
)

// inMessage is the name of a rule as messages have it.
var inMessage = regexp.MustCompile(`\[([TEU](?:-[A-Z]+)+)\]`)

// onlyIllTyped are rules of the value semantics that fail in programs that are ill-typed, such as those of its tests:
// a message of theirs would say that a shape is not the one of a type.
var onlyIllTyped = map[string]bool{"E-LET": true, "E-CALL": true, "E-CONCAT": true, "E-LITERAL": true}

// TestHelpOnRulesOfMessages asks for help on each rule that a message names in the transcripts, in the goldens and in the
// documentation. The help has an example in which that rule gives a message.
func TestHelpOnRulesOfMessages(t *testing.T) {
	named := map[string]string{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == ".git":
			return fs.SkipDir
		case d.IsDir() || !strings.Contains(path, "testdata") && filepath.Ext(path) != ".md":
			return nil
		}
		text, err := os.ReadFile(path)
		for _, m := range inMessage.FindAllSubmatch(text, -1) {
			named[string(m[1])] = path
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(named) < 60 {
		t.Errorf("messages name only %d rules", len(named))
	}
	for name, path := range named {
		r, _, ok := rule.Lookup(name)
		if !ok || r.Refused == "" && !onlyIllTyped[name] {
			t.Errorf("%s has a message of %s, which is no rule, or has no example in which it gives a message", path, name)
		}
		c, out := consoleFor()
		c.Line(":help [" + name + "]")
		if text := out.String(); !strings.HasPrefix(text, name+", a rule: ") || r.Refused != "" && !strings.Contains(text, "["+name+"]\n") {
			t.Errorf(":help [%s]:\n%s", name, text)
		}
	}
}

// TestHelpOnEachRule asks for help on all rules, in small letters. No line ends in a blank.
func TestHelpOnEachRule(t *testing.T) {
	for _, r := range rule.All() {
		c, out := consoleFor()
		c.Line(":help " + strings.ToLower(r.Name))
		if text := out.String(); c.status != 0 || !strings.HasPrefix(text, r.Name+", a rule: ") || strings.Contains(text, " \n") {
			t.Errorf("%s: %s", r.Name, text)
		}
	}
}
