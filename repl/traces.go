package repl

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/diag"
)

// What :trace keeps and shows at most.
const (
	maxTraced    = 500_000 // accesses and what runs within iterations
	maxEach      = 50_000  // of them, in one iteration of an outermost kernel
	firstShown   = 6       // iterations of a kernel: these many first ones and the last two
	lastShown    = 2
	maxInstances = 3 // instances of a kernel within an iteration
)

func (c *Console) traceCommand(ctx context.Context, arg string) error {
	e, err := c.asideOnHeap(ctx, c.argument(arg))
	if err != nil {
		return err
	}
	keep := heap.Selection{First: firstShown, Last: lastShown, Each: maxEach}
	again := false
	err = c.traced(ctx, e, keep, func(v *validity.Verdict) error {
		if keep.Also, again = notRecorded(v.Outcome.Recording.Top.Inner); !again {
			c.trace(v)
		}
		return nil
	})
	if err != nil || !again {
		return err
	}
	return c.traced(ctx, e, keep, func(v *validity.Verdict) error {
		c.trace(v)
		return nil
	})
}

// traced checks a program beside the session and records the iterations that
// are asked for.
func (c *Console) traced(ctx context.Context, e *scratch, keep heap.Selection, use func(*validity.Verdict) error) error {
	opts := &c.heap.check.Heap.Opts
	opts.Keep = keep
	defer func() { opts.Keep = heap.Selection{} }()
	return c.verdictOn(ctx, e, maxTraced, nil, use)
}

// notRecorded are the iterations to show, of each outermost instance, that only
// another run can record: where it became known that they are of interest they
// were over, or had begun.
func notRecorded(outermost []*heap.InstanceTrace) (also []map[int]bool, any bool) {
	for _, in := range outermost {
		more := map[int]bool{}
		add := func(i int) {
			if !slices.ContainsFunc(in.Iterations, func(it *heap.IterTrace) bool { return it.Iteration == i }) {
				more[i], any = true, true
			}
		}
		if in.Race != nil {
			add(lastIteration(in.Race.First))
			add(lastIteration(in.Race.Second))
		}
		if in.Within > 0 {
			add(in.Within)
		}
		if in.Ran > 0 && in.Ran < in.Bound { // evaluation is stuck there
			add(in.Now)
		}
		also = append(also, more)
	}
	return also, any
}

// trace prints what was recorded.
func (c *Console) trace(v *validity.Verdict) {
	top := v.Outcome.Recording.Top
	if len(top.Inner) == 0 {
		c.printf("no kernel runs")
	}
	for _, in := range top.Inner {
		c.instance(in, "")
	}
	reads, writes := (&heap.IterTrace{Accesses: top.Accesses}).Sets()
	switch {
	case top.Partial:
		c.printf("outside kernels: %s", c.pal.Dim(tooLarge))
	case len(reads)+len(writes) > 0:
		c.printf("outside kernels: R = %s, W = %s", locations(reads), locations(writes))
	}
	c.fail(printError(c.out, c.pal.Diag, slices.DeleteFunc(v.Diagnostics(), func(d *diag.Diagnostic) bool { return d.Kind != diag.Race && d.Kind != diag.Stuck })))
}

// tooLarge stands for the sets of what was not recorded as a whole.
const tooLarge = "R and W are too large to be recorded"

// traceLine is an iteration that :trace shows.
type traceLine struct {
	it            *heap.IterTrace
	reads, writes string
}

// instance prints the sets of each iteration of a kernel instance.
func (c *Console) instance(in *heap.InstanceTrace, indent string) {
	verdict := c.pal.Good("race-free")
	if in.Race != nil {
		verdict = c.pal.Bad(fmt.Sprintf("%s race", in.Race.Kind()))
	}
	c.printf("%s%s%s, %s, %s", indent, c.pal.Title(value.KernelAt(in.Kernel.Binds, in.Kernel.At)), place(in.Kernel.At), diag.Count(in.Bound, "iteration"), verdict)
	var lines []traceLine
	widest := 0
	for _, it := range in.Iterations {
		if !shows(in, it) {
			continue
		}
		l := traceLine{it: it}
		if !it.Partial {
			r, w := it.Sets()
			l.reads, l.writes = locations(r), locations(w)
			widest = max(widest, utf8.RuneCountInString(l.reads))
		}
		lines = append(lines, l)
	}
	next := 0 // the position after that of the last line
	for _, l := range lines {
		c.skipped(indent, l.it.Position-next, "more iteration")
		next = l.it.Position + 1
		c.traceLine(in, l, indent, min(widest, widthOf(c.out)/2))
		c.inner(l.it, indent+"        ")
	}
	if n := in.Ran - next; n > 0 {
		c.printf("%s    ⋮ %s", indent, c.pal.Dim(diag.Count(n, "more iteration")+", not recorded"))
	}
	if in.Ran < in.Bound {
		c.printf("%s    %s", indent, c.pal.Dim("stuck: "+diag.Count(in.Bound-in.Ran, "iteration")+" did not run"))
	}
}

// skipped says how many things are left out, where there are any.
func (c *Console) skipped(indent string, n int, what string) {
	if n > 0 {
		c.printf("%s    ⋮ %s", indent, c.pal.Dim(diag.Count(n, what)))
	}
}

// shows tells whether an iteration is not elided.
func shows(in *heap.InstanceTrace, it *heap.IterTrace) bool {
	return it.Position < firstShown || it.Position >= in.Ran-lastShown || races(in, it) || it.Iteration == in.Within
}

// traceLine prints an iteration. The sets R take widest characters, so that the
// sets W stand below each other.
func (c *Console) traceLine(in *heap.InstanceTrace, l traceLine, indent string, widest int) {
	mark := " "
	if races(in, l.it) {
		mark = c.pal.Bad("!")
	}
	number := fmt.Sprintf("%*d  ", max(3, len(fmt.Sprint(in.Bound))), l.it.Iteration)
	if l.it.Partial {
		c.printf("%s %s %s%s", indent, mark, number, c.pal.Dim(tooLarge))
		return
	}
	reads := fmt.Sprintf("%sR = %-*s  ", number, widest, l.reads)
	if len(indent)+3+utf8.RuneCountInString(reads+l.writes)+len("W = ") > widthOf(c.out) {
		reads = strings.TrimRight(reads, " ") + "\n" + indent + strings.Repeat(" ", 3+len(number))
	}
	c.printf("%s %s %sW = %s", indent, mark, reads, l.writes)
}

// inner prints the kernels that ran in an iteration: the first ones, and of the
// others one that raced.
func (c *Console) inner(it *heap.IterTrace, indent string) {
	shown := it.Inner[:min(len(it.Inner), maxInstances)]
	rest := it.Inner[len(shown):]
	for _, in := range shown {
		c.instance(in, indent)
	}
	racy := slices.IndexFunc(rest, func(in *heap.InstanceTrace) bool { return in.Race != nil })
	if racy >= 0 {
		c.skipped(indent[4:], racy, "more instance")
		c.instance(rest[racy], indent)
		rest = rest[racy+1:]
	}
	c.skipped(indent[4:], len(rest), "more instance")
}

// races tells whether the iteration is one of the two of the race.
func races(in *heap.InstanceTrace, it *heap.IterTrace) bool {
	return in.Race != nil && (it.Iteration == lastIteration(in.Race.First) || it.Iteration == lastIteration(in.Race.Second))
}

// lastIteration is the iteration of the innermost kernel around an access.
func lastIteration(a heap.Access) int { return a.Iterations[len(a.Iterations)-1] }

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
