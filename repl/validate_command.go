package repl

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"funmem/eval/validate"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// validateCommand compares two functions of the session.
func (c *Console) validateCommand(ctx context.Context, arg string) error {
	names, tests := strings.Fields(arg), 500
	var err error
	if len(names) == 3 {
		tests, err = strconv.Atoi(names[2])
	}
	if len(names) < 2 || len(names) > 3 || err != nil || tests < 1 {
		return usagef("`:validate` takes the names of two functions, and how many tests; it found %q", arg).Helpf("`:validate f g`: is g, of FUNMEM, a valid form of f?")
	}
	if err := c.catchUp(ctx); err != nil {
		return err
	}
	before, b, err := c.sideOf(names[0])
	if err != nil {
		return err
	}
	after, a, err := c.sideOf(names[1])
	if err != nil {
		return err
	}
	if !after.Mem && hasArrays(after.Core) {
		return usagef("`%s` mentions no memory", names[1]).Helpf("`:mem %s` shows its FUNMEM form", names[1])
	}
	sub, err := validate.Pair(before, b, after, a)
	if err != nil {
		return err
	}
	o := &validate.Options{Options: c.Settings.options(), Tests: tests, Seed: 1, Each: time.Second, Progress: c.progress.inputs}
	defer c.progress.begin()()
	r, err := validate.Validate(ctx, sub, o)
	if err != nil {
		return err
	}
	v := &validation{o: o, style: c.pal.Diag}
	v.add(r)
	v.explain(ctx, r, before)
	fmt.Fprint(c.out, v.text())
	fmt.Fprintf(c.out, "%s; again: :validate %s %s %d\n", v.summary(), names[0], names[1], tests)
	c.fail(v.status())
	return nil
}

// sideOf is the session as the program in which a function stands: of FUNMEM when
// the function is.
func (s *Session) sideOf(name string) (*validate.Program, *syntax.Def, error) {
	n, ok := s.elab.Lookup(name)
	if !ok || n.Def == nil {
		return nil, nil, usagef("there is no function `%s`", name)
	}
	mem := false
	for _, p := range n.Def.Params {
		mem = mem || p.Type.Elem == syntax.Mem || p.Type.Mem != nil
	}
	for _, r := range n.Def.Ret {
		mem = mem || r.Type.Elem == syntax.Mem || r.Type.Mem != nil
	}
	p := &syntax.Program{}
	for _, e := range s.entries {
		switch {
		case e.input != nil:
		case mem && e.mem != nil:
			p.Decls = append(p.Decls, withoutResults(e.mem)...)
		case !mem:
			p.Decls = append(p.Decls, withoutResults(e.fun)...)
		}
	}
	return &validate.Program{Unit: &elab.Unit{Core: p, Mem: mem}, Name: "`" + name + "`", Supply: s.elab.Supply()}, n.Def, nil
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
