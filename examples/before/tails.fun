-- Two elements for each of x, from three.

def f [n] (x : [n]int) : [n][2]int =
  kernel i <= n do
    let t = [x[i], x[i] + 1, x[i] * x[i]]
    let u = t[2:2]
    in map (\e -> e + t[1]) u
