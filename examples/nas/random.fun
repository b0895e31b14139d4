-- The random numbers of the NAS parallel benchmarks: x becomes 5¹³ x mod 2⁴⁶, and
-- x / 2⁴⁶ is the number. Ints are as large as they need be, so that this is
-- the formula as it stands.
--
-- > next(271828183)
-- 32883653486115
-- > jump(271828183, 3) == next(next(next(271828183)))
-- 1
-- > real(2 ** 45)
-- 0.5

def next (x : int) : int = x * 5 ** 13 % 2 ** 46

def real (x : int) : f64 = f64(x) / 2.0 ** 46.0

-- The state k steps on, by squaring.
def jump (x : int) (k : int) : int =
  let (x, _, _) = loop (x = x, a = 5 ** 13, k = k) while k > 0 do
    (if k % 2 == 1 then x * a % 2 ** 46 else x, a * a % 2 ** 46, k / 2)
  in x
