-- In each round one element is made from the original one at the same place and from its neighbour.

def f [n] (x : [n]int) : [n]int =
  let o = kernel i <= n do x[i] + 1
  in loop (r = replicate(n, 0)) for k <= n do
       let c = [o[k] + o[max(k - 1, 1)]]
       in r with [k:1] = c
