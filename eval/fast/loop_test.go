package fast_test

import "testing"

// TestLoops: accelerated loops inside a kernel give the results of the reference.
func TestLoops(t *testing.T) {
	for _, text := range []string{
		"kernel i <= 9 do loop (s = 0) for j <= i - 2 do s + v[j]",
		"let (x, y) = kernel i <= 9 do loop (a = i, b = v[i]) for j <= 5 do (b, a + b)\n(x, y)",
		"kernel i <= 9 do (let (_, n) = loop (k = i, n = 0) while k > 1 do (if k % 2 == 0 then k / 2 else 3 * k + 1, n + 1) in n)",
		"kernel i <= 9 do loop (s = 0) for j <= 3 do loop (s = s + j) for k <= i do s * 2 % 1000",
		"kernel i <= 5 do loop (r = a[i]) for j <= i do reverse r",
		"kernel i <= 5 do loop (r : [7]int = a[i]) for j <= i do kernel k <= 7 do r[8 - k] + j",
		"kernel i <= 5 do (let (x, y) = loop (x = a[1], y = a[i]) for j <= i do (y, kernel k <= 7 do x[k] - y[k]) in x[2] + y[3])",
		"kernel i <= 5 do (let r = loop (r = v[1:2]) for j <= i do kernel k <= length(r) + 1 do (if k == 1 then j else r[k - 1]) in r[1] + length(r))",
		"kernel i <= 5 do (let r = loop (r = [i]) while length(r) < 9 do loop (s = r) for j <= 2 do kernel k <= length(s) + 1 do k * i in r[5])",
		"kernel i <= 4 do loop (m = c[1]) for j <= i do transpose (transpose m)",
	} {
		p, ids := parse(t, text, inputs()...)
		if yes, no := same(t, p, ids, inputs()...); yes == 0 || no > 0 {
			t.Errorf("%s: %d accelerated, %d not", text, yes, no)
		}
	}
}

// TestLoopsMem: loops that carry blocks are found clean. Their results, kernels and
// bindings equal those of the reference.
func TestLoopsMem(t *testing.T) {
	for name, text := range map[string]string{
		"ints": `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = kernel i <= 3 do
  let (s : int) = loop (s : int = i) for j <= 3 do in (s * j)
  in (s)
in (m, x)`,
		"blocks": `
let (am : mem) = alloc 3
let (a : [3] @ am -> R(3)) = iota 3
let (zm : mem) (z : [3] @ zm -> R(3)) = loop (xm : mem = am) (x : [3] @ xm -> R(3) = a) for i <= 5 do
  let (ym : mem) = alloc 3
  let (y : [3] @ ym -> R(3)) = kernel j <= 3 do
    let (e : int) = x[j]
    in (e * i)
  in (ym, y)
in (zm, z)`,
		"two blocks": `
let (am : mem) = alloc 2
let (a : [2] @ am -> R(2)) = iota 2
let (zm : mem) (z : [2] @ zm -> R(2)) (wm : mem) (w : [2] @ wm -> R(2)) =
    loop (xm : mem = am) (x : [2] @ xm -> R(2) = a) (ym : mem = am) (y : [2] @ ym -> R(2) = a) for i <= 5 do
  let (um : mem) = alloc 2
  let (u : [2] @ um -> R(2)) = kernel j <= 2 do
    let (e : int) = x[j]
    let (f : int) = y[j]
    in (e + f)
  in (ym, y, um, u)
in (zm, z, wm, w)`,
		"nested": `
let (am : mem) = alloc 2
let (a : [2] @ am -> R(2)) = iota 2
let (zm : mem) (z : [2] @ zm -> R(2)) (s : int) = loop (xm : mem = am) (x : [2] @ xm -> R(2) = a) (s : int = 0) while s < 6 do
  let (um : mem) (u : [2] @ um -> R(2)) = loop (ym : mem = xm) (y : [2] @ ym -> R(2) = x) for i <= s do
    let (vm : mem) = alloc 2
    let (v : [2] @ vm -> R(2)) = kernel j <= 2 do
      let (e : int) = y[j]
      let (f : int) = x[j]
      in (e + f * i)
    in (vm, v)
  let (e : int) = u[2]
  in (um, u, s + 1)
in (zm, z, s)`,
		"in kernel": `
let (m : mem) = alloc 6
let (x : [3][2] @ m -> R(3, 2)) = kernel k <= 3 do
  let (am : mem) = alloc 2
  let (a : [2] @ am -> R(2)) = iota 2
  let (zm : mem) (z : [2] @ zm -> R(2)) = loop (ym : mem = am) (y : [2] @ ym -> R(2) = a) for i <= k do
    let (vm : mem) = alloc 2
    let (v : [2] @ vm -> R(2)) = kernel j <= 2 do
      let (e : int) = y[j]
      in (e * i + k)
    in (vm, v)
  in (z)
in (m, x)`,
		"derived": `
let (am : mem) = alloc 6
let (a : [6] @ am -> R(6)) = iota 6
let (o : int) (s : int) (z : [6] @ am -> o + {(6 : s)}) = loop (p : int = 0) (t : int = 1) (y : [6] @ am -> p + {(6 : t)} = a) for i <= 3 do
  let (r : [6] @ am -> p + 5 * t + {(6 : -t)}) = reverse y
  in (p + 5 * t, 0 - t, r)
let (e : int) = z[2]
in (e)`,
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := parse(t, text)
			for _, s := range []string{"forward", "reverse", "random:7"} {
				if !both(t, p, options(t, s)) {
					t.Errorf("%s: declined", s)
				}
			}
		})
	}
}
