package main

import (
	"fmt"
	"strings"
)

// row is a workload with what was measured.
type row struct {
	w         *workload
	fun, hand outcome
}

// table is a table in Markdown, and a list of what is wrong.
func table(rows []row, k kind, copied bandwidth, p peers) string {
	var b, notes strings.Builder
	peer := p.Library
	if peer == "" {
		peer = "CuPy or PyTorch"
	}
	fmt.Fprintf(&b, "| program | size | funmem, ms | launches | whole run, ms | GB/s | of a copy | by hand, ms | by hand, of a copy | funmem / by hand | %s, ms | funmem / %s |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n", peer, peer)
	for _, r := range rows {
		library, there := p.Ms[r.w.name]
		fmt.Fprintf(&b, "| %s | %s | %s | %d | %s | %s | %s | %s | %s | %s | %s | %s |\n", r.w.name, r.w.size,
			r.fun.time(), r.fun.launches, number(r.fun.whole), number(rate(r.w.bytes, r.fun.kernels)/1e9), share(rate(r.w.bytes, r.fun.kernels), copied.rate),
			r.hand.time(), share(rate(r.w.bytes, r.hand.kernels), copied.rate), ratio(r.fun.kernels, r.hand.kernels), number(library), ratio(r.fun.kernels, library))
		for at, o := range []outcome{r.fun, r.hand} {
			name := []string{"funmem", "by hand"}[at]
			switch {
			case o.wrong:
				fmt.Fprintf(&notes, "- WRONG: %s, %s: %s\n", r.w.name, name, o.problem)
			case o.problem != "":
				fmt.Fprintf(&notes, "- %s, %s: %s\n", r.w.name, name, o.problem)
			case at == 0 && o.launches == 0:
				fmt.Fprintf(&notes, "- %s: no kernel is launched; the machine between the kernels does the work\n", r.w.name)
			}
		}
		if why, failed := p.Failed[r.w.name]; failed && !there {
			fmt.Fprintf(&notes, "- %s, %s: %s\n", r.w.name, peer, why)
		}
	}
	if !k.hand {
		notes.WriteString("- the programs by hand are in CUDA: they do not run here\n")
	}
	if p.Absent != "" {
		fmt.Fprintf(&notes, "- there is no CuPy or PyTorch: %s\n", p.Absent)
	}
	return b.String() + "\n" + notes.String()
}

// time is how long the kernels took, or a dash.
func (o outcome) time() string {
	switch {
	case o.wrong:
		return "WRONG"
	case o.problem != "":
		return "–"
	}
	return number(o.kernels)
}

// number is a number that is not 0.
func number(x float64) string {
	if x == 0 {
		return "–"
	}
	return fmt.Sprintf("%.3g", x)
}

// rate is bytes a second, or 0 if one of both is not known.
func rate(bytes int64, ms float64) float64 {
	if ms == 0 {
		return 0
	}
	return float64(bytes) / (ms / 1000)
}

func share(part, whole float64) string {
	if part == 0 || whole == 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f %%", 100*part/whole)
}

func ratio(x, y float64) string {
	if x == 0 || y == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f", x/y)
}

// count is a number with a comma after each thousand.
func count(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", count(n/1000), n%1000)
}

func square(n int) string { return count(n) + "×" + count(n) }
