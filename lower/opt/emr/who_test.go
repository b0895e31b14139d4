package emr_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/pass"
	"funmem/semantics/erase"
)

// before are the passes of the pipelines that come before emr.
const before = "inline,fuse,simplify,introduce,simplify,hoist,shortcircuit"

// of is a list of passes for a program: one of FUNMEM has had those up to introduce.
func of(p *passtest.Program, list string) string {
	if _, after, found := strings.Cut(list, "introduce,"); found && p.Form == pass.FunMem {
		return after
	}
	return list
}

// footprints has the programs of §6.2, in which reuse makes the footprint larger.
const footprints = "sac/footprint.fun"

// flattened are programs with rows that differ in size, for which blocks are decided one after the other where another choice is better:
// with emr, bfs takes one block more than with doublebuffer, and spmv has 40 locations more at one time.
var flattened = []string{"accelerate/bfs.fun", "accelerate/spmv.fun"}

// finders are the ways to find blocks to compute in, after the same passes.
var finders = []string{"free", "emr,free", "doublebuffer,hoist,simplify,lower-alloc,merge,free", "emr,hoist,simplify,lower-alloc,merge,free"}

// byHand is a loop of the examples that is written in FUNMEM by hand.
var byHand = []struct{ call, file string }{
	{"stencil([1, 2, 3, 4, 5], %d)", "stencil.fun"},
	{"hotspot(%d, temp, power)", "hotspot.fun"},
	{"relax(%d, start(8))", "relax.fun"},
	{"relaxAPL(%d, start(8))", "relaxapl.fun"},
}

// TestFinders: the page has who finds what, in the loops and in those examples where the ways differ. In the loops emr comes down to what is written
// by hand, which computes the same.
func TestFinders(t *testing.T) {
	b := &strings.Builder{}
	b.WriteString("| program | neither | `emr` | `merge` and `doublebuffer` | both | by hand |\n|---|---|---|---|---|---|\n")
	row := func(name string, p *passtest.Program, hand string) (us []heap.Usage) {
		for _, list := range finders {
			us = append(us, passtest.Measure(t, p.Last(t, of(p, before+","+list), 0).Program))
		}
		without, emr, others, both := us[0], us[1], us[2], us[3]
		if p.Name != footprints && !slices.Contains(flattened, p.Name) && both.Allocs > min(emr.Allocs, others.Allocs) || emr.Allocs > without.Allocs {
			t.Errorf("%s: %+v", name, us)
		}
		if hand != "" || emr.Allocs != without.Allocs || others.Allocs != without.Allocs {
			fmt.Fprintf(b, "| `%s` | %d | %d | %d | %d | %s |\n", name, without.Allocs, emr.Allocs, others.Allocs, both.Allocs, hand)
		}
		return us
	}
	const rounds = 100
	for _, h := range byHand {
		for _, l := range passtest.Loops {
			if l.Call != h.call {
				continue
			}
			p, hand := l.Of(t, rounds), written(t, h.file, rounds)
			if want, is := result(t, p), result(t, hand); want != is {
				t.Errorf("%s gives\n%s\nand not\n%s", h.file, is, want)
			}
			u := passtest.Measure(t, hand.Last(t, "free", 6).Program)
			us := row(strings.ReplaceAll(h.call, "%d", fmt.Sprint(rounds)), p, fmt.Sprint(u.Allocs))
			if us[1].Allocs != u.Allocs {
				t.Errorf("%s: %d blocks with emr, and %d by hand", h.call, us[1].Allocs, u.Allocs)
			}
		}
	}
	for _, p := range passtest.Examples(t) {
		if !p.Slow() {
			row("examples/"+p.Name, p, "")
		}
	}
	testkit.Section(t, page, "go test ./lower/opt/emr -run Finders", b.String(), nil)
}

// written is a program of testdata/hand with so many rounds.
func written(t *testing.T, file string, rounds int) *passtest.Program {
	text, err := os.ReadFile("testdata/hand/" + file)
	if err != nil {
		t.Fatal(err)
	}
	return passtest.Parse(t, file, fmt.Sprintf("let rounds = %d\n%s", rounds, text))
}

// result is the last value that a program gives.
func result(t *testing.T, p *passtest.Program) string {
	vs, err := value.New(engine.Options{}).Run(context.Background(), erase.Program(p.Core))
	if err != nil {
		t.Fatal(err)
	}
	return value.Format(vs[len(vs)-1], 0)
}

// TestPipeline: in place of doublebuffer in the pipeline cpu, emr makes no example worse but the programs of §6.2 and two with rows that
// differ in size.
func TestPipeline(t *testing.T) {
	cpu, err := pass.Steps("cpu", pass.Fun)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range cpu {
		names = append(names, s.String())
	}
	list := strings.Join(names, ",")
	for _, p := range passtest.Examples(t) {
		if p.Slow() {
			continue
		}
		if p.Name == footprints {
			if u := passtest.Measure(t, p.Last(t, of(p, list), 0).Program); u.Allocs != 1 {
				t.Errorf("%s: %+v", p.Name, u)
			}
			continue
		}
		without := passtest.Measure(t, p.Last(t, of(p, list), 0).Program)
		with := passtest.Measure(t, p.Last(t, of(p, strings.Replace(list, "doublebuffer", "emr", 1)), 0).Program)
		if slices.Contains(flattened, p.Name) {
			if with.Allocs > without.Allocs+1 || with.Peak > without.Peak+without.Peak/20 {
				t.Errorf("%s: %+v becomes %+v", p.Name, without, with)
			}
			continue
		}
		if with.Allocs > without.Allocs || with.Locations > without.Locations || with.Peak > without.Peak {
			t.Errorf("%s: %+v becomes %+v", p.Name, without, with)
		}
	}
}
