package examples_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"funmem/eval/data"
	"funmem/eval/engine"
	"funmem/eval/finding"
	"funmem/internal/testkit"
	"funmem/repl"
	"funmem/repl/cli"
	"funmem/repl/session"
)

// benchmarks are the folders of programs whose results are also computed elsewhere.
var benchmarks = []string{"sac", "livermore", "rodinia", "nas", "fsmooth", "accelerate"}

// libraries are benchmarks that print nothing.
var libraries = []string{"random"}

// referenced returns the benchmarks, and the programs of this folder that have a file in
// reference/, by the name of that file. Each file there belongs to a program.
func referenced(t *testing.T) map[string]string {
	t.Helper()
	wants := map[string]bool{}
	for _, path := range glob(t, "reference/*.want") {
		wants[base(path)] = true
	}
	list := map[string]string{}
	for _, folder := range append([]string{"."}, benchmarks...) {
		for _, path := range glob(t, folder+"/*.fun") {
			name := base(path)
			if folder == "." && !wants[name] {
				continue
			}
			if list[name] != "" {
				t.Errorf("%s and %s have one name", list[name], path)
			}
			list[name] = path
		}
	}
	for name := range wants {
		if list[name] == "" {
			t.Errorf("%s belongs to no program", want(name))
		}
	}
	if len(wants) == 0 {
		t.Fatal("no references")
	}
	return list
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func base(path string) string {
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}

func want(name string) string { return filepath.Join("reference", name+".want") }

// TestReferences runs each program on the three engines and through the checker, under three
// schedules. The engines must agree bit for bit. The results are compared with those of the
// independent computation.
func TestReferences(t *testing.T) {
	for name, path := range referenced(t) {
		if slices.Contains(libraries, name) {
			continue
		}
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			first := outputOf(t, cli.Run, path, "value", "forward")
			for _, order := range []string{"forward", "reverse", "random:3"} {
				for _, eng := range []string{"value", "heap", "imp"} {
					if got := outputOf(t, cli.Run, path, eng, order); got != first {
						t.Errorf("%s, %s: %s\nvalue, forward: %s", eng, order, got, first)
					}
				}
				var v struct {
					OK, Typed, Valid, Consistent, RaceFree bool
					Warnings                               []finding.Warning
				}
				decode(t, outputOf(t, cli.Check, path, "value", order), &v)
				if !v.OK || !v.Typed || !v.Valid || !v.Consistent || !v.RaceFree || len(v.Warnings) > 0 {
					t.Errorf("%s: %+v", order, v)
				}
			}
			var got struct {
				Results []struct {
					Type  string
					Value any
				}
			}
			decode(t, first, &got)
			byTheRules(t, path, first)
			wanted := readWant(t, want(name))
			if len(got.Results) != len(wanted) {
				t.Fatalf("%d results, and %s has %d", len(got.Results), want(name), len(wanted))
			}
			for i, w := range wanted {
				r := got.Results[i]
				if at, diff := differ(r.Value, w.value, tolerance(r.Type)); diff != "" {
					t.Errorf("result %d, %s%s: %s", i+1, w.name, at, diff)
				}
			}
		})
	}
}

// byTheRules compares the results of the engines, which take the fastest way, with those of the
// reference engines. It leaves out programs with inputs or imports.
func byTheRules(t *testing.T, path, printed string) {
	t.Helper()
	src := source(t, path)
	if inputFlag.MatchString(src.Text) || strings.Contains(src.Text, "\nimport ") {
		return
	}
	p := load(t, src, nil)
	if p.wrong != nil {
		t.Fatal(p.wrong)
	}
	v, err := p.values(t, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Results []struct{ Value json.RawMessage }
	}
	decode(t, printed, &got)
	for i, r := range got.Results {
		var b bytes.Buffer
		w := bufio.NewWriter(&b)
		if err := data.WriteJSON(w, v[i]); err != nil {
			t.Fatal(err)
		}
		w.Flush()
		if b.String() != string(r.Value) {
			t.Errorf("result %d by the rules: %s\nand printed: %s", i+1, &b, r.Value)
		}
	}
	if onHeap, inValues := runHeap(t, p), runValue(t, p); onHeap != inValues {
		t.Errorf("by the rules on the heap: %s\nin the value semantics: %s", onHeap, inValues)
	}
	if v := p.check(t, engine.Options{}); saidOf(p, v) != "ok" {
		t.Errorf("by the rules: %s", v.Summary())
	}
}

// TestReferencesExamples runs the examples in the comments of the benchmarks on the three engines.
// Package repl does so for the programs of this folder. Without -more each program runs in two of
// the ways.
func TestReferencesExamples(t *testing.T) {
	ways := [][2]string{{"value", "forward"}, {"heap", "reverse"}, {"heap", "random:3"}, {"imp", "forward"}, {"imp", "random:3"}}
	for k, path := range slices.Sorted(maps.Values(referenced(t))) {
		for n, with := range ways {
			if n > 0 && n != 1+k%4 && !testkit.More() {
				continue
			}
			var v struct {
				OK     bool
				Passed int
			}
			decode(t, outputOf(t, repl.Test, path, with[0], with[1]), &v)
			if !v.OK || v.Passed == 0 {
				t.Errorf("%s, %s: %+v", path, with, v)
			}
		}
	}
}

// inPlace are programs that must update their arrays in place.
var inPlace = []string{
	"sac/relax", "sac/gaussjordan", "livermore/loop2", "livermore/loop4", "livermore/loop5",
	"rodinia/nw", "rodinia/lud", "nas/cg", "nas/ep", "fsmooth/hand", "accelerate/quicksort",
}

