def edges [n] (a : [n]int) : [n]int =
  kernel i <= n do (if i < 3 then 1 else 0) + (if i <= 3 then 10 else 0) + (if i == n - 1 then 100 else 0) + (if n - i > 2 then 1000 else 0) + a[(i + 1) % n + 1]
let w = [SIZE]
let n = w[1]
edges(kernel i <= n do i)
kernel j <= n do (loop (s = 0) for k <= j do if k > n then s + 1 else s + 2)
kernel j <= n do (if (j + 2) % n == j + 2 then 1 else 0)
kernel i <= n do (if i <= 4 then 1 else 0) + (if i <= 5 then 10 else 0)
kernel i <= n do (if i > n - 4 then 1 else 0) + (if i > n - 5 then 10 else 0)
kernel i <= n do if i < n then 1 else 2
