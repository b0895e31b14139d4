package repl

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"funmem/futhark/words"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"funmem/futhark/corpus"
	"funmem/internal/testkit"
	"funmem/repl/cli"
	"funmem/repl/session"
)

// mutant is the entry of a mutant in mutants.json.
type mutant struct{ *corpus.Mutant }

// isWrong tells that compiled code gives a different result on a recorded case, or crashes.
func (m *mutant) isWrong() bool { return m.Output == "different" || m.Output == "crash" }

// finding is the first message of a report, with its line in the dump.
type finding struct{ kind, text string }

var message = regexp.MustCompile(`(?m)^[^ \n]*_mem:(\d+):\d+: (type error|syntax error|stuck|invalid|data race): (.*)$`)

// found is the first finding in a report.
func found(report string) finding {
	m := message.FindStringSubmatch(report)
	if m == nil {
		first, _, _ := strings.Cut(report, "\n")
		return finding{"?", first}
	}
	return finding{m[2], "line " + m[1] + ": " + m[3]}
}

// judged returns the verdict of `check` on a mutant on the recorded cases, or else that of `validate` against its base:
// the word, and the first finding.
func judged(t *testing.T, dir string, m *mutant) (word string, f finding) {
	path := filepath.Join(dir, "mutants", m.File)
	r := casesOf(t, dir, m.File)
	for k, c := range r.Cases {
		if ok, text := checks(path, r, c); !ok {
			f = found(text)
			if f.kind == "type error" || f.kind == "syntax error" {
				return "rejected", f
			}
			f.text = fmt.Sprintf("case %d, %s", k, f.text)
			return "refuted", f
		}
	}
	o := &cli.Options{Settings: session.Defaults(), Words: words.Words{AsFuthark: true}, Tests: 100, Seed: 1}
	var out, errs bytes.Buffer
	if err := cli.Validate(t.Context(), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, o, []string{filepath.Join(dir, m.Base), path}); err == nil {
		return "accepted", f
	}
	word, _, _ = strings.Cut(out.String()[strings.Index(out.String(), "`: ")+3:], "\n")
	return "refuted", finding{"validate", "`validate` against its base: " + word}
}

// cell is a text in a table.
func cell(text string) string { return strings.ReplaceAll(cmp.Or(text, "·"), "|", `\|`) }

// TestFutharkMutants writes our verdicts and Futhark's on the mutants of the corpus. It checks that no wrong mutant
// passes, and that a harmless mutant is refuted only for a reason. Without -more it takes every fifth mutant and writes
// nothing.
func TestFutharkMutants(t *testing.T) {
	dir := corpus.Unpack(t)
	all, err := corpus.Mutants()
	if err != nil {
		t.Fatal(err)
	}
	var table, same strings.Builder
	table.WriteString("| mutant | kind | Futhark's checker | C output | address sanitizer | funmem | why |\n|---|---|---|---|---|---|---|\n")
	count := map[string]int{}
	for k, one := range all {
		if k%testkit.Sample(5, 1) != 0 {
			continue
		}
		m := &mutant{one}
		word, f := judged(t, dir, m)
		name := strings.TrimSuffix(strings.TrimSuffix(m.File, "_mem"), ".fut")
		name = strings.ReplaceAll(name, ".fut_", " ")
		checker, _, _ := strings.Cut(m.Checker, ":")
		fmt.Fprintf(&table, "| %s | %s | %s | %s | %s | %s | %s |\n", name, m.Kind, checker, m.Output, cell(m.Sanitizer), word, cell(f.text))
		if strings.Contains(m.File, "seq") {
			count[m.Output+" "+word]++
		} else {
			count["gpu "+checker+" "+word]++
		}
		switch {
		case strings.Contains(m.File, "gpu"):
		case m.isWrong() && word == "accepted":
			t.Errorf("%s: its output is %s, and it is accepted", m.File, m.Output)
		case m.Output == "same" && word != "accepted":
			overrun, unwritten := strings.Contains(f.text, "lies outside block"), strings.Contains(f.text, "is undefined")
			if !overrun && !unwritten {
				t.Errorf("%s: its output is the same on all cases, and it is %s: %s", m.File, word, f.text)
			}
			fmt.Fprintf(&same, "- %s (%s; address sanitizer: %s): %s\n", name, m.Kind, m.Sanitizer, f.text)
		}
	}
	if !testkit.More() {
		return
	}
	var sum strings.Builder
	sum.WriteString("| | refuted | rejected | accepted |\n|---|---|---|---|\n")
	for _, row := range [][2]string{{"different", "sequential, output different"}, {"crash", "sequential, compiled code crashes"}, {"same", "sequential, output the same on all cases"},
		{"not run", "sequential, rejected by Futhark's checker"}, {"gpu accepted", "GPU, accepted by Futhark's checker"}, {"gpu rejected", "GPU, rejected by it"}} {
		fmt.Fprintf(&sum, "| %s | %d | %d | %d |\n", row[1], count[row[0]+" refuted"], count[row[0]+" rejected"], count[row[0]+" accepted"])
	}
	testkit.Section(t, "../docs/found.md", "futhark-sum: go test ./repl -run Futhark -more", sum.String(), nil)
	testkit.Section(t, "../docs/found.md", "futhark-same: go test ./repl -run Futhark -more", same.String(), nil)
	testkit.Section(t, "../docs/found.md", "futhark-mutants: go test ./repl -run Futhark -more", table.String(), nil)
}

