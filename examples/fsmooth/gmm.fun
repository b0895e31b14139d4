-- A Gaussian mixture: how well it explains points, as an objective to optimise.
--
-- Shaikhha et al., "Destination-passing style for efficient memory management"
-- (FHPC 2017), Section 5.2: the benchmark `GMM`. There 100 points of dimension 3
-- and 5 components; here 12 points. As in the program that goes with the paper,
-- the constant with 2 pi and the parameters of the prior are left out. A
-- component has a weight alpha, a mean mu, and a lower triangular matrix with the
-- exponentials of q on its diagonal and the numbers l, row after row, below it.
--
-- The independent computation is reference/gmm.py: products of densities, in 50
-- decimal digits.
--
-- > logsumexp([0.0])
-- 0.0
-- > abs(logsumexp([1000.0, 1000.0]) - 1000.0 - log(2.0)) < 1e-12
-- 1
-- > triangular([0.0, 0.0, 0.0], [2.0, 3.0, 4.0], [1.0, 10.0, 100.0])
-- [1.0, 12.0, 143.0]
-- > objective([[1.0]], [0.0], [[1.0]], [[0.0]], empty([1][0]f64))
-- 0.5

def sumsq [n] (x : [n]f64) : f64 = reduce (+) 0.0 (map (\a -> a * a) x)

def logsumexp [n] (x : [n]f64) : f64 =
  let most = reduce (\most a -> max(most, a)) x[1] x[1:n]
  in most + log(reduce (+) 0.0 (map (\a -> exp(a - most)) x))

-- The triangular matrix of q and l times x.
def triangular [d][t] (q : [d]f64) (l : [t]f64) (x : [d]f64) : [d]f64 =
  kernel i <= d do
    loop (sum = exp(q[i]) * x[i]) for j <= i - 1 do sum + l[(i - 1) * (i - 2) / 2 + j] * x[j]

def objective [n][d][k][t]
    (x : [n][d]f64)
    (alpha : [k]f64)
    (mu : [k][d]f64)
    (q : [k][d]f64)
    (l : [k][t]f64) :
    f64 =
  let logs = kernel i <= n do
    logsumexp(kernel c <= k do
                alpha[c]
                  + reduce (+) 0.0 q[c]
                  - 0.5 * sumsq(triangular(q[c], l[c], map (-) x[i] mu[c])))
  let prior = kernel c <= k do sumsq(map exp q[c]) + sumsq(l[c])
  in reduce (+) 0.0 logs - f64(n) * logsumexp(alpha) + 0.5 * reduce (+) 0.0 prior

let x = kernel i <= 12, j <= 3 do f64((i * i + 5 * j) % 9) / 4.0
let alpha = kernel c <= 5 do f64(c % 3) / 2.0
let mu = kernel c <= 5, j <= 3 do f64((c * c + j) % 5) / 2.0
let q = kernel c <= 5, j <= 3 do f64((2 * c + j) % 4 - 2) / 4.0
let l = kernel c <= 5, j <= 3 do f64((c + 3 * j) % 7 - 3) / 8.0
objective(x, alpha, mu, q, l)

-- bench: let x = kernel i <= 5000, j <= 3 do f64((i * i + 5 * j) % 9) / 4.0 in
--   objective(x, alpha, mu, q, l)
