package main

import (
	"math"
	"runtime"
	"sync"

	"funmem/semantics/syntax"
)

// array is an argument or a result: its elements in row-major order, as words.
type array struct {
	elem  syntax.Elem
	shape []int
	words []int64
}

// workload is a program with arguments. The Fun program and the one that was written by hand compute the same.
type workload struct {
	name, def string
	size      string
	scalars   []any // before the arrays: int64 or float64
	arrays    func() []array
	want      func(in []array) array
	near      bool  // f64s may differ in their last digits: sums in another order
	bytes     int64 // that it reads and writes at least; 0: what it computes takes longer than that
	// hand launches the program that was written by hand. The result comes into out[0], and out[1] is of use on the way.
	hand func(h *hand, in, out []*timedBuffer) error
}

// sizes are how much there is to do.
type sizes struct{ elements, rows, matrix, steps, grid int }

// large are sizes at which arrays have at most so many elements, on a device with so many words of memory; small are for tests.
func large(elements int, words int64) sizes {
	n := int(min(int64(elements), words/6))
	side := int(math.Sqrt(float64(n)))
	return sizes{elements: n, rows: side, matrix: min(2048, side), steps: 100, grid: min(4096, side)}
}

var small = sizes{elements: 10_001, rows: 100, matrix: 70, steps: 4, grid: 70}

// each calls f for n rows, a share of them on each core.
func each(n int, f func(row int)) {
	var all sync.WaitGroup
	cores := runtime.GOMAXPROCS(0)
	for k := range cores {
		all.Go(func() {
			for row := k * n / cores; row < (k+1)*n/cores; row++ {
				f(row)
			}
		})
	}
	all.Wait()
}

// filled is an array whose word k is f(k).
func filled(elem syntax.Elem, shape []int, f func(k int) int64) array {
	n := 1
	for _, d := range shape {
		n *= d
	}
	words := make([]int64, n)
	each((n+65535)/65536, func(part int) {
		for k := part * 65536; k < min(n, (part+1)*65536); k++ {
			words[k] = f(k)
		}
	})
	return array{elem, shape, words}
}

func bits(x float64) int64     { return int64(math.Float64bits(x)) }
func float(word int64) float64 { return math.Float64frombits(uint64(word)) }

// like is an array of the elements that f gives, row by row.
func like(elem syntax.Elem, rows, cols int, f func(row int, to []int64)) array {
	out := array{elem, []int{rows, cols}, make([]int64, rows*cols)}
	each(rows, func(r int) { f(r, out.words[r*cols:(r+1)*cols]) })
	return out
}

// chip are the factors of HotSpot: how fast it changes, and how much comes from left and right, from above and below, and from
// the surroundings.
var chip = [4]float64{0.001, 0.1, 0.2, 0.05}

// workloads are what is measured.
func workloads(s sizes) []*workload {
	n, rows := s.elements, s.rows
	list := []*workload{
		{
			name: "map", def: "mapped", size: count(n), bytes: 24 * int64(n), hand: (*hand).mapped,
			arrays: func() []array { return []array{ints(n, 1, 1000), ints(n, 7, 1009)} },
			want: func(in []array) array {
				a, b := in[0].words, in[1].words
				return filled(syntax.Int, []int{n}, func(k int) int64 { return a[k]*3 + b[k]*b[k] })
			},
		},
		{
			name: "sum", def: "total", size: count(n), bytes: 8 * int64(n), hand: (*hand).sum,
			arrays: func() []array { return []array{ints(n, 7, 1009)} },
			want: func(in []array) array {
				s := int64(0)
				for _, x := range in[0].words {
					s += x
				}
				return array{syntax.Int, nil, []int64{s}}
			},
		},
		{
			name: "scan", def: "running", size: count(n), bytes: 16 * int64(n), hand: (*hand).scan,
			arrays: func() []array { return []array{ints(n, 7, 1009)} },
			want: func(in []array) array {
				out, s := make([]int64, n), int64(0)
				for k, x := range in[0].words {
					s += x
					out[k] = s
				}
				return array{syntax.Int, []int{n}, out}
			},
		},
		{
			name: "transpose", def: "turned", size: square(rows), bytes: 16 * int64(rows) * int64(rows), hand: (*hand).transpose,
			arrays: func() []array { return []array{reals(rows, 7)} },
			want: func(in []array) array {
				x := in[0].words
				return like(syntax.F64, rows, rows, func(r int, to []int64) {
					for k := range to {
						to[k] = x[k*rows+r]
					}
				})
			},
		},
		product(s.matrix, true), product(s.matrix, false), hotspot(s),
		{
			name: "rowadd", def: "rowadd", size: square(rows), bytes: 16 * int64(rows) * int64(rows), hand: (*hand).rowadd,
			arrays: func() []array { return []array{{syntax.Int, []int{rows, rows}, ints(rows*rows, 7, 1009).words}} },
			want: func(in []array) array {
				x := in[0].words
				return like(syntax.Int, rows, rows, func(r int, to []int64) {
					for k := range to {
						if at := r*rows + k; r < rows-3 {
							to[k] = x[at] + x[at+rows] + x[at+2*rows]
						}
					}
				})
			},
		},
	}
	return list
}

