package validate_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"funmem/eval/validate"
)

// smooth is a program of thirty lines: two smoothed copies in one block each, a loop
// over two buffers, and an update in place.
const smooth = `
def f [n][m]
    (x_mem : mem)
    (x : [n][m] @ x_mem -> R(n, m))
    (rounds : int)
    (k : int) :
    (r_mem : mem, [n][m] @ r_mem -> R(n, m)) =
  let (a_mem : mem) = alloc (n * m)
  let (a : [n][m] @ a_mem -> R(n, m)) = kernel i <= n do
    let (row_mem : mem) = alloc m
    let (row : [m] @ row_mem -> R(m)) = kernel j <= m do x[i, j] + x[i, m + 1 - j]
    in (row)
  let (t : [m][n] @ a_mem -> 0 + {(m : 1) (n : m)}) = transpose a
  let (b_mem : mem) = alloc (n * m)
  let (b : [n][m] @ b_mem -> R(n, m)) = kernel i <= n do
    let (row_mem : mem) = alloc m
    let (row : [m] @ row_mem -> R(m)) = kernel j <= m do t[j, i] * k
    in (row)
  let (r_mem : mem) (r : [n][m] @ r_mem -> R(n, m)) (o_mem : mem) = loop
      (c_mem : mem = b_mem)
      (c : [n][m] @ c_mem -> R(n, m) = b)
      (d_mem : mem = a_mem)
      for step <= rounds do
    let (d : [n][m] @ d_mem -> R(n, m)) = kernel i <= n do
      let (row_mem : mem) = alloc m
      let (row : [m] @ row_mem -> R(m)) = kernel j <= m do c[i, j] + c[n + 1 - i, j]
      in (row)
    in (d_mem, d, c_mem)
  in (r_mem, r)
`

const smoothFun = `
def f [n][m] (x : [n][m]int) (rounds : int) (k : int) : [n][m]int =
  let b = kernel i <= n, j <= m do (x[i, j] + x[i, m + 1 - j]) * k
  in loop (c = b) for step <= rounds do kernel i <= n, j <= m do c[i, j] + c[n + 1 - i, j]
`

// TestSmooth: the program of the benchmark is valid.
func TestSmooth(t *testing.T) {
	if r := validated(t, smoothFun, smooth); r.Word != validate.Valid || r.Tests != options.Tests {
		t.Error(r.Line())
	}
}

// BenchmarkValidate measures so many inputs of a program of thirty lines, on one core and
// on two.
func BenchmarkValidate(b *testing.B) {
	subjects, err := validate.Subjects(program(b, "before", smoothFun), program(b, "after", smooth))
	if err != nil {
		b.Fatal(err)
	}
	shortest := map[string]time.Duration{}
	for b.Loop() {
		for _, tests := range []int{500, 10000} {
			for _, cores := range []int{1, 2} {
				old := runtime.GOMAXPROCS(cores)
				start := time.Now()
				r, err := validate.Validate(context.Background(), subjects[0], &validate.Options{Tests: tests, Seed: 1})
				took := time.Since(start)
				runtime.GOMAXPROCS(old)
				if err != nil || r.Tests != tests {
					b.Fatal(err, r.Line())
				}
				key := fmt.Sprintf("s/%d-tests-%d-cores", tests, cores)
				if was, ok := shortest[key]; !ok || took < was {
					shortest[key] = took
				}
			}
		}
	}
	for key, took := range shortest {
		b.ReportMetric(took.Seconds(), key)
	}
}
