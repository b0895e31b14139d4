package schedule_test

import (
	"testing"

	"funmem/lower/schedule"
	ast "funmem/semantics/imp"
)

// TestChains: groups look back at others where the order of operands does not matter, which differs from run to run.
func TestChains(t *testing.T) {
	for text, want := range map[string]bool{
		"scan (+) 0 (kernel i <= 9 do i * i)":    true,
		"scan max 0.0 (kernel i <= 9 do f64(i))": true,
		"scan (+) 0.0 (kernel i <= 9 do f64(i))": false,
		"let (x, s) = loop (x = kernel i <= 9 do 2.0, s = 0.0) for i <= 9 do let s = s + x[i] in (x with [i] = s, s)\n(x, s)": false,
	} {
		q, err := schedule.Through(schedule.CUDA, lowered(t, text), func(*ast.Kernel) bool { return true }, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		chains := false
		ast.Walk(q.Body, func(s ast.Stm) bool {
			f, ok := s.(*ast.For)
			chains = chains || ok && f.Chain > 0
			return true
		})
		if chains != want {
			t.Errorf("%s: chains: %t", text, chains)
		}
	}
}
