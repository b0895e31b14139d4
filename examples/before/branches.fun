-- Short for odd threads, long for even ones.

def f [n] (x : [n]int) : [n]int =
  kernel i <= n do
    if i % 2 == 1
    then let t = [x[i], 1]
         in t[1] + t[2]
    else let t = [x[i], 1, 2]
         in t[1] * t[2] + t[3]
