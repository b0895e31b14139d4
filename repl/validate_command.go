package repl

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"funmem/eval/validate"
	"funmem/repl/cli"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// validateCommand compares two functions of the session.
func (c *Console) validateCommand(ctx context.Context, arg string) error {
	names, tests, fixed := strings.Fields(arg), 500, ""
	if n := len(names); n > 2 && strings.Contains(names[n-1], "=") {
		names, fixed = names[:n-1], names[n-1]
	}
	var err error
	if len(names) == 3 {
		tests, err = strconv.Atoi(names[2])
	}
	if len(names) < 2 || len(names) > 3 || err != nil || tests < 1 {
		return diag.Usagef("`:validate` takes the names of two functions, how many tests, and sizes; it found %q", arg).Helpf("`:validate f g`: is g a valid form of f? `:validate f g 100 n=33,m=40` compares 100 inputs of these sizes")
	}
	if err := c.CatchUp(ctx); err != nil {
		return err
	}
	if err := c.Refused(ctx, names[0]); err != nil {
		return err
	}
	before, b, err := sideOf(c.Session, names[0])
	if err != nil {
		return err
	}
	if t := validate.NewIllTyped("`"+names[1]+"`", c.Refused(ctx, names[1])); t != nil {
		v := &cli.Validation{Style: c.pal.Diag}
		v.AddIllTyped(t)
		fmt.Fprint(c.out, t.Text(v.Style))
		fmt.Fprintf(c.out, "%s; again: :validate %s\n", v.Summary(), arg)
		c.fail(v.Status())
		return nil
	}
	after, a, err := sideOf(c.Session, names[1])
	if err != nil {
		return err
	}
	if before.Mem && !after.Mem && cli.HasArrays(ctx, after.Core) {
		return diag.Usagef("`%s` mentions no memory, and `%s`, which is BEFORE, does", names[1], names[0]).Helpf("`:mem %s` shows its FUNMEM form", names[1])
	}
	sub, err := validate.Pair(before, b, after, a)
	if err != nil {
		return err
	}
	if err := cli.FixSizes([]*validate.Subject{sub}, ":validate", fixed); err != nil {
		return err
	}
	o := &validate.Options{Options: c.Settings.Options(), Tests: tests, Seed: 1, Branches: true, Progress: c.Progress.Inputs}
	defer c.Progress.Begin()()
	r, err := validate.Validate(ctx, sub, o)
	if err != nil {
		return err
	}
	v := &cli.Validation{Options: o, Style: c.pal.Diag}
	v.Add(r)
	v.Explain(ctx, r, before)
	fmt.Fprint(c.out, v.Text())
	again := fmt.Sprintf(":validate %s %s %d %s", names[0], names[1], tests, fixed)
	fmt.Fprintf(c.out, "%s; again: %s\n", v.Summary(), strings.TrimSpace(again))
	c.fail(v.Status())
	return nil
}

// sideOf returns the session as a program for a function: of FUNMEM if the function is.
func sideOf(s *session.Session, name string) (*validate.Program, *syntax.Def, error) {
	if s.Unlinked(name) != nil {
		return nil, nil, diag.Usagef("`%s` is a function of the library, and `:validate` compares functions that were entered", name).Helpf("enter a function that calls it")
	}
	d := s.Elab.Function(name)
	if d == nil {
		return nil, nil, diag.Usagef("there is no function `%s`", name)
	}
	return linesAs(s, s.IsMem(elab.Name{Name: name, Def: d}), "`"+name+"`"), d, nil
}

// linesAs are the lines of the session as one program, of Fun or FUNMEM.
func linesAs(s *session.Session, mem bool, name string) *validate.Program {
	p := &syntax.Program{}
	for _, e := range s.Entries {
		switch {
		case e.Input != nil:
		case mem && e.Mem != nil:
			p.Decls = append(p.Decls, withoutResults(e.Mem)...)
		case !mem:
			p.Decls = append(p.Decls, withoutResults(e.Fun)...)
		}
	}
	return s.ProgramOf(&elab.Unit{Core: p, Mem: mem}, name)
}

// withoutResults is what a program declares.
func withoutResults(p *syntax.Program) []syntax.Decl {
	var decls []syntax.Decl
	for _, d := range p.Decls {
		if _, ok := d.(*syntax.In); !ok {
			decls = append(decls, d)
		}
	}
	return decls
}
