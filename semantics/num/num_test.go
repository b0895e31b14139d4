package num

import (
	"math/big"
	"testing"

	_ "funmem/internal/testkit" // rapid's seed

	"pgregory.net/rapid"
)

// gen draws integers around the border of 64 bits as often as small ones.
func gen() *rapid.Generator[Num] {
	return rapid.Custom(func(t *rapid.T) Num {
		x := Of(rapid.OneOf(rapid.Int64(), rapid.Int64Range(-5, 5),
			rapid.SampledFrom([]int64{-1 << 63, 1<<63 - 1, 1 << 62, -1 << 62})).Draw(t, "x"))
		if rapid.Bool().Draw(t, "wide") {
			x, _ = x.Mul(Of(rapid.Int64().Draw(t, "y")))
		}
		return x
	})
}

func toBig(x Num) *big.Int { b, _ := new(big.Int).SetString(x.String(), 10); return b }

// TestAgainstBig compares every operation with math/big.
func TestAgainstBig(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := gen().Draw(t, "x"), gen().Draw(t, "y")
		bx, by := toBig(x), toBig(y)
		same := func(op string, got Num, err error, want *big.Int) {
			if err != nil || got.String() != want.String() {
				t.Fatalf("%s %s %s = %s, %v; want %s", x, op, y, got, err, want)
			}
			if _, small := got.Int64(); small != want.IsInt64() {
				t.Fatalf("%s %s %s = %s is not normalised", x, op, y, got)
			}
		}
		same("+", x.Add(y), nil, new(big.Int).Add(bx, by))
		same("-", x.Sub(y), nil, new(big.Int).Sub(bx, by))
		m, err := x.Mul(y)
		same("*", m, err, new(big.Int).Mul(bx, by))
		if x.Cmp(y) != bx.Cmp(by) || x.Equal(y) != (bx.Cmp(by) == 0) || x.Sign() != bx.Sign() || x.Bits() != bx.BitLen() {
			t.Fatalf("comparison of %s and %s", x, y)
		}
		same("neg", x.Neg(), nil, new(big.Int).Neg(bx))
		same("abs", x.Abs(), nil, new(big.Int).Abs(bx))
		if y.IsZero() {
			if _, err := x.Div(y); err != ErrDivZero {
				t.Fatal("division by zero")
			}
			if _, err := x.Rem(y); err != ErrDivZero {
				t.Fatal("remainder by zero")
			}
			return
		}
		q, err := x.Quo(y)
		same("//", q, err, new(big.Int).Quo(bx, by))
		r, err := x.Rem(y)
		same("%%", r, err, new(big.Int).Rem(bx, by))
		d, err := x.Div(y)
		mod, err2 := x.Mod(y)
		back, _ := d.Mul(y)
		if err != nil || err2 != nil || !back.Add(mod).Equal(x) || (!mod.IsZero() && mod.Sign() != y.Sign()) || mod.Abs().Cmp(y.Abs()) >= 0 {
			t.Fatalf("%s / %s = %s, %s %% %s = %s", x, y, d, x, y, mod)
		}
	})
}

func TestPow(t *testing.T) {
	for _, c := range []struct{ x, y, want string }{
		{"2", "10", "1024"}, {"2", "64", "18446744073709551616"}, {"-3", "3", "-27"}, {"0", "0", "1"},
		{"-1", "1000000000000000000000", "1"}, {"-1", "1000000000000000000001", "-1"}, {"1", "999999999999", "1"},
	} {
		x, _ := Parse(c.x)
		y, _ := Parse(c.y)
		if got, err := x.Pow(y); err != nil || got.String() != c.want {
			t.Errorf("%s ** %s = %s, %v; want %s", c.x, c.y, got, err, c.want)
		}
	}
	if _, err := Of(2).Pow(Of(-1)); err != ErrNegExp {
		t.Error("negative exponent:", err)
	}
	if _, err := Of(2).Pow(Of(1 << 40)); err != ErrTooBig {
		t.Error("huge power:", err)
	}
}

func TestVecWidens(t *testing.T) {
	v := NewVec(3)
	big, _ := Of(2).Pow(Of(70))
	v.Set(0, Of(7))
	v.Set(1, big)
	if v.At(0).String() != "7" || !v.At(1).Equal(big) || !v.At(2).IsZero() {
		t.Fatal(v)
	}
	if _, ok := v.Words(false); ok {
		t.Fatal("a wide value is not narrow")
	}
	c := v.Clone()
	v.Set(1, Of(-1))
	if s, ok := v.Words(false); !ok || s[1] != -1 || !c.At(1).Equal(big) {
		t.Fatal(s, ok)
	}
}
