package examples_test

import (
	"context"
	"strings"
	"testing"

	"funmem/eval/validate"
	"funmem/internal/testkit"
	"funmem/lower/toimp"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/std"
	"funmem/semantics/syntax"
)

// formIMP returns the IMP form of a FUNMEM program, or of one def of it, printed and read again.
func formIMP(t *testing.T, mem *validate.Program, def *syntax.Def) *validate.Program {
	t.Helper()
	p, _, err := toimp.Program(mem.Core, toimp.Options{Def: def})
	if err != nil {
		t.Fatal(err)
	}
	return validate.OfIMP(reread(t, p), mem.Name+" in IMP")
}

// subjectsIMP pairs each def of a program, and its results, with their IMP forms.
func subjectsIMP(t *testing.T, b, mem *validate.Program) (list []*validate.Subject) {
	t.Helper()
	for _, d := range mem.Core.Defs() {
		after := formIMP(t, mem, d)
		for _, f := range b.Core.Defs() {
			if f.Name != d.Name {
				continue
			}
			s, err := validate.PairIMP(b, f, after)
			if err != nil {
				t.Errorf("%s and %s: %v", b.Name, d.Name, err)
				continue
			}
			list = append(list, s)
		}
	}
	if len(mem.Core.Main().Res) > 0 {
		subjects, err := validate.Subjects(b, formIMP(t, mem, nil))
		if err != nil {
			t.Errorf("%s: %v", b.Name, err)
		}
		list = append(list, subjects...)
	}
	return list
}

// library is all functions of the library as one program.
func library(t *testing.T) *validate.Program {
	t.Helper()
	p := &syntax.Program{}
	for _, name := range std.Names() {
		p.Decls = append(p.Decls, std.Def(name))
	}
	s := elab.NewSession(nil)
	u, err := s.Program(p)
	if err != nil {
		t.Fatal(err)
	}
	return &validate.Program{Unit: u, Name: "the library", Supply: s.Supply()}
}

// TestIdentityIMP validates each example, and the library, against the IMP forms of their defs and
// results.
func TestIdentityIMP(t *testing.T) {
	o := options(testkit.Sample(4, 12))
	if *full {
		o = options(150)
	}
	o.Each, o.Memory, o.Unproved = 200_000, 1<<28, true
	words := map[validate.Word]int{}
	check := func(file string, s *validate.Subject) {
		r, err := validate.Validate(context.Background(), s, o)
		if err != nil {
			t.Fatal(err)
		}
		limited := strings.HasPrefix(r.Reason, "BEFORE runs into a limit on ") || strings.HasPrefix(r.Reason, "AFTER runs into a limit on ")
		short := r.Word == validate.Unknown && r.Tests >= 10 && limited // they have a tenth of the usual steps
		if r.Word != validate.Valid && !short && !narrow[file+": "+s.Name] {
			t.Errorf("%s: %s", file, r.Text(diag.Plain, nil, nil))
		}
		words[r.Word]++
	}
	b := library(t)
	for _, s := range subjectsIMP(t, b, form(t, b)) {
		check(b.Name, s)
	}
	for _, file := range rightPrograms(t) {
		for _, s := range subjectsIMP(t, sideOf(t, file), inMemory(t, file)) {
			if std.Def(s.Name) == nil {
				check(file, s)
			}
		}
	}
	if n := words[validate.Valid]; n < 200 {
		t.Errorf("%d subjects are valid: %v", n, words)
	}
	t.Log(words)
}
