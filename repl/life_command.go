package repl

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/repl/session"
	"funmem/repl/view"
	"funmem/semantics/diag"
)

// lifeCommand tells the life of a location in the lines so far, or while an expression
// is evaluated.
func (c *Console) lifeCommand(ctx context.Context, arg string) error {
	cell, expr := cutCell(strings.TrimSpace(arg))
	if cell == "" {
		return diag.Usagef("`:life` takes a location, a block or an array").Helpf("`:life m[3]`, `:life m`, `:life x[3]` or `:life m[3] EXPR`; `:heap` shows the blocks by name")
	}
	if err := c.CatchUp(ctx); err != nil {
		return err
	}
	where, err := c.inBlock(cell)
	if err != nil {
		return err
	}
	if where != "" {
		lies := "lies in"
		if strings.Contains(where, "[") {
			lies = "is at"
		}
		c.printf("%s", c.pal.Dim(fmt.Sprintf("`%s` %s `%s`", cell, lies, where)))
		cell = where
	}
	l, err := view.LifeOf(cell)
	if err != nil {
		return err
	}
	if expr = strings.TrimSpace(expr); expr == "" {
		l, err = c.relived(ctx, l)
	} else {
		err = c.lifeAside(ctx, expr, l)
	}
	if err != nil {
		return err
	}
	return view.PrintLife(c.out, l)
}

// cutCell takes a location, or an element with several indices, from the front of an argument.
func cutCell(arg string) (cell, rest string) {
	depth := 0
	for k, r := range arg {
		switch {
		case r == '[':
			depth++
		case r == ']':
			depth--
		case r == ' ' && depth == 0:
			return arg[:k], strings.TrimSpace(arg[k:])
		}
	}
	return arg, ""
}

// inBlock is where an array of the session, or an element of it, lies: a block or a location, as :life takes them. It is "" for
// what is none.
func (c *Console) inBlock(text string) (string, error) {
	name, index, one := strings.Cut(text, "[")
	n, ok := c.Elab.Lookup(name)
	if !ok || n.Binding == nil || !n.Binding.Type.IsArray() {
		return "", nil
	}
	parts := c.Elab.InCore(n)
	v := c.Heap.Check.Heap.Env.Of(parts[len(parts)-1].Binding.ID) // of an irregular array, its data
	if v.B == nil {
		return "", nil
	}
	if !one {
		return v.B.String(), nil
	}
	var at []int
	for _, part := range strings.Split(strings.TrimSuffix(index, "]"), ",") {
		i, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil {
			return "", diag.Usagef("%q names no element of `%s`", text, name).Helpf("an index is a number, from 1: `%s[1]`", name)
		}
		at = append(at, i)
	}
	shown, _ := c.Value(n.Binding)
	if rows, irregular := shown.(*value.Rows); irregular && len(at) == rows.Rank() {
		index, ok := rows.Place(at)
		if !ok {
			return "", diag.Usagef("`%s` is no element: `%s` is %s", text, name, value.Format(rows, 20))
		}
		at = index
	} else if irregular {
		return "", diag.Usagef("`%s` has %s, and %q has %s", name, diag.Count(rows.Rank(), "dimension"), text, diag.Plural(len(at), "index", "indices"))
	}
	switch {
	case len(at) != v.L.Rank():
		return "", diag.Usagef("`%s` has %s, and %q has %s", name, diag.Count(v.L.Rank(), "dimension"), text, diag.Plural(len(at), "index", "indices"))
	case !v.L.Contains(at):
		return "", diag.Usagef("`%s` is no element: the shape of `%s` is %v", text, name, v.L.Shape())
	}
	off, ok := v.L.At(at...)
	if !ok {
		return "", diag.Usagef("`%s` lies beyond all offsets", text)
	}
	return fmt.Sprintf("%s[%d]", v.B, off), nil
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

// relived is the life of a location in the lines so far. When they are evaluated again, a block may have another number
// than it has now, because blocks before it are still there.
func (c *Console) relived(ctx context.Context, l *heap.Life) (*heap.Life, error) {
	id := 0
	if b, ok := c.Heap.Check.Heap.Heap.Lookup(l.Block); ok {
		id = c.ShowsBlock(b)
	}
	shown, err := relive(c.Session, ctx, l)
	if err != nil || id == 0 {
		return l, err
	}
	b := shown(id)
	if b == nil || b.String() == l.Block {
		return l, nil
	}
	again := &heap.Life{Block: b.String(), Offset: l.Offset}
	if _, err := relive(c.Session, ctx, again); err != nil {
		return nil, err
	}
	again.Block = l.Block
	return again, nil
}

// relive evaluates once more the lines that the heap has seen, and follows a location. It returns the block that each
// variable shows at the end, by its ID.
func relive(s *session.Session, ctx context.Context, l *heap.Life) (shown func(id int) *heap.Block, err error) {
	if err := s.CatchUp(ctx); err != nil {
		return nil, err
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
				return nil, err
			}
		}
	}
	return func(id int) *heap.Block { return again.Heap.Env.Of(id).B }, nil
}
