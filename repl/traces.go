package repl

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"funmem/eval/validity"
	"funmem/heap"
	"funmem/semantics/diag"
)

// What :trace keeps and shows at most.
const (
	maxTraced    = 200_000 // accesses, iterations and instances that are kept
	firstShown   = 6       // iterations of a kernel: these many first ones and the last two
	lastShown    = 2
	maxInstances = 3 // instances of a kernel within an iteration
)

func (c *Console) traceCommand(ctx context.Context, arg string) error {
	e, err := c.asideOnHeap(ctx, c.argument(arg))
	if err != nil {
		return err
	}
	return c.verdictOn(ctx, e, maxTraced, nil, func(v *validity.Verdict) error {
		rec := v.Outcome.Recording
		if len(rec.Top.Inner) == 0 {
			c.printf("no kernel runs")
		}
		for _, in := range rec.Top.Inner {
			c.instance(in, "")
		}
		reads, writes := (&heap.IterTrace{Accesses: rec.Top.Accesses}).Sets()
		if len(reads)+len(writes) > 0 {
			c.printf("outside kernels: R = %s, W = %s", locations(reads), locations(writes))
		}
		if rec.Truncated {
			c.printf("%s", c.pal.Dim(fmt.Sprintf("only the first %d accesses and iterations were kept", maxTraced)))
		}
		c.fail(printError(c.out, c.pal.Diag, slices.DeleteFunc(v.Diagnostics(), func(d *diag.Diagnostic) bool { return d.Kind != diag.Race && d.Kind != diag.Stuck })))
		return nil
	})
}

// instance prints the sets of each iteration of a kernel instance.
func (c *Console) instance(in *heap.InstanceTrace, indent string) {
	verdict := c.pal.Good("race-free")
	if in.Race != nil {
		verdict = c.pal.Bad(fmt.Sprintf("%s race", in.Race.Kind()))
	}
	c.printf("%s%s%s, %s, %s", indent, c.pal.Title("kernel `"+in.Kernel.Binds+"`"), place(in.Kernel.At), diag.Count(in.Bound, "iteration"), verdict)
	type line struct {
		it            *heap.IterTrace
		position      int // in the order in which they ran
		reads, writes string
	}
	var lines []line
	widest := 0
	for k, it := range in.Iterations {
		if k >= firstShown && k < len(in.Iterations)-lastShown && !races(in, it) {
			continue
		}
		r, w := it.Sets()
		l := line{it, k, locations(r), locations(w)}
		widest = max(widest, utf8.RuneCountInString(l.reads))
		lines = append(lines, l)
	}
	width := widthOf(c.out)
	widest = min(widest, width/2)
	for k, l := range lines {
		if k > 0 {
			if skipped := l.position - lines[k-1].position - 1; skipped > 0 {
				c.printf("%s    ⋮ %s", indent, c.pal.Dim(diag.Count(skipped, "more iteration")))
			}
		}
		mark := " "
		if races(in, l.it) {
			mark = c.pal.Bad("!")
		}
		reads := fmt.Sprintf("%3d  R = %-*s  ", l.it.Iteration, widest, l.reads)
		if len(indent)+3+utf8.RuneCountInString(reads+l.writes)+len("W = ") > width {
			reads = strings.TrimRight(reads, " ") + "\n" + indent + strings.Repeat(" ", len("   ___  "))
		}
		c.printf("%s %s %sW = %s", indent, mark, reads, l.writes)
		for n, inner := range l.it.Inner {
			if n == maxInstances {
				c.printf("%s        ⋮ %s", indent, c.pal.Dim(diag.Count(len(l.it.Inner)-n, "more instance")))
				break
			}
			c.instance(inner, indent+"        ")
		}
	}
}

// races tells whether the iteration is one of the two of the race.
func races(in *heap.InstanceTrace, it *heap.IterTrace) bool {
	if in.Race == nil {
		return false
	}
	last := func(a heap.Access) int { return a.Iterations[len(a.Iterations)-1] }
	return it.Iteration == last(in.Race.First) || it.Iteration == last(in.Race.Second)
}

// locations is a set of locations: {x_mem 0–3, 7; y_mem 2}. They are sorted by
// block and offset.
func locations(locs []heap.Loc) string {
	if len(locs) == 0 {
		return "∅"
	}
	var parts []string
	for from := 0; from < len(locs); {
		to := from
		for to < len(locs) && locs[to].Block == locs[from].Block {
			to++
		}
		parts = append(parts, locs[from].Block.String()+" "+offsets(locs[from:to]))
		from = to
	}
	return "{" + strings.Join(parts, "; ") + "}"
}

// offsets joins runs of offsets and leaves out the middle of many.
func offsets(locs []heap.Loc) string {
	var runs []string
	for from := 0; from < len(locs); {
		to := from
		for to+1 < len(locs) && locs[to+1].Offset == locs[to].Offset+1 {
			to++
		}
		runs = append(runs, span(locs[from].Offset, locs[to].Offset))
		from = to + 1
	}
	if len(runs) > 7 {
		runs = append(append(runs[:4:4], "…"), runs[len(runs)-2:]...)
	}
	return strings.Join(runs, ", ")
}
