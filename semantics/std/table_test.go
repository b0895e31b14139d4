package std_test

import (
	"maps"
	"slices"
)

// cases are a random call of each function of the library.
var cases = map[string]func(d *draw) call{}

func init() {
	for _, m := range []map[string]func(d *draw) call{sumCases, linearCases, realCases, selectCases, sortCases, stencilCases, layoutCases} {
		maps.Copy(cases, m)
	}
}

// onVec is a case whose only argument is an array of at least n elements.
func onVec(n int, f func(x vec) any) func(d *draw) call {
	return func(d *draw) call { x := d.vec(d.int(n, 9)); return of(f(x), x) }
}

// onMat is a case whose only argument is a matrix.
func onMat(f func(x array) any) func(d *draw) call {
	return func(d *draw) call { x := d.mat(d.int(0, 4), d.int(0, 4)); return of(f(x), x) }
}

var sumCases = map[string]func(d *draw) call{
	"sum": onVec(0, func(x vec) any { return sum(x) }),
	"product": onVec(0, func(x vec) any {
		p := 1
		for _, v := range x {
			p *= v
		}
		return p
	}),
	"count":       func(d *draw) call { x := d.flags(d.size()); return of(sum(x), x) },
	"every":       func(d *draw) call { x := d.flags(d.size()); return of(!slices.Contains(x, 0), x) },
	"some":        func(d *draw) call { x := d.flags(d.size()); return of(slices.Contains(x, 1), x) },
	"minimum":     onVec(1, func(x vec) any { return slices.Min(x) }),
	"maximum":     onVec(1, func(x vec) any { return slices.Max(x) }),
	"prefix_sums": onVec(0, func(x vec) any { return prefixSums(x) }),
	"sums_before": onVec(0, func(x vec) any { return mapped(x, func(i int) int { return sum(x[:i]) }) }),
	"prefix_maxima": onVec(0, func(x vec) any {
		return mapped(x, func(i int) int { return slices.Max(x[:i+1]) })
	}),
	"segment_sums": func(d *draw) call {
		n := d.size()
		start, x := d.flags(n), d.vec(n)
		s := 0
		return of(mapped(x, func(i int) int {
			if start[i] != 0 {
				s = 0
			}
			s += x[i]
			return s
		}), start, x)
	},
	"matrix_sum": onMat(func(x array) any { return sum(x.elems1()) }),
	"matrix_maximum": func(d *draw) call {
		x := d.mat(d.int(1, 4), d.int(1, 4))
		return of(slices.Max(x.elems1()), x)
	},
	"matrix_minimum": func(d *draw) call {
		x := d.mat(d.int(1, 4), d.int(1, 4))
		return of(slices.Min(x.elems1()), x)
	},
	"differences": onVec(1, func(x vec) any { return mapped(x[1:], func(i int) int { return x[i+1] - x[i] }) }),
	"row_sums":    onMat(func(x array) any { return times(x, column(ones(x.shape[1]))).elems1() }),
	"column_sums": onMat(func(x array) any { return times(row(ones(x.shape[0])), x).elems1() }),
	"area_sums": onMat(func(x array) any {
		return transposed(rows(transposed(rows(x, prefixSums)), prefixSums))
	}),
}

// elems1 is the array of one dimension with these elements.
func (a array) elems1() vec { return append(vec{}, a.elems...) }

