package repl

import (
	"funmem/repl/cli"
	"funmem/repl/session"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestImpossible checks programs with a check that can never hold. The program must be called wrong, either by its
// refusal or by the check that stays and fails in a run. The pass that shows it must not be blamed.
func TestImpossible(t *testing.T) {
	for pass, uses := range map[string][]string{
		"inline": {"kernel i <= 3 do s(2)", "s(2) with [1] = 3", "transpose([s(2), [1, 2]])", "if s(2)[1] == 1 then s(2) else [1, 2]"},
		"fuse":   {"def f (c : int) = let n = [4][1] in let a = iota n in map (+) a [1, 2]\nf(1)"},
	} {
		for _, use := range uses {
			path := filepath.Join(t.TempDir(), "p.fun")
			if err := os.WriteFile(path, []byte("def s (e : int) : [e]int = kernel i <= e * e do i\n"+use+"\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			var out, errs strings.Builder
			o := &cli.Options{Settings: session.Defaults(), Tests: 5, Seed: 1, Passes: pass}
			st := cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
			status := cli.Report(st, o, cli.Lower(t.Context(), st, o, []string{path}))
			got := errs.String()
			refused := status == 1 && strings.Contains(got, "can never hold, found ")
			kept := status == 0 && strings.Contains(got, "not run: check failed: ")
			if strings.Contains(got, "bug") || !refused && !kept {
				t.Errorf("%s: status %d\n%s", use, status, got)
			}
		}
	}
}

// TestNeverHolds checks that a program with a check that cannot hold goes through the passes, or is itself called
// wrong. The check may stand anywhere, also next to results that rounds or branches agree on, and in code that nothing
// uses.
func TestNeverHolds(t *testing.T) {
	for name, text := range map[string]string{
		"in a round that gives what the loop starts with": `let z = iota 4
let c = z[2]
let (u, v, w) = loop (p = 3, q = c, a = z) for i <= c do
  check 2 = q - c
  in (1, q, a with [2] = q)
in (u, v, w)`,
		"in one of two branches that agree": `def f (k : int) : int =
  let (v, w) = if k == 3 then (k, 1) else
    check 2 = 0 - k
    in (k, 2)
  in v + w
f(3)`,
		"in a loop that nothing uses": `let z = iota 4
let (r, s) = loop (a = z, b = 1) for i <= 3 do
  let (v, x) = if i == i then (3, a) else (b, a)
  let (w, y) = loop (p = v, q = x) for j <= 2 do
    check 3 = v - 2
    in (b, z with [2] = j)
  in (a, b)
let (u, v, w) = loop (p = s, q = z, o = r) for i <= s do
  let y = q with [2] = 1
  in (p, y, r)
in (u, v, w)`,
		"in a branch that nothing uses": `let z = iota 4
let c = z[2]
let (v, x) = if c == c then
  let (k, y) = if 0 == c then (1, z) else (c - c, z)
  let (l, o) = if 3 == k then (c, z) else
    check z[1] = k + c
    check y[1] = 3
    in (k, y)
  in (c, z)
else
  (2, z)
in (v, x, x)`,
	} {
		for _, passes := range []string{"cpu", "gpu", "introduce,simplify,hoist,simplify,merge,simplify"} {
			path := filepath.Join(t.TempDir(), "p.fun")
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			var out, errs strings.Builder
			o := &cli.Options{Settings: session.Defaults(), Tests: 5, Seed: 1, Passes: passes}
			st := cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
			status := cli.Report(st, o, cli.Lower(t.Context(), st, o, []string{path}))
			if refused := status == 1 && strings.Contains(errs.String(), "can never hold, found "); status != 0 && !refused {
				t.Errorf("%s: %s: status %d\n%s", name, passes, status, errs.String())
			}
		}
	}
}
