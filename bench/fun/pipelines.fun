-- Pipelines of arrays, as they are typed at a prompt: what fusion is for.

def squares (x : int) : int = x * x - 7
def thirds (x : int) : int = x * 3 + 1

def twoMaps [n] (a : [n]int) : [n]int = map thirds (map squares a)

def fourMaps [n] (a : [n]f64) : [n]f64 =
  map (\x -> x + 1.0) (map (\x -> x * 2.0) (map (\x -> x - 3.0) (map (\x -> x * x) a)))

def distance [n] (a : [n]f64) (b : [n]f64) : f64 =
  sqrt(reduce (+) 0.0 (map (\x -> x * x) (map (-) a b)))

def rowNorms [n][m] (a : [n][m]f64) : [n]f64 =
  map (\r -> sqrt(reduce (+) 0.0 (map (\x -> x * x) r))) a

def blurred [n] (a : [n]f64) : [n]f64 =
  let twice = map (\x -> x + x) a
  in kernel i <= n do (twice[max(i - 1, 1)] + twice[i] + twice[min(i + 1, n)]) / 6.0

twoMaps([1, 2, 3])
fourMaps([1.0, 2.0])
distance([0.0, 0.0], [3.0, 4.0])
rowNorms([[3.0, 4.0], [5.0, 12.0]])
blurred([1.0, 2.0, 4.0])
