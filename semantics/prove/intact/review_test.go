package intact_test

import (
	"testing"

	"funmem/internal/passtest"
	"funmem/semantics/prove"
	"funmem/semantics/prove/intact"
)

// TestReview: each function is stuck in the heap semantics for some arguments where the value semantics is not, or has a race. None may be proved.
func TestReview(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"range in a branch", `def f [n] (k : int) (c : int) (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r : int) =
  let (m : mem) = alloc n
  let (t : [k] @ m -> R(k)) = kernel i <= k do i
  let (e : int) = if c > 0 then
      let (v : [k] @ x_mem -> R(k)) = x[1 : k]
      in (1) else 2
  in (e)
`},
		{"range in a loop of no rounds", `def f [n] (k : int) (c : int) (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r : int) =
  let (m : mem) = alloc n
  let (t : [k] @ m -> R(k)) = kernel i <= k do i
  let (e : int) = loop (e : int = 0) for j <= c do
      let (v : [k] @ x_mem -> R(k)) = x[1 : k]
      in (1)
  in (e)
`},
		{"range in a kernel of no iterations", `def f [n] (k : int) (c : int) (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r : int) =
  let (m : mem) = alloc n
  let (t : [k] @ m -> R(k)) = kernel i <= k do i
  let (z_mem : mem) = alloc c
  let (z : [c] @ z_mem -> R(c)) = kernel j <= c do
      let (v : [k] @ x_mem -> R(k)) = x[1 : k]
      in (1)
  in (1)
`},
		{"range in a fold of nothing", `-- slice in a branch gives a V-GIVEN/V-BLOCK for a with on a callee's arg
def f [n] (k : int) (c : int) (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r_mem : mem, [k] @ r_mem -> R(k)) =
  let (m : mem) = alloc n
  let (t : [k] @ m -> R(k)) = kernel i <= k do i
  let (e : int) = reduce (\a b -> let (v : [k] @ x_mem -> R(k)) = x[1 : k] in (a + b)) 0 x
  in (m, t)
`},
		{"scratch of ints where f64s are, copied", `def f (n : int) (x_mem : mem) (x : [n]f64 @ x_mem -> R(n)) : (r_mem : mem, [n]int @ r_mem -> R(n)) =
  let (m : mem) = alloc n
  let (y : [n]f64 @ m -> R(n)) = copy x
  let (s : [n]int @ m -> R(n)) = scratch([n]int)
  let (r_mem : mem) = alloc n
  let (r : [n]int @ r_mem -> R(n)) = copy s
  in (r_mem, r)
`},
		{"scratch of ints where f64s are, returned", `def f (n : int) (x_mem : mem) (x : [n]f64 @ x_mem -> R(n)) : (r_mem : mem, [n]int @ r_mem -> R(n)) =
  let (m : mem) = alloc n
  let (y : [n]f64 @ m -> R(n)) = copy x
  let (s : [n]int @ m -> R(n)) = scratch([n]int)
  in (m, s)
`},
		{"offset divides by what may be 0", `def f (n : int) (k : int) : (z_mem : mem, [n] @ z_mem -> R(n)) =
  let (z_mem : mem) = alloc n
  let (z : [n] @ z_mem -> 1 / k - 1 / k + {(n : 1)}) = iota n
  in (z_mem, z)
`},
		{"size of a block divides by what may be 0", `def f (n : int) (k : int) (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r_mem : mem, [n] @ r_mem -> R(n)) =
  let (m : mem) = alloc (n + 0 * (n / k))
  let (r : [n] @ m -> R(n)) = copy x
  in (m, r)
`},
		{"offset in a loop divides by 0 in a round", `def f (n : int) (k : int) (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r_mem : mem, [n] @ r_mem -> R(n)) =
  let (m : mem) = alloc n
  let (r : [n] @ m -> R(n)) = copy x
  let (q_mem : mem) (q : [n] @ q_mem -> R(n)) = loop (u_mem : mem = m) (u : [n] @ u_mem -> R(n) = r) for i <= k do
    let (t_mem : mem) = alloc n
    let (t : [n] @ t_mem -> (n / (i - 3)) - (n / (i - 3)) + {(n : 1)}) = copy u
    in (u_mem, u)
  in (q_mem, q)
`},
		{"claimed offset divides by what may be 0", `def f (n : int) (k : int) (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (z_mem : mem, [n] @ z_mem -> R(n)) =
  let (z_mem : mem) = alloc n
  let (z : [n] @ z_mem -> R(n)) = iota n
  let (y : [n] @ x_mem -> 0 * (n / k) + {(n : 1)}) = claim x
  in (z_mem, z)
`},
		{"quotient that only one branch has evaluated", `def f (n : int) (k : int) : (z_mem : mem, [n] @ z_mem -> R(n)) =
  let (t : int) = if k > 0 then
      let (q : int) = n / k
      in q
    else 3
  let (z_mem : mem) = alloc (n + 0 * (n / k) + t - t)
  let (z : [n] @ z_mem -> R(n)) = iota n
  in (z_mem, z)
`},
		{"scratch in a block from outside", `def f (n : int) (m : mem) (*x : [n]f64 @ m -> R(n)) : (r_mem : mem, [n]int @ r_mem -> R(n)) =
  let (s : [n]int @ m -> R(n)) = scratch([n]int)
  in (m, s)
`},
		{"copy where it lies, in each iteration", `def f [n] (m : int) (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r_mem : mem, [m] @ r_mem -> R(m)) =
  let (r_mem : mem) = alloc m
  let (r : [m] @ r_mem -> R(m)) = kernel i <= m do
    let (y : [n] @ x_mem -> R(n)) = copy x
    in y[1]
  in (r_mem, r)
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := passtest.Parse(t, c.name, c.text).Core
			for _, d := range p.Defs() {
				if open, done := intact.Program(prove.NewBudget(prove.MaxSteps), p, d, nil, nil); done && len(open) == 0 {
					t.Errorf("`%s` is proved", d.Name)
				}
			}
		})
	}
}