var linearCases = map[string]func(d *draw) call{
	"dot": func(d *draw) call {
		n := d.size()
		x, y := d.vec(n), d.vec(n)
		return of(times(row(x), column(y)).elems[0], x, y)
	},
	"outer": func(d *draw) call {
		x, y := d.vec(d.size()), d.vec(d.size())
		return of(times(column(x), row(y)), x, y)
	},
	"scale": func(d *draw) call {
		k, x := d.int(-9, 9), d.vec(d.size())
		return of(mapped(x, func(i int) int { return k * x[i] }), k, x)
	},
	"axpy": func(d *draw) call {
		a, n := d.int(-9, 9), d.size()
		x, y := d.vec(n), d.vec(n)
		return of(mapped(x, func(i int) int { return a*x[i] + y[i] }), a, x, y)
	},
	"matvec": func(d *draw) call {
		a := d.mat(d.int(0, 4), d.int(0, 4))
		x := d.vec(a.shape[1])
		return of(times(a, column(x)).elems1(), a, x)
	},
	"vecmat": func(d *draw) call {
		a := d.mat(d.int(0, 4), d.int(0, 4))
		x := d.vec(a.shape[0])
		return of(times(row(x), a).elems1(), x, a)
	},
	"matmul": func(d *draw) call {
		n, m, p := d.int(0, 4), d.int(0, 4), d.int(0, 4)
		a, b := d.mat(n, m), d.mat(m, p)
		return of(times(a, b), a, b)
	},
	"identity_f64": func(d *draw) call { n := d.int(0, 4); return of(diagonalOf(ones(n)), n) },
	"zeros":        func(d *draw) call { n := d.size(); return of(make(vec, n), n) },
	"zeros_f64":    func(d *draw) call { n := d.size(); return of(make(vec, n), n) },
	"identity":     func(d *draw) call { n := d.int(0, 4); return of(diagonalOf(ones(n)), n) },
	"matpow": func(d *draw) call {
		n, k := d.int(0, 3), d.int(0, 6)
		a := d.mat(n, n)
		power := diagonalOf(ones(n))
		for range k {
			power = times(power, a)
		}
		return of(power, a, k)
	},
	"diagonal": onMat(func(x array) any {
		return mapped(make(vec, min(x.shape[0], x.shape[1])), func(i int) int { return x.at(i, i) })
	}),
	"diagonal_matrix": onVec(0, func(x vec) any { return diagonalOf(x) }),
	"trace": func(d *draw) call {
		n := d.int(0, 4)
		a := d.mat(n, n)
		return of(sum(mapped(make(vec, n), func(i int) int { return a.at(i, i) })), a)
	},
	"norm1":         onVec(0, func(x vec) any { return sum(mapped(x, func(i int) int { return max(x[i], -x[i]) })) }),
	"norm2_squared": onVec(0, func(x vec) any { return sum(mapped(x, func(i int) int { return x[i] * x[i] })) }),
	"norm_max": onVec(0, func(x vec) any {
		return slices.Max(append(mapped(x, func(i int) int { return max(x[i], -x[i]) }), 0))
	}),
}

var selectCases = map[string]func(d *draw) call{
	"argmin": onVec(1, func(x vec) any { return extreme(x, func(a, b int) bool { return a < b }) }),
	"argmax": onVec(1, func(x vec) any { return extreme(x, func(a, b int) bool { return a > b }) }),
	"index_of": func(d *draw) call {
		v, x := d.int(1, 5), d.from(d.size(), 1, 5)
		return of(slices.Index(x, v)+1, v, x)
	},
	"member": func(d *draw) call {
		v, x := d.int(1, 5), d.from(d.size(), 1, 5)
		return of(slices.Contains(x, v), v, x)
	},
	"rank": func(d *draw) call {
		v, x := d.int(-10, 10), inOrder(d.vec(d.size()))
		return of(len(kept(x, func(i int) bool { return x[i] < v })), v, x)
	},
	"filter": func(d *draw) call {
		n := d.size()
		keep, x := d.flags(n), d.vec(n)
		return of(kept(x, func(i int) bool { return keep[i] != 0 }), keep, x)
	},
	"positions": func(d *draw) call {
		keep := d.flags(d.size())
		index := mapped(keep, func(i int) int { return i + 1 })
		return of(kept(index, func(i int) bool { return keep[i] != 0 }), keep)
	},
	"partition": func(d *draw) call {
		n := d.size()
		first, x := d.flags(n), d.vec(n)
		return of(append(kept(x, func(i int) bool { return first[i] != 0 }), kept(x, func(i int) bool { return first[i] == 0 })...), first, x)
	},
	"gather": func(d *draw) call {
		x := d.vec(d.int(1, 7))
		at := d.from(d.size(), 1, len(x))
		return of(mapped(at, func(i int) int { return x[at[i]-1] }), at, x)
	},
	"scatter": func(d *draw) call {
		x, m := d.vec(d.int(1, 7)), d.size()
		at, v := d.from(m, 1, len(x)), d.vec(m)
		y := slices.Clone(x)
		for i := range at {
			y[at[i]-1] = v[i]
		}
		return of(y, at, v, x)
	},
	"sums_by_key": func(d *draw) call {
		n, k := d.size(), d.int(1, 5)
		keys, x, s := make(vec, n), d.vec(n), make(vec, k)
		for i := range keys {
			keys[i] = d.int(1, k)
			s[keys[i]-1] += x[i]
		}
		return of(s, k, keys, x)
	},
	"histogram": func(d *draw) call {
		k := d.int(1, 5)
		x := d.from(d.size(), 1, k)
		h := make(vec, k)
		for _, v := range x {
			h[v-1]++
		}
		return of(h, k, x)
	},
	"distinct": func(d *draw) call {
		x := d.from(d.size(), 1, 3)
		return of(append(vec{}, slices.Compact(slices.Clone(x))...), x)
	},
}

