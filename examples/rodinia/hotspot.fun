-- HotSpot: the temperature of a chip whose parts use power.
--
-- Rodinia's `hotspot`, also in Vießmann et al., "Extended memory reuse" (IFL
-- 2018, Table 1: 1024×1024) and in Munksgaard et al. (SC 2022).
-- Here 6×8, 4 steps. The constants are Rodinia's: the chip is 16 mm wide and high
-- and 0.5 mm thick, its surroundings have 80 °C; beyond a border it is as hot as
-- at the border. Two buffers and the power are enough.
--
-- The independent computation is reference/hotspot.py: the nine cases of
-- corners, borders and inside written out, as Rodinia has them.
--
-- > hotspot(0, [[300.0]], [[0.0]])
-- [[300.0]]
-- > hotspot(5, replicate(2, replicate(3, 80.0)), replicate(2, replicate(3, 0.0)))
-- [[80.0, 80.0, 80.0], [80.0, 80.0, 80.0]]
-- > map (\t -> round(1e9 * (t - 320.0))) hotspot(4, temp, power)[1]
-- [3935097555.0, 6934196648.0, 9932823463.0, 1935895933.0, 4934729932.0, 7933358243.0,  -63569539.0,
-- 2935164243.0]
-- > map (\t -> round(1e9 * (t - 320.0))) hotspot(4, temp, power)[4]
-- [7933437973.0,  -63382588.0, 2935244230.0, 5934444291.0, 8933072114.0,  936350019.0, 3934978834.0,
-- 6933871234.0]

def step [rows][cols] (power : [rows][cols]f64) (temp : [rows][cols]f64) : [rows][cols]f64 =
  let height = 0.016 / f64(rows)
  let width = 0.016 / f64(cols)
  let cap = 0.5 * 1.75e6 * 0.0005 * width * height
  let rx = width / (2.0 * 100.0 * 0.0005 * height)
  let ry = height / (2.0 * 100.0 * 0.0005 * width)
  let rz = 0.0005 / (100.0 * height * width)
  let time = 0.001 / (3e6 / (0.5 * 0.0005 * 1.75e6))
  in kernel r <= rows, c <= cols do
       let t = temp[r, c]
       let north = temp[max(r - 1, 1), c]
       let south = temp[min(r + 1, rows), c]
       let west = temp[r, max(c - 1, 1)]
       let east = temp[r, min(c + 1, cols)]
       in t + time / cap
            * (power[r, c]
                 + (west + east - 2.0 * t) / rx
                 + (north + south - 2.0 * t) / ry
                 + (80.0 - t) / rz)

def hotspot [rows][cols]
    (steps : int)
    (temp : [rows][cols]f64)
    (power : [rows][cols]f64) :
    [rows][cols]f64 =
  loop (temp = temp) for k <= steps do step(power, temp)

let temp = kernel i <= 6, j <= 8 do 320.0 + f64((i * i + 3 * j) % 11)
let power = kernel i <= 6, j <= 8 do f64((5 * i + j * j) % 7) / 1000.0
hotspot(4, temp, power)

-- bench: let temp = kernel i <= 512, j <= 512 do 320.0 + f64((i * i + 3 * j) % 11) in
--   let power = kernel i <= 512, j <= 512 do f64((5 * i + j * j) % 7) / 1000.0 in
--   hotspot(4, temp, power)
