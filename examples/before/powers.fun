-- Each round adds an array to its reverse.

def f [n] (x : [n]int) (rounds : int) : [n]int =
  loop (a = x) for k <= rounds do kernel i <= n do a[i] + a[n + 1 - i]
