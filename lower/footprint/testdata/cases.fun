-- case: one block
def f [n] (x : [n]int) = reduce (+) 0 (map (\a -> a * a) x)

-- case: blocks that are in use at one time, and some that are not
def f [n] (x : [n]int) =
  let y = map (\a -> a * 2) x
  let s = reduce (+) 0 (scan (+) 0 y)
  let z = scan (+) s x
  in z[1] + s

-- case: a call
def g [n] (x : [n]int) = reverse (scan (+) 0 x)
def f [n][m] (x : [n][m]int) = map (\r -> g(r)[1]) x

-- case: rounds with larger and larger blocks
def f (n : int) = loop (s = 0) for i <= n do s + sum(scan (+) 0 (iota i))

-- case: rounds with blocks that are largest in the middle
def f (n : int) = loop (s = 0) for i <= n do s + sum(scan (+) 0 (iota (i * (n - i))))

-- case: a condition on sizes
def f [n] (x : [n]int) = if n > 10 then sum(scan (+) 0 x) else sum(scan (+) 0 (x ++ x))

-- case: a condition on data, with blocks of different sizes
def f [n] (x : [n]int) = if x[1] > 0 then sum(scan (+) 0 x) else sum(scan (+) 0 (x ++ x))

-- case: a condition on data, with blocks of one size
def f [n] (x : [n]int) = if x[1] > 0 then sum(scan (+) 0 x) else sum(scan (max) 0 x)

-- case: a while loop
def f [n] (x : [n]int) (k : int) = loop (s = k) while s < 100 do s + sum(scan (+) 1 x)

-- case: rounds that data count
def f [n] (x : [n]int) = loop (s = 0) for i <= x[1] do s + sum(scan (+) s x)

-- case: an argument that is data decides, in a function that is called
def g [n] (x : [n]int) (k : int) = if k > 0 then sum(scan (+) 0 x) else 0
def f [n] (x : [n]int) = g(x, x[1])

-- case: two blocks take turns
def f [n] (x : [n]int) (k : int) = loop (x = x) for i <= k do scan (+) i x

-- case: a size that is an element
def f [n] (x : [n]int) = sum(scan (+) 0 (iota x[1]))

-- case: a size that is an element, in a function that is called
def g (k : int) = sum(scan (+) 0 (iota k))
def f [n] (x : [n]int) = g(x[1])

-- case: a number of rounds that is an element, with a block of each size
def f [n] (x : [n]int) = loop (s = 0) for i <= x[1] do s + sum(scan (+) 0 (iota i))

-- case: a state that grows
def f (n : int) = sum(loop (x = [1]) for i <= n do x ++ x)

-- case: a call whose condition does not matter with its arguments
def g [n][m] (x : [n][m]int) (k : int) = map (\r -> sum(scan (+) k r)) x
def f [n] (x : [n][n]int) = sum(g(x, 1))

-- case: a call whose condition does matter
def g [n][m] (x : [n][m]int) (k : int) = map (\r -> sum(scan (+) k r)) x
def f [n][m] (x : [n][m]int) = sum(g(x, 1))

-- case: what data decide, beside as much that is sure
def f [n] (x : [n]int) = (if x[1] > 0 then sum(scan (+) 0 x) else 0) + sum(scan (max) 0 x)

-- case: a call with more where it has no rounds
def g [n] (x : [n]int) (k : int) = (if k > 0 then sum(scan (+) 0 x) else sum(scan (+) 0 (x ++ x))) + (loop (s = 0) for i <= k do s + sum(scan (max) i x))
def f [n] (x : [n]int) = g(x, n) + g(x, n - 2)

-- case: a condition within the same condition
def g [n] (x : [n]int) = if n > 3 then sum(scan (+) 0 x) else sum(scan (+) 0 (x ++ x))
def f [n] (x : [n]int) = if n > 3 then g(x) else sum(scan (+) 0 (x ++ x ++ x))

-- case: two blocks take turns in each iteration of a kernel
def g [n] (x : [n]int) = map (\e -> e + 1) x
def f [n] (x : [n]int) (k : int) = kernel i <= k do loop (s = x) for j <= i do g(reverse s)

-- case: a size that is negative in some rounds
def f (k : int) = loop (s = 0) for i <= k do s + sum(scan (+) 0 (iota (i * (10 - i))))

-- case: a size that may be negative, in a function that is called in branches
def g (k : int) = sum(scan (+) 0 (iota (k - 5)))
def f (k : int) = if k > 2 then g(k) else 0

-- case: nothing
def f (n : int) = n * 2
