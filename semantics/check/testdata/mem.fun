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
let (x : [2]) = iota 2 ### "the fresh array `iota 2` has no block.*T-MEM-FRESH"
---
let m = 3
let (x : [2] @ m -> R(2)) = iota 2 ### "an array lies in a block, but `m` is of type int.*T-MEM-TYPE(.|\n)*`m : int` is bound here"
---
let (m : mem) = alloc 4
let (x : [2] @ m -> R(2, 2)) = iota 2 ### "an array of 1 dimension needs an LMAD with as many pairs, and found 2.*T-MEM-LMAD"
---
let (m : mem) = alloc 4
let (x : [2] @ m -> R(4)) = iota 2 ### "pair 1 of the LMAD is for size `4`, but the array's is `2`.*T-MEM-LMAD"
---
let (m : mem) = alloc 4
let (x : [2] @ m -> m + {(2 : 1)}) = iota 2 ### "a part of an LMAD is an int, but `m` is of type mem.*T-MEM-LMAD"
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
let (y : [3][2] @ m -> R(3, 2)) = permute((2, 1), x) ### "`y` lies at 0 \+ \{\(3 : 1\) \(2 : 3\)\} of `m`, but its type says R\(3, 2\).*T-MEM-PERMUTE(.|\n)*write `@ m -> 0 \+"
---
let (a : mem) = alloc 3
let (r : [3] @ a -> R(3)) = iota 3
let (y : [3] @ a -> R(3)) = reverse r ### "`y` lies at 2 \+ \{\(3 : -1\)\} of `a`, but its type says R\(3\).*T-MEM-REVERSE"
---
-- T-MEM-RESHAPE: in the block of x, which is row-major over what is merged; concat is fresh
let (a : mem) = alloc 6
let (x : [6] @ a -> R(6)) = iota 6
let (y : [2][3] @ a -> R(2, 3)) = reshape((2, 3), x)
let (z : [2][3] @ a -> 3 + {(2 : -3) (3 : 1)}) = reverse y
let (w : [2][3][1] @ a -> 3 + {(2 : -3) (3 : 1) (1 : 1)}) = reshape((2, 3, 1), z)
let (m : mem) = alloc 9
let (s : [3][3] @ m -> 0 + {(3 : 1) (3 : 3)}) = concat(y, reshape((1, 3), reverse (reverse x[1:3])))
let (r : [3][3] @ m -> 0 + {(3 : 1) (3 : 3)}) = rotate(1, s)
in (m, s)
---
let n = 3
let (a : mem) = alloc 9
let (x : [3] @ a -> R(3)) = iota 3
let (y : [n + 3] @ a -> 3 + {(n + 3 : 1)}) = concat(x, x)
let (z : [2][3] @ a -> 3 + {(2 : 3) (3 : 1)}) = reshape((2, n), y)
in (a, z)
---
let (a : mem) = alloc 6
let (x : [6] @ a -> R(6)) = iota 6
let (y : [2][3] @ a -> R(2, 3)) = reshape((2, 3), x)
let (z : [3][2] @ a -> 0 + {(3 : 1) (2 : 3)}) = transpose y
let (w : [6] @ a -> R(6)) = reshape(6, z) ### "`z` lies at 0 \+ \{\(3 : 1\) \(2 : 3\)\}, which is not row-major over the dimensions that this reshape merges.*T-MEM-RESHAPE(.|\n)*copy it"
---
let (a : mem) = alloc 6
let (x : [6] @ a -> R(6)) = iota 6
let (y : [2][3] @ a -> 0 + {(2 : 1) (3 : 2)}) = reshape((2, 3), x) ### "`y` lies at R\(2, 3\) of `a`, but its type says .*T-MEM-RESHAPE"
---
let (a : mem) = alloc 6
let (x : [6] @ a -> R(6)) = iota 6
let (y : [3] @ a -> R(3)) = concat(x, x) ### "the size of `y`: found .*, wanted `3`.*T-CONCAT"
---
let (a : mem) = alloc 6
let (x : [6] @ a -> R(6)) = iota 6
let y = x ++ x ### "the fresh array .* has no block.*T-MEM-FRESH"
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
-- a pattern goes on in column 1
let (c : int) = 1
let (z_size : int)
(z_mem : mem) (z : [z_size] @ z_mem -> R(z_size)) = if c
  then let (x_mem : mem) = alloc 3
       let (x : [3] @ x_mem -> R(3)) = iota 3
       in (3, x_mem, x)
  else let (y_mem : mem) = alloc 4
       let (y : [4] @ y_mem -> R(4)) = iota 4
       in (4, y_mem, y)
