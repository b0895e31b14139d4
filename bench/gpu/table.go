package main

import (
	"cmp"
	"fmt"
	"strings"
)

// row is a workload with what was measured.
type row struct {
	w         *workload
	fun, hand outcome
}

// table is a table in Markdown, whose lines are written as soon as they are there: a run that is cut off has some.
type table struct {
	kind
	copied bandwidth
	peers
	notes strings.Builder
}

// library is the name of a column.
func (t *table) library() string { return cmp.Or(t.Library, "CuPy or PyTorch") }

// head is its first lines.
func (t *table) head() string {
	columns := []string{"program", "size", "funmem, ms", "launches", "whole run, ms", "GB/s", "of a copy", "by hand, ms", "by hand, of a copy", "funmem / by hand", t.library() + ", ms", "funmem / " + t.library()}
	return "| " + strings.Join(columns, " | ") + " |\n" + strings.Repeat("|---", len(columns)) + "|\n"
}

// line is that of a workload.
func (t *table) line(r row) string {
	name, library := r.w.name, t.Ms[r.w.name]
	for k, o := range []outcome{r.fun, r.hand} {
		by := []string{"funmem", "by hand"}[k]
		switch {
		case o.wrong:
			fmt.Fprintf(&t.notes, "- WRONG: %s, %s: %s\n", name, by, o.problem)
		case o.problem != "":
			fmt.Fprintf(&t.notes, "- %s, %s: %s\n", name, by, o.problem)
		case k == 0 && o.launches == 0:
			fmt.Fprintf(&t.notes, "- %s: no kernel is launched; the machine between the kernels does the work\n", name)
		}
	}
	if why, failed := t.Failed[name]; failed {
		fmt.Fprintf(&t.notes, "- %s, %s: %s\n", name, t.library(), why)
	}
	own, other := rate(r.w.bytes, r.fun.kernels), rate(r.w.bytes, r.hand.kernels)
	return "| " + strings.Join([]string{
		name, r.w.size, r.fun.time(), fmt.Sprint(r.fun.launches), number(r.fun.whole), number(own / 1e9), share(own, t.copied.rate),
		r.hand.time(), share(other, t.copied.rate), ratio(r.fun.kernels, r.hand.kernels), number(library), ratio(r.fun.kernels, library),
	}, " | ") + " |\n"
}

// foot is what is to be said below.
func (t *table) foot() string {
	if !t.hand {
		t.notes.WriteString("- the programs by hand are in CUDA: they do not run here\n")
	}
	if t.Absent != "" {
		fmt.Fprintf(&t.notes, "- there is no CuPy or PyTorch: %s\n", t.Absent)
	}
	return "\n" + t.notes.String()
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
