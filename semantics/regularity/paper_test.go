package regularity_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/internal/testkit"
	"funmem/semantics/regularity"
	"funmem/semantics/syntax"
)

// page is about the paper.
const page = "../../docs/papers/regularity.md"

// example is §4.2: the array xss, of which nothing is known, and the descriptor of yss.
func example() (regularity.Outside, regularity.Nested, *syntax.Binding) {
	n := &syntax.Binding{Name: "n", ID: 1, Type: &syntax.Type{}}
	xss := &syntax.Binding{Name: "xss", ID: 2, Type: &syntax.Type{Dims: []syntax.Expr{n.Use(), &syntax.Irregular{}}}}
	sh := &regularity.Index{X: &syntax.Binding{Name: "sh", ID: 3, Type: &syntax.Type{}}}
	row := &syntax.Slice{X: xss.Use(), At: []syntax.Ix{{Kind: syntax.IxFix, Off: sh.X.Use()}}}
	extent := func(x syntax.Expr) regularity.Shape { return regularity.Extent{E: []syntax.Expr{&syntax.Length{X: x}}} }
	yss := regularity.Sizes{S: extent(xss.Use()), V: sh, NS: regularity.Sizes{S: extent(row), NS: regularity.Number{}}}
	binders := map[int]*syntax.Binding{1: n, 2: xss}
	return regularity.Outside{Lookup: func(id int) *syntax.Binding { return binders[id] }}, yss, xss
}

// TestSection42: the example of §4.2 is simplified in the three steps of the paper, and is equal to the descriptor of xss before and after.
func TestSection42(t *testing.T) {
	o, yss, xss := example()
	var b strings.Builder
	fmt.Fprintf(&b, "\n```text\nxss : %s\nyss : %s\n", regularity.Unknown{L: xss}, yss)
	var got []string
	for _, s := range regularity.Steps(o, yss) {
		got = append(got, s.NS.String())
		fmt.Fprintf(&b, "    = %-66s %s\n", s.NS, s.Says)
	}
	b.WriteString("```\n")
	want := []string{"Outer u_xss ▷ Outer (Inner u_xss ⟨Σ, sh : (S, 0); sh⟩) ▷ S", "Outer u_xss ▷ Inner u_xss ⟨Σ, sh : (S, 0); sh⟩", "u_xss"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %q", got)
	}
	if !regularity.Same(o, yss, regularity.Unknown{L: xss}) {
		t.Error("the descriptors are not equal")
	}
	testkit.Section(t, page, "go test ./semantics/regularity -run Section42", b.String(), nil)
}

// TestErrata runs the programs in which the listings as printed are wrong. The page shows what they say, what is said here, and the sizes of the rows in a
// run.
func TestErrata(t *testing.T) {
	var b strings.Builder
	for _, c := range testkit.Chunks(t, "testdata/errata.fun") {
		p, err := syntax.Parse(c.Source)
		if err != nil {
			t.Fatal(err)
		}
		p = regularity.Resolved(p)
		lines := strings.SplitN(strings.TrimSpace(c.Source.Text), "\n", 3)
		result := p.Main().Res[0].(*syntax.Var)
		m := machineFor(p, outside(p), map[string]int{})
		if ended, wrong := m.run(p.Main()); !ended || wrong != "" {
			t.Errorf("%s: %s", lines[0], wrong)
		}
		var sizes []int
		for _, row := range m.env[result.ID].(array) {
			sizes = append(sizes, len(row.(array)))
		}
		k := m.found.Of(result.ID)
		fmt.Fprintf(&b, "\n%s.\n\n```text\n%s```\n\n| as printed | here | the rows of `%s` in a run have the sizes |\n|---|---|---|\n| %s | `%s` is %s, of the shape %s | %s |\n",
			strings.TrimPrefix(lines[0], "-- "), lines[2]+"\n", result.Name, strings.TrimPrefix(lines[1], "-- as printed: "), result.Name, k.D, k.NS, strings.Trim(fmt.Sprint(sizes), "[]"))
	}
	testkit.Section(t, page, "go test ./semantics/regularity -run Errata", b.String(), nil)
}
