package repl

import (
	"bytes"
	"context"
	"funmem/repl/cli"
	"funmem/repl/session"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// importCase matches a line of a dump in testdata/futhark/imports: `-- case ENTRY: NAME=VALUE; … [with SIZE=N] =>
// RESULT, …`. In place of the results there may be an error, or what is refused. An array without elements is `empty`.
var importCase = regexp.MustCompile(`(?m)^-- case(?: (\S+))?: ?(.*?)(?: with (\S+))? ?=> ?(.*)$`)

// TestFutharkImports runs small dumps with constructs that Futhark's tests have and ours do not, in each engine, and
// checks them.
func TestFutharkImports(t *testing.T) {
	files, err := filepath.Glob("testdata/futhark/imports/*")
	if err != nil || len(files) < 8 {
		t.Fatal(files, err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		cases := importCase.FindAllStringSubmatch(string(text), -1)
		if len(cases) == 0 {
			t.Errorf("%s has no cases", path)
		}
		for _, c := range cases {
			for _, engine := range []string{"value", "heap", "imp", "check"} {
				if got := imported(path, engine, c); got != wantedOf(engine, c[4]) {
					t.Errorf("%s: %s: %s gives %q", filepath.Base(path), c[0], engine, got)
				}
			}
		}
	}
}

// TestFutharkImportsValidate validates such dumps against themselves, on inputs that are searched for.
func TestFutharkImportsValidate(t *testing.T) {
	for _, name := range []string{"certificates.fut_seq_mem", "constant.fut_seq_mem", "empty_operator.fut_mc_mem", "extent.fut_seq_mem", "names.fut_seq_mem", "registers.fut_gpu_mem", "unsigned.fut_seq_mem", "widths.fut_seq_mem"} {
		path := filepath.Join("testdata/futhark/imports", name)
		var out, errs bytes.Buffer
		o := &cli.Options{Settings: session.Defaults(), Tests: 20, Seed: 1}
		if err := cli.Validate(context.Background(), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, o, []string{path, path}); err != nil {
			t.Errorf("%s: %v\n%s%s", name, err, out.String(), errs.String())
		}
	}
}

// wantedOf returns what a case wants from an engine: its results, or from `check` that all is well.
func wantedOf(engine, want string) string {
	if engine == "check" && !strings.HasPrefix(want, "error ") && !strings.HasPrefix(want, "refused ") {
		return "ok"
	}
	return want
}

// imported returns what a case gives.
func imported(path, engine string, c []string) string {
	o := &cli.Options{Settings: session.Defaults(), Entry: c[1]}
	o.Limit = 0
	if c[2] != "" {
		o.Inputs = strings.Split(c[2], "; ")
	}
	if c[1] == "" {
		o.Entry = "main"
	}
	if c[3] != "" {
		o.Sizes = []string{c[3]}
	}
	var out, errs bytes.Buffer
	st := cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
	var err error
	if engine == "check" {
		err = cli.Check(context.Background(), st, o, []string{path})
	} else {
		o.Engine = engine
		err = cli.Run(context.Background(), st, o, []string{path})
	}
	if err == nil && engine == "check" {
		word, _, _ := strings.Cut(out.String(), ":")
		return word
	}
	said := ""
	if err != nil {
		said = out.String() + errs.String() + err.Error()
	}
	for _, kind := range []string{"error ", "refused "} {
		if text := strings.TrimPrefix(c[4], kind); err != nil && text != c[4] && strings.Contains(said, text) && (kind == "refused " || strings.Contains(said, "the assertion ")) {
			return c[4]
		}
	}
	if err != nil {
		return said
	}
	return strings.Join(strings.Split(strings.ReplaceAll(strings.TrimSpace(out.String()), "[]", "empty"), "\n"), ", ")
}