var sortCases = map[string]func(d *draw) call{
	"is_sorted": func(d *draw) call { x := d.from(d.int(0, 4), 1, 3); return of(slices.IsSorted(x), x) },
	"merged": func(d *draw) call {
		w, runs := 1<<d.int(0, 2), d.int(1, 3)
		x := d.vec(w*(runs-1) + d.int(1, w))
		p := vec{}
		for s := 0; s < len(x); s += w {
			for _, i := range indices(x[s:min(s+w, len(x))]) {
				p = append(p, s+i)
			}
		}
		k := d.int(1, len(x))
		s := (k - 1) / (2 * w) * 2 * w
		return of(s+indices(x[s:min(s+2*w, len(x))])[k-1-s], x, p, w, k)
	},
	"order": func(d *draw) call { x := d.from(d.int(0, 11), 1, 5); return of(indices(x), x) },
	"sort":  sorting(-9, 9),
	"sort_rows": onMat(func(x array) any {
		return rows(x, inOrder)
	}),
	"sort_by_column": func(d *draw) call {
		x := d.mat(d.int(0, 5), d.int(1, 4))
		k := d.int(1, x.shape[1])
		p := indices(mapped(make(vec, x.shape[0]), func(i int) int { return x.at(i, k-1) }))
		return of(build(func(ix []int) int { return x.at(p[ix[0]]-1, ix[1]) }, x.shape...), k, x)
	},
	"sort_descending": onVec(0, func(x vec) any {
		y := inOrder(x)
		slices.Reverse(y)
		return y
	}),
	"odd_even_sort": sorting(-9, 9),
	"exchange": func(d *draw) call {
		mask, x := d.int(1, 7), d.vec(d.size())
		return of(mapped(x, func(i int) int {
			j := i ^ mask
			switch {
			case j >= len(x):
				return x[i]
			case j > i:
				return min(x[i], x[j])
			}
			return max(x[i], x[j])
		}), mask, x)
	},
	"bitonic_sort":  sorting(-9, 9),
	"counting_sort": sorting(1, 5, 5),
	"merge": func(d *draw) call {
		x, y := inOrder(d.vec(d.size())), inOrder(d.vec(d.size()))
		return of(inOrder(append(slices.Clone(x), y...)), x, y)
	},
}

var stencilCases = map[string]func(d *draw) call{
	"clamped": func(d *draw) call {
		x, i := d.vec(d.int(1, 5)), d.int(-2, 8)
		return of(x[clamp(i-1, len(x))], x, i)
	},
	"clamped2": func(d *draw) call {
		x, i, j := d.mat(d.int(1, 4), d.int(1, 4)), d.int(-2, 8), d.int(-2, 8)
		return of(x.clamped(i-1, j-1), x, i, j)
	},
	"shift": func(d *draw) call {
		k, v, x := d.int(-5, 5), d.int(-9, 9), d.vec(d.size())
		return of(mapped(x, func(i int) int {
			if i-k >= 0 && i-k < len(x) {
				return x[i-k]
			}
			return v
		}), k, v, x)
	},
	"stencil3": func(d *draw) call {
		a, b, c, x := d.int(-9, 9), d.int(-9, 9), d.int(-9, 9), d.vec(d.size())
		return of(stencil3(a, b, c, x), a, b, c, x)
	},
	"smooth": func(d *draw) call {
		k, x := d.int(0, 3), d.from(d.size(), -99, 99)
		y := x
		for range k {
			s := stencil3(1, 2, 1, y)
			y = mapped(s, func(i int) int { return s[i] >> 2 })
		}
		return of(y, k, x)
	},
	"laplace": onMat(func(x array) any { return stencil5(-4, 1, x) }),
	"stencil5": func(d *draw) call {
		a, b, x := d.int(-9, 9), d.int(-9, 9), d.mat(d.int(0, 4), d.int(0, 4))
		return of(stencil5(a, b, x), a, b, x)
	},
	"convolve": func(d *draw) call {
		x := d.vec(d.size())
		w := d.vec(d.int(0, len(x)+1))
		return of(mapped(make(vec, len(x)-len(w)+1), func(i int) (s int) {
			for k := range w {
				s += w[k] * x[i+k]
			}
			return s
		}), w, x)
	},
	"convolve2": func(d *draw) call {
		x := d.mat(d.int(0, 4), d.int(0, 4))
		w := d.mat(d.int(0, x.shape[0]+1), d.int(0, x.shape[1]+1))
		return of(build(func(ix []int) (s int) {
			for k := range w.shape[0] {
				for l := range w.shape[1] {
					s += w.at(k, l) * x.at(ix[0]+k, ix[1]+l)
				}
			}
			return s
		}, x.shape[0]-w.shape[0]+1, x.shape[1]-w.shape[1]+1), w, x)
	},
	"neighbours": func(d *draw) call {
		n, m := d.int(0, 4), d.int(0, 4)
		x := array{[]int{n, m}, d.flags(n * m)}
		return of(build(func(ix []int) (s int) {
			for i := max(0, ix[0]-1); i <= min(n-1, ix[0]+1); i++ {
				for j := max(0, ix[1]-1); j <= min(m-1, ix[1]+1); j++ {
					s += x.at(i, j)
				}
			}
			return s - x.at(ix...)
		}, n, m), x)
	},
}