in (z_mem, z)
---
-- T-MEM-PROG
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
in (x) ### "the array `x` is returned without its block.*T-MEM-PROG"
---
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let (m : mem) = alloc 4
let (y : [4] @ m -> R(4)) = replicate(4, 1)
in (m, x, m, y) ### "the array `x` lies in another `m` than the one before it.*T-MEM-PROG(.|\n)*:6: `x` lies in this `m`(.|\n)*:6: here `m` means this one(.|\n)*give one of the two another name"
---
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let (k : mem) = alloc 4
in (k, x) ### "the array `x` lies in block `m`, but `k` stands before it.*T-MEM-PROG(.|\n)*write `m, x`"
---
let (m : mem) = alloc 4
in (m) ### "the block `m` is returned without an array that lies in it.*T-MEM-PROG(.|\n)*a let binds a block"
---
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
in (m, x, m) ### "the block `m` is returned without an array that lies in it.*T-MEM-PROG"
---
let (m : mem) = alloc 4
let (k : mem) = m
let (x : [4] @ k -> R(4)) = iota 4
in (m, k, x) ### "the block `m` is returned without an array that lies in it.*T-MEM-PROG"
---
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let (s : int) = x[1]
in (m, s) ### "the block `m` is returned without an array that lies in it.*T-MEM-PROG"
---
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let (y : [4] @ m -> 3 + {(4 : -1)}) = reverse x
let (s : int) = x[1]
in (m, x, s, m, y)
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
let (r : int) = f(m, x) ### "`x`, argument 2 of `f`, lies at 1 \+ \{\(3 : 1\)\} of `m`, but its parameter `x` says R\(3\).*T-MEM-CALL(.|\n)*`let \(y : \[3\]int @ k -> R\(3\)\) = copy x`, and pass `k` and `y`"
---
def f (n : int) (xm : mem) (o : int) (s : int) (x : [n] @ xm -> o + {(n : s)}) : int =
  let (y : int) = x[1]
  in (y)
let (m : mem) = alloc 9
let (k : mem) = alloc 9
let (xs : [4] @ m -> 1 + {(4 : 2)}) = iota 4
let (a : int) = f(4, m, 2, 2, xs) ### "`xs`, argument 5 of `f`, lies at 1 \+ \{\(4 : 2\)\} of `m`, but its parameter `x` says 2 \+ \{\(4 : 2\)\}.*T-MEM-CALL(.|\n)*pass `1` for `o`, argument 3\n"
---
def f (n : int) (xm : mem) (o : int) (s : int) (x : [n] @ xm -> o + {(n : s)}) : int =
  let (y : int) = x[1]
  in (y)
