package repl

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"funmem/eval/engine"
	"funmem/lower/emit"
	"funmem/lower/native"
	"funmem/repl/session"
	"funmem/repl/view"
	"funmem/semantics/diag"
)

func (c *Console) cCommand(ctx context.Context, arg string) error {
	f := c.Function(arg)
	if f == nil {
		return diag.Usagef("`:c` shows a function as C, and `%s` is none", arg).Helpf("`funmem lower FILE --to c` prints a whole program")
	}
	code, err := c.InC(ctx, f)
	if err == nil {
		c.printf("%s", strings.TrimSuffix(emit.Readable(code.Text), "\n"))
	}
	return err
}

// lowerCommand lists what was compiled and what is hot, or compiles a function and says how.
func (c *Console) lowerCommand(ctx context.Context, arg string) error {
	if arg != "" {
		name, device, _ := strings.Cut(arg, " ")
		return c.lowerOne(ctx, name, strings.TrimSpace(device))
	}
	n, err := session.Native()
	if err != nil {
		return diag.Usagef("%s", err)
	}
	listed := c.listLowered(n, "")
	for _, d := range c.Settings.Used() {
		listed = c.listLowered(d.Opened(), " on "+d.Name) || listed
	}
	if !listed {
		c.printf("nothing was compiled yet; `:lower NAME` compiles a function, `:set lower auto` what is hot, `:engine native` all that is evaluated")
	}
	if err := session.NotKept(); err != nil {
		c.printf("note: what is compiled is not kept for later sessions: %s", err)
	}
	return nil
}

// listLowered lists what an engine has compiled and what is hot, and tells whether there was anything.
func (c *Console) listLowered(n *native.Engine, on string) bool {
	list, warm := n.Reports(), n.Warm()
	if err := n.Broken(); err != nil {
		c.printf("nothing more is compiled%s: %s; `:lower NAME` tries again", on, session.FirstLine(err))
	}
	for _, r := range list {
		name := r.Name
		switch {
		case r.Def == nil:
			name = "expression at " + r.At.String()
		case c.Machine.Defs.Get(r.Name) != r.Def && c.Unlinked(r.Name) == nil: // of another session, or redefined
			continue
		case r.Fixed != "":
			name += " for " + r.Fixed
		}
		name += on
		switch {
		case r.Making:
			c.printf("%s: is being compiled", name)
		case r.Err != nil:
			c.printf("%s: not native: %s", name, session.FirstLine(r.Err))
		case r.GivenUp:
			c.printf("%s: not native any more: %s", name, runs(r))
		default:
			c.printf("%s: native, %s", name, runs(r))
		}
	}
	for _, w := range warm {
		if c.Machine.Defs.Get(w.Name) == w.Def && n.Broken() == nil {
			c.printf("%s: not compiled%s; the engine below took %s for it so far, in %s: after %s the next call begins to compile it", w.Name, on, view.Rounded(w.Spent), diag.Count(w.Runs, "run"), native.Hot)
		}
	}
	return len(list) > 0 || len(warm) > 0
}

// runs says how often native code ran, and why it gave up.
func runs(r native.Report) string {
	line := "ran " + diag.Count(r.Ends[emit.Done], "time")
	for s := emit.Overflow; s <= emit.Size; s++ {
		if k := r.Ends[s]; k > 0 {
			line += fmt.Sprintf("; gave up %s: %s", diag.Count(k, "time"), s)
		}
	}
	return line
}

// lowerOne compiles a function, unless that is done, and says step by step what became of it. Its kernels run on the device
// of a name, on that of the engine if that has one and there is no name, and otherwise on the machine's own cores.
func (c *Console) lowerOne(ctx context.Context, name, on string) error {
	device, err := c.deviceNamed(on)
	if err != nil {
		return err
	}
	f := c.Function(name)
	if f == nil {
		return diag.Usagef("`:lower` compiles a function, and `%s` is none", name).Helpf("`:lower` alone lists what was compiled")
	}
	r, err := c.LowerNow(ctx, f, device)
	if ctx.Err() != nil {
		return &engine.Interrupted{Cause: ctx.Err()}
	}
	if err != nil {
		return diag.Usagef("%s", err)
	}
	if n, ok := c.Elab.Lookup(name); ok && n.Def != f.Def {
		c.printf("native code gives the value of `%s`, and has memory of its own: that of the definition is for `:engine heap` and `:check`", name)
	}
	for _, part := range []string{native.Passes, native.ToIMP, native.Schedules} {
		c.printf("%s", stepsLine(part, r.Steps))
	}
	if r.Code == nil {
		return diag.Usagef("`%s` is not native: %s", name, session.FirstLine(r.Err)).Helpf("the engine below evaluates it, as before")
	}
	about := aboutThreads
	if device != nil {
		about = aboutLaunch
	}
	for _, line := range kernelLines(r.Kernels, about) {
		c.printf("%s", line)
	}
	if r.Fixed != "" {
		c.printf("for %s; calls with other sizes get other code", r.Fixed)
	}
	how := "compiled"
	switch {
	case !r.Compiled:
		return diag.Usagef("`%s` is not native: %s", name, session.FirstLine(r.Err)).Helpf("the engine below evaluates it, as before; `:c %s` shows the C", name)
	case r.Cached:
		how = "compiled before and loaded from the cache"
	}
	if device != nil {
		c.printf("kernels in %s, %s: %s, %s; native code after %s in all", device.Name, view.Rounded(r.Took), diag.Count(emit.Lines(r.Text), "line"), how, view.Rounded(r.Whole))
	} else {
		c.printf("C, %s: %s, %s; native code after %s in all", view.Rounded(r.Took), diag.Count(emit.Lines(r.Code.Text), "line"), how, view.Rounded(r.Whole))
	}
	if r.Again > 0 {
		c.printf("C, %s: compiled once more, for faster code", view.Rounded(r.Again))
	}
	switch {
	case r.Err != nil:
		var race *diag.Diagnostic
		if errors.As(r.Err, &race) {
			c.report(race)
		}
		c.printf("not native any more: %s; the engine below evaluates it", session.FirstLine(r.Err))
		return nil
	case r.Comparisons == 0:
		c.printf("compared with the engine below: no result yet")
	default:
		same := "bit for bit"
		if r.Near {
			same = "f64s within the bound of :accuracy"
		}
		c.printf("%s compared with the engine below: the same, %s; the last took %s instead of %s, %.1f times as fast", diag.Count(r.Comparisons, "result"), same, view.Rounded(r.Own), view.Rounded(r.Below), float64(r.Below)/float64(max(r.Own, 1)))
	}
	for _, types := range r.Slower {
		c.printf("for arguments (%s) the engine below is faster, and evaluates", types)
	}
	if !c.Settings.Compiles() && c.Settings.Lower == "off" {
		engine, lower := "native", "auto"
		if device != nil {
			engine, lower = device.Name, device.Name
		}
		c.printf("it is used after `:set lower %s`, or with `:engine %s`", lower, engine)
		return nil
	}
	c.printf("%s", runs(r))
	if r.GivenUp {
		c.printf("it is not tried any more; the engine below evaluates it")
	}
	return nil
}

