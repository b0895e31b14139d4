package shortcircuit_test

import (
	"context"
	"flag"
	"os"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/internal/passtest"
	"funmem/lower/pass"
	"funmem/semantics/diag"
)

// TestMain runs fewer random programs than usual unless a number is given.
func TestMain(m *testing.M) {
	flag.Parse()
	asked := false
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "rapid.checks" })
	if !asked {
		if err := flag.Set("rapid.checks", "30"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// run runs passes over a program, with all checks of the output, on so many inputs of each
// function. Slow inputs are left out.
func run(p *passtest.Program, list string, tests int) ([]*pass.Stage, error) {
	steps, err := pass.Steps(list, p.Form)
	if err != nil {
		return nil, err
	}
	m := &pass.Manager{Supply: p.Supply, Elaborate: pass.Elaborate}
	v := &pass.Validator{Style: diag.Plain, Options: validate.Options{Options: engine.Options{Memory: 1 << 30}, Tests: tests, Seed: 1, Each: 200_000, Unproved: true, Proof: validity.NoProof}}
	m.Validate = func(ctx context.Context, before, after *pass.Stage) error {
		if tests == 0 || before.Form == pass.Fun {
			return nil
		}
		return v.Validate(ctx, before, after)
	}
	return passtest.Limited(func(ctx context.Context) ([]*pass.Stage, error) { return m.Run(ctx, p.Core, p.Form, steps) })
}
