-- Two functions, a value and an expression.
def f (n : int) = h(n) + c
def h (n : int) = n * n
let c = 7
f(3)
