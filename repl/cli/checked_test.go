package cli_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/internal/testkit"
	"funmem/repl/cli"
	"funmem/repl/session"
)

// checked runs funmem check, and returns what it prints and notes.
func checked(t *testing.T, engine, file string) (out, notes string, err error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	o := &cli.Options{Settings: session.Defaults()}
	o.Settings.Engine = engine
	err = cli.Check(context.Background(), cli.Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr}, o, []string{file})
	return stdout.String(), stderr.String(), err
}

// TestCheckNatively: check says the same with native code, and says what ran as such.
func TestCheckNatively(t *testing.T) {
	_, err := session.Native()
	testkit.Needs(t, "REQUIRE_CC", err)
	for name, c := range map[string]struct{ text, note string }{
		"clean": {"def f [n] (x : [n]int) : [n]int = kernel i <= n do x[i] * 3\nlet a = kernel j <= 3000 do j % 7\nf(a)\n",
			"native code checked `a`, `i`; the fast engine checked what is outside of kernels"},
		"a kernel that is not compiled": {"let a = kernel i <= 300 do (let s = scan (+) 0 (iota 3) in s[3])\nlet b = kernel j <= 300 do j\n(a, b)\n",
			"native code checked `b`; the fast engine checked `a`, and what is outside of kernels"},
		"no kernel": {"let a = 3\na + 1\n", "the fast engine checked this, and native code checked no kernel"},
		"a race": {"let (m : mem) = alloc 300\nlet (x : [300]int @ m -> R(300)) = iota 300\nlet (y : [300]int @ m -> R(300)) = kernel i <= 300 do\n  let (j : int) = min(i + 1, 300)\n  let (a : int) = x[j]\n  in (a)\nin (m, y)\n",
			"the rules checked this: nothing faster found it clean"},
		"beyond 64 bits in between": {"let a = kernel i <= 40 do (let e = [i, 3][1] in if i > 20 then e * 4611686018427387904 / 4611686018427387904 else i)\na\n",
			"the fast engine checked this: native code did not find it clean"},
		"beyond 64 bits": {"let a = kernel i <= 300 do 9223372036854775807 + i\na\n",
			"the rules checked this: nothing faster found it clean"},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "c.fun")
			if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			want, _, wantErr := checked(t, "value", file)
			got, notes, err := checked(t, "native", file)
			if got != want || (err == nil) != (wantErr == nil) {
				t.Errorf("%v\n%s\nwant %v\n%s", err, got, wantErr, want)
			}
			if notes != "note: "+c.note+"\n" {
				t.Errorf("notes %q, want %q", notes, c.note)
			}
		})
	}
	if _, _, err := checked(t, "heap", "c.fun"); err == nil || !strings.Contains(err.Error(), "both semantics") {
		t.Errorf("--engine heap: %v", err)
	}
}
