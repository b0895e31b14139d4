package vector

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
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
			n, bits := r.IntN([]int{5, 40}[r.IntN(2)]), []uint{63, 63, 62, 31, 31, 32, 40}[r.IntN(7)]
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
		n := r.IntN([]int{6, 40}[r.IntN(2)])
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

// TestReals compares the operations on f64s with those on single numbers.
func TestReals(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pick := func() float64 {
		switch r.IntN(4) {
		case 0:
			return []float64{0, 1, -1, math.NaN(), math.Inf(1), math.Inf(-1), 0.5, math.Copysign(0, -1), math.MaxFloat64, math.SmallestNonzeroFloat64}[r.IntN(10)]
		case 1:
			return math.Float64frombits(r.Uint64())
		}
		return r.NormFloat64() * 1e3
	}
	for name, op := range map[string]struct {
		vec   func(d, x, y []float64)
		one   func(d, x []float64, k float64)
		exact func(x, y float64) float64
	}{
		"+":     {AddReals, AddReal, func(x, y float64) float64 { return x + y }},
		"-":     {SubReals, SubReal, func(x, y float64) float64 { return x - y }},
		"*":     {MulReals, MulReal, func(x, y float64) float64 { return x * y }},
		"/":     {DivReals, DivReal, func(x, y float64) float64 { return x / y }},
		"from":  {nil, RealSub, func(x, y float64) float64 { return y - x }},
		"into":  {nil, RealDiv, func(x, y float64) float64 { return y / x }},
		"min":   {MinReals, nil, func(x, y float64) float64 { return min(x, y) }},
		"max":   {MaxReals, nil, func(x, y float64) float64 { return max(x, y) }},
		"neg":   {nil, func(d, x []float64, _ float64) { NegReals(d, x) }, func(x, _ float64) float64 { return -x }},
		"abs":   {nil, func(d, x []float64, _ float64) { AbsReals(d, x) }, func(x, _ float64) float64 { return math.Abs(x) }},
		"sqrt":  {nil, func(d, x []float64, _ float64) { Sqrt(d, x) }, func(x, _ float64) float64 { return math.Sqrt(x) }},
		"round": {nil, func(d, x []float64, _ float64) { Round32(d, x) }, func(x, _ float64) float64 { return float64(float32(x)) }},
		"x+yx":  {func(d, x, y []float64) { AddProduct(d, x, y, x) }, func(d, x []float64, k float64) { AddMultiple(d, x, x, k) }, func(x, y float64) float64 { return x + float64(x*y) }},
	} {
		for range 1000 {
			n := r.IntN(40)
			x, y, d, k := make([]float64, n), make([]float64, n), make([]float64, n), pick()
			for i := range x {
				x[i], y[i] = pick(), pick()
			}
			check := func(other func(i int) float64) {
				for i := range x {
					if want := op.exact(x[i], other(i)); math.Float64bits(d[i]) != math.Float64bits(want) && !(math.IsNaN(want) && math.IsNaN(d[i])) {
						t.Fatalf("%s: %v and %v: %v, want %v", name, x[i], other(i), d[i], want)
					}
				}
			}
			if op.vec != nil {
				op.vec(d, x, y)
				check(func(i int) float64 { return y[i] })
			}
			if op.one != nil {
				op.one(d, x, k)
				check(func(int) float64 { return k })
				copy(d, x)
				op.one(d, d, k) // in place
				check(func(int) float64 { return k })
			}
		}
	}
}

