-- passes: cpu
let n = loop (n = 0) for i <= SIZE do n + 1
let a = kernel i <= n do kernel j <= n + 1 do loop (s = i * j) for r <= 2 do s * 5 % 7
let b = kernel i <= n + 1 do kernel j <= n do loop (s = i + j) for r <= 2 do s * 3 % 7
let turned = kernel i <= n + 1 do kernel j <= n do a[j, i] - 2 * i
let twice = kernel i <= n do kernel j <= n + 1 do let x = b[j, i] in if x > 3 then x + b[n + 2 - j, i] else x - j
let square = kernel i <= n do kernel j <= n do reduce (+) 0 (kernel k <= n + 1 do a[i, k] * a[j, k])
let both = kernel i <= n do kernel j <= n do let first = a[i, 1] in let (s, m) = loop (s = first, m = 0) for k <= n + 1 do (s + a[i, k] * b[k, j], max(m, a[i, k] - b[k, j])) in s * m + j
let real = kernel i <= n do kernel j <= n do reduce (+) 0.0 (kernel k <= n + 1 do f64(a[i, k]) * 0.1 + f64(b[k, j]))
let rows = kernel i <= n do i * reduce (+) 0 (kernel k <= n + 1 do a[i, k] * k)
let (low, high) = kernel i <= n do let x = a[i, 1] in loop (lo = x, hi = 0) for k <= n + 1 do (min(lo, a[i, k]), max(hi, a[i, k] + x))
let cols = kernel j <= n + 1 do reduce (+) 0 (kernel i <= n do a[i, j])
let few = kernel i <= min(n, 2) do reduce max (-9) (kernel k <= n + 1 do a[i, k] - 8)
let triangle = kernel i <= n do reduce (+) 0 (kernel k <= i do a[i, k] * k)
let running = scan (+) 3 (kernel i <= n do a[i, 1] + i)
let most = scan max (-2) (kernel i <= n do a[i, 2] - 3)
let sums = scan (+) 0.5 (kernel i <= n do f64(a[i, 2]) * 0.1)
let rowsums = kernel i <= n do scan (+) i (kernel k <= n + 1 do a[i, k] * k)
let rowmost = kernel i <= n do scan max (-9.0) (kernel k <= n + 1 do f64(a[i, k]) - 0.5)
(rowsums, rowmost, triangle, running, most, sums, turned, twice, square, both, real, rows, low, high, cols, few)
