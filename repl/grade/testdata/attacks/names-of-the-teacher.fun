def length [n] (x : [n]int) : int = 5
def sum [n] (x : [n]f64) : f64 = 0.15
def total [n] (x : [n]f64) : f64 = 0.15
def reference [n] (x : [n]int) : [n]int = x
def double [n] (x : [n]int) : [n]int = reference.double(x)
def mean [n] (x : [n]f64) : f64 = reference.total(x)
def your [n] (x : [n]int) : [n]int = x