// TestLong compares the operations that move numbers and mark places with those on single numbers, on vectors of some
// length.
func TestLong(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		n := r.IntN(40)
		d, e, x, m := make([]int64, n), make([]int64, n), ints(r, n, []uint{63, 5, 4}[r.IntN(3)]), ints(r, n, 1)
		first, step := r.Int64N(1000)-500, r.Int64N(2000)-1000
		if r.IntN(4) == 0 {
			first, step = int64(r.Uint64()), int64(r.Uint64())
		}
		Line(d, first, step)
		for i := range d {
			if d[i] != first+int64(i)*step {
				t.Fatalf("a line from %d by %d: %d", first, step, d)
			}
		}
		Fill(d, first)
		reals := make([]float64, n)
		Fill(reals, 0.1)
		for i := range d {
			if d[i] != first || reals[i] != 0.1 {
				t.Fatal("fill", d, reals)
			}
		}
		ToReals(reals, x)
		for i := range d {
			if reals[i] != float64(x[i]) {
				t.Fatalf("%d becomes %v", x[i], reals[i])
			}
		}
		size, in := int64(r.IntN(20)), true
		for i := range x {
			if r.IntN(30) > 0 {
				x[i] = 1 + int64(r.IntN(int(size)+1))%max(1, size)
			}
			in = in && 1 <= x[i] && x[i] <= size
			e[i] = d[i] + (x[i]-1)*step
		}
		if ok := AddPlaces(d, x, size, step); ok != in || in && !slices.Equal(d, e) {
			t.Fatalf("%d of %d: %t", x, size, ok)
		}
		if ok := Places(d, x, size, step); ok != in {
			t.Fatalf("%d of %d: %t", x, size, ok)
		}
		for i := range d {
			if in && d[i] != (x[i]-1)*step {
				t.Fatal(d)
			}
		}
		Mask(m, m)
		for k := range x {
			if r.IntN(30) == 0 {
				x[k] = []int64{0, -1, size + 1, math.MinInt64, math.MaxInt64}[r.IntN(5)]
			}
		}
		inside := size >= 1
		ok := Within(d, x, m, size)
		for i := range d {
			out := x[i] < 1 || x[i] > size
			inside = inside && (m[i] == 0 || !out)
			if out || m[i] == 0 {
				e[i] = 1
			} else {
				e[i] = x[i]
			}
		}
		if ok != inside || !slices.Equal(d, e) {
			t.Fatalf("%d within %d where %d: %t, %d", x, size, m, ok, d)
		}
		copy(e, d)
		Put(d, m, x)
		for i := range d {
			if m[i] == 0 && d[i] != e[i] || m[i] != 0 && d[i] != x[i] {
				t.Fatal("put", d, e, x, m)
			}
		}
		times, start, any := ints(r, n, 3), r.Int64N(6)-3, false
		copy(e, d)
		before := slices.Clone(times)
		copy(x[:n/2], d)
		changed := Record(d, times, x, 100, start)
		for i := range d {
			now := e[i] != x[i] || before[i] <= start
			any = any || now
			if d[i] != x[i] || now && times[i] != 100 || !now && times[i] != before[i] {
				t.Fatal("record", e, x, before, times, start)
			}
		}
		if any != changed {
			t.Fatal("record: something has changed:", changed)
		}
		base, stamp, each := r.Uint32N(20), r.Uint32N(40), r.Uint32N(2)
		stamp = max(base, stamp)
		accesses := make([]Access, n)
		for i := range accesses {
			accesses[i] = Access{r.Uint32N(base + 1), r.Uint32N(base + 1)} // seldom another iteration's
			if now := stamp + uint32(i)*each; r.IntN(4) == 0 {
				accesses[i] = Access{now, now}
			}
		}
		apart := true
		had := slices.Clone(accesses)
		ok = Mark(accesses, base, stamp, each)
		for i, a := range had {
			now := stamp + uint32(i)*each
			apart = apart && (a.W < base || a.W == now) && (a.R < base || a.R == now)
			if accesses[i] != (Access{now, a.R}) {
				t.Fatal("mark", had, accesses, base, stamp, each)
			}
		}
		if ok != apart {
			t.Fatal("mark", had, base, stamp, each, ok)
		}
		y := ints(r, n, []uint{63, 2}[r.IntN(2)])
		for name, c := range map[string]struct {
			vec  func(d, x, y []int64)
			one  func(d, x []int64, k int64)
			want func(x, y int64) bool
		}{
			"<":  {Less[int64], LessThan[int64], func(x, y int64) bool { return x < y }},
			"<=": {LessEqual[int64], AtMost[int64], func(x, y int64) bool { return x <= y }},
			">":  {nil, MoreThan[int64], func(x, y int64) bool { return x > y }},
			">=": {nil, AtLeast[int64], func(x, y int64) bool { return x >= y }},
			"==": {Equal[int64], EqualTo[int64], func(x, y int64) bool { return x == y }},
			"!=": {Unequal[int64], UnequalTo[int64], func(x, y int64) bool { return x != y }},
		} {
			if c.vec != nil {
				c.vec(d, x, y)
				for i := range d {
					if d[i] != truth(c.want(x[i], y[i])) {
						t.Fatalf("%d %s %d is %d", x[i], name, y[i], d[i])
					}
				}
			}
			for k := range x {
				c.one(d, x, x[k])
				for i := range d {
					if d[i] != truth(c.want(x[i], x[k])) {
						t.Fatalf("%d %s %d is %d", x[i], name, x[k], d[i])
					}
				}
			}
		}
	}
}

// TestQuotients: quotients and remainders are exact next to multiples, as far as f64s are used for them and beyond.
func TestQuotients(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		k := 1 + r.Int64()>>(11+r.IntN(52))
		x, d := make([]int64, 8), make([]int64, 8)
		for i := range x {
			m := r.Int64() >> (11 + r.IntN(3))
			if r.IntN(2) == 0 {
				m = -m
			}
			x[i] = m - m%k + r.Int64N(3) - 1
		}
		DivInt(d, x, k)
		for i := range d {
			if d[i] != floor(x[i], k) {
				t.Fatalf("%d / %d: %d", x[i], k, d[i])
			}
		}
		ModInt(d, x, k)
		for i := range d {
			if d[i] != x[i]-floor(x[i], k)*k {
				t.Fatalf("%d %% %d: %d", x[i], k, d[i])
			}
		}
	}
}