let (m : mem) = alloc 9
let (k : mem) = alloc 9
let (xs : [4] @ m -> 1 + {(4 : 2)}) = iota 4
let (a : int) = f(4, k, 1, 1, xs) ### "`xs`, argument 5 of `f`, lies in block `m`, but its parameter `x` says `k`.*T-MEM-CALL(.|\n)*pass `m` for `xm`, argument 2, and `2` for `s`, argument 4\n"
---
let (m : mem) = alloc 3
let (n : mem) = alloc m ### "the size of a block is an int, but `m` is of type mem.*T-MEM-ALLOC"
---
let (m : mem) = alloc 3
replicate(2, m) ### "an element is a number or an array, but `m` is a block.*T-REPLICATE"
---
-- T-MEM-SLICE of a flat slice: an LMAD in the LMAD of the array
let (m : mem) = alloc 20
let (x : [9]int @ m -> 2 + {(9 : 2)}) = iota 9
let (y : [7][3]int @ m -> 4 + {(7 : 2) (3 : 2)}) = x[1 + {(7 : 1) (3 : 1)}]
let (z : [3]int @ m -> 18 + {(3 : -6)}) = x[8 + {(3 : -3)}]
---
let (m : mem) = alloc 9
let (x : [9]int @ m -> R(9)) = iota 9
let (y : [7][3]int @ m -> 1 + {(7 : 1) (3 : 1)}) = x[0 + {(7 : 1) (3 : 1)}] ### "`y` lies at 0 \+ \{\(7 : 1\) \(3 : 1\)\} of `m`, but its type says 1 .*T-MEM-SLICE"
---
-- T-SCRATCH, T-MEM-FRESH: a scratch array may lie anywhere, with any LMAD of its shape
let (m : mem) = alloc 9
let (x : [2][3]int @ m -> 1 + {(2 : 1) (3 : 2)}) = scratch([2][3]int)
---
let (m : mem) = alloc 9
let (x : [2]int @ m -> R(3)) = scratch([2]int) ### "pair 1 of the LMAD is for size `3`, but the array's is `2`.*T-MEM-LMAD"
---
let (m : mem) = alloc 2
let (x : [2]int) = scratch([2]int) ### "the fresh array .* has no block.*T-MEM-FRESH"
---
-- T-MEM-CLAIM: x is an array; the binder has its elements and sizes, and any block and LMAD
let (m : mem) = alloc 3
let (k : mem) = alloc 9
let (x : [3]int @ m -> R(3)) = iota 3
let (y : [3]int @ m -> R(3)) = claim x
let n = 7
let (z : [3] @ k -> n + {(3 : 0 - n)}) = claim y
let (w : [2] @ k -> n - n + {(2 : 0 - n)}) = z[2:2]
---
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = claim m ### "claim wants an array, but `m` is of type mem.*T-MEM-CLAIM"
---
let (m : mem) = alloc 3
let n = 3
let (x : [3]int @ m -> R(3)) = claim n ### "claim wants an array, but `n` is of type int.*T-MEM-CLAIM"
---
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = iota 3
let (y : [3]f64 @ m -> R(3)) = claim x ### "`y` is of type \[3\]f64, but its value is of type \[3\]int.*T-MEM-CLAIM"
---
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = iota 3
let (y : [3][1]int @ m -> R(3, 1)) = claim x ### "`y` is of type \[3\]\[1\]int, but its value is of type \[3\]int.*T-MEM-CLAIM"
---
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = iota 3
let (y : [2]int @ m -> R(2)) = claim x ### "the size of `y`: found `3`, wanted `2`.*T-MEM-CLAIM"
---
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = iota 3
let (y : [3]int @ m -> 0 + {(2 : 1)}) = claim x ### "pair 1 of the LMAD is for size `2`, but the array's is `3`.*T-MEM-LMAD"
---
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = iota 3
let (y : [3]int @ x -> R(3)) = claim x ### "an array lies in a block, but `x` is of type .*T-MEM-TYPE"
---
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = iota 3
let y = claim x ### "`claim x` does not say where it is claimed to lie.*T-MEM-CLAIM(.|\n)*bind it with its type"
---
-- T-MEM-KERNEL: the pattern is written, the body returns just its row
let (m : mem) = alloc 3
kernel i <= 3 do i ### "the arrays that this kernel returns have no memory annotation.*T-MEM-KERNEL"
---
let (m : mem) = alloc 3
let c = 1
let (rm : mem) (r : [3] @ rm -> R(3)) = (m, iota 3) ### "a type in this pattern mentions a name of the pattern, and 2 values stand after it.*T-STM"
---
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let y = if 1 then x else x ### "the arrays that this if returns have no memory annotation.*T-MEM-IF"
---
def f (n : int) (xm : mem) (x : [n] @ xm -> R(n)) : (ym : mem, [n] @ ym -> R(n)) = (xm, x)
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
f(3, m, x) ### "the arrays that this call returns have no memory annotation.*T-MEM-CALL"
---
-- T-MEM-KERNEL: bound, row, LMAD, index
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = kernel i <= m do in (i) ### "the bound of a kernel is an int, but `m` is of type mem.*T-MEM-KERNEL"
---
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = kernel i <= 4 do in (i) ### "the size of `x`: found `4`, wanted `3`.*T-MEM-KERNEL"
---
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = kernel i <= 3 do in (m) ### "a row of a kernel is a number or an array, but `m` is a block.*T-MEM-KERNEL(.|\n)*in \(row\)"
---
let (m : mem) = alloc 6
let (x : [3][2] @ m -> R(3, 2)) = kernel i <= 3 do
  let (k : mem) = alloc 2
  let (r : [2] @ k -> R(2)) = iota 2
  in (k, r) ### "a row of a kernel is a number or an array, but `k` is a block.*T-MEM-KERNEL"
