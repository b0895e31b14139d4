package repl

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"funmem/repl/cli"
	"funmem/repl/session"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// constant matches a constant of a dump.
var constant = regexp.MustCompile(`-?[0-9][0-9.]*(?:e[-+]?[0-9]+)?[iuf](?:8|16|32|64)\b|-?f(?:16|32|64)\.(?:inf|nan)|\btrue\b|\bfalse\b`)

// typeOfConstant returns the type of a constant.
func typeOfConstant(c string) string {
	if c == "true" || c == "false" {
		return "bool"
	}
	if k := strings.IndexByte(c, '.'); strings.HasSuffix(c, "inf") || strings.HasSuffix(c, "nan") {
		return strings.TrimPrefix(c[:k], "-")
	}
	return c[strings.LastIndexAny(c, "iuf"):]
}

// TestFutharkScalars checks that each operator and function gives what Futhark's gives, in each
// engine. The operands are parameters of the program, and constants.
func TestFutharkScalars(t *testing.T) {
	text, err := os.ReadFile("testdata/futhark/scalars.txt")
	if err != nil {
		t.Fatal(err)
	}
	var funs, calls strings.Builder
	var types, names, rows, want []string
	for _, line := range strings.Split(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		typ, rest, _ := strings.Cut(line, ": ")
		exp, value, _ := strings.Cut(rest, " = ")
		ret := ""
		if strings.HasPrefix(exp, "apply") {
			ret = " : {" + typ + "}"
		}
		k := len(rows)/2 + 1
		var params, args []string
		body := constant.ReplaceAllStringFunc(exp, func(c string) string {
			args = append(args, c)
			params = append(params, fmt.Sprintf("p_%d : %s", len(args), typeOfConstant(c)))
			return fmt.Sprintf("p_%d", len(args))
		})
		fmt.Fprintf(&funs, "fun row_%d (%s) : {%s} = {\n let {r_9 : %s} =\n  %s%s\n in {r_9}\n}\n", 10000+k, strings.Join(params, ", "), typ, typ, body, ret)
		fmt.Fprintf(&calls, " let {r_%d : %s} = apply row_%d(%s) : {%s}\n let {r_%d : %s} = %s%s\n", 2*k, typ, 10000+k, strings.Join(args, ", "), typ, 2*k+1, typ, exp, ret)
		for n := 2 * k; n <= 2*k+1; n++ {
			types, names = append(types, typ), append(names, fmt.Sprintf("r_%d", n))
			rows, want = append(rows, rest), append(want, value)
		}
	}
	dump := fmt.Sprintf("types {}\n%sentry(\"main\", {}, {%s}) entry_main () : {%s} = {\n%s in {%s}\n}\n", funs.String(), strings.Join(types, ", "), strings.Join(types, ", "), calls.String(), strings.Join(names, ", "))
	path := filepath.Join(t.TempDir(), "scalars.fut_seq_mem")
	if err := os.WriteFile(path, []byte(dump), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, engine := range []string{"value", "heap", "imp"} {
		o := &cli.Options{Settings: session.Defaults(), JSON: true}
		o.Engine, o.Limit = engine, 0
		var out, errs bytes.Buffer
		if err := cli.Run(context.Background(), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, o, []string{path}); err != nil {
			t.Fatalf("%v\n%s", err, errs.String())
		}
		var got struct{ Results []struct{ Value any } }
		d := json.NewDecoder(&out)
		d.UseNumber()
		if err := d.Decode(&got); err != nil || len(got.Results) != len(want) {
			t.Fatalf("%v, %d results for %d", err, len(got.Results), len(want))
		}
		for k, r := range got.Results {
			if have := fmt.Sprint(r.Value); !sameNumber(have, want[k]) {
				t.Errorf("%s: %s gives %s", engine, rows[k], have)
			}
		}
	}
}

// sameNumber compares integers as text, and other numbers bit by bit.
func sameNumber(a, b string) bool {
	if a == b {
		return true
	}
	x, err := strconv.ParseFloat(a, 64)
	y, other := strconv.ParseFloat(b, 64)
	return err == nil && other == nil && (x == y && strings.HasPrefix(a, "-") == strings.HasPrefix(b, "-") || x != x && y != y)
}

// TestFutharkScalarErrors checks that the error about an unknown operator has its name and line.
func TestFutharkScalarErrors(t *testing.T) {
	text, err := os.ReadFile("testdata/futhark/scalar_errors.txt")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "error.fut_seq_mem")
	for _, line := range strings.Split(string(text), "\n") {
		exp, want, ok := strings.Cut(line, " => ")
		if !ok || line[0] == '#' {
			continue
		}
		dump := "types {}\nentry(\"main\", {x: f64}, {f64}) entry_main (x_1 : f64) : {f64} = {\n  let {y_2 : f64} = " + exp + "\n  in {y_2}\n}\n"
		if err := os.WriteFile(path, []byte(dump), 0o644); err != nil {
			t.Fatal(err)
		}
		o := &cli.Options{Settings: session.Defaults(), Inputs: []string{"x=1.0"}}
		var out bytes.Buffer
		err := cli.Run(context.Background(), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &out}, o, []string{path})
		if said := fmt.Sprint(err); err == nil || !strings.Contains(said, want) || !strings.Contains(said, "error.fut_seq_mem:3:") {
			t.Errorf("%s: %v", exp, err)
		}
	}
}
