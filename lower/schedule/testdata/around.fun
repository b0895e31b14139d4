def sums [n] (a : [n]int) : [n]int =
  kernel i <= n do
    loop (s = 0) for t <= 9 do
      let d = (t - 1) / 3 - 1
      let e = (t - 1) % 3 - 1
      in s + (1 + abs(d) + 2 * abs(e)) * a[(i + d - 1) % n + 1]
let w = [SIZE]
let n = w[1]
sums(kernel i <= n do i * i)
