-- each round writes its own element
def f [n] (x : [n]int) : [n]int = loop (a = replicate(n, 0)) for i <= n do a with [i] = x[i] * 2
-- after:
def f [n] (x : [n]int) : [n]int = kernel i <= n do x[i] + x[i]
---
-- each round changes its own element
def f [n] (x : [n]int) : [n]int = kernel i <= n do i + x[i]
-- after:
def f [n] (x : [n]int) : [n]int = loop (a = x) for i <= n do a with [i] = a[i] + i
---
-- each round writes its own element, and there are fewer rounds than elements
def f [n] (x : [n]int) : [n + 1]int = loop (a = replicate(n + 1, 7)) for i <= n do a with [i] = x[i]
-- after:
def f [n] (x : [n]int) : [n + 1]int = kernel i <= n + 1 do if i <= n then x[i] else 7
---
-- the last element is not written
def f [n] (x : [n]int) : [n]int = loop (a = replicate(n, 7)) for i <= n - 1 do a with [i] = x[i]
-- after:
def f [n] (x : [n]int) : [n]int = kernel i <= n do x[i]
---
-- each round writes its own column
def f [m] (n : int) (x : [m]int) : [n][m]int = loop (a = replicate(n, replicate(m, 0))) for j <= m do a with [1 : n, j] = replicate(n, x[j])
-- after:
def f [m] (n : int) (x : [m]int) : [n][m]int = kernel i <= n, j <= m do x[j]
---
-- each round reads an element that another one has written
def f [n] (x : [n]int) : [n]int = loop (a = x) for i <= n do a with [i] = a[n + 1 - i] + 1
-- after:
def f [n] (x : [n]int) : [n]int = kernel i <= n do x[n + 1 - i] + 1
---
-- each round also writes the first element
def f [n] (x : [n]int) : [n]int = loop (a = x) for i <= n do a with [i] = i with [1] = 7
-- after:
def f [n] (x : [n]int) : [n]int = kernel i <= n do i
---
-- each round also writes its number to the first element
def f (n : int) : [n]int = loop (a = replicate(n, 0)) for i <= n do a with [i] = i with [1] = i
-- after:
def f (n : int) : [n]int = kernel i <= n do i
---
-- what a round writes depends on another state
def f (n : int) : [n]int = let (a, s) = loop (a = replicate(n, 0), s = 0) for i <= n do (a with [i] = s, s + i) in a
-- after:
def f (n : int) : [n]int = kernel i <= n do 0
---
-- what a round writes depends on all elements
def f [n] (x : [n]int) : [n]int = loop (a = x) for i <= n do a with [i] = reduce (+) 0 a
-- after:
def f [n] (x : [n]int) : [n]int = kernel i <= n do reduce (+) 0 x
---
-- the state before a round is not that of another round
def f [n] (x : [n]int) (y : [n]int) : int = let a = loop (a = x) for i <= n do (let u = y[a[1]] in a with [i] = i) in n
-- after:
def f [n] (x : [n]int) (y : [n]int) : int = if n > 1 then (let u = y[x[2]] in n) else n
---
-- a reduce of rows
def f [n][m] (x : [n][m]int) : [m]int = reduce (\acc row -> kernel j <= m do 2 * acc[j] + row[j]) (replicate(m, 0)) x
-- after:
def f [n][m] (x : [n][m]int) : [m]int = kernel j <= m do reduce (\s i -> 2 * s + x[i, j]) 0 (iota n)
---
-- a kernel of reduces
def f [n][m] (x : [n][m]f64) : [m]f64 = kernel j <= m do reduce (+) 0.0 (transpose x)[j]
-- after:
def f [n][m] (x : [n][m]f64) : [m]f64 = reduce (\acc row -> kernel j <= m do acc[j] + row[j]) (replicate(m, 0.0)) x
---
-- a reduce of matrices
def f [n][m][k] (x : [n][m][k]int) : [m][k]int = reduce (\acc y -> kernel i <= m, j <= k do 2 * acc[i, j] + y[i, j]) (replicate(m, replicate(k, 0))) x
-- after:
def f [n][m][k] (x : [n][m][k]int) : [m][k]int = kernel i <= m, j <= k do loop (s = 0) for t <= n do 2 * s + x[t, i, j]
---
-- a reduce of rows that exchanges elements
def f [n][m] (x : [n][m]int) : [m]int = reduce (\acc row -> kernel j <= m do acc[m + 1 - j] + row[j]) (replicate(m, 0)) x
-- after:
def f [n][m] (x : [n][m]int) : [m]int = kernel j <= m do reduce (+) 0 (transpose x)[j]
---
-- a reduce of other rows
def f [n][m] (x : [n][m]int) : [m]int = reduce (\acc row -> kernel j <= m do acc[j] + row[j]) (replicate(m, 0)) x
-- after:
def f [n][m] (x : [n][m]int) : [m]int = kernel j <= m do reduce (+) 0 (transpose x)[m + 1 - j]
