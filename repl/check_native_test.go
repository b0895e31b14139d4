package repl

import (
	"strings"
	"testing"

	"funmem/internal/testkit"
	"funmem/repl/session"
)

// TestCheckCommandNatively: `:check` says the same where the engine is native, and what ran as native code; lines before
// and after keep what they have.
func TestCheckCommandNatively(t *testing.T) {
	_, err := session.Native()
	testkit.Needs(t, "REQUIRE_CC", err)
	lines := []string{"let x = kernel i <= 3000 do i * 2", "def f [n] (a : [n]int) : [n]int = kernel j <= n do a[j] + 1"}
	for check, note := range map[string]string{
		"f(x)":                       "note: native code checked `j`; the fast engine checked what is outside of kernels\n",
		"kernel i <= 3 do x[i+2999]": "note: the rules checked this: nothing faster found it clean\n",
	} {
		var outs []string
		for _, engine := range []string{"value", "native"} {
			c, out := consoleFor()
			c.Settings.Engine = engine
			for _, l := range lines {
				c.Line(l)
			}
			out.Reset()
			c.Line(":check " + check)
			outs = append(outs, out.String())
			out.Reset()
			c.Line("f(x)[3000]")
			if out.String() != "6001\n" {
				t.Errorf("%s, %s: then it is %s", check, engine, out)
			}
		}
		if got, ok := strings.CutPrefix(outs[1], note); !ok || got != outs[0] {
			t.Errorf("%s:\n%s\nwant\n%s%s", check, outs[1], note, outs[0])
		}
	}
}