func (a array) clamped(i, j int) int { return a.at(clamp(i, a.shape[0]), clamp(j, a.shape[1])) }

func stencil3(a, b, c int, x vec) vec {
	n := len(x)
	return mapped(x, func(i int) int { return a*x[clamp(i-1, n)] + b*x[i] + c*x[clamp(i+1, n)] })
}

func stencil5(a, b int, x array) array {
	return build(func(ix []int) int {
		i, j := ix[0], ix[1]
		return a*x.at(i, j) + b*(x.clamped(i-1, j)+x.clamped(i+1, j)+x.clamped(i, j-1)+x.clamped(i, j+1))
	}, x.shape...)
}

var layoutCases = map[string]func(d *draw) call{
	"take": func(d *draw) call { x := d.vec(d.size()); k := d.int(0, len(x)); return of(x[:k], k, x) },
	"drop": func(d *draw) call { x := d.vec(d.size()); k := d.int(0, len(x)); return of(x[k:], k, x) },
	"last": func(d *draw) call { x := d.vec(d.size()); k := d.int(0, len(x)); return of(x[len(x)-k:], k, x) },
	"every_nth": func(d *draw) call {
		x, k := d.vec(d.size()), d.int(1, 4)
		return of(kept(x, func(i int) bool { return i%k == 0 }), k, x)
	},
	"pad": func(d *draw) call {
		a, b, v, x := d.int(0, 3), d.int(0, 3), d.int(-9, 9), d.vec(d.size())
		return of(mapped(make(vec, a+len(x)+b), func(i int) int {
			if i >= a && i < a+len(x) {
				return x[i-a]
			}
			return v
		}), a, b, v, x)
	},
	"mirror": onMat(func(x array) any {
		return build(func(ix []int) int { return x.at(ix[0], x.shape[1]-1-ix[1]) }, x.shape...)
	}),
	"turn": onMat(func(x array) any {
		return build(func(ix []int) int { return x.at(x.shape[0]-1-ix[1], ix[0]) }, x.shape[1], x.shape[0])
	}),
	"transpose_inner": func(d *draw) call {
		n, m, p := d.int(0, 3), d.int(0, 3), d.int(0, 3)
		x := array{[]int{n, m, p}, d.vec(n * m * p)}
		return of(build(func(ix []int) int { return x.at(ix[0], ix[2], ix[1]) }, n, p, m), x)
	},
	"transposed": onMat(func(x array) any { return transposed(x) }),
	"chunks": func(d *draw) call {
		n, k := d.int(0, 3), d.int(1, 3)
		x := d.vec(n * k)
		return of(array{[]int{n, k}, x}, k, x)
	},
	"split": func(d *draw) call {
		sizes := d.from(d.size(), 0, 3)
		offsets, total := make(vec, len(sizes)), 0
		for i, n := range sizes {
			offsets[i], total = total+1, total+n
		}
		x := d.vec(total)
		return of(segments{total, sizes, offsets, x}, sizes, x)
	},
	"windows": func(d *draw) call {
		x := d.vec(d.size())
		k := d.int(0, len(x)+1)
		return of(build(func(ix []int) int { return x[ix[0]+ix[1]] }, len(x)-k+1, k), k, x)
	},
	"tiles": func(d *draw) call {
		n, m, p, q := d.int(0, 2), d.int(0, 2), d.int(1, 3), d.int(1, 3)
		x := d.mat(n*p, m*q)
		return of(tiles(x, n, m, p, q), p, q, x)
	},
	"untiled": func(d *draw) call {
		n, m, p, q := d.int(0, 2), d.int(0, 2), d.int(0, 3), d.int(0, 3)
		x := d.mat(n*p, m*q)
		return of(x, tiles(x, n, m, p, q))
	},
	"interleave": func(d *draw) call {
		n := d.size()
		x, y := d.vec(n), d.vec(n)
		return of(mapped(make(vec, 2*n), func(i int) int { return []vec{x, y}[i%2][i/2] }), x, y)
	},
	"antidiagonals": func(d *draw) call {
		x := d.mat(d.int(1, 4), d.int(0, 4))
		n, m := x.shape[0], x.shape[1]
		return of(build(func(ix []int) int {
			if j := ix[0] - ix[1]; j >= 0 && j < m {
				return x.at(ix[1], j)
			}
			return 0
		}, n+m-1, n), x)
	},
}

func tiles(x array, n, m, p, q int) array {
	return build(func(ix []int) int { return x.at(ix[0]*p+ix[2], ix[1]*q+ix[3]) }, n, m, p, q)
}