func ints(n int, factor, modulus int64) array {
	return filled(syntax.Int, []int{n}, func(k int) int64 { return factor * int64(k+1) % modulus })
}

func reals(n int, divisor float64) array {
	return filled(syntax.F64, []int{n, n}, func(k int) int64 { return bits(float64((k/n)*(k%n)%11) / divisor) })
}

// product is that of two square matrices.
func product(n int, real bool) *workload {
	w := &workload{name: "matmul of f64s", def: "product", size: square(n), near: true, hand: (*hand).matmul}
	w.arrays = func() []array { return []array{reals(n, 3), reals(n, 7)} }
	w.want = func(in []array) array {
		return like(syntax.F64, n, n, func(r int, to []int64) {
			sum := make([]float64, n)
			for k := range n {
				x := float(in[0].words[r*n+k])
				for j, y := range in[1].words[k*n : (k+1)*n] {
					sum[j] += float64(x * float(y))
				}
			}
			for j, s := range sum {
				to[j] = bits(s)
			}
		})
	}
	if real {
		return w
	}
	w.name, w.def, w.near, w.hand = "matmul of ints", "productInts", false, (*hand).matmulInts
	w.arrays = func() []array {
		return []array{{syntax.Int, []int{n, n}, ints(n*n, 7, 1009).words}, {syntax.Int, []int{n, n}, ints(n*n, 3, 997).words}}
	}
	w.want = func(in []array) array {
		return like(syntax.Int, n, n, func(r int, to []int64) {
			for k := range n {
				x := in[0].words[r*n+k]
				for j, y := range in[1].words[k*n : (k+1)*n] {
					to[j] += x * y
				}
			}
		})
	}
	return w
}

// hotspot is some steps of a stencil, from one buffer to the other.
func hotspot(s sizes) *workload {
	n := s.grid
	w := &workload{name: "hotspot", def: "hotspot", size: square(n) + ", " + count(s.steps) + " steps", near: true, hand: (*hand).hotspot, bytes: 24 * int64(n) * int64(n) * int64(s.steps)}
	w.scalars = []any{int64(s.steps), chip[0], chip[1], chip[2], chip[3]}
	w.arrays = func() []array {
		return []array{reals(n, 1000), filled(syntax.F64, []int{n, n}, func(k int) int64 { return bits(320 + float64((k/n*3+k%n)%11)) })}
	}
	w.want = func(in []array) array {
		power, from := in[0].words, in[1]
		for range s.steps {
			x := from.words
			from = like(syntax.F64, n, n, func(r int, to []int64) {
				up, down := max(r-1, 0)*n, min(r+1, n-1)*n
				for c := range to {
					t := float(x[r*n+c])
					north, south := float(x[up+c]), float(x[down+c])
					west, east := float(x[r*n+max(c-1, 0)]), float(x[r*n+min(c+1, n-1)])
					to[c] = bits(t + chip[0]*(float(power[r*n+c])+(west+east-2*t)*chip[1]+(north+south-2*t)*chip[2]+(80-t)*chip[3]))
				}
			})
		}
		return from
	}
	return w
}

// differ says where a result is not what is wanted, or "".
func (w *workload) differ(got, want array) string {
	if len(got.words) != len(want.words) {
		return "it has " + count(len(got.words)) + " elements"
	}
	for k, x := range want.words {
		y := got.words[k]
		if x == y {
			continue
		}
		if a, b := float(x), float(y); !w.near || !(math.Abs(a-b) <= 1e-9*max(1, math.Abs(a))) {
			return "element " + count(k+1) + " is wrong"
		}
	}
	return ""
}