// TestInPlace looks for copies in functions and loops of programs that need none. Code outside them
// runs once, and may copy.
func TestInPlace(t *testing.T) {
	for _, name := range inPlace {
		var got struct{ Program string }
		decode(t, outputOf(t, lowered, name+".fun", "value", "forward"), &got)
		updates := 0
		for line := range strings.Lines(got.Program) {
			if strings.HasPrefix(line, " ") && strings.Contains(line, " = copy ") {
				t.Errorf("%s: %s", name, strings.TrimSpace(line))
			}
			updates += strings.Count(line, " with [")
		}
		if updates == 0 {
			t.Errorf("%s: no updates in\n%s", name, got.Program)
		}
	}
}

// lowered prints the FUNMEM form.
func lowered(ctx context.Context, st cli.Streams, o *cli.Options, args []string) error {
	o.To = "mem"
	return cli.Lower(ctx, st, o, args)
}

// inputFlag matches the inputs in the command in the comment of a program.
var inputFlag = regexp.MustCompile(`--in (\w+=)examples/(\S+)`)

// outputOf returns the JSON output of a sub-command.
func outputOf(t *testing.T, body cli.Body, path, eng, order string) string {
	t.Helper()
	o := &cli.Options{Settings: session.Defaults(), JSON: true}
	o.Settings.Engine = eng
	var err error
	if o.Settings.Schedule, err = engine.ParseSchedule(order); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range inputFlag.FindAllStringSubmatch(string(text), -1) {
		if in := m[1] + m[2]; !slices.Contains(o.Inputs, in) {
			o.Inputs = append(o.Inputs, in)
		}
	}
	var out, errs bytes.Buffer
	if err := body(t.Context(), cli.Streams{Out: &out, Err: &errs}, o, []string{path}); err != nil || errs.Len() > 0 {
		t.Fatalf("%s, %s, %s: %v\n%s%s", path, eng, order, err, &out, &errs)
	}
	return out.String()
}

// wanted is a line of a reference: `name: value`.
type wanted struct {
	name  string
	value any
}

func readWant(t *testing.T, file string) []wanted {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []wanted
	for line := range strings.Lines(string(text)) {
		name, v, ok := strings.Cut(line, ": ")
		if !ok {
			t.Fatalf("%s: %q is not `name: value`", file, line)
		}
		w := wanted{name: name}
		decode(t, v, &w.value)
		list = append(list, w)
	}
	return list
}

// decode reads JSON and keeps numbers as they are written.
func decode(t *testing.T, text string, into any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		t.Fatalf("%v in %.200s", err, text)
	}
}

// relative and absolute are how far a real may be from the reference.
const (
	relative = 1e-9
	absolute = 1e-12
)

// tolerance returns the comparison for numbers of a type: ints are compared exactly.
func tolerance(typ string) func(got, want string) bool {
	if !strings.HasSuffix(typ, "f64") {
		return func(got, want string) bool { return got == want }
	}
	return func(got, want string) bool {
		var x, y float64
		if _, err := fmt.Sscan(got, &x); err != nil {
			return false
		}
		if _, err := fmt.Sscan(want, &y); err != nil {
			return false
		}
		return math.Abs(x-y) <= max(absolute, relative*math.Abs(y))
	}
}

// differ returns the first place where two nested lists differ, as a list of indices, and how they
// differ.
func differ(got, want any, same func(got, want string) bool) (at, diff string) {
	g, isList := got.([]any)
	w, wantList := want.([]any)
	switch {
	case isList != wantList:
		return "", fmt.Sprintf("%v, and the reference has %v", got, want)
	case !isList && !same(fmt.Sprint(got), fmt.Sprint(want)):
		return "", fmt.Sprintf("%v, and the reference has %v", got, want)
	case !isList:
		return "", ""
	case len(g) != len(w):
		return "", fmt.Sprintf("%d elements, and the reference has %d", len(g), len(w))
	}
	for i := range g {
		if at, diff := differ(g[i], w[i], same); diff != "" {
			return fmt.Sprintf("[%d]%s", i+1, at), diff
		}
	}
	return "", ""
}

// TestDiffer checks the comparison itself on lists that differ.
func TestDiffer(t *testing.T) {
	for _, c := range []struct {
		typ, got, want, at string
		same               bool
	}{
		{"[2]int", "[1, 2]", "[1, 2]", "", true},
		{"[2]int", "[1, 2]", "[1, 3]", "[2]", false},
		{"int", "9007199254740993", "9007199254740992", "", false},
		{"[2]int", "[1, 2]", "[1]", "", false},
		{"[1][1]int", "[[1]]", "[1]", "[1]", false},
		{"[0]int", "[]", "[]", "", true},
		{"[1][2]f64", "[[1.0, 2.0]]", "[[1.0, 2.0000000001]]", "", true},
		{"[1][2]f64", "[[1.0, 2.0]]", "[[1.0, 2.00000001]]", "[1][2]", false},
		{"f64", "1e-13", "0.0", "", true},
		{"f64", `"nan"`, "0.0", "", false},
	} {
		var got, want any
		decode(t, c.got, &got)
		decode(t, c.want, &want)
		if at, diff := differ(got, want, tolerance(c.typ)); (diff == "") != c.same || at != c.at {
			t.Errorf("%+v: at %q: %s", c, at, diff)
		}
	}
}
