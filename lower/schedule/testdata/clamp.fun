def clamped [n] (a : [n]int) : [n]int = kernel i <= n do a[max(i - 1, 1)] + 10 * a[min(i + 2, n)] + (if i > n - 2 then 1000 else 0) + (if 3 <= i then 2000 else 0)
let w = [SIZE]
let n = w[1]
clamped(kernel i <= n do i * i)
