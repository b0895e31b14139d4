package repl

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/verdict"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/pass"
	"funmem/repl/cli"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// TestEdited takes random programs, and those of the examples and of the type tests; some are with memory and after
// some passes. It edits their trees at random. With every edit that the types accept it does what a user does: check
// it, run it in all engines, lower it by passes in any order, and validate it against the program before the edit.
// Nothing may show a bug of ours, and the engines must agree.
func TestEdited(t *testing.T) {
	texts, dir := written(t), t.TempDir()
	count := map[string]int{}
	passtest.Check(t, 30, func(rt *rapid.T) {
		// rapid prefers small numbers, which would always pick the first choices here.
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "choices"), 1))
		base := formed(rt, r, drawn(rt, r, texts))
		for range 1 + r.IntN(8) {
			e := &editedProgram{T: rt, Rand: r, dir: dir, base: base, text: passtest.Edited(rt, base), count: count}
			if e.text == "" {
				count["not printed"]++
			} else if e.elaborate() {
				e.commands()
				e.engines()
			}
		}
	})
	words := make([]string, 0, len(count))
	for word, n := range count {
		words = append(words, fmt.Sprintf("%7d %s", n, word))
	}
	slices.Sort(words)
	t.Logf("\n%s", strings.Join(words, "\n"))
	if 20*count["well-typed"] < count["refused by the types"] {
		t.Errorf("too few programs are well-typed")
	}
}

// written returns programs that people wrote: short examples, right and wrong, and those of the type tests.
func written(t *testing.T) []string {
	var texts []string
	for _, pattern := range []string{"../examples/*.fun", "../examples/*/*.fun"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if len(text) < 2500 && !bytes.Contains(text, []byte("import")) {
				texts = append(texts, string(text))
			}
		}
	}
	for _, file := range []string{"fun.fun", "mem.fun"} {
		for _, c := range testkit.Chunks(t, "../semantics/check/testdata/"+file) {
			texts = append(texts, c.Source.Text)
		}
	}
	texts = slices.DeleteFunc(texts, func(text string) bool {
		_, err := syntax.Parse(diag.NewSource("", text))
		return err != nil
	})
	if len(texts) < 100 {
		t.Fatalf("%d programs", len(texts))
	}
	return texts
}

// drawn returns a random program, or one that somebody wrote.
func drawn(t *rapid.T, r *rand.Rand, texts []string) string {
	kinds := []func(*rapid.T) string{testkit.Sized, testkit.Program, testkit.Updates, testkit.Parts, testkit.Sizes, testkit.Huge}
	if r.IntN(2) == 0 {
		return texts[r.IntN(len(texts))]
	}
	return kinds[r.IntN(len(kinds))](t)
}

// formed returns a program as it is, or as some passes transform it. If they cannot, it returns the program unchanged.
func formed(t *rapid.T, r *rand.Rand, text string) string {
	if r.IntN(5) == 0 {
		return text
	}
	u, supply, err := elaborated(text)
	if err != nil {
		return text
	}
	p := &passtest.Program{Name: "base", Form: cli.FormOf(u), Core: u.Core, Supply: supply}
	list := passtest.Order(t, p.Form, 4)
	if p.Form == pass.Fun && !strings.Contains(list, "introduce") && r.IntN(5) > 0 {
		list = strings.TrimPrefix(list+",introduce", ",")
	}
	if list == "" {
		return text
	}
	stages, err := p.Through(list, nil)
	if err != nil || len(stages) == 0 {
		return text
	}
	return stages[len(stages)-1].Text
}

func elaborated(text string) (*elab.Unit, *syntax.Supply, error) {
	p, err := syntax.Parse(diag.NewSource("edited", text))
	if err != nil {
		return nil, nil, err
	}
	s := elab.NewSession(nil)
	u, err := s.Program(p)
	return u, s.Supply(), err
}

// editedProgram is a program that came from another one by edits.
type editedProgram struct {
	*rapid.T
	*rand.Rand
	dir        string
	base, text string
	unit       *elab.Unit
	supply     *syntax.Supply
	count      map[string]int // what became of programs
}

