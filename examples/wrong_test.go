package examples_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"funmem/eval/engine"
	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/internal/testkit"
	"funmem/lower/introduce"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// full makes the tests of validate run all mutants, and more inputs.
var full = flag.Bool("full", false, "all mutants, and more inputs, which takes minutes")

// most is how many elements an array of a counterexample may have.
const most = 4

var beforeLine = regexp.MustCompile(`(?m)^-- before: (.*)$`)

// before returns the program that a program of wrong/ or right/ is a form of.
func before(t *testing.T, file string) string {
	t.Helper()
	m := beforeLine.FindStringSubmatch(source(t, file).Text)
	if m == nil {
		t.Fatalf("%s has no line `-- before: FILE`", file)
	}
	return filepath.ToSlash(filepath.Join(filepath.Dir(file), m[1]))
}

// validated tells whether a program is only there for validate.
func validated(t *testing.T, file string) bool {
	t.Helper()
	switch filepath.ToSlash(filepath.Dir(file)) {
	case "before", "right":
		return true
	case "wrong":
		return !headerLine.MatchString(source(t, file).Text)
	}
	return false
}

// side is a program as validate takes it, or the error of its elaboration.
func side(name, text string) (*validate.Program, error) {
	p, err := syntax.Parse(diag.NewSource(name, text))
	if err != nil {
		return nil, err
	}
	s := elab.NewSession(nil)
	u, err := s.Program(p)
	if err != nil {
		return nil, err
	}
	return &validate.Program{Unit: u, Name: name, Supply: s.Supply()}, nil
}

// sideOf is a program that is well-typed.
func sideOf(t *testing.T, file string) *validate.Program {
	t.Helper()
	p, err := side(file, source(t, file).Text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// inMemory returns the FUNMEM form of a program, printed and read again.
func inMemory(t *testing.T, file string) *validate.Program {
	t.Helper()
	return form(t, sideOf(t, file))
}

// form is inMemory of a program.
func form(t *testing.T, p *validate.Program) *validate.Program {
	t.Helper()
	if p.Mem {
		return p
	}
	mem, err := introduce.New().TransformProgram(p.Core, p.Supply)
	if err != nil {
		t.Fatal(err)
	}
	out, err := side(p.Name+" in memory", syntax.Print(mem))
	if err != nil {
		t.Fatalf("%s: its FUNMEM form: %v\n%s", p.Name, err, syntax.Print(mem))
	}
	return out
}

// options returns the options of a validation that depends neither on time nor on the memory of other tests in this
// process.
func options(tests int) *validate.Options {
	return &validate.Options{Options: engine.Options{Memory: 1 << 31}, Tests: tests, Seed: 1, Each: 1 << 40}
}

// compare validates everything that two programs have in common.
func compare(t *testing.T, b, a *validate.Program, tests int) []*validate.Result {
	t.Helper()
	subjects, err := validate.Subjects(b, a)
	if err != nil {
		t.Fatalf("%s and %s: %v", b.Name, a.Name, err)
	}
	var list []*validate.Result
	for _, s := range subjects {
		r, err := validate.Validate(context.Background(), s, options(tests))
		if err != nil {
			t.Fatalf("%s and %s: %v", b.Name, a.Name, err)
		}
		list = append(list, r)
	}
	return list
}

// refuted returns the first result that refutes, or nil.
func refuted(results []*validate.Result) *validate.Result {
	for _, r := range results {
		if r.Word == validate.Refuted {
			return r
		}
	}
	return nil
}

// foundBy says which check showed a failure.
func foundBy(r *validate.Result) string {
	v := r.Failure.Verdict
	switch r.Failure.Kind {
	case validate.Stuck:
		return "stuck: " + v.Stuck.Rule
	case validate.Racy:
		for _, k := range v.Kernels {
			if k.Race != nil {
				return "races: " + k.Race.Kind
			}
		}
	case validate.Invalid:
		if v.Overwrite != nil {
			return "validity: a call changes its argument"
		}
		return "validity: a result differs"
	case validate.Overwriting:
		return "validity: an argument is overwritten"
	}
	return "values: the erased forms differ"
}

// largest returns the number of elements of the largest argument.
func largest(r *validate.Result) int {
	n := 0
	for _, a := range r.Failure.Input.Arrays {
		n = max(n, a.Elems.Len())
	}
	return n
}

// TestTwins validates the programs of wrong/ and of right/ against the programs that they are forms of. The wrong ones
// must be refuted with a small counterexample; the right ones must pass. The table is in docs/found.md.
func TestTwins(t *testing.T) {
	tests, ofRight := 150, testkit.Sample(20, 150)
	if *full {
		tests, ofRight = 2000, 2000
	}
	files := glob(t, "wrong/*.fun")
	var table strings.Builder
	table.WriteString("| program | found by | counterexample | elements | input | time |\n|---|---|---|---|---|---|\n")
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".fun")
		right := "right/" + name + ".fun"
		b := before(t, file)
		if other := before(t, right); other != b {
			t.Errorf("%s is a form of %s, and %s of %s", file, b, right, other)
		}
		for _, r := range compare(t, sideOf(t, b), sideOf(t, right), ofRight) {
			if r.Word != validate.Valid || r.Tests == 0 {
				t.Errorf("%s: %s", right, r.Line())
			}
		}
		start := time.Now()
		r := refuted(compare(t, sideOf(t, b), sideOf(t, file), tests))
		took := time.Since(start)
		if r == nil {
			t.Errorf("%s passes", file)
			continue
		}
		if r.ValidStatus() != validity.Refuted || r.Bug != nil {
			t.Errorf("%s is %s: %v", file, r.ValidStatus(), r.Bug)
		}
		if n := largest(r); n > most {
			t.Errorf("%s: the counterexample has an array of %d elements: %s", file, n, r.Subject.Text(r.Failure.Input))
		}
		input := r.Subject.Text(r.Failure.Input)
		if input == "" {
			input = "no arguments"
		} else {
			input = "`" + input + "`"
		}
		fmt.Fprintf(&table, "| [%s](../examples/%s) | %s | %s | %d | %d | %.1f ms |\n", name, file, foundBy(r), input, largest(r), r.Number, 1000*took.Seconds())
	}
	for _, file := range glob(t, "right/*.fun") {
		if _, err := os.Stat(strings.Replace(file, "right/", "wrong/", 1)); err != nil {
			t.Errorf("%s has no wrong twin", file)
		}
	}
	if len(files) < 40 {
		t.Errorf("%d programs", len(files))
	}
	if !*full { // the random inputs differ then
		section(t, "twins", table.String())
	}
}

