-- numbers, arrays with their sizes, a call, a global, and what the library is for
let scale = 3
let unused = iota scale
def times [n] (x : [n]int) (k : int) = map (\a -> a * k) x
def form [n] [m] (x : [n][m]int) (y : [m]f64) (s : f64) = (times(x[:, 1], scale), reverse y, s + f64(n))
---
-- sizes that are parameters, and more dimensions: a stride that is a product
def form (n : int) (m : int) (k : int) (x : [n][m][k]int) = transpose x
---
-- an argument that may be overwritten
def form [n] (*x : [n]int) (i : int) = x with [i] = 0
---
-- a result whose size is found out
def form [n] (x : [n]int) = loop (ys = x) for i <= 2 do ys ++ x
---
-- of FUNMEM, with offset and strides
def form [n] (m : mem) (o : int) (s : int) (x : [n][2]int @ m -> o + {(n : s) (2 : 1)}) (k : int) : (m : mem, [n]int @ m -> o + {(n : s)}) =
  let (y : [n]int @ m -> o + {(n : s)}) = x[:, 1]
  in (m, y)
---
-- words of IMP
def form (var : int) (done : [2]int) = var + done[1]
---
def form (m : mem) (x : [2]int @ m -> 1 + {(2 : 1)}) : int = in (x[1])  ### "`form` has no IMP form of its own: its parameter `x` lies at `1 \+ \{\(2 : 1\)\}`"
---
def form [n] (m : mem) (x : [n]int @ m -> 0 + {(n : 2)}) : int = in (n)  ### "its parameter `x` lies at `0 \+ \{\(n : 2\)\}`"
---
def form (m : mem) (o : int) (x : [2]int @ m -> o + 1 + {(2 : 1)}) : int = in (x[1])  ### "its parameter `x` lies at `o \+ 1 \+ \{\(2 : 1\)\}`"
---
def form (m : mem) (k : mem) (o : int) (x : [2]int @ m -> o + {(2 : 1)}) (y : [2]int @ k -> 2 + {(2 : o)}) : int = in (x[1])  ### "its parameter `y` lies at `2 \+ \{\(2 : o\)\}`"
---
def form (m : mem) (x : [2]int @ m -> R(2)) (y : [2]int @ m -> R(2)) : int = in (x[1])  ### "its parameter `y` shares its block"
---
def form (m : mem) (k : int) : int = in (k)  ### "its parameter `m` is a block in which no parameter lies"
---
let n = 3
def form (x : [n]int) = x[1]  ### "its parameter `x` has the size `n`, which is no parameter"
