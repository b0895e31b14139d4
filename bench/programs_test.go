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
		w.two, w.near, w.part = has("map matmul hotspot mandelbrot relax rowadd"), has("cg ep hand fft"), has("kmeans cg ep")
		list = append(list, w)
	}
	return list
}

// whys say why a program takes longer than the aim.
var whys = map[string]string{}
