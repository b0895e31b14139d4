package repl

import (
	"context"
	"strings"
	"time"

	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// proveCommand tells whether a function, or an expression, is proved valid for all inputs, and what is not shown of it.
func (c *Console) proveCommand(ctx context.Context, arg string) error {
	subject, second, err := proofOf(arg)
	if err != nil {
		return err
	}
	if err := c.CatchUp(ctx); err != nil {
		return err
	}
	mem, def, err := c.formOf(ctx, subject)
	if err != nil {
		return err
	}
	defer c.Progress.Begin()()
	found, err := c.Session.Prove(ctx, mem, []*syntax.Def{def}, second)
	if found != nil {
		c.printf("%s", found.Text(c.pal.Diag))
	}
	return err
}

// proofOf separates the options of :prove from what is to be proved. Options have a value each.
func proofOf(arg string) (subject string, second session.Second, err error) {
	second = session.DefaultSecond()
	words := strings.Fields(arg)
	var rest []string
	for k := 0; k < len(words); k++ {
		name, dashed := strings.CutPrefix(words[k], "--")
		if !dashed {
			rest = append(rest, words[k])
			continue
		}
		name, value, given := strings.Cut(name, "=")
		if !given && k+1 < len(words) {
			k++
			value = words[k]
		}
		if err := setSecond(&second, name, value); err != nil {
			return "", second, err
		}
	}
	if len(rest) == len(words) { // nothing was taken away
		return arg, second, nil
	}
	return strings.Join(rest, " "), second, nil
}

// secondNames are the options of :prove, as on the command line.
var secondNames = []string{"prover", "prover-time", "smt"}

func setSecond(s *session.Second, name, value string) error {
	switch {
	case name != "prover" && name != "prover-time" && name != "smt":
		d := diag.Usagef("`:prove` has no option --%s", name)
		if near := diag.Nearest(name, secondNames); near != "" {
			return d.Helpf("did you mean --%s?", near)
		}
		return d.Helpf("it has --%s", strings.Join(secondNames, ", --"))
	case value == "":
		return diag.Usagef("`--%s` needs a value", name).Helpf("write `--prover z3`, `--prover-time 5s`, `--smt DIR`")
	case name == "prover":
		s.Prover = value
	case name == "smt":
		s.Dir = value
	default:
		limit, err := time.ParseDuration(value)
		if err != nil || limit <= 0 {
			return diag.Usagef("--prover-time takes a time, found %q", value).Helpf("write `--prover-time 5s`, or 500ms, or 2m")
		}
		s.Limit = limit
	}
	return nil
}
