-- Many calls of `objective`: an element of the logarithms of the diagonals, and one of the weights, depend on the round.
import "../../../examples/fsmooth/gmm.fun" as paper

def rounds [n][d][c][t]
    (k : int)
    (x : [n][d]f64)
    (alpha : [c]f64)
    (mu : [c][d]f64)
    (q : [c][d]f64)
    (l : [c][t]f64) :
    f64 =
  let (total, _, _) = loop (total = 0.0, alpha = alpha, q = q) for r <= k do
    let alpha = alpha with [1] = 1.0 / (2.0 + f64(r))
    let q = q with [1, 1] = 1.0 / (2.0 + f64(r))
    in (total + paper.objective(x, alpha, mu, q, l), alpha, q)
  in total

-- bench: let x = kernel i <= 100, j <= 3 do f64((i * i + 5 * j) % 9) / 4.0 in
--   let alpha = kernel c <= 5 do f64(c % 3) / 2.0 in
--   let mu = kernel c <= 5, j <= 3 do f64((c * c + j) % 5) / 2.0 in
--   let q = kernel c <= 5, j <= 3 do f64((2 * c + j) % 4 - 2) / 4.0 in
--   let l = kernel c <= 5, j <= 3 do f64((c + 3 * j) % 7 - 3) / 8.0 in
--   rounds(1000, x, alpha, mu, q, l)
