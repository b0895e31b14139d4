-- A map over two arrays of ints, with a product and a sum that are checked for 64 bits.

def mapped [n] (a : [n]int) (b : [n]int) : [n]int = kernel i <= n do a[i] * 3 + b[i] * b[i]
