package bench

import (
	"math"
	"os"
	"os/exec"
	"testing"

	"funmem/repl/cli"
	"funmem/repl/session"
)

// BenchmarkAims measures on one thread what the table of the twins does not have: a map of 10⁷ ints beside C, a product of
// 1024×1024 f64s beside NumPy, without contraction and with it, and the third form of the addition of rows beside the
// first. Each ratio is of the least of five medians.
func BenchmarkAims(b *testing.B) {
	native := func(w twin, contract bool) float64 {
		s := session.Defaults()
		s.Engine, s.Threads, s.Contract = "native", 1, contract
		return w.timedAs(b, &cli.Options{Settings: s}).Median
	}
	named := func(name string) scaled {
		for _, p := range scaledPrograms {
			if p.name == name {
				return p
			}
		}
		b.Fatalf("there is no %s", name)
		return scaled{}
	}
	least := func(measures ...func() float64) []float64 {
		list := make([]float64, len(measures))
		for k := range list {
			list[k] = math.Inf(1)
		}
		for range 5 {
			for k, m := range measures {
				list[k] = min(list[k], m())
			}
		}
		return list
	}

	large := named("map").at(10_000_000)
	exe := compiled(b, twin{name: "map"}, "-DN=10000000")
	ns := least(func() float64 { return inC(b, exe, "1") }, func() float64 { return native(large, false) })
	b.Logf("map of 10^7: C %.1f ms, native / C %.2f", ns[0]/1e6, ns[1]/ns[0])

	rows := named("row addition").at(3000)
	third := rows
	third.expr = "let a = table(3000, 3000) in rowaddV3(a)"
	ns = least(func() float64 { return native(rows, false) }, func() float64 { return native(third, false) })
	b.Logf("addition of rows, V3 / V1: %.2f", ns[1]/ns[0])

	np := python()
	there(b, np, "NumPy", "REQUIRE_NUMPY")
	product, library := named("matrix product").at(1024), ""
	ns = least(func() float64 {
		cmd := exec.Command(np, "-B", "numpy/matmul.py")
		cmd.Env = append(os.Environ(), "N=1024")
		m := measure(b, cmd)
		library = m.Library
		return median(m.Ns)
	}, func() float64 { return native(product, false) }, func() float64 { return native(product, true) })
	b.Logf("product of 1024×1024: %s %.1f ms; native code has %.2f of its speed without contraction, and %.2f with", library, ns[0]/1e6, ns[0]/ns[1], ns[0]/ns[2])
	b.ReportMetric(0, "ns/op")
}
