package repl

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"funmem/futhark/tofunmem"
	"funmem/futhark/words"
	"funmem/repl/cli"
	"funmem/repl/session"
	"funmem/semantics/diag"
)

// loadDump adds what a dump declares.
func (c *Console) loadDump(ctx context.Context, src *diag.Source) (*session.Added, error) {
	u, err := (&cli.Options{Words: words.Words{AsFuthark: c.terms.AsFuthark}}).Dump(ctx, src)
	if err != nil {
		return nil, err
	}
	added, err := c.AddProgram(ctx, u.Program)
	if err == nil {
		c.Dumps = append(c.Dumps, u)
		c.terms.Units = c.Dumps
	}
	return added, err
}

// resized translates a loaded dump again with other sizes, and replaces its functions by the new ones. Sizes that were
// set before stay set.
func (c *Console) resized(ctx context.Context, u *tofunmem.Unit, sizes []string) (*tofunmem.Unit, error) {
	o := &cli.Options{Sizes: sizes, Words: words.Words{AsFuthark: c.terms.AsFuthark}}
	t, err := o.Tuning()
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(u.Tuning)) {
		if _, again := t[name]; !again {
			o.Sizes = append(o.Sizes, fmt.Sprintf("%s=%d", name, u.Tuning[name]))
		}
	}
	next, err := o.Dump(ctx, u.Program.Span.Src)
	if err == nil {
		err = o.KnownSizes()
	}
	if err != nil {
		return nil, err
	}
	if _, err := c.AddProgram(ctx, next.Program); err != nil {
		return nil, err
	}
	c.Dumps[slices.Index(c.Dumps, u)] = next
	c.terms.Units = c.Dumps
	return next, nil
}
