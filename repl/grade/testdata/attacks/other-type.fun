def double (x : int) : int = 2 * x
def mean [n] (x : [n]int) : int = 0
def reversed [n] (x : [n]int) (k : int) : [n]int = x
