def sorted [n] (x : [n]int) : int =
  reduce (\yes a b -> yes && a <= b) 1 x[1 : max(n - 1, 0)] x[2 : max(n - 1, 0)]
def step [n] (x : [n]int) : [n]int =
  kernel i <= n do if i == 1 then x[n] - 1 else min(x[i], x[i - 1] + i)
let w = [SIZE]
let n = 5 * w[1]
loop (x = kernel i <= n do (i * i + 5) % 7, k = 0) while !sorted(x) && k < 5 do (step(x), k + 1)
loop (x = kernel i <= n do i % 19, k = 0) while reduce (*) 1 x && k < 5 do (map (\y -> max(y - k, 0)) x, k + 1)
loop (x = kernel i <= n do i % 19 == 18, k = 0) while reduce (\yes y -> yes || y > k) 0 x && k < 5 do (map (\y -> y + 1) x, k + 2)
loop (x = kernel i <= n do i, k = 0) while reduce (+) 0 x > 0 && k < 5 do (map (\y -> y - 9) x, k + 1)
reduce (\yes y -> yes && y > 0) 1 (kernel i <= n do 20 - i)