// fails ends the test with the program and what is wrong with it. With -finds it writes that to a file, once for each
// sort of message, and the test goes on.
func (e *editedProgram) fails(format string, args ...any) {
	e.Helper()
	message := fmt.Sprintf(format, args...)
	if *finds == "" {
		e.Fatalf("%s\n---- the program\n%s\n---- edited from\n%s", message, e.text, e.base)
	}
	first, _, _ := strings.Cut(message, "\n")
	sort := "FOUND: " + inMessages.ReplaceAllString(first, "…")
	if e.count[sort]++; e.count[sort] > 5 {
		return
	}
	file := filepath.Join(*finds, fmt.Sprintf("%x-%d.fun", crc32.ChecksumIEEE([]byte(sort)), e.count[sort]))
	text := "-- " + strings.ReplaceAll(message, "\n", "\n-- ") + "\n" + e.text + "\n-- base\n-- " + strings.ReplaceAll(e.base, "\n", "\n-- ") + "\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		e.Fatalf("%v", err)
	}
}

var (
	finds      = flag.String("finds", "", "write the programs that TestEdited finds to this folder, and go on")
	inMessages = regexp.MustCompile("`[^`]*`|[0-9]+|\\[[^]]*\\]|\"[^\"]*\"")
)

// elaborate tells whether the types accept the program.
func (e *editedProgram) elaborate() bool {
	err := verdict.Recovered(func() (err error) {
		e.unit, e.supply, err = elaborated(e.text)
		return err
	})
	if err == nil {
		e.count["well-typed"]++
		return true
	}
	e.count["refused by the types"]++
	for _, d := range diag.Of(err) {
		if d.Kind == diag.Bug || !d.Span.IsValid() && d.Kind != diag.Usage {
			e.fails("elaboration: %s", d)
		}
	}
	return false
}

// within is a context for one run, and tells whether the run was stopped.
func (e *editedProgram) within() (context.Context, func() (stopped bool)) {
	limit := int64(2_000_000)
	if *full {
		limit *= 7
	}
	ctx := engine.WithSteps(context.Background(), limit)
	return ctx, ctx.Over
}

// settings are the settings of all runs.
func (e *editedProgram) settings() session.Settings {
	s := session.Defaults()
	s.Memory = 256 << 20
	s.Schedule, _ = engine.ParseSchedule([]string{"forward", "reverse", "random:5"}[e.IntN(3)])
	return s
}

// commands runs the sub-commands over the program, as a user would.
func (e *editedProgram) commands() {
	some := func(of ...string) string { return of[e.IntN(len(of))] }
	base, file := filepath.Join(e.dir, "base.fun"), filepath.Join(e.dir, "edited.fun")
	for path, text := range map[string]string{base: e.base, file: e.text} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			e.Fatalf("%v", err)
		}
	}
	o := e.options()
	o.JSON, o.Strict = e.IntN(2) == 0, e.IntN(2) == 0
	e.command("check", cli.Check, o, file)

	o = e.options()
	o.Engine = some(session.Engines...)
	e.command("run --engine "+o.Engine, cli.Run, o, file)

	o = e.options()
	o.To = some("core", "mem", "imp")
	e.command("lower --to "+o.To, cli.Lower, o, file)

	o = e.options()
	o.To, o.Check = some("mem", "imp"), e.IntN(8) == 0
	o.Passes = some("cpu", "gpu", "", "", "", "")
	if o.Passes == "" {
		o.Passes = passtest.Order(e.T, cli.FormOf(e.unit), 6)
	}
	if o.Passes != "" {
		e.command("lower --passes "+o.Passes, cli.Lower, o, file)
	}

	if e.IntN(4) == 0 {
		o = e.options()
		o.Tests, o.JSON, o.Seed = 3, e.IntN(2) == 0, 1+e.Int64N(1000)
		e.command("validate", cli.Validate, o, base, file)
	}
}

// options are the options of one sub-command.
func (e *editedProgram) options() *cli.Options {
	return &cli.Options{Settings: e.settings(), Tests: 500, Seed: 1}
}

// command runs a sub-command as main does.
func (e *editedProgram) command(what string, body cli.Body, o *cli.Options, args ...string) {
	var out, errs bytes.Buffer
	st := cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
	ctx, stopped := e.within()
	status := cli.Report(st, o, verdict.Recovered(func() error { return body(ctx, st, o, args) }))
	word := strings.Fields(what)[0]
	if stopped() {
		e.count[word+": stopped"]++
	} else {
		e.count[fmt.Sprintf("%s: exit status %d", word, status)]++
	}
	text := errs.String() + out.String()
	if _, bug, is := strings.Cut(text, "this is a bug in funmem: "); is {
		e.fails("bug: %s\n%s", bug, what)
	}
	if status < 0 || status > 3 || status == 3 && word == "run" || o.JSON && !json.Valid(out.Bytes()) {
		e.fails("%s ends with status %d\n%s", what, status, text)
	}
}
