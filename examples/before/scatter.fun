-- The elements of v go to the places in at, into zeros; v may be overwritten.

def f [n] (*v : [n]int) (at : [n]int) : [n]int =
  let zeros = kernel i <= n do 0
  in loop (r = zeros) for k <= n do r with [(at[k] - 1) % n + 1] = v[k]
