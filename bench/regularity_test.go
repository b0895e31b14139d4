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
	"funmem/internal/testkit"
	"funmem/repl/cli"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/nested"
	"funmem/semantics/syntax"
)

// sortedRows are the programs of Preserving Regularity, §5, in bench/fun/rows. Each has three expressions: of a matrix, of the same rows in
// an irregular array, and of rows that differ in size. The C program takes these with the same descriptors.
var sortedRows = []string{"quicksort", "bubblesort", "splitradix"}

// irregularPrograms have rows that differ in size by nature.
var irregularPrograms = []string{"spmv", "bfs", "primes"}

// rowTwins are the three expressions of a program.
func rowTwins(t testing.TB, name string) (list []twin) {
	t.Helper()
	list = expressions(t, "rows/"+name, filepath.Join("bench", "fun", "rows", name+".fun"))
	if len(list) != 3 {
		t.Fatalf("%s has %d lines `-- bench:`, wanted 3", list[0].file, len(list))
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
			shape, data := resultBy(t, list[2].flat(), natively())
			file := filepath.Join(t.TempDir(), "c.npy")
			if out, err := exec.Command(compiled(t, list[2]), "--out", file).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if s, d := npy(t, file); s != shape || !bytes.Equal(d, data) && !(list[2].near && near(d, data, 1e-11)) {
				t.Errorf("C computes something else: shapes %s and %s", s, shape)
			}
		})
	}
}

// TestIrregular: the C programs compute what the programs do that are irregular by nature.
func TestIrregular(t *testing.T) {
	_, _, err := host.Open()
	testkit.Needs(t, "REQUIRE_CC", err)
	for _, w := range irregularTwins(t) {
		t.Run(w.name, func(t *testing.T) {
			shape, data := resultBy(t, w, natively())
			file := filepath.Join(t.TempDir(), "c.npy")
			if out, err := exec.Command(compiled(t, w), "--out", file).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if s, d := npy(t, file); s != shape || !bytes.Equal(d, data) {
				t.Errorf("C computes something else: shapes %s and %s", s, shape)
			}
		})
	}
}

// BenchmarkRegularity measures the forms of the sorts and transforms, and the irregular programs beside C, and prints the table of
// docs/papers/regularity.md; -update writes it there.
func BenchmarkRegularity(b *testing.B) {
	table := "| program | regular, ms | irregular, ms | irregular / regular | rows that differ in size, ms | in C, ms | ratio |\n|---|---|---|---|---|---|---|\n"
	for _, name := range sortedRows {
		list := rowTwins(b, name)
		var ms [3]float64
		for k, w := range list {
			ms[k] = w.timed(b, natively()).Median / 1e6
		}
		c := inC(b, compiled(b, list[2]), "1") / 1e6
		table += fmt.Sprintf("| %s | %.3g | %.3g | %.1f | %.3g | %.3g | %.1f |\n", name, ms[0], ms[1], ms[1]/ms[0], ms[2], c, ms[2]/c)
	}
	for _, w := range irregularTwins(b) {
		ns, c := w.timed(b, natively()).Median/1e6, inC(b, compiled(b, w), "1")/1e6
		table += fmt.Sprintf("| %s | | | | %.3g | %.3g | %.1f |\n", w.name, ns, c, ns/c)
	}
	b.Log("\n" + table)
	b.ReportMetric(0, "ns/op")
	if *testkit.Update {
		writeTo(b, "papers/regularity.md", "programs", table)
	}
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
