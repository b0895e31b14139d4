def mapped [n] (a : [n]int) (b : [n]int) : [n]int = kernel i <= n do a[i] * 3 + b[i] * b[i]

-- bench: let a = kernel i <= 1000000 do i % 1000 in
--   let b = kernel i <= 1000000 do 7 * i % 1009 in
--   mapped(a, b)
