package flatten_test

import (
	"strings"
	"testing"

	"funmem/internal/testkit"
)

// TestRows lifts rows with statements of each kind, and compares them with each row by itself. The golden file shows those that are not
// too long.
func TestRows(t *testing.T) {
	var b strings.Builder
	for _, c := range testkit.Chunks(t, "testdata/rows.fun") {
		text := strings.TrimLeft(c.Source.Text, "\n")
		p := lifted(t, text)
		var o outcome
		if err := p.compare(&o); err != nil {
			t.Errorf("%v\n%s", err, text)
		}
		if stuck := strings.HasPrefix(text, "-- stuck"); stuck != (o.stuck == 1) || o.unknown > 0 {
			t.Errorf("%+v\n%s", o, text)
		}
		if !strings.HasPrefix(text, "-- (long) ") {
			b.WriteString(text + "=>\n" + p.show() + "\n---\n")
		}
	}
	testkit.Golden(t, "testdata/rows.golden", b.String())
}
