def f [n] (x : [n]int) (y : [n]int) (k : int) : [n]int =
  let s = kernel i <= n do x[i] + y[i]
  let t = kernel i <= n do s[n + 1 - i] * k
  in kernel i <= n do
    let a = t[i] - x[i]
    let b = if a < 0 then 0 - a else a
    in b + k
