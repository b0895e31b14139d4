-- T-MEM-ALLOC, T-MEM-FRESH, T-MEM-TYPE, T-MEM-LMAD, T-MEM-KERNEL
let (m : mem) = alloc 6
let (x : [2][3] @ m -> R(2, 3)) = kernel i <= 2 do
  let (rm : mem) = alloc 3
  let (r : [3] @ rm -> R(3)) = iota 3
  in (r)
in (m, x)
---
let (m : mem) = alloc 6
let (x : [2] @ m -> 1 + {(2 : 2)}) = iota 2
let (y : [1] @ m -> 3 + {(1 : 2)}) = x[2:1]
---
let (m : mem) = alloc 2
let (x : [2]) = iota 2 ### "says nothing of its memory.*T-MEM-TYPE|has no block.*T-MEM-FRESH"
---
let m = 3
let (x : [2] @ m -> R(2)) = iota 2 ### "an array lies in a block, but `m`.*T-MEM-TYPE"
---
let (m : mem) = alloc 4
let (x : [2] @ m -> R(2, 2)) = iota 2 ### "an array of 1 dimension needs an LMAD with as many pairs, and found 2.*T-MEM-LMAD"
---
let (m : mem) = alloc 4
let (x : [2] @ m -> R(4)) = iota 2 ### "pair 1 of the LMAD is for size `4`, but the array's is `2`.*T-MEM-LMAD"
---
let (m : mem) = alloc 4
let (x : [2] @ m -> m + {(2 : 1)}) = iota 2 ### "a part of an LMAD is an int.*T-MEM-LMAD|the offset of an LMAD"
---
-- derived arrays: the annotation must be the derived one
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let (y : [2] @ m -> 2 + {(2 : 1)}) = x[2:2] ### "`y` lies at 1 \+ \{\(2 : 1\)\} of `m`, but its type says 2 \+ \{\(2 : 1\)\}.*T-MEM-SLICE"
---
let (m : mem) = alloc 4
let (k : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let (y : [2] @ k -> 1 + {(2 : 1)}) = x[2:2] ### "`y` lies in block `m`, but its type says `k`.*T-MEM-SLICE"
---
let (m : mem) = alloc 6
let (x : [2][3] @ m -> R(2, 3)) = [[1, 2, 3], [4, 5, 6]] ### "has no block.*T-MEM-FRESH"
---
let (m : mem) = alloc 6
let (r : [3] @ m -> R(3)) = iota 3
let (m2 : mem) = alloc 6
let (x : [2][3] @ m2 -> R(2, 3)) = [r, r]
let (y : [3][2] @ m2 -> 0 + {(3 : 1) (2 : 3)}) = transpose x
let (z : [3][2] @ m2 -> 0 + {(3 : 1) (2 : 3)}) = permute((2, 1), x)
let (w : [2][3] @ m2 -> 3 + {(2 : -3) (3 : 1)}) = reverse x
---
let (m : mem) = alloc 6
let (x : [2][3] @ m -> R(2, 3)) = replicate(2, iota 3) ### "has no block.*T-MEM-FRESH"
---
let (a : mem) = alloc 3
let (r : [3] @ a -> R(3)) = iota 3
let (m : mem) = alloc 6
let (x : [2][3] @ m -> R(2, 3)) = replicate(2, r)
let (y : [3][2] @ m -> R(3, 2)) = transpose x ### "`y` lies at .* of `m`, but its type says R\(3, 2\).*T-MEM-TRANSPOSE"
---
let (a : mem) = alloc 3
let (r : [3] @ a -> R(3)) = iota 3
let (m : mem) = alloc 6
let (x : [2][3] @ m -> R(2, 3)) = replicate(2, r)
let (y : [3][2] @ m -> R(3, 2)) = permute((2, 1), x) ### "T-MEM-PERMUTE"
---
let (a : mem) = alloc 3
let (r : [3] @ a -> R(3)) = iota 3
let (y : [3] @ a -> R(3)) = reverse r ### "T-MEM-REVERSE"
---
-- T-MEM-IF, T-MEM-RESULT
let c = 1
let (z_size : int) (z_mem : mem) (z_arr : [z_size] @ z_mem -> R(z_size)) = if c
  then let (x_mem : mem) = alloc 3
       let (x : [3] @ x_mem -> R(3)) = iota 3
       in (3, x_mem, x)
  else let (y_mem : mem) = alloc 4
       let (y : [4] @ y_mem -> R(4)) = iota 4
       in (4, y_mem, y)
in (z_mem, z_arr)
---
let c = 1
let (a : mem) = alloc 9
let (z_size : int) (z_mem : mem) (z_arr : [z_size] @ z_mem -> R(z_size)) = if c
  then let (x_mem : mem) = alloc 3
       let (x : [3] @ x_mem -> R(3)) = iota 3
       in (3, a, x) ### "`z_arr` lies in block `x_mem`, but its type says `a`.*T-MEM-RESULT"
  else let (y_mem : mem) = alloc 4
       let (y : [4] @ y_mem -> R(4)) = iota 4
       in (4, y_mem, y)
---
let c = 1
let (z_mem : mem) (z_arr : [3] @ z_mem -> R(3)) = if c
  then let (x_mem : mem) = alloc 4
       let (x : [3] @ x_mem -> 1 + {(3 : 1)}) = iota 3
       in (x_mem, x) ### "lies at 1 \+ \{\(3 : 1\)\} of `x_mem`.*T-MEM-RESULT"
  else let (y_mem : mem) = alloc 3
       let (y : [3] @ y_mem -> R(3)) = iota 3
       in (y_mem, y)
---
-- T-MEM-PROG
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
in (x) ### "the array `x` is returned without its block.*T-MEM-PROG"
---
-- T-MEM-CALL
def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : (ym : mem, [n] @ ym -> R(n)) =
  let (ym : mem) = alloc n
  let (y : [n] @ ym -> R(n)) = copy x
  in (ym, y)
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (rm : mem) (r : [3] @ rm -> R(3)) = f(m, x)
in (rm, r)
---
def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : int =
  let (y : int) = x[1]
  in (y)
let (m : mem) = alloc 4
let (x : [3] @ m -> 1 + {(3 : 1)}) = iota 3
let (r : int) = f(m, x) ### "`x.*` lies at 1 \+ \{\(3 : 1\)\} of `m`, but its type says R\(3\).*T-MEM-CALL"
---
let (m : mem) = alloc 3
let (n : mem) = alloc m ### "the size of a block is an int, but `m` is of type mem.*T-MEM-ALLOC"
---
let (m : mem) = alloc 3
replicate(2, m) ### "an element is an int or an array, but `m` is a block.*T-REPLICATE"
---
-- T-MEM-KERNEL: the pattern is written, the body returns just its row
let (m : mem) = alloc 3
kernel i <= 3 do i ### "the arrays that this kernel returns have no memory annotation.*T-MEM-KERNEL"
---
let (m : mem) = alloc 3
let c = 1
let (rm : mem) (r : [3] @ rm -> R(3)) = (m, iota 3) ### "a type in this pattern mentions a name of the pattern, and 2 values stand behind it.*T-STM"
---
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let y = if 1 then x else x ### "the arrays that this if returns have no memory annotation.*T-MEM-IF"
---
def f (n : int) (xm : mem) (x : [n] @ xm -> R(n)) : (ym : mem, [n] @ ym -> R(n)) = (xm, x)
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
f(3, m, x) ### "the arrays that this call returns have no memory annotation.*T-MEM-CALL"
