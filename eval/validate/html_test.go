package validate_test

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"funmem/eval/validate"
	"funmem/internal/testkit"
	"funmem/lower/introduce"
	"funmem/semantics/elab"
)

// pageOf returns the page about two programs.
func pageOf(t *testing.T, before, after *validate.Program) string {
	t.Helper()
	mem, err := introduce.New().TransformProgram(before.Core, before.Supply)
	if err != nil {
		t.Fatal(err)
	}
	inMemory := &validate.Program{Unit: &elab.Unit{Core: mem, Mem: true}, Name: before.Name, Supply: before.Supply}
	subjects, err := validate.Subjects(before, after)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	p := &validate.Page{Before: before.Name, After: after.Name, Summary: "the summary", Again: "funmem validate " + before.Name + " " + after.Name}
	for _, s := range subjects {
		r, err := validate.Validate(ctx, s, options)
		if err != nil {
			t.Fatal(err)
		}
		rep := &validate.Report{Result: r}
		if r.Failure != nil {
			rep.Irrelevant = r.Irrelevant(ctx, options)
			if rep.Traces, err = r.Explain(ctx, options, inMemory); err != nil {
				t.Fatal(err)
			}
			rep.Traces.Hide(r)
		}
		p.Reports = append(p.Reports, rep)
	}
	var b strings.Builder
	if err := p.Write(&b, options); err != nil {
		t.Fatal(err)
	}
	wellFormed(t, b.String())
	return b.String()
}

var (
	ids   = regexp.MustCompile(` id="([^"]*)"`)
	links = regexp.MustCompile(` href="#([^"]*)"`)
	loads = regexp.MustCompile(`(?i)https?:|\bsrc=|url\(|@import|href="[^#]`)
)

// wellFormed checks that a page is well-formed, that its links lead to places on it, and
// that it needs no other file.
func wellFormed(t *testing.T, text string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
	known := map[string]bool{}
	for _, m := range ids.FindAllStringSubmatch(text, -1) {
		if known[m[1]] {
			t.Errorf("the id %s is there twice", m[1])
		}
		known[m[1]] = true
	}
	for _, m := range links.FindAllStringSubmatch(text, -1) {
		if !known[m[1]] {
			t.Errorf("a link leads to %s, which is not there", m[1])
		}
	}
	if m := loads.FindString(text); m != "" {
		t.Errorf("the page has %q", m)
	}
}

// example reads a program from the examples.
func example(t *testing.T, name string) *validate.Program {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../examples", name))
	if err != nil {
		t.Fatal(err)
	}
	return program(t, name, string(text))
}

// TestPages covers a race, different values, a stuck program, a valid one, an overwritten
// argument, and a page of two subjects.
func TestPages(t *testing.T) {
	for name, c := range map[string][2]string{
		"race":    {"before/neighbour.fun", "wrong/neighbour.fun"},
		"differs": {"before/mixed.fun", "wrong/merged-alive.fun"},
		"stuck":   {"before/small.fun", "wrong/small.fun"},
		"valid":   {"before/mixed.fun", "right/merged-alive.fun"},
		"two":     {"before/argument.fun", "wrong/argument.fun"},
	} {
		t.Run(name, func(t *testing.T) {
			text := pageOf(t, example(t, c[0]), example(t, c[1]))
			_, body, _ := strings.Cut(text, "<body>\n")
			body, _, _ = strings.Cut(body, "<script>")
			testkit.Golden(t, "testdata/"+name+".html", body)
		})
	}
}

// TestEscaped: file names and comments are shown as text, whatever they contain.
func TestEscaped(t *testing.T) {
	wild := "</script><script>alert(1)</script><b a='\">&amp;"
	before := program(t, wild, "-- "+wild+" \x1b[31m\u202e\ndef f' (k : int) : int = k")
	after := program(t, "after"+wild, "-- "+wild+"\ndef f' (k : int) : int = let (m : mem) = alloc 1 in 1 / k")
	text := pageOf(t, before, after)
	for _, bad := range []string{"<script>alert", "<b ", "\x1b", "\u202e", `'">`} {
		if strings.Contains(text, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	for _, want := range []string{"after&lt;/script&gt;", "&amp;amp;", `data-n="f&#39;"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no %q", want)
		}
	}
}

// TestLongSource: for a long source, the page shows the def and the lines near marks.
func TestLongSource(t *testing.T) {
	far := "def other (k : int) : int = k\n" + strings.Repeat("-- far away\n", 200)
	text := pageOf(t, program(t, "before", far+"def f (k : int) : int = k"),
		program(t, "after", far+"def f (k : int) : int =\n  let (m : mem) = alloc 1\n  let (x : [2] @ m -> R(2)) = replicate(2, k)\n  in (x[1])\n"+far[30:]))
	if n := strings.Count(text, "far away"); n > 12 {
		t.Errorf("%d lines from far away", n)
	}
	for _, want := range []string{"<td>202</td>", "<td>⋮</td>", `<mark class="at"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no %s", want)
		}
	}
}
