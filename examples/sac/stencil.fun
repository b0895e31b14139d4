-- The running example of extended memory reuse: a sum, two rotations, and a
-- two-point stencil with cyclic boundaries.
--
-- Vießmann, Šinkarovs and Scholz, "Extended memory reuse: an optimisation for
-- reducing memory allocations" (IFL 2018), Listing 1, on 5 ints as there. Its `stencil(e, 10)` tests n == 0
-- after it has applied the stencil, and so applies it 11 times; we count steps.
-- `%` rounds to minus infinity, so that (i - 1) % n is the neighbour on a ring.
-- What memory has to do with it: two buffers are enough for any number of steps.
--
-- The independent computation is reference/stencil.py: the stencil as a
-- polynomial, (x + 1/x)^11 modulo x^5 - 1, by binomial coefficients.
--
-- > stencil([1, 0, 0, 0, 0], 0)
-- [1, 0, 0, 0, 0]
-- > stencil([1, 0, 0, 0, 0], 2)
-- [2, 0, 1, 1, 0]
-- > let (c, d, e, f) = listing([1, 2, 3], [10, 20, 30])
-- c : [3]int
-- d : [3]int
-- e : [3]int
-- f : [3]int
-- > d
-- [3, 1, 2]
-- > reduce (+) 0 f == 2 ** 11 * reduce (+) 0 d
-- 1

def stencil [n] (e : [n]int) (steps : int) : [n]int =
  loop (e = e) for step <= steps do kernel i <= n do e[(i - 2) % n + 1] + e[i % n + 1]

def listing [n] (a : [n]int) (b : [n]int) =
  let c = map (+) a b
  let d = kernel i <= n do a[(i - 2) % n + 1]  -- rotate right by one element
  let e = kernel i <= n do a[i % n + 1]        -- rotate left by one element
  let f = stencil(e, 11)
  in (c, d, e, f)

listing([1, 2, 3, 4, 5], [5, 3, 1, -1, -3])

-- bench: let e = kernel i <= 100000 do i * i % 101 in
--   stencil(e, 20)
