package refcount_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"funmem/eval/memory"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/refcount"
	"funmem/semantics/syntax"
)

// page is about the paper.
const page = "../../docs/papers/emr.md"

// written and compiled are passes before a program is counted: hardly any, and those that come before emr in a pipeline.
const (
	written  = "inline,introduce"
	compiled = "inline,fuse,simplify,introduce,simplify,hoist,shortcircuit"
)

// modes counts a program in all modes, after some passes.
func modes(t *testing.T, p *passtest.Program, list string) (all [3]refcount.Counts) {
	t.Helper()
	core := p.Last(t, list, 0).Program
	for k, mode := range refcount.Modes {
		c, err := refcount.Run(context.Background(), memory.New(memory.Options{}), core, mode, nil)
		if err != nil {
			t.Fatalf("%s, %s: %v\n%s", p.Name, mode, err, syntax.Print(core))
		}
		all[k] = c
	}
	return all
}

// flat are those whose rounds allocate nothing in mode ERC after the passes, as the page says.
var flat = []string{"Loop08", "Hotspot", "Pathfinder", "SRAD", "Matrix Relaxation"}

// TestFlat: the allocations of these are the same for 10 and for 30 rounds. Without reuse they are not.
func TestFlat(t *testing.T) {
	for _, c := range passtest.Table1 {
		if !slices.Contains(flat, c.Name) {
			continue
		}
		few, many := modes(t, c.Of(t, 10), compiled), modes(t, c.Of(t, 30), compiled)
		if few[2].Allocs != many[2].Allocs || few[0].Allocs >= many[0].Allocs {
			t.Errorf("%s: %v and %v", c.Name, few, many)
		}
	}
}

// TestTable1 writes what the benchmarks ask for in each mode.
func TestTable1(t *testing.T) {
	var b strings.Builder
	for _, list := range []string{written, compiled} {
		fmt.Fprintf(&b, "\nAfter `%s`:\n\n| benchmark | allocations | reuses | bytes requested | footprint |\n|---|---|---|---|---|\n", list)
		for _, c := range passtest.Table1 {
			all := modes(t, c.Of(t, 50), list)
			cells := func(of func(c refcount.Counts) int) string {
				return fmt.Sprintf("%d → %d → %d", of(all[0]), of(all[1]), of(all[2]))
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", c.Name,
				cells(func(c refcount.Counts) int { return c.Allocs }), cells(func(c refcount.Counts) int { return c.Reuses }),
				cells(func(c refcount.Counts) int { return c.Bytes }), cells(func(c refcount.Counts) int { return c.Footprint }))
		}
	}
	testkit.Section(t, page, "go test ./lower/refcount -run Table1", b.String(), nil)
}
