-- core that never went through elaboration: the rules refuse it themselves
let (x : [2]int) = [1, 2]
let (y : int) = x[1]
in (y)
---
let (x : [2]int) = [1, 2]
let (y : int) = x + 1 ### "an operand of `\+` is a number, but `x` is of type \[2\]int.*T-OP"
---
let (x : [2]int) = [1, 2]
let (y : int) = x ### "a variable of a scalar expression is a number, but `x` is of type \[2\]int.*T-VAR"
---
let (x : [2]int) = [1, 2]
let (y : int) = 1 + x[1] ### "`x\[1\]` is not a scalar expression.*T-OP"
---
let (x : [2]int) = [1, 2]
let (y : int) = x[x] ### "an index is an int, but `x` is of type \[2\]int.*T-INDEX"
---
let (x : [2]int) = [1, 2]
let (y : [2]int) = x[x:2] ### "the offset of a slice is an int.*T-SLICE"
---
let (x : [2]int) = [1, 2]
let (y : [2]int) = iota x ### "the length of an iota is an int.*T-IOTA"
---
let (x : [2]int) = [1, 2]
let (y : [2]int) = replicate(x, 1) ### "the count of a replicate is an int.*T-REPLICATE"
---
let (x : [2]int) = [1, 2]
let (y : [1][1]int) = x[0 + {(1 : 1) (1 : x)}] ### "a stride of a flat slice is an int.*T-SLICE"
---
let (x : [2]int) = [1, 2]
let (y : [1][1]int) = x[0 + {(1 : 1) (x : 1)}] ### "a size of a flat slice is an int.*T-SLICE"
---
let (x : [2]int) = [1, 2]
let (y : [2]int) = scratch([x]int) ### "a size of a scratch array is an int.*T-SCRATCH"
---
let (y : [2]int) = scratch([2]f64) ### "`y` is of type \[2\]int, but its value is of type \[2\]f64.*T-SCRATCH"
---
let (y : [2]int) = scratch([3]int) ### "the size of `y`: found `3`, wanted `2`.*T-SCRATCH"
---
let (x : [2]int) = [1, 2]
check x = 1 ### "a side of a check is an int.*T-CHECK"
---
let (x : [2]int) = [1, 2]
check 1 + x = 1 ### "an operand of `\+` is a number.*T-OP"
---
let (a : [1]int) = [3]
let (n : int) = a[1]
let (x : [n]int) = iota 3 ### "the size of `x`: found `3`, wanted `n`, and nothing says that the two are equal.*T-IOTA(.|\n)*`n` comes from here(.|\n)*write `check 3 = n` before it"
---
let (x : [3]int) = iota 3
let (y : [4]int) = copy x ### "the size of `y`: found `3`, wanted `4`.*T-COPY"
---
let (x : [3]int) = iota 3
let (y : int) = copy x ### "`y` is of type int, but its value is of type \[3\]int.*T-COPY"
---
let (x : [q]int) = iota 3 ### "the size `q` is not in scope here.*T-VAR"
---
let (a : [2]int) = [1, 2]
let (x : [a]int) = iota 3 ### "a size is an int, but `a` is of type \[2\]int.*T-VAR"
---
let (x : int) (y : int) = 3 ### "`3` has one value, but the pattern binds 2.*T-STM"
---
let (x : [2]int) = kernel i <= 2 do in (i, i) ### "2 values are returned, but the pattern binds 1.*T-RESULT"
---
let (x : int) = kernel i <= 2 do in (i) ### "a kernel makes an array, but `x` is of type int.*T-KERNEL"
---
let (x : [3]int) = kernel i <= 2 do in (i) ### "the size of `x`: found `2`, wanted `3`.*T-KERNEL"
---
let (b : [2]int) = [1, 2]
let (x : [2]int) = kernel i <= b do in (i) ### "the bound of a kernel is an int.*T-KERNEL"
---
let (x : [2][i]int) = kernel i <= 2 do let (r : [i]int) = iota i in (r) ### "the size `i` is not in scope here.*T-KERNEL"
---
let (x : [2][2]int) = kernel i <= 2 do let (r : [3]int) = iota 3 in (r) ### "the size of `x`: found `3`, wanted `2`.*T-RESULT"
---
let (c : [2]int) = [1, 2]
let (x : int) = if c then 1 else 2 ### "a condition is an int, but `c` is of type \[2\]int.*T-IF"
---
let (x : int) = if 1 then 1 else let (y : [1]int) = iota 1 in (y) ### "`x` is of type int, but its value is of type \[1\]int.*T-RESULT"
---
let (x : [q]int) = if 1 then let (y : [1]int) = iota 1 in (y) else let (z : [1]int) = iota 1 in (z) ### "the size `q` is not in scope here.*T-VAR"
---
let (x : int) = f(1) ### "there is no function `f`.*T-CALL"
---
def f (x : int) : int = x
let (x : int) (y : int) = f(1) ### "`f` returns 1 value, but the pattern binds 2.*T-CALL"
---
def f (n : int) : [n]int = let (r : [n]int) = iota n in (r)
let (x : [3]int) = f(4) ### "the size of `x`: found `4`, wanted `3`.*T-CALL"
---
def f (n : int) : [n]int = let (r : [3]int) = iota 3 in (r) ### "the size of result 1: found `3`, wanted `n`, and nothing says.*T-RESULT"
---
def f (n : int) : [q]int = let (r : [n]int) = iota n in (r) ### "the size of result 1: found `n`, wanted `q`.*T-RESULT"
---
1 + 2 ### "an elaborated program holds no bare expression.*T-PROG"
---
in (x) ### "`x` is not in scope.*T-PROG"
---
let (x : mem) = alloc y ### "`y` is not in scope.*T-MEM-ALLOC"
---
let (m : mem) = alloc 2
let (x : [2]int) = iota 2 ### "the array type \[2\]int says nothing of its memory.*T-MEM-TYPE"
---
let (n : int) = 2
let (x : [2]int @ n -> R(2)) = iota 2 ### "an array lies in a block, but `n` is not one in scope here.*T-MEM-TYPE(.|\n)*`n : int` is bound here"
---
let (x : [2]int @ m -> R(2)) = iota 2 ### "an array lies in a block, but `m` is not one in scope here.*T-MEM-TYPE"
---
let (m : mem) = alloc 2
let (x : [2]int @ m -> o + {(2 : 1)}) = iota 2 ### "`o` is not in scope.*T-MEM-LMAD"
---
let (m : mem) = alloc 2
let (x : [2]int @ m -> 0 + {(2 : m)}) = iota 2 ### "the stride of an LMAD is an int, but `m` is of type mem.*T-MEM-LMAD"
---
let (m : mem) = alloc 2
let (x : [2]int @ m -> 0 + {(m : 1)}) = iota 2 ### "the size of an LMAD pair is an int.*T-MEM-LMAD"
---
let (m : mem) = alloc 2
let (x : [2]int @ m -> R(2)) = kernel i <= m do in (i) ### "the bound of a kernel is an int, but `m` is of type mem.*T-MEM-KERNEL"
---
let (m : mem) = alloc 2
let (x : [2]int @ m -> R(2)) = kernel i <= 3 do in (i) ### "the size of `x`: found `3`, wanted `2`.*T-MEM-KERNEL"
---
let (m : mem) = alloc 2
let (x : [2]int @ m -> R(2)) = if m then let (a : [2]int @ m -> R(2)) = iota 2 in (a) else let (b : [2]int @ m -> R(2)) = iota 2 in (b) ### "a condition is an int, but `m` is of type mem.*T-MEM-IF"
---
let (z : int) = loop (a : int = 1) for i <= 3 do let (b : int) = a * i in (b)
let (e : [0]int) = []
let (k : int) (x : [k]int) = loop (p : int = 0) (q : [p]int = e) for j <= z do let (c : int) = p + 1 let (d : [c]int) = iota c in (c, d)
in (k, x)
---
let (x : [2]int) = iota 2
let (z : int) = loop (a : int = 1) for i <= x do in (a) ### "the bound of a loop is an int, but `x` is of type \[2\]int.*T-LOOP"
---
let (x : [2]int) = iota 2
let (z : int) = loop (a : int = 1) while in (x) do in (a) ### "the condition of a loop is an int, but `x` is of type \[2\]int.*T-LOOP"
---
let (z : int) = loop (a : int = 1) while in (a, a) do in (a) ### "the condition of a loop is one int, but this has 2 values.*T-LOOP"
---
let (z : int) = loop (a : int = 1) while let (b : int) = c in (b) do in (a) ### "`c` is not in scope.*T-VAR"
---
let (z : int) (y : int) = loop (a : int = 1) for i <= 3 do in (a) ### "the loop carries 1 value, but the pattern binds 2.*T-LOOP"
---
let (x : [2]int) = iota 2
let (z : int) = loop (a : int = x) for i <= 3 do in (a) ### "`a` is of type int, but its value is of type \[2\]int.*T-LOOP"
---
let (x : [2]int) = iota 2
let (z : int) = loop (a : int = 1) for i <= 3 do in (x) ### "`a` is of type int, but its value is of type \[2\]int.*T-RESULT"
---
let (x : [2]int) = iota 2
let (z : int) = loop (a : [2]int = x) for i <= 3 do in (a) ### "`z` is of type int, but its value is of type \[2\]int.*T-LOOP"
---
let (x : [2]int) = iota 2
let (z : [2]int) = loop (a : [k]int = x) for i <= 3 do in (a) ### "the size `k` is not in scope here.*T-VAR"
---
let (x : [2]int) = iota 2
let (k : int) (z : [2]int) = loop (p : int = 2) (a : [p]int = x) for i <= 3 do in (p, a) ### "the size of `z`: found `k`, wanted `2`, and nothing says that the two are equal.*T-LOOP"
---
-- T-REDUCE, T-SCAN: core as it is written, also with the number of the round
let (x : [2]int) = iota 2
let (s : int) (t : int) = reduce (\(a : int) (b : int) (v : int) -> let (c : int) = a + v in (c, a)) (0, 1) x
let (y : [2]int) = scan (\(k : int) (d : int) (w : int) -> in (k)) s x
in (y, t)
---
let (x : [2]int) = iota 2
let (s : int) = reduce (\(a : int) -> in (a)) 0 x ### "the function of a reduce takes 1 accumulator and 1 element.*T-REDUCE"
---
let (x : [2]int) = iota 2
let (s : int) (t : int) = reduce (\(a : int) (v : int) -> in (a)) 0 x ### "`reduce` gives 1 value, one for each neutral element, but the pattern binds 2.*T-REDUCE"
---
let (x : [2]int) = iota 2
let (s : int) = reduce (\(a : int) (v : int) -> in (a)) x x ### "`a` is of type int, but its value is of type \[2\]int.*T-REDUCE"
---
let (x : [2]int) = iota 2
let (s : int) = reduce (\(a : int) (v : [2]int) -> in (a)) 0 x ### "`v` is of type \[2\]int, but its value is of type int.*T-REDUCE"
---
let (x : [2]int) = iota 2
let (y : [3]int) = iota 3
let (s : int) = reduce (\(a : int) (v : int) (w : int) -> in (a)) 0 x y ### "the arrays of a reduce have one size: found `3`, wanted `2`.*T-REDUCE"
---
let (x : [2]int) = iota 2
let (s : int) = reduce (\(a : int) (v : int) -> in (x)) 0 x ### "`a` is of type int, but its value is of type \[2\]int.*T-RESULT"
---
let (x : [2]int) = iota 2
let (s : [2]int) = reduce (\(a : int) (v : int) -> in (a)) 0 x ### "`s` is of type \[2\]int, but its value is of type int.*T-REDUCE"
---
let (x : [2]int) = iota 2
let (s : int) = reduce (\(k : [2]int) (a : int) (v : int) -> in (a)) 0 x ### "the number of the round is an int, but `k` is of type \[2\]int.*T-REDUCE"
---
let (n : int) = 3
let (s : int) = reduce (\(a : int) (v : int) -> in (a)) 0 n ### "reduce wants an array, but `n` is of type int.*T-REDUCE"
---
let (x : [2]int) = iota 2
let (s : int) = scan (\(a : int) (v : int) -> in (a)) 0 x ### "`s` is of type int, but its value is of type \[2\]int.*T-SCAN"
---
let (x : [2]int) = iota 2
let (s : [3]int) = scan (\(a : int) (v : int) -> in (a)) 0 x ### "the size of `s`: found `2`, wanted `3`.*T-SCAN"
---
let (m : mem) = alloc 2
let (x : [1][2]int @ m -> R(1, 2)) = kernel i <= 1 do
  let (b : mem) = alloc 2
  let (r : [2]int @ b -> R(2)) = iota 2
  in (r)
