package vector

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// ints are numbers near the limits, and others.
func ints(r *rand.Rand, n int, most uint) []int64 {
	x := make([]int64, n)
	for i := range x {
		x[i] = r.Int64() >> (63 - min(most, uint(r.IntN(64))))
		if r.IntN(2) == 0 {
			x[i] = -x[i]
		}
		if r.IntN(40) == 0 && most == 63 {
			x[i] = []int64{math.MinInt64, math.MaxInt64, 0, 1, -1}[r.IntN(5)]
		}
	}
	return x
}

// TestInts compares the operations on ints with exact ones.
func TestInts(t *testing.T) {
	b := big.NewInt
	type exact func(x, y *big.Int) *big.Int
	add := func(x, y *big.Int) *big.Int { return new(big.Int).Add(x, y) }
	sub := func(x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) }
	mul := func(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) }
	least := func(x, y *big.Int) *big.Int {
		if x.Cmp(y) < 0 {
			return x
		}
		return y
	}
	most := func(x, y *big.Int) *big.Int {
		if x.Cmp(y) > 0 {
			return x
		}
		return y
	}
	div := func(x, y *big.Int) *big.Int { return new(big.Int).Div(x, y) }
	mod := func(x, y *big.Int) *big.Int { return new(big.Int).Mod(x, y) }
	r := rand.New(rand.NewPCG(1, 2))
	for name, op := range map[string]struct {
		vec   func(d, x, y []int64) bool
		one   func(d, x []int64, k int64) bool
		exact exact
		above bool // k is above 0
	}{
		"add":  {Add, AddInt, add, false},
		"sub":  {Sub, SubInt, sub, false},
		"from": {nil, IntSub, func(x, y *big.Int) *big.Int { return sub(y, x) }, false},
		"mul":  {Mul, MulInt, mul, false},
		"min":  {Min, MinInt, least, false},
		"max":  {Max, MaxInt, most, false},
		"and":  {And, AndInt, func(x, y *big.Int) *big.Int { return new(big.Int).And(x, y) }, false},
		"div":  {nil, DivInt, div, true},
		"mod":  {nil, ModInt, mod, true},
		"neg":  {nil, func(d, x []int64, _ int64) bool { return Neg(d, x) }, func(x, _ *big.Int) *big.Int { return new(big.Int).Neg(x) }, false},
		"abs":  {nil, func(d, x []int64, _ int64) bool { return Abs(d, x) }, func(x, _ *big.Int) *big.Int { return new(big.Int).Abs(x) }, false},
	} {
		for range 3000 {
			n, bits := r.IntN(5), []uint{63, 63, 31, 40}[r.IntN(4)]
			x, y := ints(r, n, bits), ints(r, n, bits)
			check := func(d []int64, ok bool, other func(i int) int64) {
				fits := true
				for i := range x {
					want := op.exact(b(x[i]), b(other(i)))
					if fits = fits && want.IsInt64(); ok && d[i] != want.Int64() {
						t.Errorf("%s: %d and %d: %d, want %s", name, x[i], other(i), d[i], want)
					}
				}
				if ok != fits {
					t.Errorf("%s: %d and %d: ok is %t", name, x, y, ok)
				}
			}
			d := make([]int64, n)
			if op.vec != nil {
				check(d, op.vec(d, x, y), func(i int) int64 { return y[i] })
			}
			k := ints(r, 1, bits)[0]
			if op.above {
				k = max(1, k&math.MaxInt64)
			}
			check(d, op.one(d, x, k), func(int) int64 { return k })
		}
	}
}

