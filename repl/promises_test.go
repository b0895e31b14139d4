package repl

import (
	"bytes"
	"context"
	"funmem/repl/cli"
	"funmem/repl/session"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPromises checks operators that only AFTER marks commutative although they are not: a warning, and with --strict a
// failure. An operator that already broke its promise in BEFORE gives no new warning.
func TestPromises(t *testing.T) {
	text, err := os.ReadFile("testdata/futhark/promises.fut_gpu_mem")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	unmarked, marked := filepath.Join(dir, "p.g00-alloc.fut_gpu_mem"), filepath.Join(dir, "p.final.fut_gpu_mem")
	for path, text := range map[string]string{unmarked: strings.Replace(string(text), "commutative ", "", 1), marked: string(text)} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const warning = "the operator of reduce `r_431` is marked commutative, and is not: "
	for _, c := range []struct {
		what  string
		o     cli.Options
		args  []string
		fails bool
		want  []string // "": no warning
	}{
		{"two dumps", cli.Options{}, []string{unmarked, marked}, false, []string{"warning: " + warning, "2 valid, proved, 1 warning about operators; again"}},
		{"strict", cli.Options{Strict: true}, []string{unmarked, marked}, true, []string{warning}},
		{"JSON", cli.Options{JSON: true, Strict: true}, []string{unmarked, marked}, true, []string{`"ok":false`, `"warnings":[{`, warning}},
		{"stages", cli.Options{Stages: true}, []string{unmarked, marked}, false, []string{warning, "1 step: 1 valid, 1 warning about operators; 1 of 1 proved; again"}},
		{"strict stages", cli.Options{Stages: true, Strict: true}, []string{unmarked, marked}, true, []string{warning}},
		{"marked before", cli.Options{Strict: true}, []string{marked, marked}, false, nil},
		{"no longer marked", cli.Options{Strict: true}, []string{marked, unmarked}, false, nil},
	} {
		o := c.o
		o.Settings, o.Tests, o.Seed = session.Defaults(), 10, 1
		var out, errs bytes.Buffer
		err := cli.Validate(context.Background(), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, &o, c.args)
		said := out.String() + errs.String()
		if (err != nil) != c.fails || len(c.want) == 0 && strings.Contains(said, "the operator of") || strings.Contains(said, "reduce `r_531`") {
			t.Errorf("%s: %v\n%s", c.what, err, said)
		}
		for _, w := range c.want {
			if !strings.Contains(said, w) {
				t.Errorf("%s: wanted %s in\n%s", c.what, w, said)
			}
		}
	}
}
