package typeset_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/imp"
	"funmem/eval/memory"
	"funmem/eval/value"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/toimp"
	"funmem/repl/typeset"
	"funmem/semantics/derive"
	"funmem/semantics/elab"
	"funmem/semantics/erase"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// pdflatex is a TeX with mathpartir, or the test is skipped.
func pdflatex(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("pdflatex")
	if err == nil {
		if _, missing := exec.Command("kpsewhich", "mathpartir.sty").Output(); missing != nil {
			err = fmt.Errorf("there is no mathpartir.sty, which is in Debian's texlive-science")
		}
	}
	testkit.Needs(t, "REQUIRE_TEX", err)
	return path
}

// overfull is a box that is wider or higher than its place, with by how much.
var overfull = regexp.MustCompile(`Overfull \\[hv]box \(([0-9.]+)pt too`)

// tolerance is how many points a box may stand out.
const tolerance = 2

// compiled compiles a document, and fails if TeX finds an error, a character that no font has, or a box that is too large.
func compiled(t *testing.T, name, text string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "d.tex"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(pdflatex(t), "-interaction=nonstopmode", "-halt-on-error", "d.tex")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "max_print_line=10000")
	out, failed := cmd.CombinedOutput()
	log, _ := os.ReadFile(filepath.Join(dir, "d.log"))
	if failed != nil {
		at := strings.Index(string(log), "\n!")
		t.Fatalf("%s: %v\n%s", name, failed, clip(string(log[max(at, 0):]), string(out)))
	}
	for _, l := range strings.Split(string(log), "\n") {
		if strings.HasPrefix(l, "Missing character") {
			t.Errorf("%s: %s", name, l)
		}
		if m := overfull.FindStringSubmatch(l); m != nil {
			if by, _ := strconv.ParseFloat(m[1], 64); by > tolerance {
				t.Errorf("%s: %s", name, l)
			}
		}
	}
	if info, err := os.Stat(filepath.Join(dir, "d.pdf")); err != nil || info.Size() < 1000 {
		t.Errorf("%s: no document: %v", name, err)
	}
}

func clip(texts ...string) string {
	for _, s := range texts {
		if s != "" {
			return s[:min(len(s), 1500)]
		}
	}
	return ""
}

// around is a document around fragments, with the packages that these say they need.
func around(fragments []string) string {
	first, _, _ := strings.Cut(fragments[0], "\n")
	_, needs, _ := strings.Cut(first, "needs ")
	return "\\documentclass[10pt,a4paper]{article}\n\\usepackage[landscape,margin=15mm]{geometry}\n" + needs + "\n\\setlength{\\parindent}{0pt}\n\\begin{document}\n" +
		strings.Join(fragments, "\n\\clearpage\n") + "\\end{document}\n"
}

// derivations are those of a program: of its types, and under each semantics.
func derivations(t rapid.TB, p *passtest.Program) (list []*typeset.Derivation) {
	t.Helper()
	ctx, opts := context.Background(), engine.Options{Memory: 1 << 28}
	add := func(title string, rec *derive.Recorder, err error) {
		if err != nil {
			rec.Stuck()
		}
		list = append(list, &typeset.Derivation{Title: title, Of: p.Name, Trees: rec.Trees(), Notes: []string{"what `:derive` says"}})
	}
	types := derive.NewRecorder()
	s := elab.NewSession(nil)
	s.Derive(types, false)
	if src, err := syntax.Parse(p.Core.Span.Src); err == nil {
		_, err = s.Program(src)
		add("types", types, err)
	}
	rec := derive.NewRecorder()
	m := value.New(opts)
	m.Record = rec
	_, err := m.Run(ctx, erase.Program(p.Core))
	add("value", rec, err)
	mem := p.Mem(t)
	rec = derive.NewRecorder()
	_, err = memory.New(memory.Options{Options: opts, Derive: rec}).Run(ctx, mem.Core)
	add("heap", rec, err)
	if lowered, _, err := toimp.Program(mem.Core, toimp.Options{}); err == nil {
		rec = derive.NewRecorder()
		_, err = imp.Follow(ctx, lowered, nil, opts, nil, &imp.Watch{Derive: rec})
		add("imp", rec, err)
	}
	return list
}

