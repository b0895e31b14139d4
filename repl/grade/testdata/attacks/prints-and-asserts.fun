-- what it prints and checks at the top is not run
check 1 = 2
let forever = loop (i = 1) while i > 0 do i + 1
forever
kernel i <= 1000000 do i
def double [n] (x : [n]int) : [n]int = map (\a -> 2 * a) x
