package examples_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"testing"

	"funmem/eval/validate"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/semantics/prove"
	"funmem/semantics/prove/intact"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// mutantsAsked asks for the mutants that docs/proofs.md tells of.
var mutantsAsked = flag.Int("mutants", 0, "try so many mutants of random programs: what is proved of them runs on 200 inputs")

// proof is what is proved of a program, and of its functions.
type proof struct {
	main bool // its statements
	defs map[string]bool
}

func (p *proof) some() bool { return p.main || len(p.defs) > 0 }

// ranBefore are functions that have run, by their text and that of all that they use.
type ranBefore map[string]bool

// key is such a text.
func key(p *syntax.Program, d *syntax.Def) string {
	by := func(name string) *syntax.Def {
		for _, e := range p.Defs() {
			if e.Name == name {
				return e
			}
		}
		return nil
	}
	outer, text := syntax.FreeVars(d), syntax.Print(d)
	for _, e := range syntax.Reached(d.Body, by) {
		outer, text = append(outer, syntax.FreeVars(e)...), text+syntax.Print(e)
	}
	if len(outer) > 0 {
		text += syntax.Print(p)
	}
	return text
}

// proofOf tells what is proved valid for all inputs.
func proofOf(p *syntax.Program) *proof {
	valid := func(d *syntax.Def) bool {
		open, done := intact.Program(prove.NewBudget(prove.MaxSteps), p, d, nil, nil)
		return done && len(open) == 0
	}
	out := &proof{main: valid(nil), defs: map[string]bool{}}
	for _, d := range p.Defs() {
		if valid(d) {
			out.defs[d.Name] = true
		}
	}
	return out
}

// contradicted runs what is proved of a program: the statements in three orders of the iterations, and each function on so many inputs, in three
// orders as well, against the value semantics, unless it has run before. It says how that shows that it is not valid; "": it does not. ran is how many inputs were compared.
func (t ranBefore) contradicted(a *validate.Program, p *proof, tests int) (why string, ran int, err error) {
	if p.main {
		if why := passtest.Contradicted(a.Core); why != "" {
			return why, 0, nil
		}
	}
	o := options(tests)
	o.Each, o.Unproved = 30_000, true
	for _, d := range a.Core.Defs() {
		text := key(a.Core, d)
		if !p.defs[d.Name] || t[text] {
			continue
		}
		s, err := validate.Alone(a, d, a)
		if err != nil {
			return "", ran, err
		}
		r, err := validate.Validate(context.Background(), s, o)
		switch {
		case err != nil:
			return "", ran, err
		case r.Word == validate.Refuted:
			return d.Name + ": " + r.Line(), ran, nil
		case r.Strays > 0:
			return fmt.Sprintf("%s: not consistent on %d inputs", d.Name, r.Strays), ran, nil
		}
		ran += r.Tests
		t[text] = true
	}
	return "", ran, nil
}

// TestProvedMutants: no mutant of a random program of which something is proved is shown not to be valid. With -mutants it tries as many as that asks for.
func TestProvedMutants(t *testing.T) {
	programs, inputs := testkit.Sample(60, 400), testkit.Sample(20, 50)
	if *mutantsAsked > 0 {
		programs, inputs = *mutantsAsked/2, 200
	}
	done, tried, ran, proved, whole := ranBefore{}, 0, 0, map[string]int{}, 0
	report := func() {
		t.Logf("%d programs; of so many something is proved: %v, all of %d; %d functions, %d inputs", tried, proved, whole, len(done), ran)
	}
	passtest.Check(t, programs, func(rt *rapid.T) {
		if *mutantsAsked > 0 && tried >= *mutantsAsked {
			return
		}
		p := passtest.Drawn(rt)
		core := p.Mem(rt).Core
		if line := rapid.SampledFrom([]string{"", "", "cpu", "gpu"}).Draw(rt, "pipeline"); line != "" { // blocks that are used again, and updates in place
			stages, err := p.Through(line, nil)
			if err != nil {
				rt.Fatal(err)
			}
			core = stages[len(stages)-1].Program
		}
		list := mutants(core)
		if len(list) > 12 {
			from := rapid.IntRange(0, len(list)-12).Draw(rt, "from")
			list = list[from : from+12]
		}
		for _, m := range append(slices.Clone(list), mutant{kind: "none", texts: []string{syntax.Print(core)}}) {
			for _, text := range m.texts {
				a, err := side("mutant", text)
				if err != nil {
					continue
				}
				if tried++; *mutantsAsked > 0 && tried%500 == 0 {
					report()
				}
				is := proofOf(a.Core)
				if !is.some() {
					continue
				}
				proved[m.kind]++
				if is.main && len(is.defs) == len(a.Core.Defs()) {
					whole++
				}
				why, n, err := done.contradicted(a, is, inputs)
				if ran += n; why != "" || err != nil {
					rt.Fatalf("%s: %s %v\n%s", m.kind, why, err, text)
				}
			}
		}
	})
	report()
	if ran == 0 {
		t.Error("no function ran")
	}
}

// TestProvedFound: of the mutants of docs/found.md none is proved but those that are equivalent to their originals: the page says so, or no input shows another
// value. Without -more it takes those of the right twins.
func TestProvedFound(t *testing.T) {
	page, err := os.ReadFile("../docs/found.md")
	if err != nil {
		t.Fatal(err)
	}
	files, of := seeds(t, testkit.More())
	typed, proved := 0, 0
	for _, file := range files {
		b, p := of(file)
		for _, m := range mutants(p.Core) {
			for _, text := range m.texts {
				a, err := side(file, text)
				if err != nil {
					continue
				}
				typed++
				if p := proofOf(a.Core); !p.main || len(p.defs) < len(a.Core.Defs()) {
					break
				}
				proved++
				is := &mutated{file: file, before: b, mutant: m}
				if !is.listed(string(page)) {
					if is.decide(); is.fate != equivalent {
						t.Errorf("%s is proved, and is not equivalent: %s\n%s", is, is.why, text)
					}
				}
				break // the first text that is well-typed counts
			}
		}
	}
	t.Logf("%d mutants are well-typed, %d of them are proved", typed, proved)
	if proved == 0 {
		t.Error("none is proved")
	}
}
