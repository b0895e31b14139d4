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
