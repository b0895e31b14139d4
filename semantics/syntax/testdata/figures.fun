let (zsize : int) (zarr : [zsize]) = if zcond
  then let (x : [xsize]) = iota xsize
  in (xsize, x)
  else let (x : [ysize]) = iota ysize
  in (ysize, x)
---
let (zsize : int)
    (zmem : mem) (zarr : [zsize] @ zmem -> R(zsize)) =
  if zcond
  then let (xmem : mem) = alloc xsize
       let (x : [xsize] @ xmem -> R(xsize)) = iota xsize
       in (xsize, xmem, x)
  else let (ymem : mem) = alloc ysize
       let (y : [ysize] @ ymem -> R(ysize)) = iota ysize
       in (ysize, ymem, y)
---
let (y : [x]int) = kernel xi <= x do in (xi)
in (y)
---
let (c : [z1][z2]) = kernel y1 <= z1 do
  let (row : [z2]) = kernel y2 <= z2 do in (x[y1, y2])
  in (row)
in (c)
---
let (xs : [n][m] @ xm -> 0 + {(n : m) (m : 1)}) = kernel i <= n do
  let (row : [m] @ rm -> (i - 1) * m + {(m : 1)}) = iota m
  in (row)
let (t : [m][n] @ xm -> 0 + {(m : 1), (n : m)}) = transpose xs
let (s : [2][n] @ xm -> 3 + {(2 : 1) (n : m)}) = t[4:2, 1:n]
in (xm, s)
---
def f (n : int) (xm : mem) (x : [n] @ xm -> R(n)) : (ym : mem, [n] @ ym -> R(n)) =
  let (ym : mem) = alloc n
  let (y : [n] @ ym -> R(n)) = kernel i <= n do in (x[i])
  in (ym, y)
---
-- beyond the figures: core
let (n : int) (xs : [n]f64) = f(3)
let (s : f64) = reduce (\(a : f64) (x : f64) -> let (t : f64) = a + x in (t)) 0.0 xs
let (p : [n]int) (q : [n]f64) = scan (\(a : int) (b : f64) (x : int) (y : f64) -> let (t : int) = max(a, x) let (u : f64) = b * sqrt(y) in (t, u)) (0, -inf) is xs
let (k : int) (y : [k]f64) = loop (k : int = 1) (y : [k]f64 = xs) while let (t : int) = k < n in (t) do let (z : [k + k]f64) = concat(y, y) let (l : int) = k + k in (l, z)
let (y : [n]f64) = loop (y : [n]f64 = xs) for i <= n do let (z : [n]f64) = y with [i] = s in (z)
let (m : [n][2]int) = reshape((n, 2), p)
in (s, y)
---
-- beyond the figures: FUNMEM
def f [n] (xm : mem) (*x : [n]f64 @ xm -> R(n)) : (zm : mem, [n]f64 @ zm -> R(n)) =
  let (am : mem) = alloc n
  let (a : [n]f64 @ am -> R(n)) = copy x
  let (ym : mem) (y : [n]f64 @ ym -> R(n)) = loop (ym : mem = am) (y : [n]f64 @ ym -> R(n) = a) for i <= n do let (z : [n]f64 @ ym -> R(n)) = y with [1 : i] = x in (ym, z)
  let (om : mem) (o : [n]f64 @ om -> R(n)) = reduce (\(bm : mem) (b : [n]f64 @ bm -> R(n)) (v : f64) -> let (c : [n]f64 @ bm -> R(n)) = b with [1] = v in (bm, c)) (ym, y) x
  in (om, o)
