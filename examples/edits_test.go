package examples_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"funmem/eval/validate"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/semantics/syntax"
)

// wrongEdits and editSeed say how many edits TestEdits makes under -full, and which ones.
var (
	wrongEdits = flag.Int("edits", 1000, "how many edits TestEdits makes under -full")
	editSeed   = flag.Uint64("edits-seed", 2, "the seed of the edits of TestEdits")
)

// mostLines is the greatest number of lines of a program that TestEdits edits.
const mostLines = 40

// edited is a program to edit, with the program that it is a form of.
type edited struct {
	name   string
	before *validate.Program
	form   func() *syntax.Program // made when it is asked for
	list   []memEdit
}

// editable returns the right twins, the FUNMEM forms of other examples, and what the pipelines make of them.
func editable(t *testing.T) (list []*edited) {
	add := func(name string, before *validate.Program, form func() *syntax.Program) {
		list = append(list, &edited{name: name, before: before, form: form})
	}
	for _, file := range glob(t, "right/*.fun") {
		if b := sideOf(t, before(t, file)); !b.Mem && short(t, file) {
			add(file, b, func() *syntax.Program { return sideOf(t, file).Core })
		}
	}
	for _, pattern := range []string{"before/*.fun", "figures/*.fun", "zoo.fun", "sac/*.fun", "livermore/*.fun", "rodinia/*.fun"} {
		for _, file := range glob(t, pattern) {
			b, err := side(file, source(t, file).Text)
			if err != nil || b.Mem || !short(t, file) {
				continue
			}
			add(file, b, func() *syntax.Program { return form(t, b).Core })
			for _, pipeline := range []string{"cpu", "gpu"} {
				name := file + " through " + pipeline
				add(name, b, func() *syntax.Program { return through(t, name, file, pipeline) })
			}
		}
	}
	return list
}

// through returns what a pipeline makes of a program.
func through(t *testing.T, name, file, pipeline string) *syntax.Program {
	stages, err := passtest.Parse(t, file, source(t, file).Text).Run(pipeline, 0)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	low, err := side(name, stages[len(stages)-1].Text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return low.Core
}

// short tells whether a program has at most mostLines lines, not counting comments.
func short(t *testing.T, file string) bool {
	n := 0
	for line := range strings.SplitSeq(source(t, file).Text, "\n") {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "--") {
			n++
		}
	}
	return n <= mostLines
}

// editFate is what became of an edit.
type editFate struct {
	inSuite               bool // refuted with the options that a suite has
	kind, name, what, why string
	size                  int
	wrong, found          bool
	line                  string // the line of validate
	text                  string
}

// TestEdits makes random edits of right programs: indices, strides, offsets, sizes, blocks and guards. The oracle
// decides that an edit is wrong if one run at some size from 0 to 64 shows it. validate, with its usual options, must
// refute every wrong edit. The table is in docs/found.md.
func TestEdits(t *testing.T) {
	n, seed := testkit.Sample(6, 16), uint64(7)
	if *full {
		n, seed = *wrongEdits, *editSeed
	}
	programs := editable(t)
	r := rand.New(rand.NewPCG(seed, 0))
	seen := map[string]bool{}
	var list []editFate
	for len(list) < n {
		p := programs[r.IntN(len(programs))]
		if p.list == nil {
			p.list = programEdits(p.form())
		}
		kind := editKinds[r.IntN(len(editKinds))]
		var of []memEdit
		for _, e := range p.list {
			if e.kind == kind {
				of = append(of, e)
			}
		}
		if len(of) == 0 {
			continue
		}
		e := of[r.IntN(len(of))]
		if f, ok := tryEdit(t, p, e, seen); ok {
			list = append(list, f)
			if f.wrong && !f.found {
				t.Logf("%s: %s: wrong at size %d, %s, and not refuted: %s\n%s", f.name, f.what, f.size, f.why, f.line, f.text)
			}
		}
	}
	inSuite := 0
	for _, f := range list {
		if f.inSuite {
			inSuite++
		}
	}
	table, missed, wrong := editTable(list)
	t.Logf("%d of %d wrong edits are refuted as a suite does it", inSuite, wrong)
	if 100*inSuite < 90*wrong {
		t.Errorf("%d of %d wrong edits are refuted as a suite does it", inSuite, wrong)
	}
	if 100*missed > wrong {
		t.Errorf("%d of %d wrong edits are not refuted\n%s", missed, wrong, table)
	}
	if *full {
		t.Logf("\n%s", table)
	}
	if *full && seed == 2 && n == 1000 {
		section(t, "edits", table)
	}
}

// tryEdit decides one memEdit. ok is false if it was seen before, or is not well-typed.
func tryEdit(t *testing.T, p *edited, e memEdit, seen map[string]bool) (f editFate, ok bool) {
	for _, text := range e.texts() {
		if seen[p.before.Name+text] {
			return f, false
		}
		seen[p.before.Name+text] = true
		form, err := side(p.name, text)
		if err != nil {
			continue
		}
		subjects, err := validate.Subjects(p.before, form)
		if err != nil {
			continue
		}
		f = editFate{kind: e.kind, name: p.name, what: e.what, text: text}
		some := false
		for _, d := range form.Core.Defs() {
			o := newOracle(p.before, form, d)
			if some = some || o != nil; o == nil || f.wrong {
				continue
			}
			if f.size, f.why = o.wrong(t); f.why != "" {
				f.wrong = true
			}
		}
		if !some {
			return f, false
		}
		for _, s := range subjects {
			if !f.wrong || f.found {
				break
			}
			o := options(500)
			o.Memory = 1 << 31 // that of the command; all programs are in memory
			r, err := validate.Validate(context.Background(), s, o)
			if err != nil {
				t.Fatal(err)
			}
			f.found, f.line = r.Word == validate.Refuted, r.Line()
			o.Tests, o.Confirm, o.Quick = 200, 50, true
			if r, err = validate.Validate(context.Background(), s, o); err != nil {
				t.Fatal(err)
			}
			f.inSuite = f.inSuite || r.Word == validate.Refuted
			if r.Word == validate.Valid && r.Proofs.Hold() {
				t.Errorf("%s: %s: wrong at size %d, %s, and proved: %s\n%s", f.name, f.what, f.size, f.why, r.Line(), f.text)
			}
		}
		return f, true
	}
	return f, false
}

// editTable counts edits by kind, and lists those that are wrong and not refuted.
func editTable(list []editFate) (table string, missed, wrong int) {
	var b strings.Builder
	b.WriteString("| edit | edits | wrong | refuted |\n|---|---|---|---|\n")
	row := func(name string, of func(f editFate) bool) {
		all := 0
		found := 0
		wrong = 0
		for _, f := range list {
			if of(f) {
				all++
				if f.wrong {
					wrong++
				}
				if f.found {
					found++
				}
			}
		}
		missed = wrong - found
		fmt.Fprintf(&b, "| %s | %d | %d | %d |\n", name, all, wrong, found)
	}
	for _, kind := range editKinds {
		row(kind, func(f editFate) bool { return f.kind == kind })
	}
	row("all", func(editFate) bool { return true })
	if missed > 0 {
		b.WriteString("\nThose that are wrong and not refuted:\n\n| program | edit | wrong at size |\n|---|---|---|\n")
		for _, f := range list {
			if f.wrong && !f.found {
				fmt.Fprintf(&b, "| %s | `%s` | %d |\n", f.name, f.what, f.size)
			}
		}
	}
	return b.String(), missed, wrong
}