---
let (m : mem) = alloc 6
let (x : [3][2] @ m -> R(3, 2)) = kernel i <= 3 do
  let (k : mem) = alloc 3
  let (r : [3] @ k -> R(3)) = iota 3
  in (r) ### "the size of `x`: found `3`, wanted `2`.*T-RESULT"
---
let (m : mem) = alloc 3
let (x : [3] @ m -> R(2)) = kernel i <= 3 do in (i) ### "pair 1 of the LMAD is for size `2`, but the array's is `3`.*T-MEM-LMAD"
---
let (m : mem) = alloc 3
let (x : [3] @ q -> R(3)) = kernel i <= 3 do in (i) ### "the variable `q` is not known here.*T-VAR"
---
let (m : mem) = alloc 6
let (x : [2][3] @ m -> R(2, 3)) = kernel i <= 2, j <= 3 do i ### "a FUNMEM kernel has one index.*T-MEM-KERNEL"
---
let (m : mem) = alloc 2
let (x : int) (y : [2] @ m -> R(2)) = kernel i <= 2 do (i, i) ### "a kernel makes an array, but `x` is of type int.*T-MEM-KERNEL"
---
let (m : mem) = alloc 2
let (x : [2] @ m -> R(2)) = kernel i <= 2 do (i, i) ### "this body has 2 values, but the pattern binds 1.*T-RESULT"
---
-- T-MEM-FRESH: any LMAD of the shape, and the shape is the expression's
let (m : mem) = alloc 4
let (x : [2][2] @ m -> R(2, 2)) = iota 2 ### "`x` is of type \[2\]\[2\]int, but its value is of type \[2\]int.*T-IOTA"
---
let (m : mem) = alloc 4
let (k : mem) (x : [2] @ m -> R(2)) = iota 2 ### "`iota 2` has one value, but the pattern binds 2.*T-STM"
---
let (m : mem) = alloc 1
let (x : [1] @ m -> R(1)) = [m] ### "an element is a number or an array, but `m` is a block.*T-LITERAL"
---
-- sizes in a pattern may be scalar expressions of what is bound before
let n = 2
let (m : mem) = alloc 3
let (x : [n + 1] @ m -> R(n + 1)) = iota (n + 1)
---
let (k : int) (m : mem) (x : [k + 1] @ m -> R(k + 1)) = if 1 ### "a size that depends on `k` is computed in the pattern that binds `k`.*T-STM"
  then let (a : mem) = alloc 3 let (r : [3] @ a -> R(3)) = iota 3 in (2, a, r)
  else let (a : mem) = alloc 3 let (r : [3] @ a -> R(3)) = iota 3 in (2, a, r)
---
-- T-MEM-RESULT: the block is returned as a block, and the right one
let (x : [3] @ m -> R(3)) (m : mem) = if 1
  then let (a : mem) = alloc 3 let (r : [3] @ a -> R(3)) = iota 3 in (r, 3) ### "block `m` of the pattern is returned as a number.*T-MEM-RESULT"
  else let (a : mem) = alloc 3 let (r : [3] @ a -> R(3)) = iota 3 in (r, a)
