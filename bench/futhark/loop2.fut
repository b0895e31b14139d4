-- The twin of examples/livermore/loop2.fun.

def iccg [m] (n: i64) (x: *[m]f64) (v: [m]f64) : *[m]f64 =
  let (x, _, _) =
    loop (x, size, first) = (x, n, 0) while size > 1 do
      let last = first + size
      let next =
        tabulate (size / 2) (\i ->
          let k = first + 2 * i + 1
          in x[k] - v[k] * x[k - 1] - v[k + 1] * x[k + 1])
      in (x with [last + 1:last + 1 + size / 2] = next, size / 2, last)
  in x

entry inputs : ([]f64, []f64) =
  (map (\k -> f64.i64 (k * k % 13) / 8.0) (1...524288), map (\k -> f64.i64 (3 * k % 7) / 12.0) (1...524288))

entry main [m] (x: *[m]f64) (v: [m]f64) : [m]f64 = iccg 262144 x v
