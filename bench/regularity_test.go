package bench

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"funmem/gpu/host"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/repl/cli"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/nested"
	"funmem/semantics/syntax"
)

// sortedRows are the programs of Preserving Regularity, §5, in bench/fun/rows. Each has four expressions: of a matrix, of the same rows in
// an irregular array, of rows that differ in size, and of rows of which some are far longer than the others. The C program takes the last two
// with the same descriptors.
var sortedRows = []string{"quicksort", "bubblesort", "splitradix"}

// irregularPrograms have rows that differ in size by nature.
var irregularPrograms = []string{"spmv", "bfs", "primes"}

// skewed are the flags of the C program for the last expression.
var skewed = []string{"-DSKEWED"}

// rowTwins are the four expressions of a program.
func rowTwins(t testing.TB, name string) (list []twin) {
	t.Helper()
	list = expressions(t, "rows/"+name, filepath.Join("bench", "fun", "rows", name+".fun"))
	if len(list) != 4 {
		t.Fatalf("%s has %d lines `-- bench:`, wanted 4", list[0].file, len(list))
	}
	return list
}

// expressions are those of the lines `-- bench:` of a file, with the C program of a name.
func expressions(t testing.TB, name, file string) (list []twin) {
	t.Helper()
	src, err := session.ReadSource(context.Background(), filepath.Join(testkit.Root(t), file), 0)
	if err != nil {
		t.Fatal(err)
	}
	prog, err := syntax.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	for _, expr := range cli.Benchmarks(prog) {
		list = append(list, twin{name: name, file: file, expr: expr, near: name == "rows/splitradix"})
	}
	return list
}

// irregularTwins are the programs that are irregular by nature.
func irregularTwins(t testing.TB) (list []twin) {
	for _, name := range irregularPrograms {
		list = append(list, expressions(t, name, filepath.Join("examples", "accelerate", name+".fun"))...)
	}
	return list
}

// flat is the expression with the elements of its rows, one after the other.
func (w twin) flat() twin {
	lets, value := w.expr[:strings.LastIndex(w.expr, " in")+len(" in")], w.expr[strings.LastIndex(w.expr, " in")+len(" in"):]
	w.expr = lets + " flatten (" + strings.TrimSpace(value) + ")"
	return w
}

// TestRows: the regular and the irregular form compute the same, and the C program what the irregular form computes of rows that differ in
// size.
func TestRows(t *testing.T) {
	_, _, err := host.Open()
	testkit.Needs(t, "REQUIRE_CC", err)
	for _, name := range sortedRows {
		t.Run(name, func(t *testing.T) {
			list := rowTwins(t, name)
			_, regular := resultBy(t, list[0].flat(), natively())
			_, irregular := resultBy(t, list[1].flat(), natively())
			if !bytes.Equal(regular, irregular) {
				t.Error("the two forms differ")
			}
			asInC(t, list[2].flat())
			asInC(t, list[3].flat(), skewed...)
		})
	}
}

// TestIrregular: the C programs compute what the programs do that are irregular by nature.
func TestIrregular(t *testing.T) {
	_, _, err := host.Open()
	testkit.Needs(t, "REQUIRE_CC", err)
	for _, w := range irregularTwins(t) {
		t.Run(w.name, func(t *testing.T) {
			asInC(t, w)
		})
	}
}

