package repl

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"funmem/futhark/corpus"
	"funmem/repl/cli"
	"funmem/repl/session"
)

// TestFutharkAssertions checks that a dump whose assertions cannot fail is not a valid form of a dump with an assertion
// that can.
func TestFutharkAssertions(t *testing.T) {
	dir := corpus.Unpack(t)
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
		o := &cli.Options{Settings: session.Defaults(), Tests: 100, Seed: 1}
		var out, errs bytes.Buffer
		err = cli.Validate(t.Context(), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, o, []string{before, after})
		if err == nil || !strings.Contains(out.String(), "BEFORE stops with the error `") || !strings.Contains(out.String(), "`, and AFTER goes on") {
			t.Errorf("%s without assertions: %v\n%s%s", name, err, out.String(), errs.String())
		}
	}
}

// TestFutharkLaunches checks that a launch with too few threads is not an error of the program. If BEFORE has one, the
// input is not one of its arguments. Such a launch in AFTER does not stand for an assertion that fails in BEFORE.
func TestFutharkLaunches(t *testing.T) {
	dump := func(groups, assertion, certificate string) string {
		path := filepath.Join(t.TempDir(), "x.fut_gpu_mem")
		text := `types {}
entry("main", {n: i64}, {[]i64})
  entry_main (n_1 : i64) : {mem@device, [n_1]i64 @ ?0@device -> {offset: 0i64; strides: [1i64]; shape: [n_1]}} = {
  let {b_2 : i64} = mul_nw64(8i64, n_1)
  let {ok_3 : bool} = slt64(n_1, 3i64)` + assertion + `
  let {mem_5 : mem@device} = alloc(b_2, @device)
  let {r_6 : [n_1]i64 @ mem_5 -> {offset: 0i64; strides: [1i64]; shape: [n_1]}} = ` + certificate + `
    segmap(thread; ; groups=` + groups + `; groupsize=2i64) (i_7 < n_1) (~f_8) : {i64} { return {returns i_7} }
  in {mem_5, r_6}
}
`
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	few, many := dump("1i64", "", ""), dump("8i64", "", "")
	asserts := dump("8i64", "\n"+`  let {c_4 : unit} = assert(ok_3, {"too many"}, "x.fut:1:1")`, "#{c_4}")
	for _, c := range []struct{ before, after, in, want string }{
		{many, few, "n=2i64", "1 valid"},
		{many, few, "n=3i64", "AFTER is stuck where BEFORE is not"},
		{few, many, "n=3i64", "BEFORE is stuck"},
		{asserts, few, "n=3i64", "AFTER goes on"},
		{few, asserts, "n=3i64", "BEFORE is stuck"},
	} {
		o := &cli.Options{Settings: session.Defaults(), Tests: 10, Seed: 1, Inputs: []string{c.in}}
		var out, errs bytes.Buffer
		err := cli.Validate(t.Context(), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, o, []string{c.before, c.after})
		if said := out.String() + errs.String(); !strings.Contains(said, c.want) {
			t.Errorf("wanted %s, found %v\n%s", c.want, err, said)
		}
	}
}
