package infold_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/pass"
	"funmem/semantics/syntax"
)

// stages are lists of passes from the paper's state before to all that there is. The last ones leave one block and no copy in
// all programs of TestRowadd.
var stages = []struct{ name, list string }{
	{"`inline,introduce`", "inline,introduce"},
	{"`infold:suballoc=no`", "inline,introduce,infold:suballoc=no"},
	{"`infold`", "inline,introduce,infold"},
	{"`infold,shortcircuit`", "inline,introduce,infold,shortcircuit"},
	{"`cpu` without `fuse`", strings.Replace(pass.Pipelines()[0].Steps, "fuse,", "", 1)},
	{"`cpu`", "cpu"},
}

// rowadd is a function of the example with `plus`.
func rowadd(t *testing.T, name string) *passtest.Program {
	text, err := os.ReadFile("../../../examples/sac/rowadd.fun")
	if err != nil {
		t.Fatal(err)
	}
	def := func(name string) string {
		return regexp.MustCompile(`(?m)^def ` + name + ` (.+\n)+`).FindString(string(text))
	}
	return passtest.Parse(t, name, def("plus")+def(name))
}

// TestRowadd: V1, V2, V3 and the update step of the paper have one block, no alloc in a kernel, and no copy in the end.
func TestRowadd(t *testing.T) {
	b := &strings.Builder{}
	b.WriteString("| passes | V1 | V2 | V3 | update step |\n|---|---|---|---|---|\n")
	for k, s := range stages {
		fmt.Fprintf(b, "| %s |", s.name)
		for _, name := range []string{"rowaddV1", "rowaddV2", "rowaddV3", "update"} {
			last := rowadd(t, name).Last(t, s.list, 6)
			one := &syntax.Program{}
			for _, d := range last.Program.Defs() {
				if d.Name == name {
					one.Decls = append(one.Decls, d)
				}
			}
			m := pass.MetricsOf(one, nil)
			fmt.Fprintf(b, " %d, %d, %d |", m.Allocs, m.InKernels, m.Copies)
			if k >= 3 && (m.Allocs != 1 || m.InKernels != 0 || m.Copies != 0) || k == 2 && name >= "rowaddV3" && (m.Allocs != 1 || m.Copies != 0) {
				t.Errorf("%s, %s: %s", name, s.list, m)
			}
		}
		b.WriteString("\n")
	}
	testkit.Section(t, page, "go test ./lower/opt/infold -run Rowadd", b.String(), nil)
}

// TestReport: the report of V3.
func TestReport(t *testing.T) {
	text := rowadd(t, "rowaddV3").Last(t, "inline,introduce,infold", 0).Report
	for _, want := range []string{"_alloc_or_reuse_", "_alloc_(", "_mem_reuse_", "_suballoc_", "_fill_", "_copy_", "_free_"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	testkit.Section(t, page, "go test ./lower/opt/infold -run Report", "\n```text\n"+text+"```\n", nil)
}
