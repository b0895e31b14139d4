package repl

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"funmem/gpu"
	"funmem/gpu/shim"
	"funmem/heap"
	"funmem/lower/watch"
	"funmem/repl/session"
	"funmem/repl/view"
	"funmem/semantics/diag"
)

// onDevice is what kernels did on a device, those of each place in the order in which they ran.
type onDevice struct {
	*watch.Seen
	at map[diag.Span][]*watch.Launch
}

// watched runs a program on the simulated device of CUDA.
func (c *Console) watched(ctx context.Context, e *session.Scratch) (*onDevice, error) {
	seen, err := c.Watched(ctx, e.Mem)
	var absent *gpu.Absent
	if errors.As(err, &absent) {
		return nil, diag.Usagef("%s", err).Helpf("`:trace` without cuda needs no compiler; %s is in the package of that name", shim.Compiler)
	}
	if err != nil {
		return nil, err
	}
	d := &onDevice{Seen: seen, at: map[diag.Span][]*watch.Launch{}}
	for _, l := range seen.Launches {
		d.at[l.Kernel.Span] = append(d.at[l.Kernel.Span], l)
	}
	return d, nil
}

// next takes the next launch of a kernel at a place, or nil.
func (d *onDevice) next(at diag.Span) *watch.Launch {
	list := d.at[at]
	if len(list) == 0 {
		return nil
	}
	d.at[at] = list[1:]
	return list[0]
}

// alsoOnDevice prints what an instance did on the device, by iterations where that differs.
func (c *Console) alsoOnDevice(in *heap.InstanceTrace, seen *onDevice) {
	const indent = "    "
	line := func(format string, args ...any) {
		c.printf("%s%s %s", indent, c.pal.Title("cuda:"), fmt.Sprintf(format, args...))
	}
	if in.Bound == 0 {
		return
	}
	l := seen.next(in.Kernel.At)
	switch {
	case l == nil:
		line("%s", c.pal.Dim("no kernel of the device: what it does runs on the host"))
		return
	case l.Strays:
		line("%s", c.pal.Bad("a thread would access what is in no block, which ended the kernel"))
	}
	with, blocks := l.With(in), map[string]*heap.Block{}
	compared, differs := 0, 0
	for _, it := range in.Iterations {
		if it.Partial || l.Strays || in.Ran < in.Bound && it.Iteration == in.Now { // what gets stuck writes first there
			continue
		}
		if compared++; with.Same(it) {
			continue
		}
		if differs++; differs <= view.FirstShown {
			reads, writes := l.Locations(it.Iteration, in.Bound, blocks)
			line("%*d  R = %s  W = %s", max(3, len(fmt.Sprint(in.Bound))), it.Iteration, view.Locations(reads), view.Locations(writes))
		}
	}
	threads := ""
	if l.Threads != int64(in.Bound) {
		threads = ", in " + diag.Count(int(l.Threads), "thread")
	}
	raced := ""
	if l.Raced {
		raced = c.pal.Bad(", and two threads race")
	}
	switch {
	case differs > 0 && seen.Ended != nil:
		line("different in %d of %s, in a run that ended early%s%s", differs, diag.Count(compared, "iteration"), threads, raced)
	case differs > 0:
		line("%s%s%s", c.pal.Bad(fmt.Sprintf("different in %d of %s", differs, diag.Count(compared, "iteration"))), threads, raced)
	case compared > 0:
		line("the same R and W in %s%s%s%s", ofThem(compared, in.Bound), threads, ownBlocks(with.Own()), raced)
	}
}

// ofThem says how many iterations were compared.
func ofThem(compared, bound int) string {
	switch {
	case compared < bound:
		return fmt.Sprintf("the %d of %s that were recorded", compared, diag.Count(bound, "iteration"))
	case bound == 1:
		return "its only iteration"
	case bound == 2:
		return "both iterations"
	}
	return fmt.Sprintf("all %s", diag.Count(bound, "iteration"))
}

// ownBlocks says which blocks are memory of each thread.
func ownBlocks(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return ", but for `" + strings.Join(names, "`, `") + "`, which each thread has for itself"
}
