-- the kernel is there, and nothing needs it; the loop is in a function that another one calls
def double [n] (x : [n]int) : [n]int =
  let ignored = kernel i <= n do x[i]
  in first(x)
def first [n] (x : [n]int) : [n]int = second(x)
def second [n] (x : [n]int) : [n]int = loop (y = x) for i <= n do (y with [i] = 2 * x[i])
def mean [n] (x : [n]f64) : f64 = avg(x)
def avg [n] (x : [n]f64) : f64 = reduce (\a b -> a + b) 0.0 x / f64(n)
