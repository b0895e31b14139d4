def double [n] (x : [n]int) : [n]int = x
