package repl

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"funmem/eval/validate"
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
		return usagef("`:validate` takes the names of two functions, how many tests, and sizes; it found %q", arg).Helpf("`:validate f g`: is g, of FUNMEM, a valid form of f? `:validate f g 100 n=33,m=40` compares 100 inputs of these sizes")
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
	if !after.Mem && hasArrays(ctx, after.Core) {
		return usagef("`%s` mentions no memory", names[1]).Helpf("`:mem %s` shows its FUNMEM form", names[1])
	}
	sub, err := validate.Pair(before, b, after, a)
	if err != nil {
		return err
	}
	if err := fix([]*validate.Subject{sub}, ":validate", fixed); err != nil {
		return err
	}
	o := &validate.Options{Options: c.Settings.options(), Tests: tests, Seed: 1, Progress: c.progress.inputs}
	defer c.progress.begin()()
	r, err := validate.Validate(ctx, sub, o)
	if err != nil {
		return err
	}
	v := &validation{o: o, style: c.pal.Diag}
	v.add(r)
	v.explain(ctx, r, before)
	fmt.Fprint(c.out, v.text())
	again := fmt.Sprintf(":validate %s %s %d %s", names[0], names[1], tests, fixed)
	fmt.Fprintf(c.out, "%s; again: %s\n", v.summary(), strings.TrimSpace(again))
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
	return s.lines(s.isMem(n), "`"+name+"`"), n.Def, nil
}

// isMem tells whether a function is of FUNMEM.
func (s *Session) isMem(n elab.Name) bool {
	e := s.entryOf(n)
	return e != nil && e.unit.Mem
}

// lines are the lines of the session as one program, of Fun or FUNMEM.
func (s *Session) lines(mem bool, name string) *validate.Program {
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
	return s.programOf(&elab.Unit{Core: p, Mem: mem}, name)
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
