package equal_test

import (
	"os"
	"testing"

	"funmem/internal/passtest"
)

func TestPair(t *testing.T) {
	if os.Getenv("B") == "" {
		t.Skip()
	}
	b, _ := os.ReadFile(os.Getenv("B"))
	a, _ := os.ReadFile(os.Getenv("A"))
	for _, s := range open(passtest.Parse(t, "before", string(b)).Core, passtest.Parse(t, "after", string(a)).Core) {
		t.Log(s)
	}
}
