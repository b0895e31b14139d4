package docs_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/imp"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/internal/testkit"
	"funmem/lower/toimp"
	"funmem/repl/view"
	"funmem/semantics/diag"
	semimp "funmem/semantics/imp"
	"funmem/semantics/prove"
	"funmem/semantics/prove/intact"
	"funmem/semantics/regularity"
	"funmem/semantics/rule"
	"funmem/semantics/syntax"
)

// about is what rules.md says of a judgement besides its rules.
type about struct {
	tests   string // the tests that are about its rules
	refuses bool   // whether the page says where its rules refuse
}

// abouts are by the prefix of a judgement.
var abouts = map[string]about{
	"T-":     {"`semantics/check/check_test.go` with `semantics/check/testdata/fun.fun`", true},
	"T-MEM-": {"`semantics/check/check_test.go` with `semantics/check/testdata/mem.fun`", true},
	"E-":     {"`eval/value/rules_test.go`, `eval/value/fig5_test.go`, `eval/value/stuck_test.go`", false},
	"E-MEM-": {"`eval/memory/memory_test.go`, `eval/memory/stuck_test.go`", false},
	"T-IMP-": {"`semantics/imp/imp_test.go` with `semantics/imp/testdata/types.imp`", true},
	"E-IMP-": {"`eval/imp/imp_test.go` with `eval/imp/testdata/stuck.imp`", false},
	"A-":     {"`semantics/regularity/rules_test.go`, `semantics/regularity/cases_test.go`, `semantics/regularity/random_test.go`", true},
	"R-":     {"`semantics/regularity/rules_test.go`, `semantics/regularity/cases_test.go`, `semantics/regularity/random_test.go`", true},
	"U-":     {"`semantics/erase/erase_test.go`", false},
	"V-":     {"`semantics/prove/intact/intact_test.go` with `semantics/prove/intact/testdata/small.fun`, `examples/intact_test.go`", true},
}

// TestRules compares the tables of rules.md with the rule table, the comments
// of the functions that implement the rules, and what the corpus covers.
func TestRules(t *testing.T) {
	found := collect(t)
	var head, b strings.Builder
	row(&head, "prefix", "judgement", "figures", "section")
	row(&head, slices.Repeat([]string{"---"}, 4)...)
	for _, j := range rule.Judgements() {
		a := abouts[j.Prefix]
		prefixes := j.Prefix
		for _, r := range j.Rules {
			if !strings.HasPrefix(r.Name, j.Prefix) {
				prefixes += ", " + r.Name
			}
		}
		row(&head, prefixes, j.Form, cmp.Or(j.Figure, "left out"), j.Section)
		code := codeByRule(t, j)
		head := []string{"rule", "figure", "says", "code", "applies in"}
		if a.refuses {
			head = append(head, "refuses in")
		}
		fmt.Fprintf(&b, "\n## %s\n\nTests of their own: %s.\n\n", j.Title, a.tests)
		row(&b, head...)
		row(&b, slices.Repeat([]string{"---"}, len(head))...)
		for _, r := range j.Rules {
			file, function, _ := strings.Cut(r.At, ": ")
			if at := "`" + j.Package + "/" + file + "`: " + function; !slices.Contains(code[r.Name], at) {
				t.Errorf("the table says that %s is in %s, but the functions of %s that name it in their comments are %q", r.Name, at, j.Package, code[r.Name])
			}
			cells := []string{r.Name, r.Figure, r.Says, strings.Join(code[r.Name], ", "), strings.Join(found.applies[r.Name], ", ")}
			if a.refuses && len(found.refuses[r.Name]) > 0 {
				cells = append(cells, strings.Join(found.refuses[r.Name], ", "))
			} else if a.refuses {
				cells = append(cells, outside[r.Name])
			}
			row(&b, cells...)
		}
	}
	between(t, "rules.md", "judgements", head.String())
	between(t, "rules.md", "rules", b.String()+"\n")
	help, err := view.HelpOn(t.Context(), &b, "E-MEM-KERNEL", ":help")
	if err != nil {
		t.Fatal(err)
	}
	between(t, "rules.md", "help", "```\n[1]> :help E-MEM-KERNEL\n"+help+"```\n")
}

// row is a row of a table.
func row(b *strings.Builder, cells ...string) {
	b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

// between compares what stands between two markers of a page, or writes it.
func between(t *testing.T, page, what, want string) {
	t.Helper()
	raw, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	begin, end := "<!-- begin "+what+": go test ./docs -update writes this -->\n", "<!-- end "+what+" -->"
	i, j := strings.Index(text, begin), strings.Index(text, end)
	if i < 0 || j < i {
		t.Fatalf("%s has no part %q between its markers", page, what)
	}
	i += len(begin)
	if text[i:j] == want {
		return
	}
	if !*testkit.Update {
		t.Errorf("%s is stale: go test ./docs -update writes it anew", page)
		return
	}
	if err := os.WriteFile(page, []byte(text[:i]+want+text[j:]), 0o644); err != nil {
		t.Fatal(err)
	}
}

var ruleName = regexp.MustCompile(`\b[AERTUV](?:-[A-Z]+)+\b`)

// codeByRule finds the functions that implement each rule of a judgement: those
// whose comment begins by naming it, and where there is none those whose
// comments name it at all.
func codeByRule(t *testing.T, j rule.Judgement) map[string][]string {
	t.Helper()
	first, other := map[string][]string{}, map[string][]string{}
	sources, err := filepath.Glob("../" + j.Package + "/*.go")
	if err != nil || len(sources) == 0 {
		t.Fatalf("%s: %d files, %v", j.Package, len(sources), err)
	}
	for _, path := range sources {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			where := "`" + strings.TrimPrefix(filepath.ToSlash(path), "../") + "`: " + f.Name.Name
			add(first, clause(f.Doc.Text()), where, j)
			add(other, f.Doc.Text(), where, j)
			for _, c := range file.Comments {
				if f.Body != nil && c.Pos() > f.Body.Pos() && c.End() < f.Body.End() {
					add(other, c.Text(), where, j)
				}
			}
		}
	}
	for r, list := range other {
		if len(first[r]) == 0 {
			first[r] = list
		}
	}
	return first
}

