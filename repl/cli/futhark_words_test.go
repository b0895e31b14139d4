package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/futhark/corpus"
	"funmem/futhark/tofunmem"
	"funmem/repl/session"
)

// TestEmptyInput checks that with --as-futhark an argument without elements has the type that the entry point takes.
func TestEmptyInput(t *testing.T) {
	o := &Options{AsFuthark: true, Units: []*tofunmem.Unit{{Entries: []*tofunmem.Entry{{Params: []*tofunmem.Param{{Name: "a", Elem: "i32"}, {Name: "b", Elem: "f32"}}}}}}}
	text := "  a = empty([1][0]int)   (given)\n  b = empty([0][2]f64)\n  c = empty([0][2]f64)\n  a = [1]\n"
	want := "  a = empty([1][0]i32)   (given)\n  b = empty([0][2]f32)\n  c = empty([0][2]f64)\n  a = [1]\n"
	if got := o.reworded(text); got != want {
		t.Errorf("found %s, wanted %s", got, want)
	}
}

// TestFromZero checks that with --as-futhark the indices and dimensions of messages count from 0.
func TestFromZero(t *testing.T) {
	o := &Options{AsFuthark: true, Units: []*tofunmem.Unit{{}}}
	for text, want := range map[string]string{
		"`x[1, 12]` is 10": "`x[0, 11]` is 10",
		"index 3 is out of bounds: dimension 1 of `x` has size 2":                    "index 2 is out of bounds: dimension 0 of `x` has size 2",
		"slice 4:3:2 starts out of bounds at index 4: dimension 2 of `x` has size 1": "slice 3:3:2 starts out of bounds at index 3: dimension 1 of `x` has size 1",
		"the size of slice 1:-1 in dimension 1 of `x` is -1":                         "the size of slice 0:-1 in dimension 0 of `x` is -1",
		"size 2 of the reshape, `n`, is -1":                                          "size 1 of the reshape, `n`, is -1",
		"index 2 of dimension 1 of `x` would be changed twice":                       "index 1 of dimension 0 of `x` would be changed twice",
		"x.fut_seq_mem:7:3: `x[1]` is 10\n  note: `y[2]`\n":                          "x.fut_seq_mem:7:3: `x[0]` is 10\n  note: `y[1]`\n",
		"[2]:7:3: `x[1]` is 10\n  note: `y[2]`\n":                                    "[2]:7:3: `x[1]` is 10\n  note: `y[2]`\n",
		"in round 1 of loop `x`, offset 2 of block `m`":                              "in round 1 of loop `x`, offset 2 of block `m`",
	} {
		if got := o.reworded(text); got != want {
			t.Errorf("%s becomes %s, wanted %s", text, got, want)
		}
	}
}

// TestFutharkSteps checks that the elements in the steps of a counterexample count from 0, like those in its messages.
func TestFutharkSteps(t *testing.T) {
	before := filepath.Join(corpus.Unpack(t), "concat_three.final.fut_seq_mem")
	text, err := os.ReadFile(before)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	lines[86] = strings.Replace(lines[86], "offset: n_5269", "offset: 0i64", 1)
	after := filepath.Join(filepath.Dir(before), "edited.fut_seq_mem")
	if err := os.WriteFile(after, []byte(strings.Join(lines, "\n")), 0o666); err != nil {
		t.Fatal(err)
	}
	for asFuthark, want := range map[bool]string{true: "→ `lw_dest_5348[0]` is written", false: "→ `lw_dest_5348[1]` is written"} {
		o := &Options{Settings: session.Defaults(), Tests: 50, Seed: 1, AsFuthark: asFuthark}
		var out, errs bytes.Buffer
		err := Validate(t.Context(), Streams{strings.NewReader(""), &out, &errs}, o, []string{before, after})
		if got := out.String() + errs.String(); err == nil || !strings.Contains(got, want) {
			t.Errorf("%v\n%s", err, got)
		}
	}
}
