package repl

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"funmem/eval/validate"
	"funmem/eval/verdict"
	"funmem/repl/cli"
	"funmem/semantics/diag"
)

// validateCommand compares two functions of the session.
func (c *Console) validateCommand(ctx context.Context, arg string) error {
	arg, proof, err := proofOf("validate", arg)
	if err != nil {
		return err
	}
	names, tests, fixed := strings.Fields(arg), 500, ""
	if n := len(names); n > 2 && strings.Contains(names[n-1], "=") {
		names, fixed = names[:n-1], names[n-1]
	}
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
	before, b, err := c.Side(names[0])
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
	after, a, err := c.Side(names[1])
	if err != nil {
		return err
	}
	if before.Mem && !after.Mem && after.HasArrays(ctx) {
		return diag.Usagef("`%s` mentions no memory, and `%s`, which is BEFORE, does", names[1], names[0]).Helpf("`:mem %s` shows its FUNMEM form", names[1])
	}
	sub, err := validate.Pair(before, b, after, a)
	if err != nil {
		return err
	}
	if err := cli.FixSizes([]*validate.Subject{sub}, ":validate", fixed); err != nil {
		return err
	}
	o := &validate.Options{Options: c.Settings.Options(), Tests: tests, Seed: 1, Branches: true, Progress: c.Progress.Inputs, Proof: proof.effort}
	asking, err := proof.Begin(verdict.Poll(ctx))
	if err != nil {
		return err
	}
	defer asking.Close()
	o.Second = asking.Tells()
	defer c.Progress.Begin()()
	r, err := validate.Validate(ctx, sub, o)
	if err != nil {
		return err
	}
	v := &cli.Validation{Options: o, Style: c.pal.Diag}
	v.Add(r)
	v.Explain(ctx, r, before)
	fmt.Fprint(c.out, v.Text())
	if err := asking.Told(c.out); err != nil {
		return err
	}
	again := fmt.Sprintf(":validate %s%s %s %d %s", proof.text, names[0], names[1], tests, fixed)
	fmt.Fprintf(c.out, "%s; again: %s\n", v.Summary(), strings.TrimSpace(again))
	c.fail(v.Status())
	return nil
}
