def ring [n] (a : [n]int) : [n]int = kernel i <= n do a[(i - 2) % n + 1] + 10 * a[i % n + 1]
let w = [SIZE]
let n = w[1]
ring(kernel i <= n do i * i)
