package futhark_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"funmem/futhark"
	"funmem/futhark/corpus"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
)

// checked reads a dump and checks it.
func checked(name, text string) error {
	prog, err := futhark.Parse(diag.NewSource(name, text))
	if err == nil {
		err = futhark.Resolve(prog)
	}
	if err == nil {
		err = futhark.Check(prog)
	}
	return err
}

// TestVerdicts compares what we accept with what Futhark's own checker accepts: every dump, and some of the mutants.
func TestVerdicts(t *testing.T) {
	mutants, err := corpus.Mutants()
	if err != nil {
		t.Fatal(err)
	}
	rejected := map[string]string{}
	for _, m := range mutants {
		if strings.HasPrefix(m.Checker, "rejected") {
			rejected["mutants/"+m.File] = m.Checker
		}
	}
	for name, text := range dumps(t) {
		err := checked(name, text)
		if (err != nil) != (rejected[name] != "") {
			t.Errorf("%s: Futhark: %q; we: %v", name, rejected[name], err)
		}
		if err != nil && !diag.Of(err)[0].Span.IsValid() {
			t.Errorf("%s: no place: %v", name, err)
		}
	}
	if len(rejected) != 13 {
		t.Errorf("%d mutants are rejected", len(rejected))
	}
}

// around is the context of the statements of check.txt: a constant of the whole program, a function, and parameters.
const around = `let {g_900 : i64} = add64(1i64, 2i64)
fun both_901 (m_1 : mem, n_2 : i64, a_3 : [n_2]i64 @ m_1 -> r(n_2)) : {mem, i64, [?1]i64 @ ?0 -> {offset: 0i64; strides: [1i64]; shape: [?1]}} = {m_1, n_2, a_3}
fun main_902 (xs_mem_1 : mem, n_2 : i64, m_3 : i64, xs_4 : [n_2]i64 @ xs_mem_1 -> r(n_2), ys_5 : [n_2][m_3]f32 @ xs_mem_1 -> r2(n_2, m_3), k_6 : i32, f_7 : f64, b_8 : bool, c_9 : unit,
  h_91 : [n_2][m_3][2i64]i64 @ xs_mem_1 -> {offset: 0i64; strides: [1i64, 1i64, 1i64]; shape: [n_2, m_3, 2i64]}) : {} = {
%s
in {}
}
`

var (
	row1 = regexp.MustCompile(`\br\((\w+)\)`)
	row2 = regexp.MustCompile(`\br2\((\w+), (\w+)\)`)
)

// dumpOf returns the dump for a text of check.txt. In the text, r(n) and r2(n, m) are index functions of rows.
func dumpOf(text string) string {
	if strings.HasPrefix(text, "let") {
		text = fmt.Sprintf(around, text)
	}
	text = row1.ReplaceAllString(text, "{offset: 0i64; strides: [1i64]; shape: [$1]}")
	return row2.ReplaceAllString(text, "{offset: 0i64; strides: [$2, 1i64]; shape: [$1, $2]}")
}

// TestRules: the texts of check.txt are correct, and each change written after a ! is refused with a message of the
// golden file.
func TestRules(t *testing.T) {
	file, err := os.ReadFile("testdata/check.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	right, wrong := 0, 0
	for _, chunk := range regexp.MustCompile(`(?m)^--.*\n`).Split(string(file), -1) {
		text, changes, _ := strings.Cut(chunk, "\n!")
		if chunk == "" {
			continue
		}
		right++
		if err := checked("example", dumpOf(text)); err != nil {
			t.Errorf("%s\n%v", text, err)
		}
		for _, change := range strings.Split(changes, "\n!") {
			from, to, ok := strings.Cut(strings.TrimRight(change, "\n"), " => ")
			from = strings.TrimPrefix(from, " ")
			if !ok || !strings.Contains(text, from) {
				t.Errorf("no change: %s", change)
				continue
			}
			wrong++
			err := checked("example", dumpOf(strings.Replace(text, from, to, 1)))
			if err == nil {
				t.Errorf("accepted: %s of\n%s", change, text)
				continue
			}
			for _, d := range diag.Of(err) {
				if d.Kind != diag.Type || !d.Span.IsValid() {
					t.Errorf("%s: %v", change, d)
				}
			}
			out.WriteString(from + " => " + to + "\n" + err.Error() + "\n")
		}
	}
	t.Logf("%d texts, %d changes", right, wrong)
	testkit.Golden(t, "testdata/check.golden", out.String())
}
