-- One element of an array is changed.

def f [n] (a : [n]int) : [n]int = a with [2] = 20

f(iota 4)
