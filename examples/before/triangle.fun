-- What a round makes has the size of the round.

def f [n] (x : [n]int) : int =
  let (_, s) = loop (a = [1], s = 0) for k <= n do
    let b = kernel j <= k do if j < k then a[j] + x[j] else x[k]
    in (b, s * 2 + b[1])
  in s
