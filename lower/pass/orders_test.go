package pass_test

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"testing"

	"funmem/eval/validate"
	"funmem/internal/passtest"
	"funmem/lower/pass"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// checked runs a program through a list of passes with all checks, on so many inputs of
// each function. If short is set, only the last stage is compared with the first. The
// passes are then checked one by one only if something is wrong.
func checked(p *passtest.Program, list string, v *pass.Validator, short bool) (err error) {
	if list == "" {
		return nil // none of the drawn passes takes such a program
	}
	defer func() {
		if bug := recover(); bug != nil {
			err = fmt.Errorf("%v\n%s", bug, debug.Stack())
		}
	}()
	if short {
		stages, err := p.Through(list, nil)
		if err == nil {
			err = v.Validate(context.Background(), stages[0], stages[len(stages)-1])
		}
		if err == nil || isFailed(err) {
			return err
		}
		if _, one := p.Through(list, v); one != nil {
			return one
		}
		return fmt.Errorf("no pass alone is wrong, but all together are: %w", err)
	}
	_, err = p.Through(list, v)
	return err
}

func isFailed(err error) bool {
	var f *pass.Failed
	return errors.As(err, &f)
}

// report returns what a failure says: the program, the passes, and the two stages.
func report(p *passtest.Program, list string, err error) string {
	text := fmt.Sprintf("%s\n---- the program\n%s\n---- %v\n", list, syntax.Print(p.Core), err)
	var f *pass.Failed
	if errors.As(err, &f) {
		text += "---- before\n" + f.Before.Text + "\n---- after\n" + f.After.Text
	}
	return text
}

// TestRandomOrders runs random programs through random lists of passes that the table
// allows, with all checks.
func TestRandomOrders(t *testing.T) {
	v := passtest.Validator(3)
	passtest.Check(t, 250, func(rt *rapid.T) {
		p := passtest.Drawn(rt)
		list := passtest.Order(rt, p.Form, 8)
		v.Options.Seed = rapid.Int64().Draw(rt, "inputs")
		if err := checked(p, list, v, rapid.IntRange(0, 3).Draw(rt, "short") > 0); err != nil {
			rt.Fatalf("%s", report(p, list, err))
		}
	})
	known(t, v)
}

// TestRandomClaims does the same with FUNMEM programs. In them some arrays are claimed to
// lie where they do, and some, which nothing reads, to lie elsewhere.
func TestRandomClaims(t *testing.T) {
	v := passtest.Validator(3)
	passtest.Check(t, 60, func(rt *rapid.T) {
		p := passtest.Drawn(rt).Claimed(rt)
		list := passtest.Order(rt, p.Form, 6)
		v.Options.Seed = rapid.Int64().Draw(rt, "inputs")
		if err := checked(p, list, v, false); err != nil {
			rt.Fatalf("%s", report(p, list, err))
		}
	})
	known(t, v)
}

// TestIrregular does the same with programs that compute the rows of an irregular array, and the pipelines.
func TestIrregular(t *testing.T) {
	v := passtest.Validator(4)
	passtest.Check(t, 15, func(rt *rapid.T) {
		p := passtest.Irregular(rt)
		list := rapid.SampledFrom([]string{"cpu", "gpu", "introduce,dps", "introduce,infold,emr"}).Draw(rt, "passes")
		if err := checked(p, list, v, false); err != nil {
			rt.Fatalf("%s", report(p, list, err))
		}
	})
	known(t, v)
}

// TestExampleOrders does the same with some examples, or with -full several times with
// each.
func TestExampleOrders(t *testing.T) {
	v, examples := passtest.Validator(2), passtest.Examples(t)
	through := func(rt *rapid.T, p *passtest.Program) {
		list := passtest.Order(rt, p.Form, 8)
		v := v
		if p.Slow() {
			v = nil
		}
		if err := checked(p, list, v, false); err != nil {
			rt.Fatalf("%s: %s", p.Name, report(p, list, err))
		}
	}
	if !*full {
		passtest.Check(t, 12, func(rt *rapid.T) { through(rt, rapid.SampledFrom(examples).Draw(rt, "example")) })
	}
	for _, p := range examples {
		if *full {
			t.Run(p.Name, func(t *testing.T) { passtest.Check(t, 20, func(rt *rapid.T) { through(rt, p) }) })
		}
	}
	known(t, v)
}

// known fails if the validator could decide nothing about too many functions.
func known(t *testing.T, v *pass.Validator) {
	all := 0
	for _, n := range v.Words {
		all += n
	}
	t.Logf("%d inputs of %d functions and results: %v", v.Tests, all, v.Words)
	if n := v.Words[validate.Unknown] + v.Words[validate.StuckBefore]; 20*n > all {
		t.Errorf("of %d in %d nothing is known: %v", n, all, v.Words)
	}
}
