package syntax_test

import (
	"testing"

	"funmem/internal/passtest"
	"funmem/semantics/syntax"
)

// TestTotal: what may be evaluated anywhere, and what may get stuck.
func TestTotal(t *testing.T) {
	for text, want := range map[string]bool{
		"a + b * 2 - max(a, abs(b))": true,
		"a / 3 + a % -3 + a // 2":    true,
		"(a < b) == !a":              true,
		"a ** 2 + (a << 3) + a >> 1": true,
		"a & b | a ^ b":              true,
		"a / b":                      false,
		"a %% (b + 1)":               false,
		"a ** b":                     false,
		"2 ** a":                     false,
		"1 << a":                     false,
		"a >> b":                     false,
		"a ** 1000":                  false,
		"1 + min(a / b, 2)":          false,
		"int(f64(a) / 2.0)":          false,
		"f64(a) / f64(b) < 1.0":      true,
	} {
		p := passtest.Parse(t, "total", "let a = [7][1]\nlet b = [2][1]\nlet c = "+text+"\nc")
		stms := p.Core.Main().Stms
		l := stms[len(stms)-1].(*syntax.Let)
		if got := syntax.Total(l.Exp); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