// TestFutharkDivergent writes the verdict of `check` on dumps where compiled code and Futhark's interpreter differ.
func TestFutharkDivergent(t *testing.T) {
	dir := corpus.Unpack(t)
	var b strings.Builder
	for _, name := range []string{"neg_slices", "flat_windows", "rotate_mix"} {
		dump := name + ".final.fut_seq_mem"
		r := casesOf(t, dir, dump)
		for _, c := range r.Diverge {
			ok, text := checks(filepath.Join(dir, dump), r, c)
			if ok {
				t.Errorf("%s is accepted", dump)
			}
			var ins []string
			for _, v := range c.Inputs {
				ins = append(ins, v.text())
			}
			fmt.Fprintf(&b, "- %s on `%s`: %s. Compiled code and the interpreter: %s. `check` of `%s`: %s\n", name, strings.Join(ins, " "), said(c.Compiled), c.Note, dump, found(text).text)
		}
	}
	testkit.Section(t, "../docs/found.md", "futhark-divergent: go test ./repl -run Futhark", b.String(), nil)
}

// TestFutharkTwoSizes writes the verdict of `check` on a hand-written dump. It has the memory layout that two of
// Futhark's passes give the program in docs/found.md.
func TestFutharkTwoSizes(t *testing.T) {
	var out strings.Builder
	o := &cli.Options{Settings: session.Defaults(), Words: words.Words{AsFuthark: true}, Entry: "main", Inputs: []string{"k=12", "x=2.5f32"}}
	if err := cli.Check(t.Context(), cli.Streams{In: strings.NewReader(""), Out: &out, Err: io.Discard}, o, []string{"testdata/futhark/two_sizes.fut_gpu_mem"}); err == nil {
		t.Errorf("it is accepted:\n%s", out.String())
	}
	_, race, _ := strings.Cut(out.String(), "data race: ")
	race = strings.ReplaceAll(race, "testdata/futhark/", "")
	testkit.Section(t, "../docs/found.md", "futhark-two-sizes: go test ./repl -run Futhark", "```text\ndata race: "+race+"```\n", nil)
}

// TestFutharkTiles checks that the matrix product for the GPU is right when the tiles are squares, and stuck otherwise.
// docs/found.md has the places.
func TestFutharkTiles(t *testing.T) {
	dump := filepath.Join(corpus.Unpack(t), "matmul_f64.final.fut_gpu_mem")
	var b strings.Builder
	for _, odd := range []string{"", "Tx_5762=3", "Ty_5763=3", "Tk_5761=1", "Tk_5761=3", "Rx_5764=3", "Ry_5765=3"} {
		var out strings.Builder
		o := &cli.Options{Settings: session.Defaults(), Words: words.Words{AsFuthark: true}, Inputs: []string{"a=kernel i <= 7, j <= 4 do f64(i + j)", "b=kernel i <= 4, j <= 2 do f64(2 * i + j)"},
			Sizes: []string{"tile_size=2", "reg_tile_size=2", "group_size=2", "suff_outer_par_1=1"}}
		if odd != "" {
			o.Sizes = append(o.Sizes, odd)
		}
		err := cli.Check(context.Background(), cli.Streams{In: strings.NewReader(""), Out: &out, Err: io.Discard}, o, []string{dump})
		if right := odd == "" || odd == "Tk_5761=3"; right != (err == nil) {
			t.Errorf("%s: %v\n%s", odd, err, out.String())
		}
		if err != nil {
			fmt.Fprintf(&b, "- `--set %s`: %s\n", odd, found(out.String()).text)
		}
	}
	testkit.Section(t, "../docs/found.md", "futhark-tiles: go test ./repl -run Futhark", b.String(), nil)
}

// said returns the output of compiled code, which is recorded as a text or as its lines.
func said(x any) string {
	if lines, ok := x.([]any); ok && len(lines) > 0 {
		return fmt.Sprint(lines[0])
	}
	return fmt.Sprint(x)
}
