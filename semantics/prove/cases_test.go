package prove

import (
	"strings"
	"testing"

	"funmem/semantics/diag"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// system reads comparisons, separated by semicolons, of variables that may be any ints.
func system(t *testing.T, text string) (*Symbols, System) {
	t.Helper()
	y, ids := &Symbols{}, map[string]int{}
	var none poly.Env
	var s System
	for _, part := range strings.Split(text, ";") {
		e, err := syntax.ParseExpr(diag.NewSource("t", part))
		if err != nil {
			t.Fatal(err)
		}
		b := syntax.MapExpr(e, func(e syntax.Expr) syntax.Expr {
			x, ok := e.(*syntax.Var)
			if !ok {
				return e
			}
			if ids[x.Name] == 0 {
				y.New(x.Name)
				ids[x.Name] = y.Made()
			}
			return &syntax.Var{Name: x.Name, ID: ids[x.Name]}
		}).(*syntax.Binary)
		s.Add(Comparison(b.Op, none.Of(b.X), none.Of(b.Y), true)[0])
	}
	return y, s
}

// TestRefute has systems without a solution, and systems with one.
func TestRefute(t *testing.T) {
	for text, want := range map[string]bool{
		"x < y; y < x":                                                  true,
		"x <= y; y <= x":                                                false,
		"2 * x == 2 * y + 1":                                            true,
		"2 * x == 3 * y + 1":                                            false,
		"4 * x + 6 * y == 2 * z + 1":                                    true,
		"2 * x < 2 * y; 2 * y < 2 * x + 2":                              true,
		"2 * x < 2 * y; 2 * y < 2 * x + 3":                              false,
		"0 <= x; 1 <= y; x * y + x < 0":                                 true,
		"1 <= x; 1 <= y; x * y < x":                                     true,
		"1 <= y; x * y < x":                                             false,
		"2 <= a; a * s < 2 * s":                                         false,
		"2 <= a; 0 <= s; a * s < 2 * s":                                 true,
		"1 <= i; i < j; j <= n; n * i == n * j":                         true,
		"i < j; n * i == n * j":                                         false,
		"0 <= x; x < n; 0 <= y; y < n; n * a + x == n * b + y; a < b":   true,
		"0 <= x; x <= n; 0 <= y; y <= n; n * a + x == n * b + y; a < b": false,
		"0 <= x; x < n; 0 <= y; y < n; n * a + x == n * b + y; x < y":   true,
		"0 < n; n <= x; x < n + n; x == n * a; 2 <= a":                  true,
		"m == min(a, b); a < m":                                         true,
		"m == min(a, b); a > m":                                         false,
		"m == max(a, b); m < a":                                         true,
		"m == max(a, b); a < m; b < m":                                  true,
		"0 < b; q == a / b; a < b * q":                                  true,
		"q == a / b; a < b * q":                                         false,
		"q == a / 4; 4 * q + 4 <= a":                                    true,
		"r == a % 3; 3 <= r":                                            true,
		"r == a % b; 0 < b; r < 0":                                      true,
		"r == a %% b; 0 < b; r < 0":                                     false,
		"q == a // 4; 0 <= a; a < 4 * q":                                true,
		"q == a // 4; a < 4 * q":                                        false,
		"t == (a < b); t == 1; b <= a":                                  true,
		"t == (a < b); t == 0; b <= a":                                  false,
		"abs(a) < a":                                                    true,
		"abs(a) < 1; a != 0":                                            true,
		"a << 3 == 8 * b + 1":                                           true,
		"a >> 1 == b; 2 * b > a":                                        true,
		"0 < 2 ** k; 2 ** k < 1":                                        true,
		"3 * x == n * n + 1":                                            true,
		"2 * x == n * n + 1":                                            false,
		"n * x == 5; 2 <= n; n < 5":                                     true,
		"n * x == 5; 2 <= n":                                            false,
		"n * x == 5; n < 0":                                             false,
		"0 <= n; 2 * n <= i; n * i == n":                                false,
		"1 <= n; 2 * n <= i; n * i == n":                                true,
		"0 <= x; x <= 3; y * x == 3 * y; 1 <= y":                        false,
		"0 <= x; x * x + 4 == 4 * x":                                    false,
		"0 <= x; x * x + 5 == 4 * x":                                    true,
		"r == a % 4; r == 3":                                            false,
		"r == a % 4; r == 4":                                            true,
		"q == (x / 2) / b; p == x / (2 * b); p != q; b < 0":             false,
		"0 < b; q == (x / 2) / b; p == x / (2 * b); p < q":              true,
		"0 < h; i / h == j / h; i % h == j % h; i < j":                  true,
		"i / h == j / h; i % h < j % h; i < j":                          false,
		"0 <= h; 0 <= x; x < n * h; x / h * h < 0":                      true,
		"0 < h; x < n * h; x / h * h < 0":                               false,
		"x < 0; 0 < h; x / h < 0":                                       false,
		"0 <= x; x / h < 0":                                             false,
		"0 <= x; 0 < h; x / h == 0":                                     false,
		"0 <= i; i < j; 1 << j <= 1 << i":                               true,
		"0 <= i; i < j; 1 << i < 1 << j":                                false,
		"0 <= i; i <= 8; 256 < 1 << i":                                  true,
		"0 <= i; i <= 8; 255 < 1 << i":                                  false,
		"i <= 8; 256 < 1 << i":                                          false,
		"3 <= i; 1 << i < 8":                                            true,
		"3 <= i; 1 << i < 9":                                            false,
		"t == 2 ** k; t == 2; k == 1":                                   false,
		"x == 5; 4 < x & 6":                                             true,
		"i < j; i ^ m == j ^ m":                                         true,
		"i < j; j ^ m < i ^ m":                                          false,
		"0 <= x; t == x & y; t == x":                                    false,
		"0 <= x; t == x & y; x < t":                                     true,
		"i < j; i ^ 1 == j ^ 1":                                         true,
		"(i + p) & 7 == (j + p) & 7; i < j; j < i + 8":                  true,
		"(i + p) & 7 == (j + p) & 7; i < j; j < i + 9":                  false,
	} {
		y, s := system(t, text)
		if proof, ok := s.Refute(y); ok != want {
			t.Errorf("%s: refuted is %v %v", text, ok, proof)
		}
	}
}

// TestLargeProducts has products that are too large to be multiplied out. Nothing is
// known about their signs.
func TestLargeProducts(t *testing.T) {
	y := &Symbols{}
	var s System
	p := constant(1)
	for range 12 {
		a, b := y.New("a"), y.New("b")
		s.NonNeg(a)
		s.NonNeg(b)
		p = p.Mul(a.Sub(b))
	}
	x := y.New("x")
	s.Less(poly.Poly{}, x)
	if s.Proves(y, p) || s.Proves(y, p.Mul(x)) || s.Proves(y, x.Add(p)) {
		t.Error("the product of differences is not negative")
	}
	s.NonNeg(p)
	if !s.Proves(y, p.Add(x)) {
		t.Error("what is known of it as a whole is not used")
	}
}
