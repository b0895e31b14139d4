// Package bench compares the speed of the fast engine with C that was written by hand: the twins in c/, which compute
// the same from the same inputs. TestTwins compares the values, and BenchmarkTwins the times.
package bench

import (
	_ "embed"
	"strings"
)

// twin is an example with a program in C.
type twin struct {
	name string // of the C program
	file string // of the Fun program
	expr string // the lets prepare the inputs and are not timed
	two  bool   // the C program has a form for two threads
	near bool   // functions of the C library make the last digits differ
	part bool   // what is of interest is bound by a let, so that it is not timed
	why  string // more than 8 times as long as C, or 15 times for a product: why
}

//go:embed programs.tsv
var programs string

// twins returns the programs in programs.tsv: name, file and expression.
func twins() (list []twin) {
	for _, line := range strings.Split(strings.TrimSpace(programs), "\n") {
		f := strings.Split(line, "\t")
		w := twin{name: f[0], file: f[1], expr: f[2], why: whys[f[0]]}
		has := func(names string) bool { return strings.Contains(" "+names+" ", " "+w.name+" ") }
		w.two, w.near, w.part = has("map matmul hotspot mandelbrot relax rowadd"), has("cg ep hand fft"), has("kmeans cg ep backprop gaussjordan loop8 fft")
		list = append(list, w)
	}
	return list
}

// whys say why a program takes longer than the aim.
var whys = map[string]string{
	"map":        "three passes over a strip, which look for results beyond 64 bits; C makes one, with vector instructions",
	"hotspot":    "fifteen passes over a strip, where C makes one with vector instructions",
	"mandelbrot": "a point that has escaped takes part until the last one of its strip has",
	"relax":      "the border cuts each row of 512 into three strips",
	"pathfinder": "four passes over a strip, where C makes one with vector instructions",
	"nw":         "diagonals of at most 500 elements, each written into its place by an update",
	"lud":        "rows that become shorter, and three updates in each round",
	"rowadd":     "two sums that are looked at for 64 bits, where C makes one pass with vector instructions",
	"loop1":      "four passes over a strip, where C makes one with vector instructions",
	"loop4":      "50,000 rounds of three sums of seven products: too few for strips",
	"loop5":      "each round needs the one before: no strips",
	"mg":         "27 neighbours at remainders of the indices, in a loop: every load is a gather",
	"cross":      "rows of three: each element is loaded and stored with a stride",
	"project":    "vectors of three numbers and calls in each iteration: many short instructions",
	"hand":       "matrices of 4×4 in each iteration: many short instructions",
	"bubblesort": "updates in loops: no strips",
	"quicksort":  "rows whose parts differ in length: no strips",
}
