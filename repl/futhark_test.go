package repl

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/semantics/futhark/corpus"
)

// recorded is what a program of the corpus is to give.
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

// plain is the value with rows as arrays, and true and false as 1 and 0.
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

// unpacked is the corpus as files.
func unpacked(t testing.TB) string {
	dir := t.TempDir()
	if err := os.CopyFS(dir, corpus.FS()); err != nil {
		t.Fatal(err)
	}
	return dir
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
func (r *recorded) options(c recordedCase) *Options {
	o := &Options{Settings: Defaults(), Entry: c.Entry, JSON: true}
	for k, p := range r.Entries[c.Entry].Parameters {
		name, _, _ := strings.Cut(p, ":")
		o.Inputs = append(o.Inputs, name+"="+c.Inputs[k].text())
	}
	return o
}

// gives runs a dump and compares what it gives with what is recorded.
func gives(path string, r *recorded, c recordedCase, engine string) error {
	o := r.options(c)
	o.Engine, o.Limit = engine, 0
	var out, errs bytes.Buffer
	if err := Run(context.Background(), Streams{strings.NewReader(""), &out, &errs}, o, []string{path}); err != nil {
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

// TestFutharkRuns: every dump gives what is recorded in the value semantics, the heap semantics
// and IMP.
func TestFutharkRuns(t *testing.T) {
	dir := unpacked(t)
	n := 0
	paths, _ := fs.Glob(os.DirFS(dir), "*_mem")
	for _, dump := range paths {
		if !strings.Contains(dump, os.Getenv("DUMP")) {
			continue
		}
		r := casesOf(t, dir, dump)
		for k, c := range r.Cases {
			for _, engine := range []string{"value", "heap", "imp"} {
				if e := os.Getenv("ENGINE"); e != "" && e != engine {
					continue
				}
				n++
				if err := gives(filepath.Join(dir, dump), r, c, engine); err != nil {
					t.Errorf("%s, case %d, %s: %v", dump, k, engine, err)
				}
			}
		}
	}
	t.Logf("%d runs", n)
}

// checks checks a dump on a recorded case; the text is what is wrong.
func checks(path string, r *recorded, c recordedCase) (ok bool, text string) {
	o := r.options(c)
	o.JSON = false
	var out, errs bytes.Buffer
	err := Check(context.Background(), Streams{strings.NewReader(""), &out, &errs}, o, []string{path})
	return err == nil, out.String() + errs.String() + fmt.Sprint(err)
}

// TestFutharkChecks: every dump is valid and race-free on the recorded cases.
func TestFutharkChecks(t *testing.T) {
	dir := unpacked(t)
	paths, _ := fs.Glob(os.DirFS(dir), "*_mem")
	for _, dump := range paths {
		if !strings.Contains(dump, os.Getenv("DUMP")) {
			continue
		}
		r := casesOf(t, dir, dump)
		for k, c := range r.Cases {
			if ok, text := checks(filepath.Join(dir, dump), r, c); !ok {
				t.Errorf("%s, case %d: %s", dump, k, text)
			}
		}
		for k, c := range r.Errors {
			if ok, text := checks(filepath.Join(dir, dump), r, c); ok || !strings.Contains(text, "stuck") {
				t.Errorf("%s, error case %d: %s", dump, k, text)
			}
		}
		for k, c := range r.Diverge {
			if ok, text := checks(filepath.Join(dir, dump), r, c); ok || !strings.Contains(text, "stuck") {
				t.Errorf("%s, divergent case %d: %s", dump, k, text)
			}
		}
	}
}
