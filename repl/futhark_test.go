package repl

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"funmem/futhark/words"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/futhark/corpus"
	"funmem/internal/testkit"
	"funmem/repl/cli"
	"funmem/repl/session"
)

// recorded is the expected output of a program of the corpus.
type recorded struct {
	Entries map[string]struct{ Parameters []string }
	Cases   []recordedCase
	Errors  []recordedCase `json:"error_cases"`
	Diverge []recordedCase `json:"divergent_cases"`
}

type recordedCase struct {
	Entry           string
	Inputs, Outputs []recordedValue
	Compiled        any
	Note            string
}

type recordedValue struct {
	Type  string
	Shape []int
	Data  any
}

// text is the value as Futhark writes it.
func (v recordedValue) text() string {
	n := 1
	for _, d := range v.Shape {
		n *= d
	}
	if n == 0 {
		return fmt.Sprintf("empty(%s%s)", strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(fmt.Sprint(v.Shape), " ", "]["), "[]", "[0]"), "  ", ""), v.Type)
	}
	flat, ok := v.Data.([]any)
	if !ok {
		flat = []any{v.Data}
	}
	var write func(shape []int, from int) string
	write = func(shape []int, from int) string {
		if len(shape) == 0 {
			x := fmt.Sprint(flat[from])
			if v.Type == "bool" {
				return x
			}
			return x + v.Type
		}
		step := 1
		for _, d := range shape[1:] {
			step *= d
		}
		var parts []string
		for k := range shape[0] {
			parts = append(parts, write(shape[1:], from+k*step))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return write(v.Shape, 0)
}

// plain returns the value with rows as arrays, and with true and false as 1 and 0.
func (v recordedValue) plain() any {
	flat, ok := v.Data.([]any)
	if !ok {
		return number(v.Data)
	}
	var build func(shape []int, from int) any
	build = func(shape []int, from int) any {
		if len(shape) == 0 {
			return number(flat[from])
		}
		step := 1
		for _, d := range shape[1:] {
			step *= d
		}
		rows := []any{}
		for k := range shape[0] {
			rows = append(rows, build(shape[1:], from+k*step))
		}
		return rows
	}
	return build(v.Shape, 0)
}

func number(x any) any {
	switch x {
	case true:
		return json.Number("1")
	case false:
		return json.Number("0")
	}
	return x
}

// casesOf reads the recorded cases of a dump.
func casesOf(t testing.TB, dir, dump string) *recorded {
	name, _, _ := strings.Cut(filepath.Base(dump), ".")
	text, err := os.ReadFile(filepath.Join(dir, name+".inputs.json"))
	if err != nil {
		t.Fatal(err)
	}
	r := &recorded{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(r); err != nil {
		t.Fatal(name, err)
	}
	return r
}

// optionsOf are those of a command on a recorded case.
func (r *recorded) options(c recordedCase) *cli.Options {
	o := &cli.Options{Settings: session.Defaults(), Words: words.Words{AsFuthark: true}, Entry: c.Entry, JSON: true}
	for k, p := range r.Entries[c.Entry].Parameters {
		name, _, _ := strings.Cut(p, ":")
		o.Inputs = append(o.Inputs, name+"="+c.Inputs[k].text())
	}
	return o
}

// gives runs a dump and compares its output with the recorded one.
func gives(path string, r *recorded, c recordedCase, engine string) error {
	o := r.options(c)
	o.Engine, o.Limit = engine, 0
	var out, errs bytes.Buffer
	if err := cli.Run(context.Background(), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, o, []string{path}); err != nil {
		return fmt.Errorf("%v\n%s", err, errs.String())
	}
	var got struct{ Results []struct{ Value any } }
	d := json.NewDecoder(&out)
	d.UseNumber()
	if err := d.Decode(&got); err != nil {
		return err
	}
	if len(got.Results) != len(c.Outputs) {
		return fmt.Errorf("%d results, wanted %d", len(got.Results), len(c.Outputs))
	}
	for k, v := range c.Outputs {
		if !sameJSON(got.Results[k].Value, v.plain()) {
			return fmt.Errorf("result %d is %v, wanted %v", k+1, got.Results[k].Value, v.plain())
		}
	}
	return nil
}

// sameJSON compares numbers as numbers.
func sameJSON(a, b any) bool {
	x, ok := a.([]any)
	y, also := b.([]any)
	if !ok || !also {
		n, isNumber := a.(json.Number)
		m, both := b.(json.Number)
		if !isNumber || !both {
			return fmt.Sprint(a) == fmt.Sprint(b)
		}
		p, _ := n.Float64()
		q, _ := m.Float64()
		return n == m || p == q
	}
	if len(x) != len(y) {
		return false
	}
	for k := range x {
		if !sameJSON(x[k], y[k]) {
			return false
		}
	}
	return true
}

var full = flag.Bool("full", false, "all dumps of the corpus on all recorded cases, which takes minutes")

// eachDump visits the dumps of the corpus, with their recorded cases.
func eachDump(t *testing.T, visit func(k int, dump, path string, r *recorded)) {
	dir := corpus.Unpack(t)
	paths, err := fs.Glob(os.DirFS(dir), "*_mem")
	if err != nil || len(paths) < 300 {
		t.Fatal(err, len(paths))
	}
	for k, dump := range paths {
		visit(k, dump, filepath.Join(dir, dump), casesOf(t, dir, dump))
	}
}

// TestFutharkRuns checks that every dump gives the recorded values in the value semantics, the heap semantics and IMP.
// Without -full each case runs in one of the three, and without -more only every fifth case runs.
func TestFutharkRuns(t *testing.T) {
	runs := 0
	engines := []string{"value", "heap", "imp"}
	eachDump(t, func(n int, dump, path string, r *recorded) {
		for k, c := range r.Cases {
			for e, engine := range engines {
				if !*full && (e != (n+k)%len(engines) || (n+k)%testkit.Sample(8, 1) != 0) {
					continue
				}
				runs++
				if err := gives(path, r, c, engine); err != nil {
					t.Errorf("%s, case %d, %s: %v", dump, k, engine, err)
				}
			}
		}
	})
	t.Logf("%d runs", runs)
}

// checks checks a dump on a recorded case; the text says what is wrong.
func checks(path string, r *recorded, c recordedCase) (ok bool, text string) {
	o := r.options(c)
	o.JSON = false
	var out, errs bytes.Buffer
	err := cli.Check(context.Background(), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, o, []string{path})
	return err == nil, out.String() + errs.String() + fmt.Sprint(err)
}

// TestFutharkChecks checks that every dump is valid and race-free on the recorded cases, or on one of them without
// -full. It must be stuck where Futhark's programs stop or go wrong. Without -more it takes every fifth dump.
func TestFutharkChecks(t *testing.T) {
	eachDump(t, func(n int, dump, path string, r *recorded) {
		if !*full && n%testkit.Sample(8, 1) != 0 {
			return
		}
		for k, c := range r.Cases {
			if !*full && k != n%len(r.Cases) {
				continue
			}
			if ok, text := checks(path, r, c); !ok {
				t.Errorf("%s, case %d: %s", dump, k, text)
			}
		}
		for k, c := range append(r.Errors, r.Diverge...) {
			if ok, text := checks(path, r, c); ok || !strings.Contains(text, "stuck") {
				t.Errorf("%s, error case %d: %s", dump, k, text)
			}
		}
	})
}

// TestFutharkPipelines checks that every step of every real pipeline is valid; without -more, of every third pipeline.
func TestFutharkPipelines(t *testing.T) {
	dir := corpus.Unpack(t)
	programs, err := filepath.Glob(filepath.Join(dir, "*.fut"))
	if err != nil || len(programs) != 28 {
		t.Fatal(err, len(programs))
	}
	for k, program := range programs {
		if k%testkit.Sample(3, 1) != 0 {
			continue
		}
		for _, kind := range []string{"seq", "gpu"} {
			o := &cli.Options{Settings: session.Defaults(), Stages: true, Tests: 6, Seed: 1}
			if *full {
				o.Tests = 300
			}
			var out, errs bytes.Buffer
			stages := strings.TrimSuffix(program, ".fut") + ".*.fut_" + kind + "_mem"
			if err := cli.Validate(context.Background(), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, o, []string{stages}); err != nil {
				t.Errorf("%s: %v\n%s%s", stages, err, out.String(), errs.String())
			}
		}
	}
}
