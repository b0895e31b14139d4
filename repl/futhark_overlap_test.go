package repl

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFutharkOverlaps: a dump whose update writes over what it copies is no form of the one that copies it first. In FUNMEM
// it is, with a warning.
func TestFutharkOverlaps(t *testing.T) {
	const file = "testdata/futhark/overlaps.fut_seq_mem"
	after, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before := filepath.Join(t.TempDir(), "first.fut_seq_mem")
	text := strings.ReplaceAll(string(after), "with [1i64 :+ m_4 * 1i64] = v_6", "with [1i64 :+ m_4 * 1i64] = w_9")
	const view = "= xs_3[0i64 :+ m_4 * 1i64]\n"
	text = strings.Replace(text, view, view+`  let {s_10 : i64} = mul_nw64(8i64, m_4)
  let {s_11 : i64} = smax64(0i64, s_10)
  let {wm_8 : mem} = alloc(s_11)
  let {w_9 : [m_4]i64 @ wm_8 -> {offset: 0i64; strides: [1i64]; shape: [m_4]}} = copy(v_6)
`, 1)
	text = text[:strings.Index(text, "-- the last elements")]
	if err := os.WriteFile(before, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	validated := func(after string) (string, error) {
		o := &Options{Settings: Defaults(), Tests: 20, Seed: 1, Entry: "up"}
		var out, errs bytes.Buffer
		err := Validate(t.Context(), Streams{strings.NewReader(""), &out, &errs}, o, []string{before, after})
		return out.String() + errs.String(), err
	}
	if said, err := validated(before); err != nil {
		t.Errorf("the copy: %v\n%s", err, said)
	}
	said, err := validated(file)
	if want := "invalid: `up`: a copy of AFTER writes over what it reads"; err == nil || !strings.Contains(said, want) || !strings.Contains(said, "both lie at offset") {
		t.Errorf("%v, wanted %s in\n%s", err, want, said)
	}
}
