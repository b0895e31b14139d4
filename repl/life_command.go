package repl

import (
	"context"
	"strings"

	"funmem/eval/validity"
	"funmem/heap"
	"funmem/repl/session"
	"funmem/repl/view"
	"funmem/semantics/diag"
)

// lifeCommand tells the life of a location in the lines so far, or while an expression
// is evaluated.
func (c *Console) lifeCommand(ctx context.Context, arg string) error {
	cell, expr, _ := strings.Cut(strings.TrimSpace(arg), " ")
	if cell == "" {
		return diag.Usagef("`:life` takes a location or a block").Helpf("`:life m[3]`, `:life m` or `:life m[3] EXPR`; `:heap` shows the blocks by name")
	}
	l, err := view.LifeOf(cell)
	if err != nil {
		return err
	}
	if expr = strings.TrimSpace(expr); expr == "" {
		err = relive(c.Session, ctx, l)
	} else {
		err = c.lifeAside(ctx, expr, l)
	}
	if err != nil {
		return err
	}
	return view.PrintLife(c.out, l)
}

// lifeAside follows a location while an expression is evaluated.
func (c *Console) lifeAside(ctx context.Context, expr string, l *heap.Life) error {
	e, err := c.AsideOnHeap(ctx, c.argument(expr))
	if err != nil {
		return err
	}
	if err := onlyFunctions(e); err != nil {
		return err
	}
	opts := &c.Heap.Check.Heap.Opts
	opts.Life = l
	defer func() { opts.Life = nil }()
	return c.VerdictOn(ctx, e, 0, nil, func(*validity.Verdict) error { return nil })
}

// relive evaluates once more the lines that the heap has seen, and follows a location.
func relive(s *session.Session, ctx context.Context, l *heap.Life) error {
	if err := s.CatchUp(ctx); err != nil {
		return err
	}
	defer s.Progress.Begin()()
	again := s.BothSemantics()
	again.Heap.Opts.Life = l
	for _, e := range s.Entries {
		switch {
		case e.Input != nil:
			e.Input.Bind(again)
		case e.Mem != nil:
			again.SetDigits(e.Digits)
			if _, err := again.Check(ctx, e.Mem); err != nil {
				return err
			}
		}
	}
	return nil
}
