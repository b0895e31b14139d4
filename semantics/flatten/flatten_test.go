package flatten_test

import (
	"fmt"
	"funmem/semantics/syntax"
	"os"
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

func TestOne(t *testing.T) {
	file := os.Getenv("ROW")
	if file == "" {
		t.Skip()
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p := lifted(t, string(text))
	t.Log("\n" + p.show())
	if err := p.compare(&outcome{}); err != nil {
		t.Fatal(err)
	}
}

func TestDump(t *testing.T) {
	dir := os.Getenv("DUMP")
	if dir == "" {
		t.Skip()
	}
	for k, c := range testkit.Chunks(t, "testdata/rows.fun") {
		p := lifted(t, strings.TrimLeft(c.Source.Text, "\n"))
		text := strings.TrimLeft(c.Source.Text, "\n")
		all := *p.core
		all.Decls = nil
		for _, d := range p.core.Decls {
			if _, ok := d.(*syntax.In); !ok {
				all.Decls = append(all.Decls, d)
			}
		}
		all.Decls = append(all.Decls, p.lifted.Decls...)
		os.WriteFile(fmt.Sprintf("%s/%02d.fun", dir, k), []byte("-- "+strings.SplitN(text, "\n", 2)[0]+"\n"+syntax.Print(&all)), 0o644)
	}
}
