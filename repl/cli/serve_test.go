package cli

import (
	"context"
	"io"
	"runtime"
	"strings"
	"testing"

	"funmem/eval/validity"
	"funmem/repl/session"
)

// tenLines are a program of ten lines and its FUNMEM form, as a driver has thousands of them.
var tenLines = map[string]string{
	"before.fun": `def f [n] (x : [n]int) (y : [n]int) (k : int) : [n]int =
  let s = kernel i <= n do x[i] + y[i]
  let t = kernel i <= n do s[n + 1 - i] * k
  in kernel i <= n do
    let a = t[i] - x[i]
    let b = if a < 0 then 0 - a else a
    in b + k
`,
	"after.fun": `def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) (y_mem : mem) (y : [n] @ y_mem -> R(n)) (k : int) : (r_mem : mem, [n] @ r_mem -> R(n)) =
  let (s_mem : mem) = alloc n
  let (s : [n] @ s_mem -> R(n)) = kernel i <= n do x[i] + y[i]
  let (r_mem : mem) = alloc n
  let (t : [n] @ r_mem -> R(n)) = kernel i <= n do s[n + 1 - i] * k
  let (r : [n] @ r_mem -> R(n)) = kernel i <= n do
    let a = t[i] - x[i]
    let b = if a < 0 then 0 - a else a
    in b + k
  in (r_mem, r)
`,
}

// BenchmarkRequest measures what a worker of serve does with a validation of ten lines on 20 inputs, without a proof. A worker
// has one core.
func BenchmarkRequest(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for b.Loop() {
		var out strings.Builder
		o := &Options{Settings: session.Defaults(), Second: session.DefaultSecond(), Tests: 20, Seed: 1, JSON: true, Proof: validity.NoProof, texts: tenLines}
		err := Perform(context.Background(), Validate, Streams{strings.NewReader(""), &out, io.Discard}, o, []string{"before.fun", "after.fun"})
		if err != nil || !strings.Contains(out.String(), `"tests":20`) {
			b.Fatal(err, out.String())
		}
	}
}
