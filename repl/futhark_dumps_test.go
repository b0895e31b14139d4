package repl

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"funmem/futhark/words"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/futhark/corpus"
	"funmem/internal/testkit"
	"funmem/repl/cli"
	"funmem/repl/session"
)

// dumpCase is a line at the head of a dump of testdata/futhark: an entry point with its inputs, and what is to come of it.
//
//	-- case ENTRY name=value; … => value | …    the results, as JSON, in each engine, without a warning; check --strict finds nothing
//	-- larger ENTRY name=value; … => value | …  the same, where check warns that the block of a result is larger than it
//	-- warns ENTRY name=value; … => text        check is ok, and warns of that
//	-- wrong ENTRY name=value; … => text        check says that
//	-- stuck ENTRY name=value; … => text        each engine stops, and says that
//	-- error text                               the dump is not accepted, and the message says that
//	-- set name=n
type dumpCase struct {
	kind, entry string
	inputs      []string
	want        string
	sizes       []string
}

func (c dumpCase) options() *cli.Options {
	o := &cli.Options{Settings: session.Defaults(), Entry: c.entry, JSON: true, Inputs: c.inputs, Sizes: c.sizes}
	o.Limit = 0
	return o
}

// dumpCases reads the head of a dump.
func dumpCases(text string) (cases []dumpCase) {
	var sizes []string
	for _, line := range strings.Split(text, "\n") {
		line, ok := strings.CutPrefix(line, "-- ")
		if !ok {
			break
		}
		kind, rest, _ := strings.Cut(line, " ")
		switch kind {
		case "case", "larger", "warns", "wrong", "stuck":
			call, want, _ := strings.Cut(rest, "=>")
			entry, in, _ := strings.Cut(call, " ")
			c := dumpCase{kind: kind, entry: entry, want: strings.TrimSpace(want), sizes: sizes}
			for _, i := range strings.Split(in, ";") {
				if i = strings.TrimSpace(i); i != "" {
					c.inputs = append(c.inputs, i)
				}
			}
			cases = append(cases, c)
		case "error":
			cases = append(cases, dumpCase{kind: kind, want: rest})
		case "set":
			sizes = append(sizes, rest)
		}
	}
	return cases
}

// ran runs a dump, and returns its results as JSON.
func (c dumpCase) ran(path, engine string) (string, error) {
	o := c.options()
	o.Engine = engine
	var out, errs bytes.Buffer
	if err := cli.Run(context.Background(), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, o, []string{path}); err != nil {
		return "", fmt.Errorf("%v\n%s%s", err, out.String(), errs.String())
	}
	var got struct {
		Results  []struct{ Value json.RawMessage }
		Warnings []json.RawMessage
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		return "", err
	}
	if c.kind == "case" && len(got.Warnings)+errs.Len() > 0 {
		return "", fmt.Errorf("it warns: %s%s", got.Warnings, errs.String())
	}
	var parts []string
	for _, r := range got.Results {
		parts = append(parts, string(r.Value))
	}
	return strings.Join(parts, " | "), nil
}

// TestFutharkDumps checks that hand-written dumps give what their heads say, in each engine and when they are checked.
// Without -more each case runs in one of the engines.
func TestFutharkDumps(t *testing.T) {
	paths, _ := filepath.Glob("testdata/futhark/*_mem")
	engines := []string{"value", "heap", "imp"}
	if _, err := session.Native(); err == nil {
		engines = append(engines, "native")
	}
	for _, d := range session.Devices {
		if _, err := d.Engine(); err == nil && testkit.More() { // which compile long
			engines = append(engines, d.Name)
		}
	}
	for n, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			cases := dumpCases(string(text))
			if len(cases) == 0 {
				t.Fatal("no cases")
			}
			for k, c := range cases {
				what := fmt.Sprintf("%s %s %v", c.kind, c.entry, c.inputs)
				gives := c.kind == "case" || c.kind == "larger"
				if c.kind != "wrong" && c.kind != "warns" {
					for e, engine := range engines {
						if e != (n+k)%len(engines) && !testkit.More() {
							continue
						}
						got, err := c.ran(path, engine)
						switch {
						case gives && err != nil:
							t.Errorf("%s in %s: %v", what, engine, err)
						case gives && got != c.want:
							t.Errorf("%s in %s gives %s, wanted %s", what, engine, got, c.want)
						case !gives && (err == nil || !strings.Contains(err.Error(), c.want)):
							t.Errorf("%s in %s gives %s and %v, wanted %s", what, engine, got, err, c.want)
						}
					}
				}
				o := c.options()
				o.JSON, o.Strict = false, c.kind == "case"
				var out, errs bytes.Buffer
				err := cli.Check(context.Background(), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, o, []string{path})
				said := out.String() + errs.String() + fmt.Sprint(err)
				if c.kind == "larger" {
					c.want = ", and its block `"
				}
				if fine := gives || c.kind == "warns"; (err == nil) != fine || c.kind != "case" && !strings.Contains(said, c.want) {
					t.Errorf("%s is checked: %s", what, said)
				}
				if c.kind == "wrong" && os.Getenv("SHOW") != "" {
					t.Log(said)
				}
			}
		})
	}
}

// TestFutharkEntries checks a dump without a `main` when no entry point is asked for: `check` runs each entry point on
// inputs, and `run` asks for one.
func TestFutharkEntries(t *testing.T) {
	path := filepath.Join(corpus.Unpack(t), "two_entries.final.fut_seq_mem")
	said := func(body cli.Body) (string, error) {
		var out bytes.Buffer
		o := &cli.Options{Settings: session.Defaults(), Words: words.Words{AsFuthark: true}}
		err := body(context.Background(), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &out}, o, []string{path})
		return out.String(), err
	}
	text, err := said(cli.Check)
	for _, want := range []string{"ok: typed; valid: proved for all arguments; on the inputs that were tried consistent", "proved: decode for all arguments; tested on 50 inputs", "proved: encode for all arguments; tested on 50 inputs"} {
		if err != nil || !strings.Contains(text, want) {
			t.Errorf("%v, and no %q in\n%s", err, want, text)
		}
	}
	if text, err := said(cli.Run); err == nil || !strings.Contains(err.Error(), "none is called main") {
		t.Errorf("%v\n%s", err, text)
	}
}
