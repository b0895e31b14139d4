package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/repl/cli"
	"funmem/repl/session"
)

type timings struct {
	Ok      bool
	Engine  string
	Results []struct {
		File   string
		Line   int
		Expr   string
		Runs   int
		Median float64 `json:"median_ns"`
		Low    float64 `json:"low_ns"`
		High   float64 `json:"high_ns"`
		Ratio  float64
		Change string
	}
}

// bench runs funmem bench.
func bench(t *testing.T, o *cli.Options, files ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := cli.Bench(context.Background(), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &out}, o, files)
	return out.String(), err
}

// TestBench: the benchmarks of a file are timed in each engine, with lets outside the timing, and compared with earlier
// ones.
func TestBench(t *testing.T) {
	file := filepath.Join(t.TempDir(), "b.fun")
	text := `def twice [n] (x : [n]int) : [n]int = kernel i <= n do 2 * x[i]
-- bench: let x = iota 100 in
--   let y = twice(x) in
--   twice(y)

-- bench: 1 + 1
-- no part of it
twice(iota 3)
`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, engine := range []string{"value", "heap", "imp"} {
		o := &cli.Options{Settings: session.Defaults(), JSON: true}
		o.Settings.Engine = engine
		out, err := bench(t, o, file)
		var got timings
		if err != nil || json.Unmarshal([]byte(out), &got) != nil {
			t.Fatalf("%s: %v\n%s", engine, err, out)
		}
		if !got.Ok || got.Engine != engine || len(got.Results) != 2 || got.Results[0].Line != 2 || got.Results[1].Expr != "1 + 1" {
			t.Fatalf("%s: %+v", engine, got)
		}
		for _, r := range got.Results {
			if r.Runs < 7 || r.Low > r.Median || r.Median > r.High || r.Low <= 0 || r.Change != "" {
				t.Errorf("%s: %+v", engine, r)
			}
		}
	}
	slow := filepath.Join(t.TempDir(), "slow.json")
	old := `{"engine":"value","results":[{"file":"` + file + `","expr":"1 + 1","median_ns":1e12,"low_ns":1e12,"high_ns":1e12}]}`
	fast := strings.ReplaceAll(old, "1e12", "1e-3")
	for _, x := range []struct{ text, want string }{{old, "better"}, {fast, "worse"}} {
		if err := os.WriteFile(slow, []byte(x.text), 0o600); err != nil {
			t.Fatal(err)
		}
		o := &cli.Options{Settings: session.Defaults(), Against: slow, Strict: true}
		out, err := bench(t, o, file)
		var status cli.Exit
		if failed := errors.As(err, &status) && status == 1; failed != (x.want == "worse") || !strings.Contains(out, x.want) || !strings.Contains(out, "not measured before") {
			t.Errorf("%s: %v\n%s", x.want, err, out)
		}
	}
}

// TestBenchRefused: what cannot be timed.
func TestBenchRefused(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "none.fun")
	if err := os.WriteFile(file, []byte("1 + 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var status cli.Exit
	if out, err := bench(t, &cli.Options{Settings: session.Defaults()}, file); !errors.As(err, &status) || status != 3 {
		t.Errorf("%v\n%s", err, out)
	}
	for expr, want := range map[string]string{
		"1 / 0":              "division by zero",
		"1 +":                "found the end",
		"let x = 1 in x + y": "`y` is not known",
	} {
		_, err := bench(t, &cli.Options{Settings: session.Defaults(), Exprs: []string{expr}}, file)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", expr, err)
		}
	}
	onHeap := &cli.Options{Settings: session.Defaults(), Exprs: []string{"1 / 0"}}
	onHeap.Settings.Engine = "heap"
	if _, err := bench(t, onHeap, file); err == nil || !strings.Contains(err.Error(), "division by zero") {
		t.Errorf("on the heap: %v", err)
	}
	// what was measured before an error is printed
	out, err := bench(t, &cli.Options{Settings: session.Defaults(), Exprs: []string{"1 + 1", "1 / 0"}, JSON: true}, file)
	var got timings
	if json.Unmarshal([]byte(out), &got) != nil || err == nil || got.Ok || len(got.Results) != 1 {
		t.Errorf("%v: %s", err, out)
	}
	zero := filepath.Join(t.TempDir(), "zero.json")
	if err := os.WriteFile(zero, []byte(`{"engine":"value","results":[{"file":"f","expr":"1","median_ns":0}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := bench(t, &cli.Options{Settings: session.Defaults(), Against: zero}, file); err == nil || !strings.Contains(err.Error(), "took no time") {
		t.Error(err)
	}
	empty := filepath.Join(t.TempDir(), "empty.fun")
	if err := os.WriteFile(empty, []byte("-- bench:\n1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := bench(t, &cli.Options{Settings: session.Defaults()}, empty); err == nil || !strings.Contains(err.Error(), "no expression") {
		t.Error(err)
	}
	_, err = bench(t, &cli.Options{Settings: session.Defaults(), Against: file}, file)
	if err == nil || !strings.Contains(err.Error(), "no earlier measurements") {
		t.Error(err)
	}
}

// TestBenchParentheses: a let in parentheses is timed.
func TestBenchParentheses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "empty.fun")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for expr, least := range map[string]float64{
		"let n = 100000 in let a = kernel i <= n do 10 / i in a[n]":   0,
		"let n = 100000 in (let a = kernel i <= n do 10 / i in a[n])": 8e5,
	} {
		out, err := bench(t, &cli.Options{Settings: session.Defaults(), Exprs: []string{expr}, JSON: true}, file)
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			Results []struct {
				Allocated float64 `json:"allocated_bytes"`
			}
		}
		if err := json.Unmarshal([]byte(out), &got); err != nil || len(got.Results) != 1 {
			t.Fatalf("%v: %s", err, out)
		}
		if n := got.Results[0].Allocated; (n >= 8e5) != (least > 0) {
			t.Errorf("%s: %v bytes are allocated\n%s", expr, n, out)
		}
	}
}
