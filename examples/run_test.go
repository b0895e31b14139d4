package examples_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/lower/introduce"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/erase"
	"funmem/semantics/rule"
	"funmem/semantics/syntax"
)

// program is an example that was elaborated, or refused.
type program struct {
	unit  *elab.Unit
	fun   *syntax.Program // what the value semantics evaluates
	mem   *syntax.Program // what the heap semantics evaluates
	wrong error           // the error, if it was refused
}

// load parses and elaborates a text, and adds memory if it has none.
func load(t *testing.T, src *diag.Source, cov *rule.Coverage) program {
	t.Helper()
	p, err := syntax.Parse(src)
	if err != nil {
		return program{wrong: err}
	}
	s := elab.NewSession(cov)
	u, err := s.Program(p)
	if err != nil {
		return program{wrong: err}
	}
	out := program{unit: u, fun: u.Core, mem: u.Core}
	if u.Mem {
		out.fun = erase.Covered(u.Core, cov)
		return out
	}
	if out.mem, err = introduce.New().TransformProgram(u.Core, s.Supply()); err != nil {
		t.Fatal(err)
	}
	if err := s.Adopt(out.mem); err != nil {
		t.Fatalf("%s: the FUNMEM form is not well-typed: %v", src.Name, err)
	}
	return out
}

// source reads an example; messages name it by its path in this folder.
func source(t *testing.T, file string) *diag.Source {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return diag.NewSource(file, string(text))
}

// values evaluates a program under the value semantics.
func (p program) values(t *testing.T, opts engine.Options) ([]value.Val, error) {
	t.Helper()
	v, err := value.New(opts).Run(context.Background(), p.fun)
	return v, stuckOnly(t, err)
}

// check returns the verdict on a program.
func (p program) check(t *testing.T, opts engine.Options) *validity.Verdict {
	t.Helper()
	v, err := validity.Check(context.Background(), p.mem, opts)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// stuckOnly returns an error that says that a program is stuck; other errors fail the test.
func stuckOnly(t *testing.T, err error) error {
	t.Helper()
	var d *diag.Diagnostic
	if err != nil && (!errors.As(err, &d) || d.Kind != diag.Stuck) {
		t.Fatal(err)
	}
	return err
}

// schedule returns an order of iterations by its name.
func schedule(t *testing.T, name string) engine.Schedule {
	t.Helper()
	s, err := engine.ParseSchedule(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// shown returns one line for each result, without blocks.
func shown(v []value.Val, blocks func(i int) bool) string {
	var b strings.Builder
	for i := range v {
		if !blocks(i) {
			fmt.Fprintln(&b, value.Format(v[i], 0))
		}
	}
	return b.String()
}

// saidOf returns what the header of an example says: ok, or what is wrong, in this order, and then
// the kinds of warnings.
func saidOf(p program, v *validity.Verdict) string {
	if p.wrong != nil {
		return diag.Of(p.wrong)[0].Kind.String()
	}
	var words []string
	add := func(on bool, word string) {
		if on && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	add(v.OK, "ok")
	add(v.Stuck != nil, "stuck")
	add(!v.RaceFree, "race")
	add(v.Stuck == nil && !v.Valid, "invalid")
	add(v.Stuck == nil && v.Valid && !v.Consistent, "inconsistent")
	for _, w := range v.Warnings {
		add(true, w.Kind)
	}
	return strings.Join(words, ", ")
}
