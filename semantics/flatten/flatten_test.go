package flatten_test

import (
	"strings"
	"testing"

	"funmem/internal/testkit"
)

// cases are the programs of testdata/rows.fun.
func cases(t *testing.T) (texts []string) {
	for _, c := range testkit.Chunks(t, "testdata/rows.fun") {
		texts = append(texts, strings.TrimLeft(c.Source.Text, "\n"))
	}
	return texts
}

// TestRows lifts rows with statements of each kind, and compares them with each row by itself.
func TestRows(t *testing.T) {
	for _, text := range cases(t) {
		var o outcome
		if err := lifted(t, text).compare(&o); err != nil {
			t.Errorf("%v\n%s", err, text)
		}
		if stuck := strings.HasPrefix(text, "-- stuck"); stuck != (o.stuck == 1) || o.unknown > 0 {
			t.Errorf("%+v\n%s", o, text)
		}
	}
}

// TestShown shows what the rows become, where that is not too long.
func TestShown(t *testing.T) {
	var b strings.Builder
	for _, text := range cases(t) {
		if !strings.HasPrefix(text, "-- (long) ") {
			b.WriteString(text + "=>\n" + lifted(t, text).show() + "\n---\n")
		}
	}
	testkit.Golden(t, "testdata/rows.golden", b.String())
}
