-- wrong for 8 to 29 elements, and so slow that few inputs run
def double [n] (x : [n]int) : [n]int =
  let w = loop (s = 0) for i <= 249 * 400 do s + 1
  in if n * n > 50 && n * n < 900 then x else map (\a -> 2 * a) x
