def swap [n] (first : int) (x : [n]int) : [n]int =
  kernel i <= n do
    if (i - first) % 2 == 0 then min(x[i], x[min(i + 1, n)]) else max(x[i], x[max(i - 1, 1)])
def thirds [n] (x : [n]int) : [n]int =
  kernel i <= n do
    let k = (n * 3 + 2 - i) % 3
    in if k == 1 then x[i] else if k == 2 then 10 * x[i] else i
let w = [SIZE]
let n = w[1]
swap(1, kernel i <= n do (i * i + 5) % 7)
swap(n, kernel i <= n do (i * i + 5) % 7)
thirds(kernel i <= n do i * i)
kernel i <= n do min(min(i + 1, n) + 1, n)
kernel i <= n do if i % 5 == 2 then 1 else 2
kernel i <= n do if i % 4 < 2 then i else n
kernel i <= n do if i % 2 == 0 then (loop (s = 0) for k <= i do s + k) else 0
kernel i <= n do if i % 2 == 0 && i % 3 == 0 then 1 else 2
