package repl

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"funmem/eval/validity"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

func (c *Console) checkCommand(ctx context.Context, arg string) error {
	if arg == "" {
		return c.checkAll(ctx)
	}
	if n, ok := c.elab.Lookup(arg); ok && n.Def != nil {
		return c.checkDefs(ctx, []*syntax.Def{n.Def})
	}
	if c.unlinked(arg) != nil {
		return c.checkLibrary(ctx, arg)
	}
	e, err := c.asideOnHeap(ctx, c.argument(arg))
	if err != nil {
		return err
	}
	bound := c.boundBy(ctx, arg)
	return c.verdictOn(ctx, e, 0, nil, func(v *validity.Verdict) error {
		v = c.withOperators(ctx, e.unit, c.proved(ctx, e.mem, v))
		if bound != nil {
			v = withBinding(v, bound)
		}
		fmt.Fprint(c.out, v.Text(c.pal.Diag))
		switch {
		case v.Limited():
			c.fail(3)
		case !v.OK:
			c.fail(1)
		}
		return nil
	})
}

// boundBy is the verdict on the line that bound a global variable, or nil.
func (c *Console) boundBy(ctx context.Context, name string) *validity.Verdict {
	if n, ok := c.elab.Lookup(name); ok && n.Binding != nil {
		if e := c.entryOf(n); e != nil && e.verdict != nil {
			return c.withOperators(ctx, e.unit, e.verdict)
		}
	}
	return nil
}

// withBinding is the verdict on a name together with what was wrong in the line
// that bound it.
func withBinding(v, bound *validity.Verdict) *validity.Verdict {
	c := *v
	c.OK = v.OK && bound.OK
	c.Valid = v.Valid && bound.Valid
	c.Consistent = v.Consistent && bound.Consistent
	c.RaceFree = v.RaceFree && bound.RaceFree
	raced := slices.DeleteFunc(slices.Clone(bound.Kernels), func(k validity.Kernel) bool { return k.RaceFree })
	c.Kernels = slices.Concat(raced, v.Kernels)
	c.Warnings = slices.Concat(bound.Warnings, v.Warnings)
	c.Overlaps = slices.Concat(bound.Overlaps, v.Overlaps)
	if d := bound.Divergence; d != nil && (v.Divergence == nil || !v.Divergence.AffectsResult) {
		c.Divergence = d
	}
	if bound.Overwrite != nil {
		c.Overwrite = bound.Overwrite
	}
	return &c
}

// checkAll is what was found in all lines. Where they only define functions, these run on inputs.
func (c *Console) checkAll(ctx context.Context) error {
	if err := c.catchUp(ctx); err != nil {
		return err
	}
	lines, bad := 0, 0
	called := map[string]bool{}
	for _, e := range c.entries {
		switch {
		case e.input != nil || !slices.ContainsFunc(e.unit.Core.Decls, isStatement):
		case e.verdict != nil:
			if runsSome(e.unit.Core.Decls, e.src) || !e.verdict.OK {
				lines++
			}
			maps.Copy(called, e.verdict.Called)
			if l := c.withOperators(ctx, e.unit, e.verdict).Diagnostics(); !e.verdict.OK || len(l) > 0 {
				bad++
				c.fail(printError(c.out, c.pal.Diag, l))
			}
		case c.heap.missing(e.unit.Core) != nil:
			lines, bad = lines+1, bad+1
			c.fail(printError(c.out, c.pal.Diag, c.heap.missing(e.unit.Core)))
		}
	}
	var defs []*syntax.Def
	for _, n := range c.Names() {
		if f := c.defs.Get(n.Name); f != nil && f.surface != nil && n.Def != nil && !called[n.Name] {
			defs = append(defs, n.Def)
		}
	}
	switch {
	case lines == 0 && len(defs) > 0:
		return c.checkDefs(ctx, defs)
	case lines == 0:
		c.printf("nothing to check yet")
	case bad == 0:
		c.printf("%s: %s checked, valid and race-free", c.pal.Good("ok"), diag.Count(lines, "line"))
	default:
		c.printf("%s: %s of %s", c.pal.Bad("not ok"), diag.Count(bad, "line"), fmt.Sprint(lines))
	}
	if lines > 0 && len(defs) > 0 {
		c.printf("%s", c.pal.Dim("not run: "+namesOf(defs)+": no line that was checked calls "+pronoun(len(defs))+"; `:check "+defs[0].Name+"` runs it on inputs"))
	}
	return nil
}

// namesOf are functions for people.
func namesOf(defs []*syntax.Def) string {
	var names []string
	for _, d := range defs {
		names = append(names, d.Name)
	}
	return strings.Join(names, ", ")
}

func pronoun(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}