// small are the fragments of derivations that TeX compiles in a short time.
func small(t *testing.T, list []*typeset.Derivation) (fragments []string) {
	for _, d := range list {
		size := 0
		for _, tree := range d.Trees {
			size += tree.Size()
		}
		if size > testkit.Sample(200, 3000) {
			t.Logf("the derivation of %s, %s, is left out, with its %d lines", d.Of, d.Title, size)
			continue
		}
		fragments = append(fragments, d.Fragment())
	}
	return fragments
}

// TestTeXExamples compiles the derivations of examples: some, and all with -more.
func TestTeXExamples(t *testing.T) {
	pdflatex(t)
	var fragments []string
	n := 0
	for k, p := range passtest.Examples(t) {
		if p.Slow() || !testkit.More() && k%25 != 0 {
			continue
		}
		n++
		fragments = append(fragments, small(t, derivations(t, p))...)
		if len(fragments) > 100 {
			compiled(t, p.Name+" and those before", around(fragments))
			fragments = nil
		}
	}
	if len(fragments) > 0 {
		compiled(t, "the last examples", around(fragments))
	}
	t.Logf("%d examples", n)
}

// TestTeXRandom compiles the derivations of random programs.
func TestTeXRandom(t *testing.T) {
	pdflatex(t)
	var fragments []string
	for k := range testkit.Sample(4, 100) {
		p := rapid.Custom(func(t *rapid.T) *passtest.Program { return passtest.Drawn(t) }).Example(k)
		fragments = append(fragments, small(t, derivations(t, p))...)
	}
	compiled(t, "random programs", around(fragments))
}

// TestTeXRules compiles the sheet of all rules.
func TestTeXRules(t *testing.T) {
	compiled(t, "the rules", typeset.Sheet())
	compiled(t, "the rules in another document", around([]string{typeset.SheetFragment()}))
}

// hostile is a program with names that TeX could take for something else.
const hostile = `
def größe [n_1] (x_ : [n_1]int) (σ' : int) : [n_1]int = kernel i_ <= n_1 do x_[i_] % σ' & 3 | 1 ^ 2
let a__b = [[1, 2], [3, 4]]
let ēta = transpose a__b
let 变量 = 7 // 2 %% 2
let _x = if a__b[1, 1] < 2 && 变量 != 3 then größe([5, 6], 2) else [0]
let x'y' = map (\é -> é ** 2) _x
let S = 3 << 2
let W_1' = S >> 1
in (_x, x'y', W_1')
`

// TestTeXHostile compiles a program whose names and operators have characters that mean something to TeX.
func TestTeXHostile(t *testing.T) {
	p := passtest.Parse(t, `50%_of & $more$ {a} \b ~c ^d #e "f" ‹变›`, hostile)
	list := derivations(t, p)
	if len(list) != 4 {
		t.Errorf("%d derivations, wanted those of the types and of three semantics", len(list))
	}
	for _, d := range list {
		if len(d.Trees) == 0 {
			t.Errorf("%s has no derivation", d.Title)
		}
		d.Of = hostile + p.Name
		compiled(t, d.Title, d.Document())
	}
}

// TestTeXTitles compiles documents whose titles have names that are wider than a page.
func TestTeXTitles(t *testing.T) {
	name := strings.Repeat("long", 60)
	p := passtest.Parse(t, "titles", "let "+name+" = 3\nlet y = "+name+" + 1\nin (y)")
	d := derivations(t, p)[0]
	for _, of := range []string{name, strings.Repeat("ā_1'", 70), "f(" + name[:73] + ", " + name + ") + (" + strings.Repeat("1+", 300) + "1)"} {
		d.Of = of
		compiled(t, "a title of "+of[:8]+"…", d.Document())
	}
}

// TestTeXWide compiles derivations that are far wider and higher than a page.
func TestTeXWide(t *testing.T) {
	name := strings.Repeat("long", 60)
	text := fmt.Sprintf("let %s = iota 3\nlet y = if %[1]s[1] < 2 then %[1]s else %[1]s\nlet z = kernel i <= 2 do kernel j <= 2 do kernel k <= 2 do i * j * k + %[1]s[1]\nin (y, z)", name)
	for _, full := range []bool{false, true} {
		p := passtest.Parse(t, "wide", text)
		var fragments []string
		for _, d := range derivations(t, p) {
			d.Whole = full
			fragments = append(fragments, d.Fragment())
		}
		compiled(t, fmt.Sprint("wide, whole: ", full), around(fragments))
	}
}
