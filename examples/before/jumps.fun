-- In each round c goes to a place that depends on the round before.

def f [n] (x : [n]int) (rounds : int) : [n]int =
  let (d, _) = loop (d = copy x, p = 1) for k <= rounds do
    let c = [k * 100]
    let q = (p + d[p]) % n + 1
    in (d with [q:1] = c, q)
  in d