---
def f (m : mem) (x : [2] @ m -> R(2)) : (k : mem, [2] @ k -> 1 + {(2 : 1)}) = (m, x) ### "result 2 lies at R\(2\) of `m`, but its type says 1 \+ \{\(2 : 1\)\}.*T-MEM-RESULT(.|\n)*its offset"
---
-- names that are bound again
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let (m : mem) = alloc 4
let (y : [2] @ m -> R(2)) = x[1:2] ### "`y` lies in block `m`, but its type says another `m`.*T-MEM-SLICE(.|\n)*:6: `m` comes from here(.|\n)*:6: `m` comes from here(.|\n)*another name"
---
let (m : mem) = alloc 6
let o = 1
let (x : [4] @ m -> o + {(4 : 1)}) = iota 4
let o = 2
let (y : [2] @ m -> o + {(2 : 1)}) = x[1:2] ### "`y` lies at o \+ \{\(2 : 1\)\} of `m`, but its type says another o \+ \{\(2 : 1\)\}.*T-MEM-SLICE"
---
let (b : mem) (y : [4] @ b -> R(4)) = if 1
  then let (m : mem) = alloc 8 let (z : [4] @ m -> 4 + {(4 : 1)}) = iota 4 in (m, z) ### "`y` lies at 4 \+ \{\(4 : 1\)\} of `m`, but its type says R\(4\).*T-MEM-RESULT(.|\n)*its offset and its strides may be returned"
  else let (m : mem) = alloc 4 let (z : [4] @ m -> R(4)) = iota 4 in (m, z)
---
-- one size has one name in a message
let (n : int) = 3
let (m : mem) = alloc 6
let (x : [2][3] @ m -> R(2, n)) = kernel i <= 2 do
  let (k : mem) = alloc 3
  let (r : [3] @ k -> R(3)) = iota 3
  in (r)
let (t : [3][2] @ m -> 1 + {(n : 1) (2 : n)}) = transpose x ### "`t` lies at 0 \+ \{\(3 : 1\) \(2 : n\)\} of `m`.*T-MEM-TRANSPOSE(.|\n)*write `@ m -> 0 \+ \{\(3 : 1\) \(2 : n\)\}`"
---
let (n : int) = 3
let (m : mem) = alloc 6
let (x : [3][2] @ m -> 0 + {(n : 1) (2 : n)}) = kernel i <= 3 do
  let (k : mem) = alloc 2
  let (r : [2] @ k -> R(2)) = iota 2
  in (r)
let (k : mem) = alloc 6
in (k, x) ### "the array `x` lies in block `m`(.|\n)*`x : \[3\]\[2\]int @ m -> 0 \+ \{\(3 : 1\) \(2 : n\)\}` is bound here"
---
-- T-MEM-CALL: what the pattern binds, and where the results lie
def f (n : int) : (ym : mem, [n] @ ym -> R(n)) =
  let (ym : mem) = alloc n
  let (y : [n] @ ym -> R(n)) = iota n
  in (ym, y)
let (m : mem) (x : [3] @ m -> 1 + {(3 : 1)}) = f(3) ### "`x` lies at R\(3\) of `m`, but its type says 1 \+ \{\(3 : 1\)\}.*T-MEM-CALL(.|\n)*write `@ m -> R\(3\)`"
---
def f (n : int) : (ym : mem, [n] @ ym -> R(n)) =
  let (ym : mem) = alloc n
  let (y : [n] @ ym -> R(n)) = iota n
  in (ym, y)
