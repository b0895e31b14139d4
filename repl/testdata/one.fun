-- Two functions, a value and an expression.
let c = 7
def f (n : int) = h(n) + c
def h (n : int) = n * n
f(3)
