import "\\server\share\x.fun"
def double [n] (x : [n]int) : [n]int = x
