package equal

// Law says that two functions have the same values, whatever the functions g and h that they use are. g and h take an index and an int, and give an int.
type Law struct {
	Name          string
	Before, After string // a function f, in Fun
	Where         string // the function of this package that has it
	Pass          string // what makes the one from the other
}

// Laws are the laws of arrays that a proof has, beside those of ints. Each holds in both directions.
func Laws() []Law {
	return []Law{
		{"a map of a map is a map",
			"def f [n] (x : [n]int) = let y = kernel i <= n do g(i, x[i]) in kernel i <= n do h(i, y[i])",
			"def f [n] (x : [n]int) = kernel i <= n do h(i, g(i, x[i]))", "kernel", "`fuse`"},
		{"an element of a kernel is computed where it is read",
			"def f [n] (x : [n]int) = let y = kernel i <= n do g(i, x[i]) in kernel i <= n do h(i, y[n + 1 - i])",
			"def f [n] (x : [n]int) = kernel i <= n do h(i, g(n + 1 - i, x[n + 1 - i]))", "kernel", "`fuse`"},
		{"two kernels with one bound are one",
			"def f [n] (x : [n]int) = (kernel i <= n do g(i, x[i]), kernel i <= n do h(i, x[i]))",
			"def f [n] (x : [n]int) = kernel i <= n do (g(i, x[i]), h(i, x[i]))", "kernel", "`fuse:horizontal=yes`"},
		{"a kernel of two dimensions is a kernel of kernels",
			"def f [n][m] (x : [n][m]int) = kernel i <= n, j <= m do g(i, x[i, j])",
			"def f [n][m] (x : [n][m]int) = kernel i <= n do (let r = x[i] in kernel j <= m do g(i, r[j]))", "kernel", "`simplify`"},
		{"a kernel whose iterations put it together from two parts is a concatenation",
			"def f [n][m] (x : [n]int) (y : [m]int) = concat(x, y)",
			"def f [n][m] (x : [n]int) (y : [m]int) = kernel i <= n + m do if i <= n then x[i] else y[i - n]", "concat", "`fuse`"},
		{"an update is a kernel",
			"def f [n] (x : [n]int) (k : int) = let y = x[k] in x with [k] = g(k, y)",
			"def f [n] (x : [n]int) (k : int) = let y = x[k] in kernel i <= n do if i == k then g(k, y) else x[i]", "update", "`fuse`"},
		{"a loop whose rounds each write their own element is a kernel",
			"def f [n] (x : [n]int) = loop (a = replicate(n, 0)) for i <= n do a with [i] = g(i, x[i])",
			"def f [n] (x : [n]int) = kernel i <= n do g(i, x[i])", "ownRows", ""},
		{"a loop whose rounds each change their own element is a kernel",
			"def f [n] (x : [n]int) = loop (a = x) for i <= n do a with [i] = g(i, a[i])",
			"def f [n] (x : [n]int) = kernel i <= n do g(i, x[i])", "ownRows", ""},
		{"a reduce of rows, element by element, is a kernel of reduces",
			"def f [n][m] (x : [n][m]int) = reduce (\\acc row -> kernel j <= m do g(j, h(row[j], acc[j]))) (replicate(m, 0)) x",
			"def f [n][m] (x : [n][m]int) = kernel j <= m do reduce (\\acc e -> g(j, h(e, acc))) 0 (transpose x)[j]", "ownElements", "`fuse`"},
		{"a loop that changes each element by itself is a kernel of loops",
			"def f [n] (x : [n]int) (k : int) = loop (a = x) for t <= k do kernel i <= n do g(t, h(i, a[i]))",
			"def f [n] (x : [n]int) (k : int) = kernel i <= n do loop (s = x[i]) for t <= k do g(t, h(i, s))", "ownElements", ""},
		{"a reduce is a loop",
			"def f [n] (x : [n]int) = reduce (\\s e -> g(e, h(e, s))) 0 x",
			"def f [n] (x : [n]int) = loop (s = 0) for i <= n do g(x[i], h(x[i], s))", "rounds", ""},
		{"a reduce of a map is a reduce",
			"def f [n] (x : [n]int) = let y = kernel i <= n do g(i, x[i]) in reduce (\\s e -> h(e, s)) 0 y",
			"def f [n] (x : [n]int) = loop (s = 0) for i <= n do h(g(i, x[i]), s)", "rounds", "`fuse:sums=yes`"},
	}
}
