package validity_test

import (
	"strings"
	"testing"

	"funmem/eval/validity"
	"funmem/semantics/diag"
)

// TestOnePlace: kernels with the same name and place share one line, unless their verdicts differ or
// they race.
func TestOnePlace(t *testing.T) {
	src := diag.NewSource("t", "segred x")
	at := func(end int) diag.Span { return diag.Span{Src: src, End: end} }
	race := &validity.Race{Kind: "write/write"}
	v := &validity.Verdict{Kernels: []validity.Kernel{
		{Binds: "x", At: at(6), Status: validity.Proved, InBounds: true},
		{Binds: "x", At: at(5), Status: validity.Proved, InBounds: true, Instances: 1, Iterations: 4},
		{Binds: "x", At: at(4), Status: validity.Proved, InBounds: true, Instances: 2, Iterations: 8},
		{Binds: "x", At: at(3), Status: validity.Tested, Instances: 1, Iterations: 2},
		{Binds: "x", At: at(2), Status: validity.Refuted, Race: race, Instances: 1},
		{Binds: "x", At: at(1), Status: validity.Refuted, Race: race, Instances: 1},
		{Binds: "y", At: at(6), Status: validity.Proved, InBounds: true},
	}}
	var lines []string
	for _, k := range validity.OnePlace(v.Kernels) {
		lines = append(lines, k.Line())
	}
	const want = "kernel `x` at t:1:1: race-free and in bounds: proved for all sizes (4 iterations in 1 instance)\n" +
		"kernel `x` at t:1:1: race-free: tested (2 iterations in 1 instance)\n" +
		"kernel `x` at t:1:1: refuted: write/write race between iterations 0 and 0 (0 conflicts, 0 iterations in 1 instance)\n" +
		"kernel `x` at t:1:1: refuted: write/write race between iterations 0 and 0 (0 conflicts, 0 iterations in 1 instance)\n" +
		"kernel `y` at t:1:1: did not run; its text is proved race-free and in bounds for all sizes"
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("found\n%s\nwanted\n%s", got, want)
	}
}
