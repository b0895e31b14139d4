-- rowadd, V1
let a = kernel i <= 9, j <= 4 do (7 * i * i + 3 * j) % 11
kernel i <= 9, j <= 4 do if i <= 6 then a[i, j] + a[i + 1, j] + a[i + 2, j] else 0
---
-- rowadd, V2
let a = kernel i <= 9, j <= 4 do (7 * i * i + 3 * j) % 11
kernel i <= 9 do if i <= 6 then map (+) (map (+) a[i] a[i + 1]) a[i + 2] else replicate(4, 0)
---
-- rowadd, V3
let a = kernel i <= 9, j <= 4 do (7 * i * i + 3 * j) % 11
kernel i <= 9 do if i <= 6 then reduce (\x y -> map (+) x y) replicate(4, 0) a[i:3, :] else replicate(4, 0)
---
-- Livermore 2
let x = kernel k <= 32 do f64(k * k % 13) / 8.0
let v = kernel k <= 32 do f64(3 * k % 7) / 4.0
let (x, _, _) = loop (x = x, size = 16, last = 0) while size > 1 do
  let first = last
  let last = last + size
  let next = kernel i <= size / 2 do
    let k = first + 2 * i
    in x[k] - v[k] * x[k - 1] - v[k + 1] * x[k + 1]
  in (x with [last + 2 : size / 2] = next, size / 2, last)
x
---
-- Livermore 4
let x = kernel k <= 61 do f64(k % 9) / 4.0
let y = kernel k <= 35 do f64(k % 8) / 16.0
loop (x = x) for k <= 2 do
  loop (x = x) for i <= 3 do
    let k = 7 + (i - 1) * 27
    let rest = loop (rest = x[k - 1]) for j <= 7 do rest - x[k - 7 + j] * y[5 * j]
    in x with [k - 1] = y[5] * rest
---
-- Livermore 5
let x = kernel k <= 20 do f64(k) / 4.0
let y = kernel k <= 20 do f64(k * k % 11) / 8.0
let z = kernel k <= 20 do f64(k % 5 + 1) / 8.0
loop (x = x) for i <= 19 do x with [i + 1] = z[i + 1] * (y[i + 1] - x[i])
---
-- Livermore 7
let y = kernel k <= 16 do f64(k)
let z = kernel k <= 16 do f64(3 * k % 7)
let u = kernel k <= 22 do f64(k * k % 9) / 2.0
loop (y = y) for k <= 3 do kernel k <= 16 do u[k] + 0.9 * (z[k] + 0.9 * y[k]) + 0.7 * (u[k + 3] + u[k + 6])
---
-- LU
let a = kernel i <= 6, j <= 6 do 10.0 * exp(-0.001 * f64(abs(i - j)))
loop (a = a) for k <= 5 do
  let column = kernel i <= 6 - k do a[k + i, k] / a[k, k]
  let a = a with [k + 1 : 6 - k, k] = column
  let rest = kernel i <= 6 - k, j <= 6 - k do a[k + i, k + j] - a[k + i, k] * a[k, k + j]
  in a with [k + 1 : 6 - k, k + 1 : 6 - k] = rest
---
-- Gauss-Jordan, as the example has it
let a = kernel i <= 5, j <= 11 do f64((i * i + 2 * j) % 7) / 2.0 + (if i == j then 8.0 else 0.0)
loop (a = a) for k <= 5 do
  let scaled = kernel j <= 11 do a[k, j] / a[k, k]
  in loop (a = a with [k] = scaled) for other <= 4 do
       let i = (k + other - 1) % 5 + 1
       let row = kernel j <= 11 do a[i, j] - a[i, k] * scaled[j]
       in a with [i] = row
---
-- Gauss-Jordan, with what a row has in common read before it
let a = kernel i <= 5, j <= 11 do f64((i * i + 2 * j) % 7) / 2.0 + (if i == j then 8.0 else 0.0)
loop (a = a) for k <= 5 do
  let pivot = a[k, k]
  let a = a with [k] = kernel j <= 11 do a[k, j] / pivot
  in loop (a = a) for other <= 4 do
       let i = (k + other - 1) % 5 + 1
       let factor = a[i, k]
       in a with [i] = kernel j <= 11 do a[i, j] - factor * a[k, j]
---
-- Needleman-Wunsch
let n = 9
let fits = kernel i <= n, j <= n do (i * i + j) % 7 - 3
let w = n + 1
let borders = kernel i <= w, j <= w do if i == 1 || j == 1 then -10 * (i + j - 2) else 0
let scores = loop (m = flatten borders) for d <= 2 * n - 1 do
  let top = max(d - n + 1, 1)
  let count = min(d, n) - top + 1
  let first = top * w + (d - top + 1) + 1
  let diagonal = kernel k <= count do
    let i = top + k - 1
    let at = first + (k - 1) * n
    in max(m[at - w - 1] + fits[i, d - i + 1], max(m[at - 1], m[at - w]) - 10)
  in m with [first:count:n] = diagonal
reshape((w, w), scores)
---
-- a stencil whose edges are put around the inner part
let x = kernel i <= 6, j <= 6 do f64(i * j)
let inside = kernel i <= 4, j <= 4 do (x[i, j + 1] + x[i + 2, j + 1] + x[i + 1, j] + x[i + 1, j + 2]) / 4.0
let middle = kernel i <= 4 do [x[i + 1, 1]] ++ inside[i] ++ [x[i + 1, 6]]
[map (\t -> t) x[1]] ++ middle ++ [map (\t -> t) x[6]]
---
-- the same with a kernel for each piece
let x = kernel i <= 6, j <= 6 do f64(i * j)
let middle = kernel i <= 4 do
  [x[i + 1, 1]] ++ (kernel j <= 4 do (x[i, j + 1] + x[i + 2, j + 1] + x[i + 1, j] + x[i + 1, j + 2]) / 4.0) ++ [x[i + 1, 6]]
[map (\t -> t) x[1]] ++ middle ++ [map (\t -> t) x[6]]