func add(to map[string][]string, comment, where string, j rule.Judgement) {
	for _, r := range ruleName.FindAllString(comment, -1) {
		if slices.ContainsFunc(j.Rules, func(row rule.Rule) bool { return row.Name == r }) && !slices.Contains(to[r], where) {
			to[r] = append(to[r], where)
		}
	}
}

// clause is a comment up to its first colon or full stop.
func clause(doc string) string {
	doc = strings.ReplaceAll(doc, "Fig. ", "Fig ")
	if i := strings.IndexAny(doc, ":."); i >= 0 {
		return doc[:i]
	}
	return doc
}

// evidence is where in the corpus rules apply and refuse.
type evidence struct{ applies, refuses map[string][]string }

// outside are the refusals that no program of the corpus can show.
var outside = map[string]string{
	"T-CONST":   "it has no premise",
	"T-IMP-SEQ": "it has no premise",
	"T-PROG":    "`semantics/check/check_test.go`",
}

// collect runs the examples and the programs of the type rules one by one. The
// examples that are right come first, because they show most.
func collect(t *testing.T) evidence {
	t.Helper()
	e := evidence{map[string][]string{}, map[string][]string{}}
	for _, pattern := range []string{"../examples/figures/*.fun", "../examples/zoo.fun", "../examples/wrong/*.fun", "../examples/errata/*.fun"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			e.run(t, diag.NewSource(file, string(text)))
		}
	}
	for _, pattern := range []string{"../semantics/check/testdata/*.fun", "../semantics/elab/testdata/*.fun", "../semantics/prove/intact/testdata/*.fun"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			for _, c := range testkit.Chunks(t, file) {
				e.run(t, c.Source)
			}
		}
	}
	for _, file := range []string{"../semantics/imp/testdata/types.imp", "../eval/imp/testdata/stuck.imp"} {
		for _, c := range testkit.Chunks(t, file) {
			e.runIMP(t, c.Source)
		}
	}
	for _, file := range []string{"../semantics/regularity/testdata/cases.fun", "../semantics/regularity/testdata/errata.fun"} {
		for _, c := range testkit.Chunks(t, file) {
			e.analyse(t, c.Source)
		}
	}
	return e
}

// analyse notes the rules of the analyses that apply to one program of nested core, and those that do not.
func (e evidence) analyse(t *testing.T, src *diag.Source) {
	t.Helper()
	cov := rule.NewCoverage()
	p, err := syntax.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	regularity.Outside{Cov: cov}.Program(regularity.Resolved(p))
	e.note(src, cov)
}

// runIMP notes the rules that one program of IMP makes apply and refuse.
func (e evidence) runIMP(t *testing.T, src *diag.Source) {
	t.Helper()
	cov := rule.NewCoverage()
	p, err := semimp.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	if p, err = semimp.Resolve(p, cov); err == nil {
		_, _ = imp.Run(t.Context(), p, nil, engine.Options{Coverage: cov, Memory: 1 << 20})
	}
	e.note(src, cov)
}

// run notes the rules that one program makes apply and refuse.
func (e evidence) run(t *testing.T, src *diag.Source) {
	t.Helper()
	cov := rule.NewCoverage()
	opts := engine.Options{Coverage: cov}
	if p := load(t, src, cov); p.wrong == nil {
		if _, err := value.New(opts).Run(t.Context(), p.fun); err != nil && !isStuck(err) {
			t.Fatal(err)
		}
		if _, err := validity.Check(t.Context(), p.mem, opts); err != nil {
			t.Fatal(err)
		}
		for _, d := range append(p.mem.Defs(), nil) {
			intact.Covered(cov, prove.NewBudget(prove.MaxSteps), p.mem, d, nil, nil)
		}
		lowered, _, err := toimp.Program(p.mem, toimp.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := imp.Run(t.Context(), lowered, nil, opts); err != nil && !isStuck(err) {
			t.Fatal(err)
		}
	}
	e.note(src, cov)
}

// note keeps where the rules that were counted apply and refuse.
func (e evidence) note(src *diag.Source, cov *rule.Coverage) {
	where := "`" + strings.TrimPrefix(filepath.ToSlash(src.Name), "../") + "`"
	for _, r := range rule.All() {
		applied, refused := cov.Counts(r.Name)
		note(e.applies, r.Name, where, applied)
		note(e.refuses, r.Name, where, refused)
	}
}

// note keeps the first two places for each rule.
func note(to map[string][]string, r, where string, n int) {
	if n > 0 && len(to[r]) < 2 && !slices.Contains(to[r], where) {
		to[r] = append(to[r], where)
	}
}
