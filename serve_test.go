package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	servedBefore = "def f [n] (*x : [n]int) : [n]int = kernel i <= n do 2 * x[i]\n"
	servedAfter  = "def f [n] (x_mem : mem) (*x : [n] @ x_mem -> R(n)) : [n] @ x_mem -> R(n) =\n  let (y : [n] @ x_mem -> R(n)) = kernel i <= n do 2 * x[i]\n  in (y)\n"
	endless      = "let x = loop (x = 1) while x > 0 do x + 1\nlet y = x\nin y"
)

// served gives lines to a server, and returns the answers by their ids.
func served(t testing.TB, flags []string, lines ...string) map[string]map[string]json.RawMessage {
	t.Helper()
	if !slices.Contains(flags, "--threads") {
		flags = append([]string{"--threads", "1"}, flags...)
	}
	cmd := exec.Command(ownBinary(t), append([]string{"serve", "--stdio"}, flags...)...)
	cmd.Stdin = strings.NewReader(strings.Join(lines, "\n"))
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	answers := map[string]map[string]json.RawMessage{}
	for line := range bytes.Lines(out) {
		a := map[string]json.RawMessage{}
		if err := json.Unmarshal(line, &a); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		answers[string(a["id"])] = a
	}
	return answers
}

// servedPair is a line with two programs.
func servedPair(id int, before, after string, flags ...string) string {
	text, _ := json.Marshal(map[string]any{"id": id, "do": "validate", "before": before, "after": after, "flags": flags})
	return string(text)
}

// TestServe: the objects are those of the sub-commands, whatever other lines are there: one that is none, a request that is
// canceled, one that takes too long, and one that takes too much memory.
func TestServe(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{"before.fun": servedBefore, "after.fun": servedAfter} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	check := func(id int, program string) string {
		return fmt.Sprintf(`{"id":%d,"do":"check","program":%q}`, id, program)
	}
	late := served(t, []string{"--time", "1s"}, check(1, endless))
	got := served(t, []string{"--memory", "300M"}, "{no", check(9, "kernel i <= 3 do i"), check(2, endless), `{"id":3,"do":"cancel","of":2}`, check(4, "let x = y"),
		servedPair(5, servedBefore, servedAfter, "--tests", "20", "--memory", "200M"),
		servedPair(6, servedBefore, strings.Replace(servedAfter, "2 *", "3 *", 1), "--tests", "20"),
		check(7, "let x = iota 1000000000\nin x[1]"), `{"id":8,"do":"version"}`)
	got["1"] = late["1"]
	for id, want := range map[string]string{
		"1":    `"there is no verdict: it took longer than 1s"`,
		"null": `"this line is no request: invalid character 'n'`,
		"2":    `"there is no verdict: it was canceled"`,
		"3":    `{"canceled":true}`,
		"4":    `{"kind":"type","rule":"T-VAR","message":"the variable ` + "`y`" + ` is not known here","at":"program.fun:1:9","help":`,
		"6":    `"verdict":"invalid"`,
		"7":    `"unknown"`,
		"9":    `"raceFree":true`,
		"8":    `"protocol":1`,
	} {
		a := got[id]
		if text := string(a["result"]) + string(a["error"]); !strings.Contains(text, want) {
			t.Errorf("%s: %s, wanted %s", id, text, want)
		}
	}
	single, _, status := funmem(t, "", "validate", "before.fun", "after.fun", "--json", "--tests", "20", "--memory", "200M")
	if a := got["5"]; string(a["result"]) != strings.TrimSpace(string(single)) || string(a["status"]) != fmt.Sprint(status) {
		t.Errorf("serve says\n%s\nand validate says\n%s", a["result"], single)
	}
}

// BenchmarkServe measures validations of ten lines on 20 inputs, without a proof, in one process that lives.
func BenchmarkServe(b *testing.B) {
	var texts [2]string
	for k, file := range []string{"before.fun", "after.fun"} {
		text, err := os.ReadFile(filepath.Join("testdata/serve", file))
		if err != nil {
			b.Fatal(err)
		}
		texts[k] = string(text)
	}
	var lines []string
	for k := range 1000 {
		lines = append(lines, servedPair(k, texts[0], texts[1], "--tests", "20", "--no-prove", "--quick"))
	}
	for b.Loop() {
		if n := len(served(b, []string{"--threads", strconv.Itoa(runtime.NumCPU())}, lines...)); n != len(lines) {
			b.Fatal(n)
		}
	}
	b.ReportMetric(float64(len(lines)*b.N)/b.Elapsed().Seconds(), "validations/s")
}
