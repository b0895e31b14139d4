// Package docs_test keeps the pages of this folder true: the programs of
// language.md give what stands below them, the tables of rules.md are those of
// the code, and files that a page names exist.
package docs_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/imp"
	"funmem/eval/value"
	"funmem/internal/testkit"
	"funmem/lower/introduce"
	"funmem/lower/toimp"
	"funmem/repl/cli"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/erase"
	semimp "funmem/semantics/imp"
	"funmem/semantics/rule"
	"funmem/semantics/syntax"
)

// example is a program in a page, with what is to be done with it, and what the
// page says that gives.
var example = regexp.MustCompile("(?s)```(fun(?: [a-z]+)?|imp)\n(.*?)```\n\n```text\n(.*?)```\n")

// TestLanguage runs the programs of language.md. A block `fun` prints values,
// `fun run` too, as `funmem run` does it, which knows imports, `fun core` the core form, `fun mem` the FUNMEM form, `fun imp` the IMP form, `fun
// check` the verdict. A block `imp` is a program of IMP.
func TestLanguage(t *testing.T) {
	raw, err := os.ReadFile("language.md")
	if err != nil {
		t.Fatal(err)
	}
	page, n := string(raw), 0
	written := example.ReplaceAllStringFunc(page, func(block string) string {
		n++
		m := example.FindStringSubmatch(block)
		got := give(t, m[1], m[2])
		if got != m[3] && !*testkit.Update {
			t.Errorf("language.md says that\n%sgives\n%sand it gives\n%s", m[2], m[3], got)
		}
		return fmt.Sprintf("```%s\n%s```\n\n```text\n%s```\n", m[1], m[2], got)
	})
	if all := strings.Count(page, "```fun") + strings.Count(page, "```imp"); n != all || n == 0 {
		t.Errorf("%d of the %d programs have their output below them", n, all)
	}
	if *testkit.Update && written != page {
		if err := os.WriteFile("language.md", []byte(written), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// program is a text that has been elaborated and given memory, or refused.
type program struct {
	unit     *elab.Unit
	fun, mem *syntax.Program
	wrong    error
}

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
	if u.Mem {
		return program{u, erase.Covered(u.Core, cov), u.Core, nil}
	}
	mem, err := introduce.New().TransformProgram(u.Core, s.Supply())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Adopt(mem); err != nil {
		t.Fatal(err)
	}
	return program{u, u.Core, mem, nil}
}

// isStuck tells that a program is stuck from that something else went wrong.
func isStuck(err error) bool {
	d := (*diag.Diagnostic)(nil)
	return errors.As(err, &d) && d.Kind == diag.Stuck
}

// give is what a program gives, errors included.
func give(t *testing.T, what, text string) string {
	t.Helper()
	if what == "imp" {
		return giveIMP(t, diag.NewSource("example.imp", text))
	}
	if what == "fun run" {
		var out bytes.Buffer
		st := cli.Streams{In: strings.NewReader(text), Out: &out, Err: &out}
		if err := cli.Run(t.Context(), st, &cli.Options{Settings: session.Defaults()}, []string{"-"}); err != nil {
			t.Error(err)
		}
		return out.String()
	}
	p := load(t, diag.NewSource("example.fun", text), nil)
	if p.wrong != nil {
		return p.wrong.Error()
	}
	switch what {
	case "fun core":
		return strings.TrimSpace(syntax.Print(p.unit.Core)) + "\n"
	case "fun mem":
		return strings.TrimSpace(syntax.Print(p.mem)) + "\n"
	case "fun check":
		return check(t, text)
	case "fun imp":
		lowered, _, err := toimp.Program(p.mem, toimp.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return semimp.Print(lowered) + "\n"
	case "fun":
	default:
		t.Fatalf("a block of kind %q", what)
	}
	vs, err := value.New(engine.Options{}).Run(t.Context(), p.fun)
	if isStuck(err) {
		return err.Error()
	}
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, r := range session.Shown(p.unit, vs) {
		if !session.IsBlock(r.Result) {
			fmt.Fprintln(&b, value.Format(r.Value, 0))
		}
	}
	return b.String()
}

// check is what `funmem check` says of a program.
func check(t *testing.T, text string) string {
	t.Helper()
	page, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	defer t.Chdir(page)
	if err := os.WriteFile("example.fun", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	st := cli.Streams{In: strings.NewReader(""), Out: &out, Err: &out}
	err = cli.Check(t.Context(), st, &cli.Options{Settings: session.Defaults()}, []string{"example.fun"})
	if err != nil && out.Len() == 0 {
		t.Fatal(err)
	}
	return out.String()
}

// giveIMP is what a program of IMP gives.
func giveIMP(t *testing.T, src *diag.Source) string {
	t.Helper()
	p, err := semimp.Parse(src)
	if err == nil {
		p, err = semimp.Resolve(p, nil)
	}
	if err != nil {
		return err.Error()
	}
	out, err := imp.Run(t.Context(), p, nil, engine.Options{})
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for _, v := range out.Results {
		fmt.Fprintln(&b, value.Format(v, 0))
	}
	return b.String()
}

var (
	quoted = regexp.MustCompile("`([a-z][a-z0-9_/]*/[A-Za-z0-9_./-]*|[a-z_]+\\.(?:md|go|fun))`")
	linked = regexp.MustCompile(`\]\(([^)#]+)(?:#[^)]*)?\)`)
)

// TestPaths looks for the files and folders that pages name, from the root in
// quotes or from the page in links.
func TestPaths(t *testing.T) {
	pages, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	papers, err := filepath.Glob("papers/*.md")
	if err != nil {
		t.Fatal(err)
	}
	pages = append(append(pages, papers...), "../CONTRIBUTING.md", "../CHANGELOG.md")
	for _, page := range pages {
		raw, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		text := regexp.MustCompile("(?s)```.*?```").ReplaceAllString(string(raw), "")
		for _, m := range quoted.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join("..", m[1])); err != nil {
				t.Errorf("%s names `%s`, which is not there", page, m[1])
			}
		}
		for _, m := range linked.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s links to %s, which is not there", page, m[1])
			}
		}
	}
}

// TestErrata holds errata.md against the programs: each has its place there.
func TestErrata(t *testing.T) {
	raw, err := os.ReadFile("errata.md")
	if err != nil {
		t.Fatal(err)
	}
	programs, err := filepath.Glob("../examples/errata/*.fun")
	if err != nil || len(programs) == 0 {
		t.Fatalf("%d programs, %v", len(programs), err)
	}
	for _, p := range programs {
		if !strings.Contains(string(raw), filepath.ToSlash(p)+")") {
			t.Errorf("errata.md does not name %s", p)
		}
	}
}
