-- The twin of examples/rodinia/hotspot.fun.

def step [rows][cols] (power: [rows][cols]f64) (temp: [rows][cols]f64) : [rows][cols]f64 =
  let height = 0.016 / f64.i64 rows
  let width = 0.016 / f64.i64 cols
  let cap = 0.5 * 1.75e6 * 0.0005 * width * height
  let rx = width / (2.0 * 100.0 * 0.0005 * height)
  let ry = height / (2.0 * 100.0 * 0.0005 * width)
  let rz = 0.0005 / (100.0 * height * width)
  let time = 0.001 / (3e6 / (0.5 * 0.0005 * 1.75e6))
  in tabulate_2d rows cols (\r c ->
       let t = temp[r, c]
       let north = temp[i64.max (r - 1) 0, c]
       let south = temp[i64.min (r + 1) (rows - 1), c]
       let west = temp[r, i64.max (c - 1) 0]
       let east = temp[r, i64.min (c + 1) (cols - 1)]
       in t + time / cap
            * (power[r, c]
               + (west + east - 2.0 * t) / rx
               + (north + south - 2.0 * t) / ry
               + (80.0 - t) / rz))

def hotspot [rows][cols] (steps: i64) (temp: [rows][cols]f64) (power: [rows][cols]f64) : [rows][cols]f64 =
  loop temp for _k < steps do step power temp

entry inputs : ([][]f64, [][]f64) =
  (tabulate_2d 512 512 (\i j -> 320.0 + f64.i64 (((i + 1) * (i + 1) + 3 * (j + 1)) % 11)),
   tabulate_2d 512 512 (\i j -> f64.i64 ((5 * (i + 1) + (j + 1) * (j + 1)) % 7) / 1000.0))

entry main [rows][cols] (temp: [rows][cols]f64) (power: [rows][cols]f64) : [rows][cols]f64 =
  hotspot 4 temp power
