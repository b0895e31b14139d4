package repl

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"funmem/internal/testkit"
	"funmem/repl/edit"
	"funmem/repl/session"
)

// measured are the numbers of an answer that differ from run to run.
var measured = regexp.MustCompile(`\b[0-9.]+(ns|µs|ms|s)\b|[0-9.]+ times as fast|[0-9]+ lines|compiled before and loaded from the cache`)

// TestLowering: `:lower` makes native code and says how, :set lower uses it, and what becomes of it is said once.
func TestLowering(t *testing.T) {
	_, err := session.Native()
	testkit.Needs(t, "REQUIRE_CC", err)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	var got bytes.Buffer
	settings := session.Defaults()
	settings.Memory = 1 << 30
	c := NewConsole(session.NewSession(settings), &got, &got)
	c.Loop(&typist{edit.NewPlain(strings.NewReader(""), nil), []string{
		`def squares [n] (a : [n]int) : [n]int = map (\x -> x * x + 1) a`,
		`let k = 5`,
		`:lower squares`,
		`:lower k`,
		`squares([1, 2, 3])`,
		`:lower squares`,
		`:set lower auto`,
		`squares([1, 2, 3])`,
		`squares([4, 5, 6])`,
		`:lower squares`,
		`squares([k, 10000000000, 3])`,
		`squares([k, 10000000000, 3])`,
		`:set lower on`,
		`:set lower verify x`,
		`:set lower verify 1`,
		`:set verify`,
		`squares([4, 5, 6])`,
		`:lower squares`,
		`:lower sum`,
		`sum([1, 2, 3])`,
		`:lower sum`,
		"def twice (n : int) : int =\n  let (m : mem) = alloc n\n  let (b : [n]int @ m -> R(n)) = iota n\n  let (s : int) = b[n]\n  in s\n",
		`:lower twice`,
		`:time squares([1, 2])`,
		`:time squares([10000000000])`,
		`:set lower off`,
		`:set lower`,
		`:set verify auto`,
		`:restore`,
	}, &got})
	testkit.Golden(t, "testdata/lowering.golden", measured.ReplaceAllStringFunc(got.String(), func(s string) string {
		switch {
		case strings.HasSuffix(s, " fast"):
			return "N times as fast"
		case strings.HasPrefix(s, "compiled"):
			return "compiled"
		case strings.HasSuffix(s, " lines"):
			return "N lines"
		}
		return "T"
	}))
}
