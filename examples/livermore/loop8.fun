-- Livermore loop 8: integration of three fields by alternating directions.
--
-- McMahon, "The Livermore Fortran kernels" (1986); in Vießmann et al., "Extended
-- memory reuse" (IFL 2018) with 1001×64, the two planes in time as arrays of
-- their own. Here 9×5 and 3 steps; rows are along y, and columns 2 and 3 change.
-- The paper's numbers for memory, 380 GB without reuse and 500 KB with it, are of
-- this loop: three arrays of the old step and three of the new one are enough.
--
-- The independent computation is reference/loop8.py, in exact fractions.
--
-- > let zero = replicate(3, replicate(4, 0.0))
-- zero : [3][4]f64
-- > let one = zero with [2, 2] = 1.0
-- one : [3][4]f64
-- > let (u1, u2, u3) = adi(one, zero, zero)
-- u1 : [3][4]f64
-- u2 : [3][4]f64
-- u3 : [3][4]f64
-- > u1[2, 3]
-- 3.9
-- > u2 == zero
-- 1
-- > let (u1, u2, u3) = loop (u1 = start(1), u2 = start(2), u3 = start(3)) for step <= 3 do adi(u1, u2, u3)
-- u1 : [9][5]f64
-- u2 : [9][5]f64
-- u3 : [9][5]f64
-- > map (\x -> round(1000.0 * x)) u1[4]
-- [625.0, 5316830.0, -917644.0, 0.0, 375.0]
-- > map (\x -> round(1000.0 * x)) u2[2]
-- [500.0, -1718156.0, -493552.0, 750.0, 250.0]
-- > map (\x -> round(1000.0 * x)) u3[8]
-- [750.0, 1938589.0, 672370.0, 125.0, 500.0]

-- One step for one field p: a are its constants.
def field [n][m]
    (a : [3]f64)
    (p : [n][m]f64)
    (u1 : [n][m]f64)
    (u2 : [n][m]f64)
    (u3 : [n][m]f64) :
    [n][m]f64 =
  kernel y <= n, x <= m do
    if y == 1 || y == n || x == 1 || x > 3
    then p[y, x]
    else let du1 = u1[y + 1, x] - u1[y - 1, x]
         let du2 = u2[y + 1, x] - u2[y - 1, x]
         let du3 = u3[y + 1, x] - u3[y - 1, x]
         in p[y, x] + a[1] * du1 + a[2] * du2 + a[3] * du3
              + 3.9 * (p[y, x + 1] - 2.0 * p[y, x] + p[y, x - 1])

def adi [n][m] (u1 : [n][m]f64) (u2 : [n][m]f64) (u3 : [n][m]f64) =
  (field([1.2, 5.6, 8.1], u1, u1, u2, u3),
   field([9.8, 1.5, 4.0], u2, u1, u2, u3),
   field([0.5, 7.9, 6.4], u3, u1, u2, u3))

def start (k : int) = kernel y <= 9, x <= 5 do f64((k * y * y + 3 * x) % 7) / 8.0

loop (u1 = start(1), u2 = start(2), u3 = start(3)) for step <= 3 do adi(u1, u2, u3)

-- bench: let a1 = kernel y <= 20001, x <= 5 do f64((y + x * x) % 7) / 3.0 in
--   let a2 = kernel y <= 20001, x <= 5 do f64((y + x * x) % 5) / 3.0 in
--   let a3 = kernel y <= 20001, x <= 5 do f64((y + x * x) % 3) / 3.0 in
--   (let (u1, u2, u3) = loop (u1 = a1, u2 = a2, u3 = a3) for step <= 3 do adi(u1, u2, u3) in u2)
