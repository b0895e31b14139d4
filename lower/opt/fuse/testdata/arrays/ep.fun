-- NAS EP with an array for each step of the computation, as the SaC program has it; each
-- batch has its pairs.
def next (x : int) : int = x * 5 ** 13 % 2 ** 46

def jump (x : int) (k : int) : int = loop (x = x) for i <= k do next(x)

def ep (n : int) (first : int) : (f64, f64, [10]int) =
  let r = kernel i <= 2 * n do f64(jump(271828183, first + i)) / 2.0 ** 46.0
  let a = map (\v -> 2.0 * v - 1.0) r[1:n:2]
  let b = map (\v -> 2.0 * v - 1.0) r[2:n:2]
  let t = map (\x y -> x * x + y * y) a b
  let inside = map (\v -> v <= 1.0) t
  let f = map (\v c -> if c then sqrt(-2.0 * log(v) / v) else 0.0) t inside
  let x = map (*) a f
  let y = map (*) b f
  let square = map (\p q -> int(max(abs(p), abs(q))) + 1) x y
  let counts = reduce (\c s k -> c with [s] = c[s] + k) replicate(10, 0) square inside
  in (reduce (+) 0.0 x, reduce (+) 0.0 y, counts)

let (sx, sy, counts) = kernel b <= 4 do ep(8, 16 * (b - 1))
(sx, sy, counts)
