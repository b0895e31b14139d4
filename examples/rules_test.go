package examples_test

import (
	"path/filepath"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/imp"
	"funmem/internal/testkit"
	"funmem/lower/toimp"
	"funmem/semantics/check"
	"funmem/semantics/diag"
	ast "funmem/semantics/imp"
	"funmem/semantics/prove"
	"funmem/semantics/prove/intact"
	"funmem/semantics/regularity"
	"funmem/semantics/rule"
	"funmem/semantics/syntax"
)

// refusesNothing are the T-rules without a premise that can fail.
var refusesNothing = map[string]bool{"T-CONST": true, "T-IMP-SEQ": true}

// TestRules runs the test corpus (the examples, and the small programs of the type rules, of the
// elaboration, of regularity, of the proof of validity and of IMP) through everything that applies rules. Each rule of the table must apply
// at least once, each T-rule must refuse something, and so must each V-rule that can.
func TestRules(t *testing.T) {
	cov := rule.NewCoverage()
	opts := engine.Options{Coverage: cov}
	for _, src := range corpus(t) {
		p := load(t, src, cov)
		if p.wrong != nil {
			continue
		}
		p.values(t, opts)
		p.check(t, opts)
		asIMP(t, p, opts)
		for _, d := range append(p.mem.Defs(), nil) {
			intact.Covered(cov, prove.NewBudget(prove.MaxSteps), p.mem, d, nil, nil)
		}
	}
	for _, file := range []string{"../semantics/imp/testdata/types.imp", "../eval/imp/testdata/stuck.imp"} {
		for _, c := range testkit.Chunks(t, file) {
			if p, err := ast.Parse(c.Source); err != nil {
				t.Error(err)
			} else {
				_, _ = ast.Resolve(p, cov)
			}
		}
	}
	for _, c := range testkit.Chunks(t, "../semantics/regularity/testdata/cases.fun") {
		if p, err := syntax.Parse(c.Source); err != nil {
			t.Error(err)
		} else {
			regularity.Outside{Cov: cov}.Program(regularity.Resolved(p))
		}
	}
	open, err := syntax.Parse(diag.NewSource("open", "in (x)")) // elaboration refuses it before T-PROG can
	if err != nil {
		t.Fatal(err)
	}
	if check.Closed(open, false, cov) == nil {
		t.Error("a program with a free variable is accepted")
	}
	for _, r := range rule.All() {
		applied, refused := cov.Counts(r.Name)
		if applied == 0 {
			t.Errorf("%s (%s) applies nowhere in the corpus", r.Name, r.Figure)
		}
		if strings.HasPrefix(r.Name, "V-") && (refused == 0) != (r.Refused == "") {
			t.Errorf("%s refuses %d times in the corpus", r.Name, refused)
		}
		if strings.HasPrefix(r.Name, "T-") && refused == 0 && !refusesNothing[r.Name] {
			t.Errorf("%s (%s) refuses nothing in the corpus", r.Name, r.Figure)
		}
	}
}

// asIMP runs the IMP form of a program.
func asIMP(t *testing.T, p program, opts engine.Options) {
	t.Helper()
	lowered, _, err := toimp.Program(p.mem, toimp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = imp.Run(t.Context(), lowered, nil, opts)
	_ = stuckOnly(t, err)
}

// corpus returns the examples that need no input, and the programs in the data files of packages
// check and elab.
func corpus(t *testing.T) []*diag.Source {
	var list []*diag.Source
	for _, file := range files(t) {
		list = append(list, source(t, file))
	}
	for _, pattern := range []string{"../semantics/check/testdata/*.fun", "../semantics/elab/testdata/*.fun", "../semantics/prove/intact/testdata/*.fun"} {
		data, err := filepath.Glob(pattern)
		if err != nil || len(data) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(data), err)
		}
		for _, file := range data {
			for _, c := range testkit.Chunks(t, file) {
				list = append(list, c.Source)
			}
		}
	}
	return list
}