let (m : mem) (x : [3] @ m -> R(3)) (k : int) = f(3) ### "`f` returns 2 values, but the pattern binds 3.*T-CALL"
---
def f (k : int) (x : [2] @ k -> R(2)) : int = 1 ### "an array lies in a block, but `k` is of type int.*T-MEM-TYPE"
---
def f (*m : mem) (x : [2] @ m -> R(2)) : int = let (y : int) = x[1] in (y) ### "the star of the block `m` says that `f` may write it, and `x`, which lies there, has none.*T-DEF"
---
def f (*k : int) (m : mem) (x : [2] @ m -> R(2)) : int = let (y : int) = x[1] in (y) ### "the star marks an array that `f` may overwrite, but `k` is of type int.*T-DEF"
---
def f (*m : mem) (n : int) : ([n] @ m -> R(n)) =
  let (y : [n] @ m -> R(n)) = iota n
  in (y)
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = f(m, 3)
in (m, x)
---
def f (m : mem) (*x : [2] @ m -> R(2)) : (m : mem, [2] @ m -> R(2)) =
  let (y : [2] @ m -> R(2)) = x with [1] = 7
  in (m, y)
let (m : mem) = alloc 2
let (x : [2] @ m -> R(2)) = iota 2
let (k : mem) (y : [2] @ k -> R(2)) = f(m, x)
in (k, y)
---
def f (m : mem) (x : [2] @ m -> R(2)) = x ### "the results of the FUNMEM function `f` have no types.*T-DEF"
---
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
in (m, x, 3, x) ### "the array `x` is returned without its block.*T-MEM-PROG(.|\n)*write `m, x`"
---
let (m : mem) = alloc 3
let (k : [1] @ m -> R(1)) = iota 1
let (x : [3] @ m -> k[1] + {(3 : 1)}) = iota 3 ### "a part of an LMAD is a scalar expression, and found `k\[1\]`.*T-MEM-LMAD"
---
def f (m : mem) (x : [2] @ m -> R(2)) : int = let (y : int) = x[1] in (y)
let (m : mem) = alloc 2
let (k : mem) = alloc 2
let (x : [2] @ m -> R(2)) = iota 2
let (y : int) = f(k, x) ### "`x`, argument 2 of `f`, lies in block `m`, but its parameter `x` says `k`.*T-MEM-CALL(.|\n)*pass `m` for `m`, argument 1"
---
let (m : mem) = alloc 9
let (a : [2] @ m -> R(2)) = iota 2
let n = a[1]
let (x : [n] @ m -> R(n)) = iota n
let n = a[2]
let (y : [n] @ m -> R(n)) = copy x ### "the size of `y`: found `n`, wanted another `n`, and nothing says that the two are equal.*T-COPY(.|\n)*`n` comes from here(.|\n)*`n` comes from here(.|\n)*give one of the two another name"
---
def f (m : mem) (x : [2][3] @ m -> R(6)) = transpose x ### "an array of 2 dimensions needs an LMAD with as many pairs, and found 1.*T-MEM-LMAD"
---
-- T-MEM-LOOP: blocks and LMADs are carried before the arrays that need them
let n = 3
let (am : mem) = alloc n
let (a : [n] @ am -> R(n)) = iota n
let (zm : mem) (z : [n] @ zm -> R(n)) = loop (ym : mem = am) (y : [n] @ ym -> R(n) = a) for i <= n do
  let (km : mem) = alloc n
  let (k : [n] @ km -> R(n)) = copy y
  in (km, k)
let (o : int) (r : [n] @ am -> o + {(n : 1)}) = loop (p : int = 0, y : [n] @ am -> p + {(n : 1)} = a) while p > 0 do (p, y)
let s = loop (s = 0) for i <= n do let (t : int) = a[i] in s + t
in (zm, z)
---
let (am : mem) = alloc 3
let (a : [3] @ am -> R(3)) = iota 3
let (zm : mem) (z : [3] @ zm -> R(3)) = loop (ym : mem = am) (y : [3] @ ym -> R(3) = a) for i <= 3 do
  let (k : [2] @ am -> R(2)) = iota 2
  in (am, k) ### "the size of `y`: found `2`, wanted `3`.*T-RESULT"
