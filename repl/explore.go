package repl

import (
	"context"
	"slices"
	"strings"
	"time"

	"funmem/eval/derive"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// argument is the text of a command's argument as a source.
func (c *Console) argument(text string) *diag.Source { return diag.NewSource("input", text) }

func (c *Console) typeCommand(ctx context.Context, arg string) error {
	if n, ok := c.elab.Lookup(arg); ok && n.Def != nil {
		c.printf("%s", signature(c.surface(arg), n.Def))
		return nil
	}
	if d := c.unlinked(arg); d != nil {
		c.printf("%s", signature(d, libraryCore(arg)))
		return nil
	}
	e, err := c.aside(ctx, c.argument(arg))
	if err != nil {
		return err
	}
	for _, r := range e.unit.Results {
		if r.Implied {
			continue
		}
		c.printf("%s", c.pal.Type(c.typeText(e.unit, r.Type)))
	}
	for _, n := range e.unit.Names {
		if n.Binding != nil {
			c.printf("%s : %s", c.pal.Name(n.Name), c.pal.Type(c.typeText(e.unit, n.Binding.Type)))
		} else {
			c.printf("%s", signature(nil, n.Def))
		}
	}
	return nil
}

// surface is the text of a function, or nil.
func (s *Session) surface(name string) *syntax.Def {
	if f := s.defs.Get(name); f != nil {
		return f.surface
	}
	return s.elab.Linked(name)
}

func (c *Console) coreCommand(ctx context.Context, arg string) error {
	if arg == "" {
		e, err := c.last()
		if err == nil {
			c.printf("%s", syntax.Print(e.unit.Core))
		}
		return err
	}
	if c.unlinked(arg) != nil {
		_, unit := alone(arg)
		c.printf("%s", syntax.Print(unit.Core))
		return nil
	}
	if n, ok := c.elab.Lookup(arg); ok {
		if n.Def != nil {
			c.printf("%s", c.printed(n.Def))
			return nil
		}
		if e := c.entryOf(n); e != nil && e.input == nil {
			c.printf("%s", syntax.Print(slice(e.unit.Core, n.Binding.ID)))
			return nil
		}
	}
	e, err := c.aside(ctx, c.argument(arg))
	if err == nil {
		c.printf("%s", syntax.Print(e.unit.Core))
	}
	return err
}

func (c *Console) memCommand(ctx context.Context, arg string) error {
	if c.unlinked(arg) != nil {
		mem, err := libraryMem(arg)
		if err == nil {
			c.printf("%s", syntax.Print(mem))
		}
		return err
	}
	if n, ok := c.elab.Lookup(arg); ok || arg == "" {
		if err := c.catchUp(ctx); err != nil {
			return err
		}
		var e *entry
		if arg == "" {
			var err error
			if e, err = c.last(); err != nil {
				return err
			}
		} else {
			e = c.entryOf(n)
		}
		switch {
		case e != nil && e.input != nil:
			c.printf("%s : %s", arg, c.elab.MemType(n.Binding.ID))
			return nil
		case e != nil && e.mem == nil:
			return c.heap.missing(e.unit.Core)
		case e != nil && n.Def != nil:
			c.printf("%s", c.printed(defOf(e.mem, arg)))
			return nil
		case e != nil && n.Binding != nil:
			c.printf("%s", syntax.Print(slice(e.mem, n.Binding.ID)))
			return nil
		case e != nil:
			c.printf("%s", c.printed(e.mem.Decls...))
			return nil
		}
	}
	e, err := c.asideOnHeap(ctx, c.argument(arg))
	if err == nil {
		c.printf("%s", syntax.Print(e.mem))
	}
	return err
}

// last is the last entry that is a program.
func (s *Session) last() (*entry, error) {
	for _, e := range slices.Backward(s.entries) {
		if e.input == nil {
			return e, nil
		}
	}
	return nil, usagef("nothing was entered yet")
}

// entryOf is the entry that defined a name.
func (s *Session) entryOf(n elab.Name) *entry {
	for _, e := range slices.Backward(s.entries) {
		if n.Def != nil && slices.Contains(e.unit.Core.Defs(), n.Def) {
			return e
		}
		for _, m := range e.unit.Names {
			if m.Name == n.Name && m.Def == n.Def && (m.Binding == nil || m.Binding.ID == n.Binding.ID) {
				return e
			}
		}
	}
	return nil
}

// slice is the part of a program that binds a variable: its statement and those
// that it needs.
func slice(p *syntax.Program, id int) *syntax.Program {
	return &syntax.Program{Span: p.Span, Decls: p.Needed([]*syntax.Var{{ID: id}})}
}

// engineOf separates the name of an engine from the expression behind it.
func engineOf(arg string) (engine, expr string) {
	for _, e := range []string{"value", "heap"} {
		if rest, ok := strings.CutPrefix(arg, e); ok && strings.TrimLeft(rest, " \t\n") != rest {
			return e, strings.TrimSpace(rest)
		}
	}
	return "", arg
}

func (c *Console) deriveCommand(ctx context.Context, arg string) error {
	engine, expr := engineOf(arg)
	onHeap := engine == "heap" || engine == "" && c.Settings.Engine == "heap"
	run := c.deriveValue
	if onHeap {
		run = c.deriveHeap
	}
	rec := derive.NewRecorder()
	err := run(ctx, expr, rec)
	if again := rec.Again(); again != nil {
		rec = again
		err = run(ctx, expr, rec)
	}
	for _, t := range rec.Trees() {
		c.printf("%s", strings.TrimRight(derive.Format(t, derive.Style{Rule: c.pal.Rule, Width: widthOf(c.out)}), "\n"))
	}
	if onHeap && len(rec.Trees()) > 0 {
		c.printf("%s", c.pal.Dim("H₀ is the heap before it, which `:heap` draws; each alloc and each write makes the next one"))
	}
	return err
}

// onlyFunctions refuses a program that has nothing to evaluate.
func onlyFunctions(e *scratch) error {
	if len(e.unit.Names) > 0 && len(e.fun.Defs()) == len(e.fun.Decls) {
		return usagef("a function has no derivation of its own").Helpf("derive a call of it")
	}
	return nil
}

func (c *Console) deriveValue(ctx context.Context, expr string, rec *derive.Recorder) error {
	e, err := c.aside(ctx, c.argument(expr))
	if err != nil {
		return err
	}
	if err := onlyFunctions(e); err != nil {
		return err
	}
	m := c.evaluatorAside()
	m.Record = rec
	defer c.progress.begin()()
	if _, err = m.Run(ctx, e.fun); err != nil && ctx.Err() == nil {
		rec.Stuck()
	}
	return err
}

func (c *Console) deriveHeap(ctx context.Context, expr string, rec *derive.Recorder) error {
	e, err := c.asideOnHeap(ctx, c.argument(expr))
	if err != nil {
		return err
	}
	if err := onlyFunctions(e); err != nil {
		return err
	}
	return c.verdictOn(ctx, e, 0, rec, func(v *validity.Verdict) error {
		if v.Stuck != nil {
			rec.Stuck()
			return v.Stuck.Diag
		}
		return nil
	})
}

// timed runs f until a tenth of a second is over and gives the best time.
func timed(f func() error) (time.Duration, error) {
	best := time.Duration(1<<63 - 1)
	for start := time.Now(); ; {
		t := time.Now()
		if err := f(); err != nil {
			return 0, err
		}
		best = min(best, time.Since(t))
		if time.Since(start) > 100*time.Millisecond {
			return best, nil
		}
	}
}

func (c *Console) timeCommand(ctx context.Context, arg string) error {
	e, err := c.asideOnHeap(ctx, c.argument(arg))
	if err != nil {
		return err
	}
	line := func(what string, f func() error) error {
		end := c.progress.begin()
		d, err := timed(f)
		end()
		if err == nil {
			c.printf("%-34s %s", what, d.Round(max(time.Microsecond/10, d/1000)))
		}
		return err
	}
	run := func(m *value.Machine) func() error {
		return func() error { _, err := m.Run(ctx, e.fun); return err }
	}
	if err := line("value semantics, as run uses it", run(c.evaluatorAside())); err != nil {
		return err
	}
	reference := c.evaluatorAside()
	reference.Accelerate = nil
	if err := line("value semantics, reference", run(reference)); err != nil {
		return err
	}
	if err := line("heap semantics, both in lockstep", func() error {
		return c.verdictOn(ctx, e, 0, nil, func(v *validity.Verdict) error {
			if v.Stuck != nil {
				return v.Stuck.Diag
			}
			return nil
		})
	}); err != nil {
		return err
	}
	asIMP, err := c.readyIMP(ctx, e.mem)
	if err != nil {
		return err
	}
	return line("IMP", func() error { _, err := asIMP(); return err })
}