// times matches the column of times, which differ from run to run.
var times = regexp.MustCompile(`[0-9.]+ ms`)

// section compares a part of docs/found.md, without the times, or writes it under -update.
func section(t *testing.T, name, got string) {
	t.Helper()
	testkit.Section(t, "../docs/found.md", name+": go test ./examples", got, times)
}

// narrow are the functions of examples that accept few inputs, or run forever on most.
var narrow = map[string]bool{"the library: split": true, "the library: split_f64": true, "livermore/loop4.fun: banded": true, "sac/relax.fun: relaxed": true}

// TestIdentity validates each example against its own FUNMEM form, and that form against itself, so that a checker that
// refuses everything fails. Some functions run forever on some inputs; these are skipped.
func TestIdentity(t *testing.T) {
	o := options(testkit.Sample(4, 12))
	if *full {
		o = options(150)
	}
	o.Each, o.Memory, o.Unproved = 200_000, 1<<28, true
	for _, file := range rightPrograms(t) {
		mem := inMemory(t, file)
		for _, b := range []*validate.Program{sideOf(t, file), mem} {
			subjects, err := validate.Subjects(b, mem)
			if err != nil {
				t.Errorf("%s: %v", file, err)
				continue
			}
			for _, s := range subjects {
				r, err := validate.Validate(context.Background(), s, o)
				if err != nil {
					t.Fatal(err)
				}
				if r.Word != validate.Valid && !narrow[file+": "+s.Name] {
					t.Errorf("%s: %s", file, r.Text(diag.Plain, nil, nil))
				}
			}
		}
	}
}

// onlyBeside are the programs of wrong/ whose only mistake is that they are no form of the program before: one computes
// something else, and one has a star.
var onlyBeside = []string{"wrong/futhark-2346.fun", "wrong/inplace-star.fun"}

// TestWrongBefore validates each wrong program against itself. The report must say that BEFORE is wrong.
func TestWrongBefore(t *testing.T) {
	for _, file := range glob(t, "wrong/*.fun") {
		p := sideOf(t, file)
		right := !slices.ContainsFunc(compare(t, p, p, testkit.Sample(50, 100)), func(r *validate.Result) bool { return r.Failure != nil })
		if right != slices.Contains(onlyBeside, file) {
			t.Errorf("%s as BEFORE: right is %t", file, right)
		}
	}
}

// rightPrograms are the examples that are not wrong, and need no input.
func rightPrograms(t *testing.T) []string {
	t.Helper()
	list := slices.Concat(glob(t, "before/*.fun"), glob(t, "right/*.fun"))
	for _, file := range files(t) {
		if header(source(t, file).Text) == "ok" {
			list = append(list, file)
		}
	}
	for _, file := range referenced(t) {
		list = append(list, file)
	}
	slices.Sort(list)
	return slices.DeleteFunc(list, func(file string) bool {
		_, err := side(file, source(t, file).Text)
		return err != nil
	})
}