let (s : int) = reduce (\(a : int) (v : [2]int @ m -> R(2)) -> in (a)) 0 x ### "the element `v` is an array, and lies elsewhere in each round.*T-MEM-REDUCE"
---
let (m : mem) = alloc 2
let (x : [1][2]int @ m -> R(1, 2)) = kernel i <= 1 do
  let (b : mem) = alloc 2
  let (r : [2]int @ b -> R(2)) = iota 2
  in (r)
let (k : mem) = alloc 1
let (s : [1]int @ k -> R(1)) = scan (\(a : int) (v : [2]int @ m -> R(2)) -> in (a)) 0 x ### "the element `v` is an array, and lies elsewhere in each round.*T-MEM-SCAN"
---
-- T-WITH: core as it is written
let (n : int) = 4
let (x : [n]int) = iota n
let (y : [n]int) = x with [2] = n
let (r : [2]int) = iota 2
let (z : [n]int) = y with [1:2:2] = r
in (z)
---
let (n : int) = 4
let (y : [2]int) = n with [2:2] = n ### "`with` wants an array, but `n` is of type int.*T-WITH"
---
let (x : [4]int) = iota 4
let (y : [3]int) = x with [2] = 1 ### "the size of `y`: found `4`, wanted `3`.*T-WITH"
---
let (x : [4]int) = iota 4
let (y : int) = x with [2] = 1 ### "`y` is of type int, but its value is of type \[4\]int.*T-WITH"
---
let (x : f64) = 1.5
let (y : f64) = x + x ### "`\+` works on operands of type f64 here, and was elaborated for another type.*T-OP"
in (y)
