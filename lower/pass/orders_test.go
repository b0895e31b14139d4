package pass_test

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"funmem/eval/validate"
	"funmem/lower/pass"
	"funmem/lower/passtest"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// order draws a list of passes that the table allows for a program of the form: some
// passes, once or more often, each with random values of its options, of which the next
// is always one that may stand before all that are left.
func order(t *rapid.T, form pass.Form, most int) string {
	var left, list []string
	for range rapid.IntRange(1, most).Draw(t, "length") {
		if s := step(t); legal(form, s) {
			left = append(left, s)
		}
	}
	for len(left) > 0 {
		k := rapid.IntRange(0, len(left)-1).Draw(t, "next")
		next := slices.IndexFunc(append(slices.Clone(left[k:]), left[:k]...), func(s string) bool { return before(form, s, left) })
		if next < 0 { // introduce stands nowhere twice
			left = slices.Delete(left, k, k+1)
			continue
		}
		k = (k + next) % len(left)
		list, left = append(list, left[k]), slices.Delete(left, k, k+1)
	}
	return strings.Join(list, ",")
}

// step draws a pass with options.
func step(t *rapid.T) string {
	p := rapid.SampledFrom(pass.Passes()).Draw(t, "pass")
	text := p.Name
	for _, o := range p.Options {
		if rapid.Bool().Draw(t, "option") {
			text += ":" + o.Name + "=" + rapid.SampledFrom(o.Values).Draw(t, "value")
		}
	}
	return text
}

// legal tells whether passes may stand in this order.
func legal(form pass.Form, list ...string) bool {
	_, err := pass.Steps(strings.Join(list, ","), form)
	return err == nil
}

// before tells whether a pass may stand before all others of a list.
func before(form pass.Form, s string, list []string) bool {
	k := slices.Index(list, s)
	for i, other := range list {
		if i != k && !legal(form, s, other) {
			return false
		}
	}
	return true
}

// checked runs a program through a list of passes with all checks, on so many inputs of
// each function. Where it is in short, the last stage alone is compared with the first,
// and the passes one by one only if something is wrong.
func checked(p *passtest.Program, list string, v *pass.Validator, short bool) (err error) {
	if list == "" {
		return nil // none of the passes that were drawn is for such a program
	}
	endless := time.AfterFunc(2*time.Minute, func() { panic(report(p, list, errors.New("it does not end"))) })
	defer endless.Stop()
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

// report is what a failure says: the program, the passes, and the two stages.
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
		list := order(rt, p.Form, 8)
		v.Options.Seed = rapid.Int64().Draw(rt, "inputs")
		if err := checked(p, list, v, rapid.IntRange(0, 3).Draw(rt, "short") > 0); err != nil {
			rt.Fatalf("%s", report(p, list, err))
		}
	})
	known(t, v)
}

// TestRandomClaims does it to programs with memory in which arrays are claimed to lie where
// they do, and to lie elsewhere, where nothing reads them.
func TestRandomClaims(t *testing.T) {
	v := passtest.Validator(3)
	passtest.Check(t, 60, func(rt *rapid.T) {
		p := passtest.Drawn(rt).Claimed(rt)
		list := order(rt, p.Form, 6)
		v.Options.Seed = rapid.Int64().Draw(rt, "inputs")
		if err := checked(p, list, v, false); err != nil {
			rt.Fatalf("%s", report(p, list, err))
		}
	})
	known(t, v)
}

// TestExampleOrders does it to examples: to some, or with -full to each of them, several
// times.
func TestExampleOrders(t *testing.T) {
	v, examples := passtest.Validator(2), passtest.Examples(t)
	through := func(rt *rapid.T, p *passtest.Program) {
		list := order(rt, p.Form, 8)
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
			t.Run(p.Name, func(t *testing.T) { passtest.Check(t, 5, func(rt *rapid.T) { through(rt, p) }) })
		}
	}
	known(t, v)
}

// known fails where the validator found nothing out about too many functions.
func known(t *testing.T, v *pass.Validator) {
	all := 0
	for _, n := range v.Words {
		all += n
	}
	t.Logf("%d inputs of %d functions and results: %v", v.Tests, all, v.Words)
	if n := v.Words[validate.Unknown] + v.Words[validate.StuckBefore]; 50*n > all {
		t.Errorf("of %d in %d nothing is known: %v", n, all, v.Words)
	}
}
