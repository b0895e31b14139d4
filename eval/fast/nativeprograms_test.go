package fast_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"funmem/eval/fast"
)

// nativePrograms are programs for native code: kernels of many iterations, which are clean or not.
var nativePrograms = map[string]string{
	"a map": `
let (m : mem) = alloc 5000
let (x : [5000]int @ m -> R(5000)) = kernel i <= 5000 do in (i * i)
let (k : mem) = alloc 5000
let (y : [5000]int @ k -> R(5000)) = kernel i <= 5000 do
  let (a : int) = x[i]
  let (j : int) = max(i - 1, 1)
  let (b : int) = x[j]
  let (h : int) = min(i + 1, 5000)
  let (c : int) = x[h]
  in (a * 3 + b - c)
in (k, y)`,
	"large products": `
let (m : mem) = alloc 300
let (x : [300]int @ m -> R(300)) = kernel i <= 300 do in (i * 3000000000)
let (k : mem) = alloc 300
let (y : [300]int @ k -> R(300)) = kernel i <= 300 do
  let (a : int) = x[i]
  in (a * 7 + i * 2500000000)
in (k, y)`,
	"products beyond 64 bits": `
let (m : mem) = alloc 300
let (x : [300]int @ m -> R(300)) = kernel i <= 300 do in (i * 3000000000)
let (k : mem) = alloc 300
let (y : [300]int @ k -> R(300)) = kernel i <= 300 do
  let (a : int) = x[i]
  in (a * a)
in (k, y)`,
	"an index beyond the array before the last iteration": `
let (m : mem) = alloc 300
let (x : [300]int @ m -> R(300)) = iota 300
let (k : mem) = alloc 300
let (y : [300]int @ k -> R(300)) = kernel i <= 300 do
  let (j : int) = i + 2 - 3 * (i / 300)
  let (a : int) = x[j]
  in (a)
in (k, y)`,
	"results that overlap in a local block": `
let (m : mem) = alloc 200
let (x : [200]int @ m -> R(200)) = kernel i <= 200 do
  let (b : mem) = alloc 8
  let (p : [4]int @ b -> 0 + {(4 : 0)}) = kernel j <= 4 do in (i + j)
  in (i)
in (m, x)`,
	"rows that overlap in a local block": `
let (m : mem) = alloc 200
let (x : [200]int @ m -> R(200)) = kernel i <= 200 do
  let (b : mem) = alloc 80
  let (p : [4][3]int @ b -> 0 + {(4 : 2) (3 : 1)}) = kernel j <= 4 do
    let (c : mem) = alloc 3
    let (r : [3]int @ c -> R(3)) = iota 3
    in (r)
  in (i)
in (m, x)`,
	"rows between each other in a local block": `
let (m : mem) = alloc 200
let (x : [200]int @ m -> R(200)) = kernel i <= 200 do
  let (b : mem) = alloc 80
  let (p : [4][3]int @ b -> 0 + {(4 : 1) (3 : 4)}) = kernel j <= 4 do
    let (c : mem) = alloc 3
    let (r : [3]int @ c -> R(3)) = iota 3
    in (r)
  let (e : int) = p[2, 3]
  in (e)
in (m, x)`,
	"a local block of all iterations": `
let (m : mem) = alloc 200
let (x : [200]int @ m -> R(200)) = kernel i <= 200 do
  let (b : mem) = alloc 8
  let (c : mem) = alloc 3
  let (p : [3]int @ c -> R(3)) = kernel j <= 3 do
    let (r : [2]int @ b -> R(2)) = kernel l <= 2 do in (l + j)
    let (e : int) = r[1]
    in (e)
  let (f : int) = p[2]
  in (f)
in (m, x)`,
	"an index beyond the array": `
let (m : mem) = alloc 300
let (x : [300]int @ m -> R(300)) = iota 300
let (k : mem) = alloc 300
let (y : [300]int @ k -> R(300)) = kernel i <= 300 do
  let (j : int) = i + 1
  let (a : int) = x[j]
  in (a)
in (k, y)`,
	"an index beyond in the middle": `
let (m : mem) = alloc 300
let (x : [300]int @ m -> R(300)) = iota 300
let (k : mem) = alloc 300
let (y : [300]int @ k -> R(300)) = kernel i <= 300 do
  let (j : int) = i + 1 - (i / 300) - 400 * ((i % 77) / 76)
  let (a : int) = x[j]
  in (a)
in (k, y)`,
	"indices that jump": `
let (m : mem) = alloc 300
let (x : [300]int @ m -> R(300)) = iota 300
let (k : mem) = alloc 300
let (y : [300]int @ k -> R(300)) = kernel i <= 300 do
  let (j : int) = (i * 7) % 300 + 1
  let (a : int) = x[j]
  let (g : int) = x[a]
  in (a + g)
in (k, y)`,
	"in place": `
let (m : mem) = alloc 300
let (x : [300]int @ m -> R(300)) = iota 300
let (y : [300]int @ m -> R(300)) = kernel i <= 300 do
  let (a : int) = x[i]
  in (a * 2)
in (m, y)`,
	"the next one in place": `
let (m : mem) = alloc 300
let (x : [300]int @ m -> R(300)) = iota 300
let (y : [300]int @ m -> R(300)) = kernel i <= 300 do
  let (j : int) = min(i + 1, 300)
  let (a : int) = x[j]
  in (a * 2)
in (m, y)`,
	"the one before in place": `
let (m : mem) = alloc 300
let (x : [300]int @ m -> R(300)) = iota 300
let (y : [300]int @ m -> R(300)) = kernel i <= 300 do
  let (j : int) = max(i - 1, 1)
  let (a : int) = x[j]
  in (a * 2)
in (m, y)`,
	"read when it is overwritten": `
let (m : mem) = alloc 300
let (x : [300]int @ m -> R(300)) = iota 300
let (y : [100]int @ m -> 50 + {(100 : 1)}) = kernel i <= 100 do in (0 - i)
let (k : mem) = alloc 300
let (z : [300]int @ k -> R(300)) = kernel i <= 300 do
  let (a : int) = x[i]
  in (a)
in (k, z)`,
	"read but for what is overwritten": `
let (m : mem) = alloc 300
let (x : [300]int @ m -> R(300)) = iota 300
let (y : [100]int @ m -> 50 + {(100 : 1)}) = kernel i <= 100 do in (0 - i)
let (k : mem) = alloc 100
let (z : [100]int @ k -> R(100)) = kernel i <= 100 do
  let (j : int) = i + 150
  let (a : int) = x[j]
  let (b : int) = y[i]
  in (a + b)
in (k, z)`,
	"overwritten with the same": `
let (m : mem) = alloc 300
let (x : [300]int @ m -> R(300)) = iota 300
let (y : [300]int @ m -> R(300)) = kernel i <= 300 do in (i)
let (k : mem) = alloc 300
let (z : [300]int @ k -> R(300)) = kernel i <= 300 do
  let (a : int) = x[i]
  let (b : int) = y[i]
  in (a + b)
in (k, z)`,
	"rows in place": `
let (m : mem) = alloc 800
let (x : [200][4]int @ m -> R(200, 4)) = kernel i <= 200 do
  let (r : [4]int @ m -> 4 * i - 4 + {(4 : 1)}) = kernel j <= 4 do in (i * j)
  in (r)
in (m, x)`,
	"rows in place that meet": `
let (m : mem) = alloc 800
let (x : [200][4]int @ m -> R(200, 4)) = kernel i <= 200 do
  let (r : [4]int @ m -> 3 * i - 3 + {(4 : 1)}) = kernel j <= 4 do in (i * j)
  in (r)
in (m, x)`,
	"rows in place, of which one meets another": `
let (m : mem) = alloc 804
let (x : [200][4]int @ m -> R(200, 4)) = kernel i <= 200 do
  let (r : [4]int @ m -> 4 * i - 4 + (i / 150) * (151 / i) * 4 + {(4 : 1)}) = kernel j <= 4 do in (i * j)
  in (r)
in (m, x)`,
	"columns in place": `
let (m : mem) = alloc 800
let (x : [4][200]int @ m -> R(4, 200)) = kernel i <= 4 do
  let (r : [200]int @ m -> 200 * i - 200 + {(200 : 1)}) = kernel j <= 200 do in (i * j)
  in (r)
let (y : [200][4]int @ m -> 0 + {(200 : 1) (4 : 200)}) = transpose x
let (k : mem) = alloc 200
let (z : [200]int @ k -> R(200)) = kernel i <= 200 do
  let (a : [4]int @ m -> i - 1 + {(4 : 200)}) = y[i, 1:4]
  let (s : int) = reduce (\(s : int) (e : int) -> let (t : int) = s + e in (t)) 0 a
  in (s)
in (k, z)`,
	"results that overlap": `
let (m : mem) = alloc 300
let (x : [200]int @ m -> 0 + {(200 : 0)}) = kernel i <= 200 do in (i)
let (a : int) = x[1]
in (a)`,
	"two results": `
let (m : mem) = alloc 300
let (k : mem) = alloc 200
let (x : [200]int @ m -> 99 + {(200 : 1)}) (y : [200]int @ k -> 199 + {(200 : -1)}) = kernel i <= 200 do
  let (b : int) = i * i
  in (i, b)
let (a : int) = x[7]
in (k, y)`,
	"a local block": `
let (m : mem) = alloc 200
let (x : [200]int @ m -> R(200)) = kernel i <= 200 do
  let (b : mem) = alloc (i % 5 + 7)
  let (p : [3]int @ b -> R(3)) = kernel j <= 3 do in (i + j)
  let (q : [3]int @ b -> 3 + {(3 : 1)}) = kernel j <= 3 do
    let (e : int) = p[j]
    in (e * 2)
  let (e : int) = p[2]
  let (f : int) = q[3]
  in (e + f)
in (m, x)`,
	"a local block that is overwritten": `
let (m : mem) = alloc 200
let (x : [200]int @ m -> R(200)) = kernel i <= 200 do
  let (b : mem) = alloc 8
  let (p : [3]int @ b -> R(3)) = kernel j <= 3 do in (i + j)
  let (q : [3]int @ b -> 2 + {(3 : 1)}) = kernel j <= 3 do in (i * j + 1000)
  let (e : int) = p[3]
  let (f : int) = q[3]
  in (e + f)
in (m, x)`,
	"a local block that is overwritten elsewhere": `
let (m : mem) = alloc 200
let (x : [200]int @ m -> R(200)) = kernel i <= 200 do
  let (b : mem) = alloc 8
  let (p : [3]int @ b -> R(3)) = kernel j <= 3 do in (i + j)
  let (q : [3]int @ b -> 2 + {(3 : 1)}) = kernel j <= 3 do in (i * j + 1000)
  let (e : int) = p[2]
  let (f : int) = q[3]
  in (e + f)
in (m, x)`,
	"a race in a local block": `
let (m : mem) = alloc 200
let (x : [200]int @ m -> R(200)) = kernel i <= 200 do
  let (b : mem) = alloc 8
  let (p : [4]int @ b -> R(4)) = kernel j <= 4 do in (i + j)
  let (q : [3]int @ b -> R(3)) = kernel j <= 3 do
    let (h : int) = j + 1
    let (e : int) = p[h]
    in (e * 2)
  let (f : int) = q[3]
  in (f)
in (m, x)`,
	"a race of writes in a local block": `
let (m : mem) = alloc 200
let (x : [200]int @ m -> R(200)) = kernel i <= 200 do
  let (b : mem) = alloc 20
  let (p : [3][2]int @ b -> R(3, 2)) = kernel j <= 3 do
    let (r : [2]int @ b -> j - 1 + {(2 : 1)}) = kernel l <= 2 do in (l)
    in (r)
  let (f : int) = p[1, 1]
  in (f)
in (m, x)`,
	"in place in a local block": `
let (m : mem) = alloc 200
let (x : [200]int @ m -> R(200)) = kernel i <= 200 do
  let (b : mem) = alloc 8
  let (p : [4]int @ b -> R(4)) = kernel j <= 4 do in (i + j)
  let (q : [4]int @ b -> R(4)) = kernel j <= 4 do
    let (e : int) = p[j]
    in (e * 2)
  let (f : int) = q[3]
  in (f)
in (m, x)`,
	"arrays of all kinds": `
let (m : mem) = alloc 600
let (x : [200][3]int @ m -> R(200, 3)) = kernel i <= 200 do
  let (b1 : mem) = alloc 4
  let (p : [4]int @ b1 -> R(4)) = iota 4
  let (b2 : mem) = alloc 3
  let (q : [3]int @ b2 -> 2 + {(3 : -1)}) = replicate(3, i)
  let (b3 : mem) = alloc 3
  let (l : [3]int @ b3 -> R(3)) = [i, 7, 9]
  let (s : [2]int @ b1 -> 1 + {(2 : 2)}) = p[2 : 2 : 2]
  let (t : [4]int @ b1 -> 3 + {(4 : -1)}) = reverse p
  let (b4 : mem) = alloc 12
  let (w : [4][3]int @ b4 -> R(4, 3)) = replicate(4, l)
  let (v : [3][4]int @ b4 -> 0 + {(3 : 1) (4 : 3)}) = transpose w
  let (b5 : mem) = alloc 3
  let (c : [3]int @ b5 -> R(3)) = kernel j <= 3 do
    let (e : int) = q[j]
    let (f : int) = s[2]
    let (g : int) = t[j]
    let (h : int) = v[j, 2]
    in (e + 10 * f + 100 * g + 1000 * h)
  let (b6 : mem) = alloc 3
  let (d : [3]int @ b6 -> R(3)) = copy c
  in (d)
in (m, x)`,
	"a slice beyond the array": `
let (m : mem) = alloc 200
let (x : [200]int @ m -> R(200)) = kernel i <= 200 do
  let (b : mem) = alloc 200
  let (p : [200]int @ b -> R(200)) = iota 200
  let (s : [3]int @ b -> i - 1 + {(3 : 1)}) = p[i : 3]
  let (e : int) = s[1]
  in (e)
in (m, x)`,
	"an empty slice beyond the array": `
let (m : mem) = alloc 200
let (x : [200]int @ m -> R(200)) = kernel i <= 200 do
  let (b : mem) = alloc 20
  let (p : [20]int @ b -> R(20)) = iota 20
  let (s : [0]int @ b -> i + {(0 : 1)}) = p[i + 1 : 0]
  in (i)
in (m, x)`,
	"loops": `
let (m : mem) = alloc 200
let (x : [200]f64 @ m -> R(200)) = kernel i <= 200 do
  let (a : f64) (b : f64) = loop (a : f64 = 0.5) (b : f64 = 2.0) for k <= i % 9 do
    let (t : f64) = a * 0.5 + b
    in (b, t)
  let (n : int) = loop (n : int = i) while n < 100 do
    let (h : int) = n * 3
    in (h)
  let (c : f64) = if n > 150 then let (q : f64) = sqrt(a) in (q) else in (b)
  let (d : f64) = f64(n) + c
  in (d)
in (m, x)`,
	"a check that fails": `
let (m : mem) = alloc 200
let (x : [200]int @ m -> R(200)) = kernel i <= 200 do
  let (a : int) = i / 200
  check a = 0
  in (a)
in (m, x)`,
	"a division by 0": `
let (m : mem) = alloc 200
let (x : [200]int @ m -> R(200)) = kernel i <= 200 do
  let (a : int) = 100 / (150 - i)
  in (a)
in (m, x)`,
	"beyond the block": `
let (m : mem) = alloc 200
let (x : [200]int @ m -> R(200)) = kernel i <= 200 do
  let (b : mem) = alloc (8 - i / 200)
  let (p : [8]int @ b -> R(8)) = kernel j <= 8 do in (i + j)
  let (f : int) = p[3]
  in (f)
in (m, x)`,
	"a block that is freed": `
let (m : mem) = alloc 200
let (x : [200]int @ m -> R(200)) = kernel i <= 200 do
  let (b : mem) = alloc 8
  let (p : [8]int @ b -> R(8)) = kernel j <= 8 do in (i + j)
  let (f : int) = p[3]
  free b
  in (f)
in (m, x)`,
	"a race of equal values": `
let (m : mem) = alloc 300
let (x : [300]int @ m -> R(300)) = replicate(300, 7)
let (y : [300]int @ m -> R(300)) = kernel i <= 300 do
  let (j : int) = max(i - 1, 1)
  let (a : int) = x[j]
  in (a)
in (m, y)`,
	"a race of equal values with the next one": `
let (m : mem) = alloc 300
let (x : [300]int @ m -> R(300)) = replicate(300, 7)
let (y : [300]int @ m -> R(300)) = kernel i <= 300 do
  let (j : int) = min(i + 1, 300)
  let (a : int) = x[j]
  in (a)
in (m, y)`,
	"a race of equal values in a local block": `
let (m : mem) = alloc 200
let (x : [200]int @ m -> R(200)) = kernel i <= 200 do
  let (b : mem) = alloc 8
  let (p : [8]int @ b -> R(8)) = replicate(8, i)
  let (q : [8]int @ b -> R(8)) = kernel j <= 8 do
    let (h : int) = max(j - 1, 1)
    let (e : int) = p[h]
    in (e)
  let (f : int) = q[3]
  in (f)
in (m, x)`,
	"a slice one beyond the array": `
let (m : mem) = alloc 199
let (x : [199]int @ m -> R(199)) = kernel i <= 199 do
  let (b : mem) = alloc 200
  let (p : [200]int @ b -> R(200)) = iota 200
  let (s : [3]int @ b -> i - 1 + {(3 : 1)}) = p[i : 3]
  let (e : int) = s[1]
  in (e)
in (m, x)`,
	"a slice up to the end": `
let (m : mem) = alloc 198
let (x : [198]int @ m -> R(198)) = kernel i <= 198 do
  let (b : mem) = alloc 200
  let (p : [200]int @ b -> R(200)) = iota 200
  let (s : [3]int @ b -> i - 1 + {(3 : 1)}) = p[i : 3]
  let (e : int) = s[3]
  in (e)
in (m, x)`,
	"a read of a block that is freed": `
let (m : mem) = alloc 200
let (x : [200]int @ m -> R(200)) = kernel i <= 200 do
  let (b : mem) = alloc 8
  let (p : [8]int @ b -> R(8)) = kernel j <= 8 do in (i + j)
  free b
  let (f : int) = p[3]
  in (f)
in (m, x)`,
	"a block that is freed in a round": `
let (m : mem) = alloc 200
let (x : [200]int @ m -> R(200)) = kernel i <= 200 do
  let (b : mem) = alloc 8
  let (p : [8]int @ b -> R(8)) = kernel j <= 8 do in (i + j)
  let (s : int) = loop (s : int = 0) for k <= 2 do
    let (f : int) = p[3]
    free b
    in (f)
  in (s)
in (m, x)`,
	"a call": `
def f [n] (k : int) (am : mem) (a : [n]int @ am -> R(n)) : (rm : mem, [n]int @ rm -> R(n), int) =
  let (rm : mem) = alloc n
  let (r : [n]int @ rm -> R(n)) = kernel j <= n do
    let (e : int) = a[j]
    in (e * k)
  let (s : int) = r[1]
  in (rm, r, s)
let (m : mem) = alloc 200
let (x : [200]int @ m -> R(200)) = kernel i <= 200 do
  let (b : mem) = alloc 8
  let (p : [8]int @ b -> R(8)) = kernel j <= 8 do in (i + j)
  let (q_mem : mem) (q : [8]int @ q_mem -> R(8)) (s : int) = f(i, b, p)
  let (t_mem : mem) (t : [8]int @ t_mem -> R(8)) (u : int) = f(s, q_mem, q)
  let (e : int) = t[3]
  in (e + s + u)
in (m, x)`,
	"a call that overwrites": `
def f (am : mem) (*a : [8]int @ am -> R(8)) : (int) =
  let (r : [8]int @ am -> R(8)) = kernel j <= 8 do in (0 - j)
  let (s : int) = r[1]
  in (s)
let (m : mem) = alloc 200
let (x : [200]int @ m -> R(200)) = kernel i <= 200 do
  let (b : mem) = alloc 8
  let (p : [8]int @ b -> R(8)) = kernel j <= 8 do in (i + j)
  let (s : int) = f(b, p)
  in (s)
in (m, x)`,
	"a call that overwrites what is read then": `
def f (am : mem) (*a : [8]int @ am -> R(8)) : (int) =
  let (r : [8]int @ am -> R(8)) = kernel j <= 8 do in (0 - j)
  let (s : int) = r[1]
  in (s)
let (m : mem) = alloc 200
let (x : [200]int @ m -> R(200)) = kernel i <= 200 do
  let (b : mem) = alloc 8
  let (p : [8]int @ b -> R(8)) = kernel j <= 8 do in (i + j)
  let (s : int) = f(b, p)
  let (e : int) = p[2]
  in (s + e)
in (m, x)`,
	"the block that a call returns": `
def f (k : int) : (rm : mem, [8]int @ rm -> R(8)) =
  let (rm : mem) = alloc 8
  let (r : [8]int @ rm -> R(8)) = kernel j <= 8 do in (j * k)
  in (rm, r)
let (m : mem) = alloc 200
let (x : [200]int @ m -> R(200)) = kernel i <= 200 do
  let (b : mem) (p : [8]int @ b -> R(8)) = f(i)
  let (q : [4]int @ b -> R(4)) = kernel j <= 4 do in (0 - j)
  let (e : int) = p[2]
  in (e)
in (m, x)`,
	"an array that is named when it is overwritten": `
let (m : mem) = alloc 200
let (x : [200]int @ m -> R(200)) = kernel i <= 200 do
  let (b : mem) = alloc 8
  let (p : [8]int @ b -> R(8)) = kernel j <= 8 do in (i + j)
  let (q : [4]int @ b -> R(4)) = kernel j <= 4 do in (0 - j)
  let (r : [3]int @ b -> R(3)) = p[1 : 3]
  let (e : int) = q[2]
  in (e)
in (m, x)`,
	"another name of a block": `
let (m : mem) = alloc 200
let (x : [200]int @ m -> R(200)) = kernel i <= 200 do
  let (b : mem) = alloc 8
  let (p : [8]int @ b -> R(8)) = kernel j <= 8 do in (i + j)
  let (c : mem) = b
  let (q : [4]int @ c -> R(4)) = kernel j <= 4 do in (0 - j)
  let (e : int) = p[2]
  in (e)
in (m, x)`,
	"three levels": `
let (m : mem) = alloc 600
let (x : [100][2][3]int @ m -> R(100, 2, 3)) = kernel i <= 100 do
  let (r : [2][3]int @ m -> 6 * i - 6 + {(2 : 3) (3 : 1)}) = kernel j <= 2 do
    let (s : [3]int @ m -> 6 * i + 3 * j - 9 + {(3 : 1)}) = kernel k <= 3 do in (i + j * k)
    in (s)
  in (r)
let (y : [100][2][3]int @ m -> R(100, 2, 3)) = kernel i <= 100 do
  let (r : [2][3]int @ m -> 6 * i - 6 + {(2 : 3) (3 : 1)}) = kernel j <= 2 do
    let (s : [3]int @ m -> 6 * i + 3 * j - 9 + {(3 : 1)}) = kernel k <= 3 do
      let (e : int) = x[i, j, k]
      in (e * 2)
    in (s)
  in (r)
in (m, y)`,
	"a race at the second of three levels": `
let (m : mem) = alloc 600
let (x : [100][2][3]int @ m -> R(100, 2, 3)) = kernel i <= 100 do
  let (r : [2][3]int @ m -> 6 * i - 6 + {(2 : 3) (3 : 1)}) = kernel j <= 2 do
    let (s : [3]int @ m -> 6 * i + 3 * j - 9 + {(3 : 1)}) = kernel k <= 3 do in (i + j * k)
    in (s)
  in (r)
let (y : [100][2][3]int @ m -> R(100, 2, 3)) = kernel i <= 100 do
  let (r : [2][3]int @ m -> 6 * i - 6 + {(2 : 3) (3 : 1)}) = kernel j <= 2 do
    let (s : [3]int @ m -> 6 * i + 3 * j - 9 + {(3 : 1)}) = kernel k <= 3 do
      let (e : int) = x[i, 2, k]
      in (e * 2)
    in (s)
  in (r)
in (m, y)`,
	"a copy of a neighbour": `
let (m : mem) = alloc 810
let (x : [200][4]int @ m -> R(200, 4)) = kernel i <= 200 do
  let (b : mem) = alloc 8
  let (r : [4]int @ b -> R(4)) = kernel j <= 4 do in (i * j)
  let (q : [4]int @ b -> 2 + {(4 : 1)}) = copy r
  in (q)
in (m, x)`,
	"a loop over one block": `
let (m : mem) = alloc 300
let (x : [300]int @ m -> R(300)) = iota 300
let (y : [300]int @ m -> R(300)) = loop (y : [300]int @ m -> R(300) = x) for k <= 4 do
  let (z : [300]int @ m -> R(300)) = kernel i <= 300 do
    let (a : int) = y[i]
    in (a + k)
  in (z)
in (m, y)`,
	"a loop over two blocks": `
let (m : mem) = alloc 300
let (x : [300]int @ m -> R(300)) = iota 300
let (n : mem) = alloc 300
let (a : mem) (b : mem) (y : [300]int @ a -> R(300)) = loop (a : mem = m) (b : mem = n) (y : [300]int @ a -> R(300) = x) for k <= 5 do
  let (z : [300]int @ b -> R(300)) = kernel i <= 300 do
    let (h : int) = min(i + 1, 300)
    let (e : int) = y[h]
    in (e + k)
  in (b, a, z)
let (s : int) = y[3]
in (s)`,
	"a race among the iterations of an inner kernel, by what an earlier one left": `
let (acc : int) = loop (acc : int = 0) for t <= 2 do
  let (n : mem) = alloc 64
  let (y : [64]int @ n -> R(64)) = kernel i <= 64 do
    let (b : mem) = alloc 16
    let (s : int) = if i == 1 then 8 else 0
    let (off : int) = if t == 1 then 8 else 0
    let (d : int) = if t == 1 then 0 else 2
    let (x : [s]int @ b -> 0 + {(s : 1)}) = iota s
    let (z : [s]int @ b -> off + {(s : 1)}) = kernel j <= s do
      let (k : int) = min(j + d, 8)
      let (e : int) = x[k]
      in (e + 1)
    in (i)
  let (e : int) = y[1]
  in (acc + e)
in (acc)`,
	"a loop over two blocks that are one": `
let (m : mem) = alloc 300
let (x : [300]int @ m -> R(300)) = iota 300
let (a : mem) (b : mem) (y : [300]int @ a -> R(300)) = loop (a : mem = m) (b : mem = m) (y : [300]int @ a -> R(300) = x) for k <= 5 do
  let (z : [300]int @ b -> R(300)) = kernel i <= 300 do
    let (h : int) = min(i + 1, 300)
    let (e : int) = y[h]
    in (e + k)
  in (b, a, z)
let (s : int) = y[3]
in (s)`,
}

// TestNativePrograms: native code finds programs clean exactly as the rules do.
func TestNativePrograms(t *testing.T) {
	for _, parts := range []int{1 << 20, 8, 4} { // with all iterations, with some, and with others in between
		fast.Divide(t, parts)
		if parts == 4 {
			fast.InTurn(t)
		}
		n := natives(t, true, func() {
			for _, name := range slices.Sorted(maps.Keys(nativePrograms)) {
				p, _ := parse(t, strings.TrimSpace(nativePrograms[name]))
				opts := options(t, "forward")
				opts.Threads = 2
				compare(t, p, opts, name)
			}
		})
		if n.less > 0 || n.clean < 15 || n.programs-n.clean < 10 || n.declined > 6 {
			t.Errorf("%+v", n)
		}
	}
}
