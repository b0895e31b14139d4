-- Two programs in which reuse makes the footprint grow.
--
-- Vießmann, Šinkarovs and Scholz, "Extended Memory Reuse" (IFL 2018), §6.2. An array that is not used any more is
-- kept, because a later one of its shape can be computed in its block. Meanwhile another array needs a block of its own.
-- The paper prints the arrays; here their sums are printed.
-- What memory has to do with it: with blocks freed after their last use, `arrays(1000)` needs 1001 locations at one time.
-- After the pass `emr` it needs 2001. `docs/papers/emr.md` has the numbers.
-- The function `elephant` of the paper is recursive, and Fun has no recursion: each call has a function of its own here.
--
-- The independent computation is reference/footprint.py: sums in closed form.
--
-- > arrays(10)
-- 0
-- 11
-- 20
-- > elephant3(1, 5)
-- 30
-- 65

def arrays (n : int) =
  let c = kernel iv <= n do 0
  let s = sum(c)
  let d = kernel iv <= n + 1 do 1
  let t = sum(d)
  let e = kernel iv <= n do 2
  in (s, t, sum(e))

def elephant1 (k : int) (n : int) =
  let c = kernel iv <= n do k
  let s = sum(c)
  let e = kernel iv <= n do 2
  in (sum(e), s)

def elephant2 (k : int) (n : int) =
  let c = kernel iv <= n do k
  let s = sum(c)
  let (r, t) = elephant1(k - s, n)
  let e = kernel iv <= n do 2
  in (r + sum(e), s + t)

def elephant3 (k : int) (n : int) =
  let c = kernel iv <= n do k
  let s = sum(c)
  let (r, t) = elephant2(k - s, n)
  let e = kernel iv <= n do 2
  in (r + sum(e), s + t)

arrays(1000)
elephant3(1, 1000)
