-- hotspot(rounds, temp, power) by hand: the power has a block, and two take turns for the temperature.
let (p : mem) = alloc 48
let (a : mem) = alloc 48
let (b : mem) = alloc 48
let (temp : [6][8]f64 @ a -> R(6, 8)) = kernel i <= 6 do
  let (row : [8]f64 @ a -> 8 * i - 8 + {(8 : 1)}) = kernel j <= 8 do 320.0 + f64((i * i + 3 * j) % 11)
  in (row)
let (power : [6][8]f64 @ p -> R(6, 8)) = kernel i <= 6 do
  let (row : [8]f64 @ p -> 8 * i - 8 + {(8 : 1)}) = kernel j <= 8 do f64((5 * i + j * j) % 7) / 1000.0
  in (row)
let height = 0.016 / f64(6)
let width = 0.016 / f64(8)
let cap = 0.5 * 1.75e6 * 0.0005 * width * height
let rx = width / (2.0 * 100.0 * 0.0005 * height)
let ry = height / (2.0 * 100.0 * 0.0005 * width)
let rz = 0.0005 / (100.0 * height * width)
let time = 0.001 / (3e6 / (0.5 * 0.0005 * 1.75e6))
let (now : mem) (temp : [6][8]f64 @ now -> R(6, 8)) (other : mem) =
  loop (now : mem = a) (temp : [6][8]f64 @ now -> R(6, 8) = temp) (other : mem = b) for k <= rounds do
    let (next : [6][8]f64 @ other -> R(6, 8)) = kernel r <= 6 do
      let (row : [8]f64 @ other -> 8 * r - 8 + {(8 : 1)}) = kernel c <= 8 do
        let t = temp[r, c]
        let north = temp[max(r - 1, 1), c]
        let south = temp[min(r + 1, 6), c]
        let west = temp[r, max(c - 1, 1)]
        let east = temp[r, min(c + 1, 8)]
        in t + time / cap
             * (power[r, c]
                  + (west + east - 2.0 * t) / rx
                  + (north + south - 2.0 * t) / ry
                  + (80.0 - t) / rz)
      in (row)
    in (other, next, now)
in (now, temp)
