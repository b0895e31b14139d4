-- what nothing was written to, and what is claimed to lie somewhere, is in bounds where it is shown to be
def f (n : int) : (ym : mem, [n] @ ym -> R(n)) =
  let (m : mem) = alloc n
  let (x : [n] @ m -> R(n)) = scratch([n]int)
  let (k : mem) = alloc (n + 1)
  let (o : [n] @ k -> 1 + {(n : 1)}) = claim x
  let (w : [n] @ k -> 2 + {(n : 1)}) = claim o
  let (y : [n] @ m -> R(n)) = kernel i <= n do ### "proved, in bounds"
    let (a : int) = x[i]
    let (b : int) = o[i]
    in (a + b)
  let (v : [1] @ k -> 2 + {(1 : 1)}) = w[1:1]
  let (vm : mem) = alloc n
  let (z : [n] @ vm -> R(n)) = kernel i <= n do ### "proved, not in bounds"
    let (b : int) = v[1]
    in (b)
  let (u : [n] @ k -> 3 + {(n : 1)}) = scratch([n]int)
  let (t : [n] @ vm -> R(n)) = kernel i <= n do ### "proved, not in bounds"
    let (c : [n] @ k -> 3 + {(n : 1)}) = u with [i] = 1
    in (i)
  in (m, y)
---
-- a branch or a round may give what does not lie in its block
def f (n : int) (p : int) : int =
  let (m : mem) = alloc n
  let (x : [n] @ m -> R(n)) = iota n ### "proved, in bounds"
  let (y : [n] @ m -> R(n)) = if p then let (a : [n] @ m -> R(n)) = claim x in (a) else in (x)
  let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = copy y ### "proved, in bounds"
  let (o : int) (l : [n] @ m -> o + {(n : 1)}) = loop (o : int = 0) (l : [n] @ m -> o + {(n : 1)} = x) for i <= p do
    let (o2 : int) = o + 1
    let (l2 : [n] @ m -> o2 + {(n : 1)}) = claim l
    in (o2, l2)
  let (w : [n] @ zm -> R(n)) = copy l ### "proved, not in bounds"
  in (n)
---
-- a function is given what does not lie in its block
def g [n] (xm : mem) (x : [n] @ xm -> R(n)) : int =
  let (m : mem) = alloc n
  let (y : [n] @ m -> R(n)) = copy x ### "proved, not in bounds"
  in (n)
def h [n] (xm : mem) (x : [n] @ xm -> R(n)) : int =
  let (m : mem) = alloc n
  let (y : [n] @ m -> R(n)) = copy x ### "proved, in bounds"
  in (n)
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3 ### "proved, in bounds"
let (k : mem) = alloc 2
let (y : [3] @ k -> R(3)) = claim x
let a = g(k, y)
let b = h(m, x)
in (a, b)
---
-- a function that calls one that uses by name what lies outside its block, or what is freed
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3 ### "proved, in bounds"
let (y : [3] @ m -> 5 + {(3 : 1)}) = claim x
def g (i : int) : int = y[i]
def h (i : int) : int =
  let (r : int) = g(i)
  in (r)
def e (c : int) : (r : mem, [3] @ r -> 5 + {(3 : 1)}) =
  in (m, y)
def f (c : int) : int =
  let (k : mem) = alloc 3
  let (z : [3] @ k -> R(3)) = kernel i <= 3 do ### "proved, not in bounds"
    let v = h(i)
    in (v)
  let r = z[1]
  in (r)
def d (c : int) : int =
  let (n : mem) (w : [3] @ n -> 5 + {(3 : 1)}) = e(c)
  let (k : mem) = alloc 3
  let (z : [3] @ k -> R(3)) = kernel i <= 3 do w[i] ### "proved, not in bounds"
  let r = z[1]
  in (r)
