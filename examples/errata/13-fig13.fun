-- verdict: stuck
-- Fig. 13 as printed: kernel i ≤ x_size do x_mem[i] ← i after
-- x_mem ← alloc x_size. The last iteration writes offset x_size of x_size
-- locations. The same accesses in FUNMEM:

let (x_size : int) = 3
let (x_mem : mem) = alloc x_size
let (x : [x_size] @ x_mem -> 1 + {(x_size : 1)}) = kernel i <= x_size do i
in (x_mem, x)
