package repl

import (
	"funmem/repl/session"
	"funmem/repl/view"
	"strings"
	"testing"
)

func TestPassHelpNamesItsCommand(t *testing.T) {
	var b strings.Builder
	c := NewConsole(session.NewSession(session.Defaults()), &b, &b)
	c.Line(":help passes")
	line, err := view.HelpOn(t.Context(), &b, "passes", "funmem help")
	if err != nil {
		t.Fatal(err)
	}
	for text, command := range map[string]string{b.String(): ":help", line: "funmem help"} {
		if want := "\n`" + command + " PASS` says more of one.\n"; !strings.HasSuffix(text, want) {
			t.Errorf("%q is not the end of\n%s", want, text)
		}
	}
}