// stepsLine says what a part of the way to C did: how many statements there were where that changed.
func stepsLine(part string, steps []native.Step) string {
	var took time.Duration
	var names []string
	for _, s := range steps {
		if s.Part != part {
			continue
		}
		took += s.Took
		name := s.Name
		if s.Before != s.After {
			name += fmt.Sprintf(" (%d -> %d)", s.Before, s.After)
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return part + ": not reached"
	}
	return fmt.Sprintf("%s, %s: %s", part, view.Rounded(took), strings.Join(names, ", "))
}

// kernelLines say of kernels whether their iterations may go to several threads. Those of a line of which the same holds
// share one.
func kernelLines(kernels []native.Kernel, about func(k native.Kernel) string) (lines []string) {
	var names []string
	for k, x := range kernels {
		names = append(names, x.Name)
		after := atLine(x) + about(x)
		if k+1 < len(kernels) && atLine(kernels[k+1])+about(kernels[k+1]) == after {
			continue
		}
		word := "kernel"
		if len(names) > 1 {
			word = "kernels"
		}
		lines = append(lines, word+" "+strings.Join(names, ", ")+after)
		names = nil
	}
	return lines
}

// atLine is where a kernel is.
func atLine(k native.Kernel) string {
	if !k.At.IsValid() {
		return ""
	}
	line, _ := k.At.Position()
	return fmt.Sprintf(" (line %d)", line)
}

// aboutThreads is whether the iterations of a kernel may go to several threads.
func aboutThreads(k native.Kernel) string {
	switch {
	case k.Proved:
		return ": proved free of races for all sizes; several threads"
	case len(k.Tested) > 0:
		return fmt.Sprintf(": not proved; tested on one run each, without a race, for (%s); several threads at these sizes", strings.Join(k.Tested, "), ("))
	}
	return ": neither proved free of races nor tested; one thread"
}

// aboutLaunch is whether a device runs a kernel.
func aboutLaunch(k native.Kernel) string {
	switch {
	case !k.Proved:
		return ": not proved free of races; funmem runs it itself, in the order of its iterations"
	case k.Made:
		return ": made of a fold or scan; the device runs it" + shared(k)
	case !k.Launched && !k.Grouped:
		return ": proved free of races for all sizes; it is part of another one, was rewritten, or allocates in its iterations, so that the device has no kernel of its own for it"
	}
	return ": proved free of races for all sizes; the device runs it" + shared(k)
}

// shared says how threads share the iterations of a kernel that a device runs.
func shared(k native.Kernel) string {
	switch {
	case k.Launched && k.Grouped:
		return ", in groups of threads where it is large, and otherwise a thread for each iteration"
	case k.Grouped:
		return ", in groups of threads"
	}
	return ", a thread for each iteration"
}

// sayNative says once what became of native code: that it gave up, or was wrong.
func (c *Console) sayNative(failed bool) {
	notes, wrong := session.NativeNotes(failed)
	for _, n := range notes {
		c.printf("note: %s", n)
	}
	for _, d := range wrong {
		c.report(d)
	}
}

// restoreCommand enters again what a session had that did not come to its end.
func (c *Console) restoreCommand(_ context.Context, _ string) error {
	left := session.LeftBehind()
	if left == nil {
		return diag.Usagef("there is no session to restore").Helpf("`:history` shows what was entered, in earlier sessions too")
	}
	for _, e := range left.Entries {
		c.Lines(e)
	}
	left.Done()
	return nil
}
