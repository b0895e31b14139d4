package bench

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"funmem/gpu/host"
	"funmem/internal/testkit"
)

// before are the passes of the pipeline that come before emr.
const before = "inline,fuse,simplify,introduce,simplify,hoist,shortcircuit,"

// ofTable1 are the twins that stand in Table 1 of Extended Memory Reuse, or have its loops.
var ofTable1 = []string{"stencil", "relax", "gaussjordan", "hotspot", "srad", "pathfinder", "lud", "nw", "backprop", "kmeans", "loop1", "loop2", "loop3", "loop4", "loop5", "loop7", "loop8", "cg", "ep", "mg", "matmul"}

// BenchmarkEMR measures native code with the pass emr over that without, and puts the table into docs/papers/emr.md with -update.
func BenchmarkEMR(b *testing.B) {
	d, _, err := host.Open()
	testkit.Needs(b, "REQUIRE_CC", err)
	t := "| program | reuse candidates only | `emr` | the pipeline `cpu` |\n|---|---|---|---|\n"
	for _, w := range twins(b) {
		if !strings.Contains(" "+strings.Join(ofTable1, " ")+" ", " "+w.name+" ") {
			continue
		}
		var runs []func() time.Duration
		for _, list := range []string{before + "simplify,free", before + "emr:candidates=rc,simplify,free", before + "emr,simplify,free", "cpu"} {
			s, core, err := w.core(b)
			if err != nil {
				b.Fatal(err)
			}
			f := codeOf(b, d, passed(b, s, core, list), nil)
			runs = append(runs, func() time.Duration { return f.call(b, make([]int64, f.words)) })
		}
		ns := sideBySide(25, runs...)
		t += fmt.Sprintf("| %s | %.2f | %.2f | %.2f |\n", w.name, ns[1]/ns[0], ns[2]/ns[0], ns[3]/ns[0])
	}
	b.ReportMetric(0, "ns/op")
	b.Log("\n" + t)
	if *testkit.Update {
		writeTo(b, "papers/emr.md", "native", t)
	}
}
