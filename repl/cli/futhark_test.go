package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/futhark/corpus"
	"funmem/futhark/words"
	"funmem/repl/session"
)

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
		o := &Options{Settings: session.Defaults(), Tests: 50, Seed: 1, Words: words.Words{AsFuthark: asFuthark}}
		var out, errs bytes.Buffer
		err := Validate(t.Context(), Streams{strings.NewReader(""), &out, &errs}, o, []string{before, after})
		if got := out.String() + errs.String(); err == nil || !strings.Contains(got, want) {
			t.Errorf("%v\n%s", err, got)
		}
	}
}
