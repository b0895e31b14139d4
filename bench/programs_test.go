// Package bench compares the speed of the fast engine with C that was written by hand: the twins in c/, which compute
// the same from the same inputs. TestTwins compares the values, and BenchmarkTwins the times.
package bench

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"funmem/internal/testkit"
	"funmem/repl/cli"
	"funmem/repl/session"
	"funmem/semantics/syntax"
)

// twin is an example with a program in C.
type twin struct {
	name string // of the C program
	file string // of the Fun program
	expr string // the lets prepare the inputs and are not timed
	two  bool   // the C program has a form for two threads
	near bool   // functions of the C library make the last digits differ
	why  string // more than 8 times as long as C, or 15 times for a product: why
}

// files are the Fun programs, whose `-- bench:` lines have the expressions.
var files = []string{
	"bench/fun/map.fun",
	"bench/fun/sumsquares.fun",
	"examples/sac/matmul.fun",
	"examples/rodinia/hotspot.fun",
	"bench/fun/mandelbrot.fun",
	"examples/sac/relax.fun",
	"examples/sac/rowadd.fun",
	"examples/sac/stencil.fun",
	"examples/rodinia/srad.fun",
	"examples/rodinia/pathfinder.fun",
	"examples/rodinia/nw.fun",
	"examples/rodinia/lud.fun",
	"examples/rodinia/backprop.fun",
	"examples/rodinia/kmeans.fun",
	"examples/sac/gaussjordan.fun",
	"examples/livermore/loop1.fun",
	"examples/livermore/loop2.fun",
	"examples/livermore/loop3.fun",
	"examples/livermore/loop4.fun",
	"examples/livermore/loop5.fun",
	"examples/livermore/loop7.fun",
	"examples/livermore/loop8.fun",
	"examples/nas/cg.fun",
	"examples/nas/ep.fun",
	"examples/nas/mg.fun",
	"examples/fsmooth/add3.fun",
	"examples/fsmooth/cross.fun",
	"examples/fsmooth/linear.fun",
	"examples/fsmooth/project.fun",
	"examples/fsmooth/gmm.fun",
	"examples/fsmooth/hand.fun",
	"examples/accelerate/bubblesort.fun",
	"examples/accelerate/quicksort.fun",
	"examples/accelerate/fft.fun",
}

// twins returns the programs.
func twins(t testing.TB) (list []twin) {
	t.Helper()
	for _, file := range files {
		src, err := session.ReadSource(context.Background(), filepath.Join(testkit.Root(t), file), 0)
		if err != nil {
			t.Fatal(err)
		}
		prog, err := syntax.Parse(src)
		if err != nil {
			t.Fatal(err)
		}
		exprs := cli.Benchmarks(prog)
		if len(exprs) != 1 {
			t.Fatalf("%s has %d lines `-- bench:`, wanted 1", file, len(exprs))
		}
		name := strings.TrimSuffix(filepath.Base(file), ".fun")
		has := func(names string) bool { return strings.Contains(" "+names+" ", " "+name+" ") }
		list = append(list, twin{name: name, file: file, expr: exprs[0], why: whys[name], two: has("map matmul hotspot mandelbrot relax rowadd"), near: has("cg ep hand fft")})
	}
	return list
}

// whys say why a program takes longer than the aim.
var whys = map[string]string{
	"kmeans":      "a loop over the points adds each to its group: updates, no strips",
	"gaussjordan": "rows of 100 elements, some of which are exchanged and updated in each round",
	"cg":          "places that are read from memory, in rows that differ in length: each load is a gather under a mask",
	"ep":          "a loop that carries the counts and updates one in each round: no strips",
	"nw":          "diagonals of at most 500 elements, each written into its place by an update",
	"lud":         "rows that become shorter, and three updates in each round",
	"loop4":       "50,000 rounds of three sums of seven products: too few for strips",
	"loop5":       "each round needs the one before: no strips",
	"mg":          "27 neighbours at remainders of the indices, in a loop: every load is a gather, in strips of 32",
	"cross":       "rows of three: each element is loaded and stored with a stride",
	"project":     "an if between arrays: no strips",
	"hand":        "matrices of 4×4 in each iteration: many short instructions",
	"loop1":       "four passes over a strip, where C makes one",
	"bubblesort":  "updates in loops: no strips",
	"quicksort":   "rows whose parts differ in length: no strips",
}
