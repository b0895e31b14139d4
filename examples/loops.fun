-- Loops: values go from round to round, by a bound or by a condition.
--
-- > digits(90210)
-- [9, 0, 2, 1, 0]
-- > power([[1, 1], [1, 0]], 10)[1, 2]
-- 55

-- The digits of k ≥ 0. The array that the loop carries grows.
def digits (k : int) =
  let (ds, _) = loop (ds = [k % 10], k = k / 10) while k > 0 do
    (kernel i <= length(ds) + 1 do if i == 1 then k % 10 else ds[i - 1], k / 10)
  in ds

def product [n] (x : [n][n]int) (y : [n][n]int) : [n][n]int =
  kernel i <= n, j <= n do loop (sum = 0) for k <= n do sum + x[i, k] * y[k, j]

-- x to the power k ≥ 0, by squaring.
def power [n] (x : [n][n]int) (k : int) =
  let one = kernel i <= n, j <= n do i == j
  let (result, _, _) = loop (result = one, x = x, k = k) while k > 0 do
    (if k % 2 == 1 then product(result, x) else result, product(x, x), k / 2)
  in result

-- The cells after k steps of rule 110, an automaton of one dimension.
def rule110 [n] (cells : [n]int) (k : int) =
  loop (cells = cells) for step <= k do
    kernel i <= n do
      let left = if i > 1 then cells[i - 1] else 0
      let right = if i < n then cells[i + 1] else 0
      in 110 / 2 ** (4 * left + 2 * cells[i] + right) % 2

digits(2 ** 20)
power([[1, 1], [1, 0]], 90)
rule110([0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 7)