---
let (am : mem) = alloc 3
let (bm : mem) = alloc 3
let (a : [3] @ am -> R(3)) = iota 3
let (zm : mem) (z : [3] @ zm -> R(3)) = loop (ym : mem = bm) (y : [3] @ ym -> R(3) = a) for i <= 3 do in (ym, y) ### "`y` lies in block `am`, but its type says `bm`.*T-MEM-LOOP"
---
let (am : mem) = alloc 3
let (bm : mem) = alloc 3
let (a : [3] @ am -> R(3)) = iota 3
let (zm : mem) (z : [3] @ zm -> R(3)) = loop (ym : mem = am) (y : [3] @ ym -> R(3) = a) for i <= 3 do in (bm, y) ### "`y` lies in block `ym`, but its type says `bm`.*T-MEM-RESULT"
---
let (am : mem) = alloc 3
let (a : [3] @ am -> R(3)) = iota 3
let (zm : mem) (z : [3] @ am -> R(3)) = loop (ym : mem = am) (y : [3] @ ym -> R(3) = a) for i <= 3 do in (ym, y) ### "`z` lies in block `zm`, but its type says `am`.*T-MEM-LOOP"
---
let (am : mem) = alloc 3
let (a : [3] @ am -> R(3)) = iota 3
let (z : [3] @ am -> R(3)) = loop (ym : mem = am) (y : [3] @ ym -> R(3) = a) for i <= 3 do in (ym, y) ### "the loop carries 2 values, but the pattern binds 1.*T-MEM-LOOP"
---
let (am : mem) = alloc 3
let (a : [3] @ am -> R(3)) = iota 3
let z = loop (y = a) for i <= 3 do y ### "the arrays that this loop returns have no memory annotation.*T-MEM-LOOP"
---
let (am : mem) = alloc 3
let s = loop (s = 0) for i <= am do s ### "the bound of a loop is an int, but `am` is of type mem.*T-MEM-LOOP"
---
-- T-MEM-REDUCE, T-MEM-SCAN: where accumulators and elements lie
let (m : mem) = alloc 6
let (x : [2][3] @ m -> R(2, 3)) = kernel i <= 2 do
  let (b : mem) = alloc 3
  let (r : [3] @ b -> R(3)) = iota 3
  in (r)
let (s : int) = reduce (\a r -> a + r[2]) 0 x
let (k : mem) = alloc 3
let (z : mem) = alloc 3
let (z0 : [3] @ z -> R(3)) = replicate(3, s)
let (c : [3] @ k -> 2 + {(3 : -1)}) = reduce (\(i : int) (a : [3] @ k -> 2 + {(3 : -1)}) (r : [3] @ m -> 3 * i - 3 + {(3 : 1)}) ->
  let (w : mem) = alloc 3
  let (t : [3] @ w -> R(3)) = map (+) a r
  in (t)) z0 x
let (d : mem) = alloc 6
let (y : [2][3] @ d -> R(2, 3)) = scan (\(a : [3] @ z -> R(3)) r -> r) c x
in (d, y)
---
let (k : mem) = alloc 3
let (x : [3] @ k -> R(3)) = iota 3
let (h : mem) = alloc 3
let (c : [3] @ h -> R(3)) = reduce (\a x -> a) x x ### "the accumulator `a` is an array, and nothing says where it lies.*T-MEM-REDUCE"
---
let (k : mem) = alloc 3
let (x : [3] @ k -> R(3)) = iota 3
let (h : mem) = alloc 9
let (c : [3][3] @ h -> R(3, 3)) = scan (\a x -> a) x x ### "the accumulator `a` is an array, and nothing says where it lies.*T-MEM-SCAN"
---
let (k : mem) = alloc 3
let (x : [3] @ k -> R(3)) = iota 3
let (h : mem) = alloc 3
let (c : [3] @ h -> R(3)) = reduce (\(a : [3] @ k -> R(3)) x -> a) x x ### "`c` lies in block `k`, but its type says `h`.*T-MEM-REDUCE"
---
let (k : mem) = alloc 3
let (x : [3] @ k -> R(3)) = iota 3
let c = scan (+) 0 x ### "the arrays that this scan returns have no memory annotation.*T-MEM-SCAN"
---
let (m : mem) = alloc 6
let (x : [3][2] @ m -> R(3, 2)) = kernel i <= 3 do
  let (b : mem) = alloc 2
  let (r : [2] @ b -> R(2)) = iota 2
  in (r)
