package repl

import (
	"bytes"
	"funmem/repl/cli"
	"funmem/repl/session"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFutharkOverlaps checks dumps with an update that writes over what it copies. Such a dump is not a valid form of
// the one that copies first. In FUNMEM it is, with a warning.
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
		o := &cli.Options{Settings: session.Defaults(), Tests: 20, Seed: 1, Entry: "up"}
		var out, errs bytes.Buffer
		err := cli.Validate(t.Context(), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, o, []string{before, after})
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

// TestFutharkOverlapMoment checks that the steps of such a dump show the state before the copy, with its round or
// branch, and that a note says which round.
func TestFutharkOverlapMoment(t *testing.T) {
	const file = "testdata/futhark/overlap_inside.fut_seq_mem"
	for _, c := range []struct {
		entry, note string
		steps       []string
	}{
		{"round", "in round 2 of loop `a_11`", []string{"round 2 of loop `a_11`:  round 2 of loop `a_11`:", "i_12 = 1", "v_6 = [0, 0] in xsm_1", "→ `v_6[2]` is read: offset 1 of `xsm_1`",
			"→ `y_7[2]` is written: offset 1 of `xsm_1`", "heap of AFTER before the copy:\n  xsm_1: 0 ⟨0⟩ 0 0"}},
		{"branch", "compiled code copies in an order of its own", []string{"`else`:", "l_4 = 3", "v_6 = [0, 0, 0] in xsm_1", "→ `v_6[1]` is read: offset 2 of `xsm_1`",
			"→ `y_7[3]` is written: offset 2 of `xsm_1`", "heap of AFTER before the copy:\n  xsm_1: 0 0 ⟨0⟩ 0 0"}},
	} {
		o := &cli.Options{Settings: session.Defaults(), Tests: 200, Seed: 1, Entry: c.entry}
		var out, errs bytes.Buffer
		err := cli.Validate(t.Context(), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, o, []string{file, file})
		said, rest := out.String()+errs.String(), ""
		if said, rest, _ = strings.Cut(said, "steps:"); err == nil || !strings.Contains(said, "note: ") || !strings.Contains(said, c.note) {
			t.Errorf("%s: %v, wanted %s in\n%s", c.entry, err, c.note, said)
		}
		for _, want := range c.steps {
			_, after, found := strings.Cut(rest, want)
			if !found {
				t.Errorf("%s: wanted %q next in\n%s", c.entry, want, rest)
			}
			rest = after
		}
	}
}
