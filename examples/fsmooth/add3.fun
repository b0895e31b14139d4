-- Three vectors added.
--
-- Shaikhha, Fitzgibbon, Peyton Jones and Vytiniotis, "Destination-passing style
-- for efficient memory management" (FHPC 2017), Section 5.1: the micro-benchmark
-- `add3`, vectorAdd(vectorAdd(a, b), c), there 10⁶ times with 100 elements. Here
-- 12. As it is written the first sum is an array of its own; `fused` has none.
--
-- The independent computation is reference/add3.py, in exact fractions.
--
-- > add3([1.0, 2.0], [0.5, 0.25], [-1.0, 1.0])
-- [0.5, 3.25]
-- > fused([1.0, 2.0], [0.5, 0.25], [-1.0, 1.0])
-- [0.5, 3.25]
-- > map (\x -> round(10.0 * x)) add3(numbers(1), numbers(2), numbers(5))
-- [8.0, 19.0, 20.0, 11.0, 31.0, 28.0, 28.0, 31.0, 11.0, 20.0, 19.0, 8.0]
-- > map (\x -> round(10.0 * x)) fused(numbers(1), numbers(2), numbers(5))
-- [8.0, 19.0, 20.0, 11.0, 31.0, 28.0, 28.0, 31.0, 11.0, 20.0, 19.0, 8.0]

import "linear.fun"

def add3 [n] (a : [n]f64) (b : [n]f64) (c : [n]f64) : [n]f64 = vectorAdd(vectorAdd(a, b), c)

def fused [n] (a : [n]f64) (b : [n]f64) (c : [n]f64) : [n]f64 = map (\x y z -> x + y + z) a b c

def numbers (k : int) = kernel i <= 12 do f64(k * i * i % 13) / 10.0

add3(numbers(1), numbers(2), numbers(5))
fused(numbers(1), numbers(2), numbers(5))

-- bench: let a = kernel i <= 1000000 do f64(i % 13) / 10.0 in
--   let b = kernel i <= 1000000 do f64(i % 11) / 7.0 in
--   let c = kernel i <= 1000000 do 2.0 * f64(i) in
--   add3(a, b, c)