let (s : int) = reduce (\(i : int) (a : int) (r : [2] @ m -> 2 * i + {(2 : 1)}) -> a) 0 x ### "`r` lies at 2 \* i - 2 \+ \{\(2 : 1\)\} of `m`, but its type says 2 \* i \+ \{\(2 : 1\)\}.*T-MEM-REDUCE"
---
let (m : mem) = alloc 6
let (x : [3][2] @ m -> R(3, 2)) = kernel i <= 3 do
  let (b : mem) = alloc 2
  let (r : [2] @ b -> R(2)) = iota 2
  in (r)
let (s : int) = reduce (\(a : int) (r : [2] @ m -> R(2)) -> a) 0 x ### "the element `r` is an array, and lies elsewhere in each round.*T-MEM-REDUCE"
---
let (m : mem) = alloc 2
let (x : [2] @ m -> R(2)) = iota 2
let (a : int) (k : mem) = reduce (\a b x -> (a, b)) (0, m) x ### "a neutral element is an int or an array, but `m` is a block.*T-REDUCE"
---
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (h : mem) = alloc 4
let (c : [4] @ h -> R(4)) = scan (+) 0 x ### "the size of `c`: found `3`, wanted `4`.*T-SCAN"
---
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (h : mem) = alloc 3
let (c : [3] @ h -> R(3)) (k : int) = scan (+) 0 x ### "`scan` gives 1 value, one for each neutral element, but the pattern binds 2.*T-SCAN"
---
-- T-MEM-WITH: the result is x
let (m : mem) = alloc 8
let (x : [2][4] @ m -> R(2, 4)) = kernel i <= 2 do
  let (b : mem) = alloc 4
  let (r : [4] @ b -> R(4)) = iota 4
  in (r)
let y = x with [1, 2] = 7
let (z : [2][4] @ m -> 0 + {(2 : 4) (4 : 1)}) = y with [:, 3] = y[:, 1]
let (w : [4][2] @ m -> 0 + {(4 : 1) (2 : 4)}) = transpose z with [3] = z[:, 1]
in (m, w)
---
let (m : mem) = alloc 4
let (k : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let (y : [4] @ k -> R(4)) = x with [1] = 7 ### "`y` lies in block `m`, but its type says `k`.*T-MEM-WITH"
---
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let (y : [4] @ m -> 3 + {(4 : -1)}) = x with [1] = 7 ### "`y` lies at R\(4\) of `m`, but its type says 3 \+ \{\(4 : -1\)\}.*T-MEM-WITH"
---
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let y = x with [1] = m ### "this `with` changes a part of type int, but `m` is of type mem.*T-WITH"
---
-- T-MEM-FREE: what is freed is a block, and not that of a parameter
def f [n] (m : mem) (x : [n] @ m -> R(n)) : (k : mem, [n] @ k -> R(n)) =
  let (a : mem) = alloc n
  let (y : [n] @ a -> R(n)) = copy x
  let (k : mem) = alloc n
  let (z : [n] @ k -> R(n)) = copy y
  free a
  in (k, z)
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (k : mem) (z : [3] @ k -> R(3)) = f(m, x)
free m
in (k, z)
---
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
free x ### "free ends a block, but `x` is of type \[3\]int @ m -> R\(3\).*T-MEM-FREE(.|\n)*help: write `free m`"
---
let n = 3
free n ### "free ends a block, but `n` is of type int.*T-MEM-FREE"
---
free m ### "the variable `m` is not known here.*T-VAR"
---
def f [n] (m : mem) (x : [n] @ m -> R(n)) : int =
  let (k : int) = n
  free m ### "`m` is a parameter of `f`, whose caller may use the block.*T-MEM-FREE(.|\n)*help: free it where it is allocated"
  in (k)
---
def f [n] (m : mem) (*x : [n] @ m -> R(n)) : int =
  let (k : int) = if n > 0 then free m in n else n ### "`m` is a parameter of `f`.*T-MEM-FREE"
  in (k)
