// Package bench compares the speed of the fast engine with C that was written by hand: the twins in c/, which compute
// the same from the same inputs. TestTwins compares the values, and BenchmarkTwins the times.
package bench

// twin is an example with a program in C.
type twin struct {
	name string // of the C program
	file string // of the Fun program
	expr string // the lets prepare the inputs and are not timed
	two  bool   // the C program has a form for two threads
	why  string // more than 8 times, or 15 times for a product: why
}

var twins = []twin{
	{name: "map", file: "bench/fun/map.fun", two: true,
		expr: "let a = kernel i <= 1000000 do i % 1000 in let b = kernel i <= 1000000 do i % 777 in mapped(a, b)",
		why:  "three passes over a strip, which look for results beyond 64 bits; C makes one, with vector instructions"},
	{name: "sumsquares", file: "bench/fun/sumsquares.fun", expr: "sumSquares(1000000)"},
	{name: "mandelbrot", file: "bench/fun/mandelbrot.fun", two: true, expr: "mandelbrot(200)",
		why: "a point that has escaped takes part until the last one of its strip has"},
	{name: "matmul", file: "examples/sac/matmul.fun", two: true,
		expr: "let a = kernel i <= 256, j <= 256 do f64((i * i + 3 * j) % 7 - 3) / 4.0 in let b = kernel i <= 256, j <= 256 do f64((2 * i + j * j) % 5) / 8.0 in matmul(a, b)"},
	{name: "relax", file: "examples/sac/relax.fun", two: true, expr: "let a = start(512) in relax(10, a)",
		why: "the border cuts each row of 512 into three strips"},
	{name: "rowadd", file: "examples/sac/rowadd.fun", two: true, expr: "let a = table(1000, 1000) in rowaddV1(a)"},
	{name: "stencil", file: "examples/sac/stencil.fun", expr: "let e = iota 100000 in stencil(e, 20)"},
	{name: "hotspot", file: "examples/rodinia/hotspot.fun", two: true,
		expr: "let t = kernel i <= 512, j <= 512 do 320.0 + f64((i * i + 3 * j) % 11) in let p = kernel i <= 512, j <= 512 do f64((5 * i + j * j) % 7) / 1000.0 in hotspot(4, t, p)"},
	{name: "pathfinder", file: "examples/rodinia/pathfinder.fun", expr: "let w = grid(100, 10000) in pathfinder(w)"},
	{name: "lud", file: "examples/rodinia/lud.fun",
		expr: "let a = kernel i <= 128, j <= 128 do if i == j then 1000.0 else f64(i * j % 7) / 4.0 in lud(a)",
		why:  "rows that become shorter, and three updates in each round"},
	{name: "loop1", file: "examples/livermore/loop1.fun", expr: "let y = numbers(100000) in let z = numbers(100011) in hydro(1.6, 9.4, 5.8, y, z)",
		why: "four passes over a strip, where C makes one with vector instructions"},
	{name: "loop3", file: "examples/livermore/loop3.fun",
		expr: "let x = kernel k <= 1000000 do f64(k % 7) in let z = kernel k <= 1000000 do f64(k % 5) in dot(x, z)"},
	{name: "loop5", file: "examples/livermore/loop5.fun",
		expr: "let x = kernel k <= 100000 do f64(k % 7) in let y = kernel k <= 100000 do f64(k % 5) / 8.0 in let z = kernel k <= 100000 do 0.5 in tridiagonal(x, y, z)",
		why:  "each round needs the one before: no strips"},
	{name: "loop7", file: "examples/livermore/loop7.fun",
		expr: "let y = kernel k <= 100000 do f64(k % 7) in let z = kernel k <= 100000 do f64(k % 5) in let u = kernel k <= 100006 do f64(k % 11) in state(0.99999, 0.75, y, z, u)"},
	{name: "add3", file: "examples/fsmooth/add3.fun",
		expr: "let a = kernel i <= 1000000 do f64(i) in let b = kernel i <= 1000000 do 0.5 in let c = kernel i <= 1000000 do 2.0 * f64(i) in add3(a, b, c)"},
	{name: "cross", file: "examples/fsmooth/cross.fun",
		expr: "let x = kernel i <= 100000, j <= 3 do f64((i * i + 2 * j) % 7) / 4.0 in let y = kernel i <= 100000, j <= 3 do f64((3 * i + j * j) % 5) / 8.0 in crossAll(x, y)",
		why:  "rows of three: each element is loaded and stored with a stride"},
}
