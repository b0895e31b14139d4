package repl

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestFutharkAssertions: a dump none of whose assertions can fail is no form of the one whose can.
func TestFutharkAssertions(t *testing.T) {
	dir := unpacked(t)
	condition := regexp.MustCompile(`assert\([^,]*,`)
	for _, name := range []string{"branch_layout", "rotate_mix"} {
		before := filepath.Join(dir, name+".final.fut_seq_mem")
		text, err := os.ReadFile(before)
		if err != nil {
			t.Fatal(err)
		}
		after := filepath.Join(t.TempDir(), "never.fut_seq_mem")
		if err := os.WriteFile(after, condition.ReplaceAll(text, []byte("assert(true,")), 0o666); err != nil {
			t.Fatal(err)
		}
		o := &Options{Settings: Defaults(), Tests: 100, Seed: 1}
		var out, errs bytes.Buffer
		err = Validate(t.Context(), Streams{strings.NewReader(""), &out, &errs}, o, []string{before, after})
		if err == nil || !strings.Contains(out.String(), "BEFORE stops with the error `") || !strings.Contains(out.String(), "`, and AFTER goes on") {
			t.Errorf("%s without assertions: %v\n%s%s", name, err, out.String(), errs.String())
		}
	}
}
