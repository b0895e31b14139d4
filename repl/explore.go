package repl

import (
	"cmp"
	"context"
	"slices"
	"time"

	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/repl/session"
	"funmem/repl/view"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// argument is the text of a command's argument as a source.
func (c *Console) argument(text string) *diag.Source { return diag.NewSource("input", text) }

func (c *Console) typeCommand(ctx context.Context, arg string) error {
	if n, ok := c.Elab.Lookup(arg); ok && n.Def != nil {
		c.printf("%s", c.Signature(c.Surface(arg), n.Def))
		return nil
	}
	if d := c.Unlinked(arg); d != nil {
		c.printf("%s", session.Signature(d, session.LibraryCore(arg)))
		return nil
	}
	e, err := c.Aside(ctx, c.argument(arg))
	if err != nil {
		return err
	}
	for _, r := range e.Unit.Results {
		if r.Implied || r.Part {
			continue
		}
		c.printf("%s", c.pal.Type(c.TypeText(e.Unit, cmp.Or(r.Rows, r.Type))))
	}
	for _, n := range e.Unit.Names {
		if n.Binding != nil {
			c.printf("%s : %s", c.pal.Name(n.Name), c.pal.Type(c.TypeText(e.Unit, n.Binding.Type)))
		} else {
			c.printf("%s", c.Signature(nil, n.Def))
		}
	}
	return nil
}

func (c *Console) coreCommand(ctx context.Context, arg string) error {
	if arg == "" {
		e, err := c.Last()
		if err == nil {
			c.program(e.Unit.Core)
		}
		return err
	}
	if c.Unlinked(arg) != nil {
		_, unit := session.LibraryUnit(arg)
		c.printf("%s", syntax.Print(unit.Core))
		return nil
	}
	if n, ok := c.Elab.Lookup(arg); ok {
		if n.Def != nil {
			c.def(n.Def)
			return nil
		}
		if e := c.EntryOf(n); e != nil && e.Input == nil {
			c.program(c.slice(e.Unit.Core, n))
			return nil
		}
	}
	e, err := c.Aside(ctx, c.argument(arg))
	if err == nil {
		c.program(e.Unit.Core)
	}
	return err
}

func (c *Console) memCommand(ctx context.Context, arg string) error {
	if c.Unlinked(arg) != nil {
		mem, err := session.LibraryMem(arg)
		if err == nil {
			c.printf("%s", syntax.Print(mem))
		}
		return err
	}
	if n, ok := c.Elab.Lookup(arg); ok || arg == "" {
		if err := c.CatchUp(ctx); err != nil {
			return err
		}
		var e *session.Entry
		if arg == "" {
			var err error
			if e, err = c.Last(); err != nil {
				return err
			}
		} else {
			e = c.EntryOf(n)
		}
		switch {
		case e != nil && e.Input != nil:
			for _, p := range c.Elab.InCore(n) {
				name := arg
				if p != n {
					name = p.Binding.Name
				}
				c.printf("%s : %s", name, c.Elab.MemType(p.Binding.ID))
			}
			return nil
		case e != nil && e.Mem == nil:
			return c.Heap.Missing(e.Unit.Core)
		case e != nil && n.Def != nil:
			c.def(session.DefOf(e.Mem, arg))
			return nil
		case e != nil && n.Binding != nil:
			c.program(c.slice(e.Mem, n))
			return nil
		case e != nil:
			c.program(e.Mem)
			return nil
		}
	}
	e, err := c.AsideOnHeap(ctx, c.argument(arg))
	if err == nil {
		c.program(e.Mem)
	}
	return err
}

// program prints a program, and which of several globals of one name it means.
func (c *Console) program(p *syntax.Program) {
	c.printf("%s", syntax.Print(p))
	c.whose(p)
}

// def prints a function, and which of several globals of one name it means.
func (c *Console) def(d *syntax.Def) {
	c.printf("%s", c.Printed(d))
	c.whose(&syntax.Program{Decls: []syntax.Decl{d}})
}

// whose prints which of several globals of one name a program means.
func (c *Console) whose(p *syntax.Program) {
	for _, line := range c.Whose(p) {
		c.printf("-- %s", line)
	}
}

// withCalled is a program with the functions that it calls.
func (c *Console) withCalled(p *syntax.Program) *syntax.Program {
	all := &syntax.Program{Decls: slices.Clone(p.Decls)}
	seen := map[string]bool{}
	for i := 0; i < len(all.Decls); i++ {
		syntax.Walk(all.Decls[i], func(n syntax.Node) bool {
			if call, ok := n.(*syntax.Call); ok && !seen[call.Fn] {
				seen[call.Fn] = true
				if f, ok := c.Elab.Lookup(call.Fn); ok && f.Def != nil {
					all.Decls = append(all.Decls, f.Def)
				}
			}
			return true
		})
	}
	return all
}

// slice is the part of a program that binds a global: its statement and the statements that it
// needs.
func (c *Console) slice(p *syntax.Program, n elab.Name) *syntax.Program {
	var vars []*syntax.Var
	for _, b := range c.Elab.InCore(n) {
		vars = append(vars, &syntax.Var{ID: b.Binding.ID})
	}
	return &syntax.Program{Span: p.Span, Decls: p.Needed(vars)}
}

// timed runs f repeatedly until a tenth of a second has passed, and returns the shortest time.
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

// timeLine says how long something took.
const timeLine = "%-34s %s"

func (c *Console) timeCommand(ctx context.Context, arg string) error {
	e, err := c.AsideOnHeap(ctx, c.argument(arg))
	if err != nil {
		return err
	}
	line := func(what string, f func() error) error {
		end := c.Progress.Begin()
		d, err := timed(f)
		end()
		if err == nil {
			c.printf(timeLine, what, view.Rounded(d))
		}
		return err
	}
	run := func(once func() ([]value.Val, error)) func() error {
		return func() error {
			v, err := once()
			c.Discard(v)
			return err
		}
	}
	if err := line("value semantics, as run uses it", run(c.Ready(ctx, c.PlainAside(), e.Fun, e.Unit))); err != nil {
		return err
	}
	if n, err := session.Native(); err == nil {
		natively := c.Ready(ctx, c.NativelyAside(n), e.Fun, e.Unit)
		made, ran, start := n.Made(), n.Done(), time.Now()
		if _, err := natively(); err != nil {
			return err
		}
		first := time.Since(start)
		if n.Made() > made {
			c.printf(timeLine, "native code, with its compilation", view.Rounded(first))
		}
		if n.Done() == ran {
			c.printf(timeLine, "native code", "nothing of it ran to its end")
		} else if err := line("native code", run(natively)); err != nil {
			return err
		}
	}
	if err := c.timeOnDevices(ctx, e); err != nil {
		return err
	}
	reference := c.EvaluatorAside()
	reference.Accelerate = nil
	if err := line("value semantics, reference", run(func() ([]value.Val, error) { return reference.Run(ctx, e.Fun) })); err != nil {
		return err
	}
	if err := line("heap semantics, both in lockstep", func() error {
		return c.VerdictOn(ctx, e, 0, nil, func(v *validity.Verdict) error {
			if v.Stuck != nil {
				return v.Stuck.Diag
			}
			return nil
		})
	}); err != nil {
		return err
	}
	asIMP, err := c.ReadyIMP(ctx, e.Mem)
	if err != nil {
		return err
	}
	return line("IMP", func() error { _, err := asIMP(); return err })
}
