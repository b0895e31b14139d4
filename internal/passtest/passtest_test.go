package passtest_test

import (
	"testing"

	"funmem/internal/passtest"
	"funmem/lower/pass"
)

// TestExamples: there are as many examples as there should be, and memory can be
// introduced into all of them.
func TestExamples(t *testing.T) {
	list := passtest.Examples(t)
	if len(list) < 100 {
		t.Errorf("%d examples", len(list))
	}
	for _, p := range list {
		if p.Form == pass.Fun {
			p.Last(t, "introduce", 0)
		}
	}
}
