def reversed (n : int) (xm : mem) (x : [n]int @ xm -> R(n)) : (xm2 : mem, [n]int @ xm2 -> R(n)) =
  let (ym : mem) = alloc n
  let (z : [n]int @ ym -> R(n)) = copy x
  let (y : [n]int @ ym -> R(n)) = kernel i <= n do
    let (j : int) = n + 1 - i
    let (a : int) = z[j]
    in (a)
  in (ym, y)
