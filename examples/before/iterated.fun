-- Some rounds of a recurrence.

def f [n] (x : [n]int) (rounds : int) : [n]int =
  loop (a = x) for k <= rounds do kernel i <= n do a[i] * 2 + k
