package repl

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"funmem/eval/machine"
	"funmem/eval/validity"
	"funmem/heap"
	"funmem/lower/emit"
	"funmem/repl/cli"
	"funmem/repl/session"
	"funmem/repl/view"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

func (c *Console) traceCommand(ctx context.Context, arg string) error {
	arg, device := strings.TrimSpace(arg), false
	if expr, ok := strings.CutSuffix(arg, " "+emit.CUDA.Name); ok {
		if _, err := syntax.Parse(c.argument(arg), nil); err != nil { // otherwise it is a variable
			arg, device = expr, true
		}
	}
	e, err := c.toTrace(ctx, arg)
	if err != nil {
		return err
	}
	var seen *onDevice
	if device {
		if seen, err = c.watched(ctx, e); err != nil {
			return err
		}
	}
	keep := heap.Selection{First: view.FirstShown, Last: view.LastShown, Each: view.MaxEach}
	again := false
	err = c.traced(ctx, e, keep, func(v *validity.Verdict) error {
		if keep.Also, again = view.NotRecorded(v.Outcome.Recording.Top.Inner); !again {
			c.trace(v, seen)
		}
		return nil
	})
	if err != nil || !again {
		return err
	}
	return c.traced(ctx, e, keep, func(v *validity.Verdict) error {
		c.trace(v, seen)
		return nil
	})
}

// toTrace is the program that an argument is about: an expression, or the entry that bound a variable.
func (c *Console) toTrace(ctx context.Context, arg string) (*session.Scratch, error) {
	n, ok := c.Elab.Lookup(arg)
	if !ok || n.Binding == nil {
		return c.AsideOnHeap(ctx, c.argument(arg))
	}
	e, again, err := c.Again(ctx, n)
	if again == nil && err == nil {
		return c.AsideOnHeap(ctx, c.argument(arg))
	} else if err != nil {
		return nil, err
	}
	c.printf("%s", c.pal.Dim(fmt.Sprintf("%s, which binds `%s`, evaluated again with the memory as it is now:", e.Src.Name, arg)))
	at := slices.Index(c.Entries, e)
	for _, d := range c.withCalled(e.Unit.Core).Defs() {
		if of := c.EntryOf(elab.Name{Name: d.Name, Def: d}); slices.Index(c.Entries, of) > at {
			c.printf("%s", c.pal.Dim(fmt.Sprintf("  `%s` was defined anew in %s, and this is about that", d.Written(), of.Src.Name)))
		}
	}
	return again, nil
}

// traced checks a program beside the session and records the requested iterations.
func (c *Console) traced(ctx context.Context, e *session.Scratch, keep heap.Selection, use func(*validity.Verdict) error) error {
	opts := &c.Heap.Check.Heap.Opts
	opts.Keep = keep
	defer func() { opts.Keep = heap.Selection{} }()
	return c.VerdictOn(ctx, e, view.MaxTraced, nil, use)
}

// trace prints what was recorded, and what was seen on a device, unless that is nil.
func (c *Console) trace(v *validity.Verdict, seen *onDevice) {
	top := v.Outcome.Recording.Top
	if len(top.Inner) == 0 {
		c.printf("no kernel runs")
	}
	for _, in := range top.Inner {
		c.instance(in, "")
		if seen != nil {
			c.alsoOnDevice(in, seen)
		}
	}
	if seen != nil && seen.Ended != nil {
		c.printf("%s", c.pal.Dim(fmt.Sprintf("the run on the device ended early: %s", seen.Ended)))
	}
	reads, writes := (&heap.IterTrace{Accesses: top.Accesses}).Sets()
	switch {
	case top.Partial:
		c.printf("outside kernels: %s", c.pal.Dim(view.TooLarge))
	case len(reads)+len(writes) > 0:
		c.printf("outside kernels: R = %s, W = %s", view.Locations(reads), view.Locations(writes))
	}
	c.fail(cli.PrintError(c.out, c.pal.Diag, slices.DeleteFunc(v.Diagnostics(), func(d *diag.Diagnostic) bool { return d.Kind != diag.Race && d.Kind != diag.Stuck })))
}

// instance prints the sets of each iteration of a kernel instance.
func (c *Console) instance(in *heap.InstanceTrace, indent string) {
	verdict := c.pal.Good("race-free")
	if in.Race != nil {
		verdict = c.pal.Bad(fmt.Sprintf("%s race", in.Race.Kind()))
	}
	c.printf("%s%s%s, %s, %s", indent, c.pal.Title(machine.KernelAt(in.Kernel.Binds, in.Kernel.At)), view.Place(in.Kernel.At), diag.Count(in.Bound, "iteration"), verdict)
	var lines []view.TraceLine
	widest := 0
	for _, it := range in.Iterations {
		if !view.Shows(in, it) {
			continue
		}
		l := view.TraceLine{It: it}
		if !it.Partial {
			r, w := it.Sets()
			l.Reads, l.Writes = view.Locations(r), view.Locations(w)
			widest = max(widest, utf8.RuneCountInString(l.Reads))
		}
		lines = append(lines, l)
	}
	next := 0 // the position after that of the last line
	for _, l := range lines {
		c.skipped(indent, l.It.Position-next, "more iteration")
		next = l.It.Position + 1
		c.traceLine(in, l, indent, min(widest, view.WidthOf(c.out)/2))
		c.inner(l.It, indent+"        ")
	}
	if n := in.Ran - next; n > 0 {
		c.printf("%s    ⋮ %s", indent, c.pal.Dim(diag.Count(n, "more iteration")+", not recorded"))
	}
	if in.Ran < in.Bound {
		c.printf("%s    %s", indent, c.pal.Dim("stuck: "+diag.Count(in.Bound-in.Ran, "iteration")+" did not run"))
	}
}

// skipped says how many things are left out, if there are any.
func (c *Console) skipped(indent string, n int, what string) {
	if n > 0 {
		c.printf("%s    ⋮ %s", indent, c.pal.Dim(diag.Count(n, what)))
	}
}

// traceLine prints an iteration. The sets R are padded to widest characters, so that the sets W
// stand below each other.
func (c *Console) traceLine(in *heap.InstanceTrace, l view.TraceLine, indent string, widest int) {
	mark := " "
	if view.Races(in, l.It) {
		mark = c.pal.Bad("!")
	}
	number := fmt.Sprintf("%*d  ", max(3, len(fmt.Sprint(in.Bound))), l.It.Iteration)
	if l.It.Partial {
		c.printf("%s %s %s%s", indent, mark, number, c.pal.Dim(view.TooLarge))
		return
	}
	reads := fmt.Sprintf("%sR = %-*s  ", number, widest, l.Reads)
	if len(indent)+3+utf8.RuneCountInString(reads+l.Writes)+len("W = ") > view.WidthOf(c.out) {
		reads = strings.TrimRight(reads, " ") + "\n" + indent + strings.Repeat(" ", 3+len(number))
	}
	c.printf("%s %s %sW = %s", indent, mark, reads, l.Writes)
}

// inner prints the kernels that ran in an iteration: the first ones, and one of the others that
// raced.
func (c *Console) inner(it *heap.IterTrace, indent string) {
	shown := it.Inner[:min(len(it.Inner), view.MaxInstances)]
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
