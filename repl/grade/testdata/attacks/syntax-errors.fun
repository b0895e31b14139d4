def double [n] (x : [n]int) : [n]int =
  let unused = kernel i <= 3 do i
  in helper(x)
def helper [n] (x : [n]int) : [n]int = replicate n 0
def mean [n] (x : [n]f64) : f64 = x[1] +
def reversed (n : int) (xm : mem) (x : [n]int @ xm -> R(n)) : (ym : mem, [n]int @ ym -> R(n)) =
  let (ym : mem) = alloc n
  let (y : [n]int @ ym -> R(n)) = kernel i <= n do
    let (j : int) = n + 1 - i
    let (a : int) = x[j]
    in (a)
  in (ym, y)