// asInC compares native code with the C program.
func asInC(t *testing.T, w twin, flags ...string) {
	t.Helper()
	shape, data := resultBy(t, w, natively())
	file := filepath.Join(t.TempDir(), "c.npy")
	if out, err := exec.Command(compiled(t, w, flags...), "--out", file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if s, d := npy(t, file); s != shape || !bytes.Equal(d, data) && !(w.near && near(d, data, 1e-11)) {
		t.Errorf("C computes something else: shapes %s and %s", s, shape)
	}
}

// BenchmarkRegularity measures the forms of the sorts and transforms, and the irregular programs beside C, and prints the table of
// docs/papers/regularity.md; -update writes it there.
func BenchmarkRegularity(b *testing.B) {
	table := "| program | regular, ms | irregular, ms | irregular / regular | rows that differ in size, ms | in C, ms | ratio | a few long rows, ms | in C, ms | ratio |\n|---|---|---|---|---|---|---|---|---|---|\n"
	for _, name := range sortedRows {
		list := rowTwins(b, name)
		var ms [4]float64
		for k, w := range list {
			ms[k] = w.timed(b, natively()).Median / 1e6
		}
		c, long := inC(b, compiled(b, list[2]), "1")/1e6, inC(b, compiled(b, list[3], skewed...), "1")/1e6
		table += fmt.Sprintf("| %s | %.3g | %.3g | %.1f | %.3g | %.3g | %.1f | %.3g | %.3g | %.1f |\n", name, ms[0], ms[1], ms[1]/ms[0], ms[2], c, ms[2]/c, ms[3], long, ms[3]/long)
	}
	for _, w := range irregularTwins(b) {
		ns, c := w.timed(b, natively()).Median/1e6, inC(b, compiled(b, w), "1")/1e6
		table += fmt.Sprintf("| %s | | | | %.3g | %.3g | %.1f | | | |\n", w.name, ns, c, ns/c)
	}
	b.Log("\n" + table)
	b.ReportMetric(0, "ns/op")
	if *testkit.Update {
		writeTo(b, "papers/regularity.md", "programs", table)
	}
}

// few makes the expressions of sortedRows ones of few and small rows.
var few = strings.NewReplacer("(100, 200)", "(16, 32)", "(200, 100)", "(16, 32)", "(32, 256)", "(16, 32)", "[100]", "[16]", "[200]", "[16]", "[32]", "[16]")

// TestMemory counts the memory that the forms take after the pipeline cpu. The heap semantics runs them, so the rows are few and small.
func TestMemory(t *testing.T) {
	table := "| program | regular | irregular | rows that differ in size | a few long rows |\n|---|---|---|---|---|\n"
	for _, name := range sortedRows {
		table += "| " + name
		for _, w := range rowTwins(t, name) {
			w.expr = few.Replace(w.expr)
			s, core, err := w.core(t)
			if err != nil {
				t.Fatal(err)
			}
			u := passtest.Measure(t, passed(t, s, core, "cpu"))
			table += fmt.Sprintf(" | %d, %d", u.Peak, u.Locations)
		}
		table += " |\n"
	}
	testkit.Section(t, "../docs/papers/regularity.md", "memory: go test ./bench -run TestMemory", table, nil)
}

// TestDescriptors: the regular forms have no descriptors, which nobody writes into the program, and the irregular forms have them.
func TestDescriptors(t *testing.T) {
	for _, name := range sortedRows {
		s := session.NewSession(session.Defaults())
		file := rowTwins(t, name)[0].file
		inRoot(t, func() {
			if _, err := s.Add(context.Background(), diag.NewSource("rows", `import "`+file+`"`)); err != nil {
				t.Fatal(err)
			}
		})
		count := func(def string) (n int) {
			d := s.Elab.NestedDef(def)
			syntax.Walk(d, func(x syntax.Node) bool {
				if b, ok := x.(*syntax.Binding); ok && b.Type != nil && b.Type.IsIrregular() {
					n += 2 * (b.Type.Rank() - b.Type.Regular())
				}
				return true
			})
			for _, f := range syntax.Calls(d) {
				if nested.Needed(s.Elab.NestedDef(f), nil) {
					t.Errorf("%s: `%s`, which `%s` calls, has irregular arrays", name, f, def)
				}
			}
			return n
		}
		if regular, irregular := count("regular"), count("irregular"); regular != 0 || irregular == 0 {
			t.Errorf("%s: %d descriptors in the regular form, %d in the irregular one", name, regular, irregular)
		}
	}
}
