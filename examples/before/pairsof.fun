-- In each thread two arrays of two elements in one block of four.

def f [n] (x : [n]int) : [n][2]int =
  kernel i <= n do
    let a = [x[i], x[i] + 1]
    let b = [x[i] * x[i], 7]
    in kernel j <= 2 do 10 * a[j] + b[j]
