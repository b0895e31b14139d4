package passtest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/heap"
	"funmem/internal/testkit"
	"funmem/lower/introduce"
	"funmem/lower/pass"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// Tests is the number of inputs on which each function of an example is validated in the
// tests of one pass. The tests of package pass run all examples with all passes.
var Tests = flag.Int("tests", 0, "on how many inputs each function of an example is validated")

// Program is a program to run passes over.
type Program struct {
	Name   string
	Form   pass.Form
	Core   *syntax.Program
	Supply *syntax.Supply
}

// Parse elaborates a program of Fun or FUNMEM.
func Parse(t testing.TB, name, text string) *Program {
	t.Helper()
	p, err := parse(name, text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return p
}

func parse(name, text string) (*Program, error) {
	src, err := syntax.Parse(diag.NewSource(name, text))
	if err != nil {
		return nil, err
	}
	s := elab.NewSession(nil)
	u, err := s.Program(src)
	if err != nil {
		return nil, err
	}
	p := &Program{Name: name, Form: pass.Fun, Core: u.Core, Supply: s.Supply()}
	if u.Mem {
		p.Form = pass.FunMem
	}
	return p, nil
}

// Chunks returns the programs of a file of test data with memory, each named by its first
// line.
func Chunks(t *testing.T, path string) []*Program {
	t.Helper()
	var list []*Program
	for _, c := range testkit.Chunks(t, path) {
		text := strings.TrimSpace(c.Source.Text)
		title, _, _ := strings.Cut(text, "\n")
		list = append(list, Parse(t, title, text).Mem(t))
	}
	return list
}

// Mem returns the program with memory.
func (p *Program) Mem(t rapid.TB) *Program {
	t.Helper()
	if p.Form == pass.FunMem {
		return p
	}
	m, err := introduce.New().TransformProgram(p.Core, p.Supply)
	if err != nil {
		t.Fatalf("%s: %v", p.Name, err)
	}
	return &Program{p.Name, pass.FunMem, m, p.Supply}
}

// Run runs a list of passes with all checks. It reads the printed text again, and checks
// the types, what each pass ensures, and that each stage is a valid and race-free form of
// the one before. It validates on so many inputs of each function, with three schedules
// each; 0 validates nothing.
func (p *Program) Run(list string, tests int) ([]*pass.Stage, error) {
	if tests == 0 {
		return p.Through(list, nil)
	}
	return p.Through(list, Validator(tests))
}

// testMemory and testSteps are what each input of a validated function may take. mostMemory and mostPolls are what
// passes and validations may take together: some thousand times what they usually take.
const (
	testMemory = 1 << 28
	testSteps  = 20_000_000
	mostMemory = 2 << 30
	mostPolls  = 1 << 30
)

// Limited runs passes and validations in a context that ends if they take far more memory or steps than they should.
// Then the test fails and names its program, instead of the process being killed.
func Limited(run func(ctx context.Context) ([]*pass.Stage, error)) ([]*pass.Stage, error) {
	ctx, end := engine.Watch(context.Background(), mostMemory)
	defer end()
	stages, err := run(engine.WithSteps(ctx, mostPolls))
	var stopped *engine.Interrupted
	if errors.As(err, &stopped) {
		err = fmt.Errorf("stopped: %w", stopped.Cause)
	}
	return stages, err
}

// Validator returns the validator of Run.
func Validator(tests int) *pass.Validator {
	return &pass.Validator{Elaborate: pass.Elaborate, Style: diag.Plain, Options: validate.Options{Options: engine.Options{Memory: testMemory}, Tests: tests, Seed: 1, Steps: testSteps, Unproved: true, Proof: validity.NoProof}}
}

// Through does what Run does with a validator, which may be nil.
func (p *Program) Through(list string, v *pass.Validator) ([]*pass.Stage, error) {
	steps, err := pass.Steps(list, p.Form)
	if err != nil {
		return nil, err
	}
	m := &pass.Manager{Supply: p.Supply, Elaborate: pass.Elaborate}
	if v != nil {
		m.Validate = v.Validate
	}
	return Limited(func(ctx context.Context) ([]*pass.Stage, error) { return m.Run(ctx, p.Core, p.Form, steps) })
}

// Fits runs a list of passes as Run does, on programs that do not run out of memory. It is an error if a stage runs out
// of memory where the one before does not. Run takes that for a limit of the machine.
func (p *Program) Fits(list string, tests int) error {
	v := Validator(tests)
	stages, err := p.Through(list, v)
	after := func(why string) bool { return strings.HasPrefix(why, "AFTER ") }
	if err == nil && slices.ContainsFunc(v.Reasons, after) {
		err = fmt.Errorf("%s\n%s", v.Summary(), stages[len(stages)-1].Text)
	}
	return err
}

// Last returns the last stage of Run, which has to succeed.
func (p *Program) Last(t testing.TB, list string, tests int) *pass.Stage {
	t.Helper()
	stages, err := p.Run(list, tests)
	if err != nil {
		t.Fatalf("%s: %s: %v%s", p.Name, list, err, Programs(err))
	}
	return stages[len(stages)-1]
}

// Programs returns the two programs of a failure, for messages.
func Programs(err error) string {
	f, ok := err.(*pass.Failed)
	if !ok {
		return ""
	}
	return "\n---- before\n" + f.Before.Text + "\n---- after\n" + f.After.Text
}

// Explain returns the notes of a stage, one to a line, for golden files.
func Explain(s *pass.Stage) string {
	var b strings.Builder
	for _, n := range s.Notes {
		b.WriteString(n.Line() + "\n")
		for _, r := range n.Reasons {
			b.WriteString("  " + r.Msg + "\n")
		}
	}
	return b.String()
}

// Measure runs the results of a FUNMEM program and returns how much memory that took.
func Measure(t rapid.TB, p *syntax.Program) heap.Usage {
	t.Helper()
	out, err := memory.New(memory.Options{Options: engine.Options{Memory: testMemory}}).Run(context.Background(), p)
	if err != nil {
		t.Fatalf("%v\n%s", err, syntax.Print(p))
	}
	return out.Usage
}

// Layouts returns the warnings about results of a FUNMEM program that do not fill their
// blocks.
func Layouts(t rapid.TB, p *syntax.Program) (list []string) {
	t.Helper()
	out, err := memory.New(memory.Options{Options: engine.Options{Memory: testMemory}}).Run(context.Background(), p)
	if err != nil {
		t.Fatalf("%v\n%s", err, syntax.Print(p))
	}
	for _, w := range out.Warnings {
		if w.Kind == "layout" {
			list = append(list, w.Message)
		}
	}
	return list
}

// Examples returns the programs in examples/, except those that are wrong on purpose. The
// calling package lies two folders below the root.
func Examples(t testing.TB) []*Program {
	t.Helper()
	root := filepath.Join(testkit.Root(t), "examples")
	var list []*Program
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "wrong" || d.Name() == "errata" || d.Name() == "testdata"):
			return filepath.SkipDir
		case filepath.Ext(path) != ".fun":
			return nil
		}
		name, _ := filepath.Rel(root, path)
		text := whole(t, path)
		p, err := parse(filepath.ToSlash(name), text)
		if err != nil { // what it prints may need inputs
			p, err = parse(filepath.ToSlash(name), resultLine.ReplaceAllString(text, ""))
		}
		if err != nil {
			t.Fatal(err)
		}
		if len(syntax.FreeVars(p.Core)) == 0 {
			list = append(list, p)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

var (
	importLine = regexp.MustCompile(`(?m)^import "(.*)"$`)
	resultLine = regexp.MustCompile(`(?m)^\w[\w.]*\(.*\)$`)
)

// whole returns a file followed by the files that it imports.
func whole(t testing.TB, path string) string {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := string(file)
	for _, m := range importLine.FindAllStringSubmatch(text, -1) {
		text += whole(t, filepath.Join(filepath.Dir(path), m[1]))
	}
	return importLine.ReplaceAllString(text, "")
}

// Random draws a random well-typed program of Fun.
func Random(t *rapid.T) *Program { return random(t, testkit.Program(t)) }

// Irregular draws a random program that makes the rows of an irregular array, or is written where one is wanted.
func Irregular(t *rapid.T) *Program {
	if rapid.Bool().Draw(t, "wanted") {
		text, _ := testkit.Wanted(t, false)
		return random(t, text)
	}
	return random(t, testkit.Irregular(t))
}

func random(t *rapid.T, text string) *Program {
	p, err := parse("random", text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

// Drawn draws a random program of one of the kinds of testkit, sometimes already with
// memory.
func Drawn(t *rapid.T) *Program {
	kinds := []func(*rapid.T) string{testkit.Sized, testkit.Program, testkit.Sized, testkit.Updates, testkit.Sized, testkit.Parts, testkit.Sizes, testkit.Huge}
	p := random(t, rapid.SampledFrom(kinds).Draw(t, "kind")(t))
	if rapid.IntRange(0, 4).Draw(t, "memory") == 0 {
		return p.Mem(t)
	}
	return p
}

// Check is rapid.Check with a number of programs of its own, unless -rapid.checks asks for one, because running passes
// with all checks takes time. Without -more it runs a quarter of that number. A number above the default is split over
// several seeds in turn.
func Check(t *testing.T, checks int, property func(*rapid.T)) {
	t.Helper()
	checks = testkit.Sample((checks+3)/4, checks)
	given, seed := flag.Lookup("rapid.checks"), flag.Lookup("rapid.seed")
	first := seed.Value.String()
	defer func() { _ = seed.Value.Set(first) }()
	for most, _ := strconv.Atoi(given.DefValue); checks > most && given.Value.String() == given.DefValue; checks -= most {
		rapid.Check(t, property)
		if n, err := strconv.ParseUint(seed.Value.String(), 10, 64); err == nil && n > 0 {
			_ = seed.Value.Set(strconv.FormatUint(n+1, 10))
		}
	}
	left := checks
	if given.Value.String() != given.DefValue {
		left = math.MaxInt
	}
	rapid.Check(t, func(rt *rapid.T) {
		if left == 0 {
			return
		}
		left--
		failed := true
		defer func() {
			if failed {
				left = math.MaxInt // it is being made smaller now
			}
		}()
		property(rt)
		failed = false
	})
}

// slow are the examples whose validation takes many seconds.
var slow = map[string]bool{"nas/cg.fun": true, "nas/mg.fun": true, "outlines.fun": true}

// Slow tells whether validating the program takes many seconds.
func (p *Program) Slow() bool { return slow[p.Name] }