// TestConditions compares comparisons and masks with those of single numbers.
func TestConditions(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pick := func() float64 {
		return []float64{0, 1, -1, math.NaN(), math.Inf(1), 0.5, math.Copysign(0, -1)}[r.IntN(7)]
	}
	for range 2000 {
		n := r.IntN(6)
		x, y, d, k := make([]float64, n), make([]float64, n), make([]int64, n), pick()
		for i := range x {
			x[i], y[i] = pick(), pick()
		}
		for name, c := range map[string]struct {
			vec  func(d []int64, x, y []float64)
			one  func(d []int64, x []float64, k float64)
			want func(x, y float64) bool
		}{
			"<":  {Less[float64], LessThan[float64], func(x, y float64) bool { return x < y }},
			"<=": {LessEqual[float64], AtMost[float64], func(x, y float64) bool { return x <= y }},
			">":  {nil, MoreThan[float64], func(x, y float64) bool { return x > y }},
			">=": {nil, AtLeast[float64], func(x, y float64) bool { return x >= y }},
			"==": {Equal[float64], EqualTo[float64], func(x, y float64) bool { return x == y }},
			"!=": {Unequal[float64], UnequalTo[float64], func(x, y float64) bool { return x != y }},
		} {
			if c.vec != nil {
				c.vec(d, x, y)
				for i := range d {
					if d[i] != truth(c.want(x[i], y[i])) {
						t.Errorf("%v %s %v is %d", x[i], name, y[i], d[i])
					}
				}
			}
			c.one(d, x, k)
			for i := range d {
				if d[i] != truth(c.want(x[i], k)) {
					t.Errorf("%v %s %v is %d", x[i], name, k, d[i])
				}
			}
		}
		c, m, a, e := ints(r, n, 1), make([]int64, n), ints(r, n, 63), ints(r, n, 63)
		count := Mask(m, c)
		if count != Count(m) {
			t.Errorf("%d and %d", count, Count(m))
		}
		Blend(d, m, a, e)
		other := make([]int64, n)
		Not(other, m)
		both := make([]int64, n)
		rest := MaskAnd(both, a, m)
		without := make([]int64, n)
		Without(without, m, both)
		for i := range d {
			if c[i] != 0 {
				count--
				if d[i] != a[i] || m[i] != -1 {
					t.Error("blend, where it holds")
				}
			} else if d[i] != e[i] || m[i] != 0 {
				t.Error("blend, where it does not hold")
			}
			if other[i] != ^m[i] || (both[i] == -1) != (c[i] != 0 && a[i] != 0) || without[i] != m[i]&^both[i] {
				t.Error("masks")
			}
			rest += int(both[i])
		}
		if count != 0 || rest != 0 {
			t.Error("counts")
		}
	}
}

// TestPlaces: indices out of bounds are found, and the places of the others are right.
func TestPlaces(t *testing.T) {
	data := []int64{10, 11, 12, 13, 14, 15}
	d := make([]int64, 3)
	if !Places(d, []int64{1, 3, 2}, 3, 2) || d[0] != 0 || d[1] != 4 || d[2] != 2 {
		t.Error(d)
	}
	if Places(d, []int64{1, 4, 2}, 3, 2) || Places(d, []int64{0, 1, 2}, 3, 2) || Places(d, []int64{1, 1, math.MinInt64}, 3, 2) {
		t.Error("out of bounds")
	}
	Places(d, []int64{1, 3, 2}, 3, 2)
	if !AddPlaces(d, []int64{1, 2, 1}, 2, 1) || d[1] != 5 || AddPlaces(d, []int64{1, 2, 3}, 2, 1) {
		t.Error(d)
	}
	if Within(d, []int64{7, 1, 2}, []int64{-1, -1, 0}, 3) || d[0] != 1 || !Within(d, []int64{7, 1, 2}, []int64{0, -1, -1}, 3) || d[0] != 1 || d[2] != 2 {
		t.Error(d)
	}
	Gather(d, data, []int64{0, 2, 1}, 1, 1)
	if d[0] != 11 || d[1] != 14 || d[2] != 14 {
		t.Error(d)
	}
	Strided(d, data, 5, -2)
	if d[0] != 15 || d[2] != 11 {
		t.Error(d)
	}
	if s, ok := Sum(1, []int64{math.MaxInt64}); ok || s != math.MinInt64 {
		t.Error("a sum that overflows")
	}
	if s, ok := Sum(1, data); !ok || s != 76 {
		t.Error(s)
	}
}
