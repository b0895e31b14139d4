package examples_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"funmem/eval/validate"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// mutated is a mutant with the program that it is compared with, and what became of it.
type mutated struct {
	file   string
	before *validate.Program
	mutant
	fate fate
	why  string // why it is undecided
}

// fate is what became of a mutant.
type fate int

const (
	byTypes    fate = 0 // the type rules refuse it
	byValidate fate = 1 // there is a counterexample
	equivalent fate = 2 // it is the same on all small inputs
	undecided  fate = 3
	fates           = 4
)

func (m *mutated) String() string { return m.file + ": " + m.kind + ": " + m.what }

// seeds returns the programs to mutate: the right twins, and if all are wanted also the FUNMEM forms of
// other examples. of returns the program that a seed is a form of.
func seeds(t *testing.T, all bool) (files []string, of func(file string) (b, p *validate.Program)) {
	files = glob(t, "right/*.fun")
	if all {
		for _, pattern := range []string{"before/*.fun", "figures/*.fun", "zoo.fun"} {
			files = append(files, glob(t, pattern)...)
		}
	}
	return files, func(file string) (b, p *validate.Program) {
		if strings.HasPrefix(file, "right/") {
			return sideOf(t, before(t, file)), sideOf(t, file)
		}
		return sideOf(t, file), inMemory(t, file)
	}
}

// TestMutants makes one change to the memory of each of many right programs. Each mutant is
// refuted, or compared with its original on all small inputs. The score is in docs/found.md.
// Without -full it takes every eighth mutant of the right twins, and the equivalent ones must be
// listed on that page.
func TestMutants(t *testing.T) {
	page, err := os.ReadFile("../docs/found.md")
	if err != nil {
		t.Fatal(err)
	}
	var list []*mutated
	files, of := seeds(t, *full)
	for _, file := range files {
		b, p := of(file)
		if _, err := side(file, syntax.Print(untyped(p.Core))); err != nil {
			t.Errorf("%s without the types of derived arrays: %v", file, err)
			continue
		}
		for _, m := range mutants(p.Core) {
			list = append(list, &mutated{file: file, before: b, mutant: m})
		}
	}
	if !*full {
		every := list
		list = nil
		for k := 0; k < len(every); k += testkit.Sample(24, 8) {
			list = append(list, every[k])
		}
	}
	decide(list)
	for _, m := range list {
		if m.fate == undecided {
			t.Errorf("%s: %s", m, m.why)
		}
		if m.fate == equivalent && !*full && !m.listed(string(page)) {
			t.Errorf("docs/found.md does not list %s, which passes", m)
		}
	}
	if *full {
		section(t, "mutants", score(list))
	}
}

// decide decides all mutants.
func decide(list []*mutated) {
	todo := make(chan *mutated)
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			for m := range todo {
				m.decide()
			}
		})
	}
	for _, m := range list {
		todo <- m
	}
	close(todo)
	all.Wait()
}

// decide decides one mutant. The first of its texts that is well-typed counts.
func (m *mutated) decide() {
	for _, text := range m.texts {
		a, err := side(m.file, text)
		if err != nil {
			continue
		}
		subjects, err := validate.Subjects(m.before, a)
		if err != nil {
			continue
		}
		if m.fate, m.why = search(m.file, subjects, func(*validate.Subject) int { return 100 }); m.fate == equivalent && *full {
			m.fate, m.why = search(m.file, subjects, func(s *validate.Subject) int { return 2 * s.Small() })
		}
		return
	}
}

// search validates subjects, each with the number of tests that tests returns for it.
func search(file string, subjects []*validate.Subject, tests func(*validate.Subject) int) (fate, string) {
	f, why := equivalent, ""
	for _, s := range subjects {
		o := options(tests(s))
		o.Small = o.Tests / 2
		r, err := validate.Validate(context.Background(), s, o)
		switch {
		case err != nil:
			return undecided, err.Error()
		case r.Word == validate.Refuted:
			traces, err := r.Explain(context.Background(), o, nil)
			if err != nil {
				return undecided, err.Error()
			}
			r.Text(diag.Plain, traces, nil) // no mutant may break the report
			return byValidate, ""
		case r.Word != validate.Valid && !narrow[file+": "+s.Name]:
			f, why = undecided, r.Line()
		}
	}
	return f, why
}

// line is the entry of an equivalent mutant in found.md, in the row of its program.
func (m *mutated) line() string { return m.kind + " `" + m.what + "`" }

func (m *mutated) listed(page string) bool {
	_, row, _ := strings.Cut(page, "\n| "+m.file+" | ")
	row, _, _ = strings.Cut(row, "\n")
	return strings.Contains(row, m.line())
}

// score is the part of found.md about mutants.
func score(list []*mutated) string {
	var b strings.Builder
	b.WriteString("| change | mutants | refused by the types | refuted | equivalent |\n|---|---|---|---|---|\n")
	row := func(name string, of func(m *mutated) bool) {
		var n [fates]int
		all := 0
		for _, m := range list {
			if of(m) {
				n[m.fate]++
				all++
			}
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d |\n", name, all, n[byTypes], n[byValidate], n[equivalent])
	}
	for _, kind := range mutations {
		row(kind, func(m *mutated) bool { return m.kind == kind })
	}
	row("all", func(*mutated) bool { return true })
	b.WriteString("\nThe equivalent ones:\n\n| program | changes |\n|---|---|\n")
	for len(list) > 0 {
		file := list[0].file
		var lines []string
		for ; len(list) > 0 && list[0].file == file; list = list[1:] {
			if list[0].fate == equivalent {
				lines = append(lines, list[0].line())
			}
		}
		if len(lines) > 0 {
			fmt.Fprintf(&b, "| %s | %s |\n", file, strings.Join(lines, ", "))
		}
	}
	return b.String()
}
