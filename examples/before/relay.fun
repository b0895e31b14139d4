-- Each round adds twice an array to its reverse.

def f [n] (x : [n]int) (rounds : int) : [n]int =
  loop (a = x) for k <= rounds do
    let b = kernel i <= n do a[i] * 2
    let c = kernel i <= n do a[n + 1 - i] + b[i]
    in c
