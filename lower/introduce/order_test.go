package introduce_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/lower/introduce"
)

// steps returns how often the poll is called while memory is introduced into a program.
func steps(t *testing.T, text string) (n int) {
	p, s := core(t, text)
	st := introduce.New()
	st.Until = func() error { n++; return nil }
	if _, err := st.TransformProgram(p, s.Supply()); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestManyUpdates: twice as many updates take about twice as many steps, whether in place or not, and of one array or
// of many.
func TestManyUpdates(t *testing.T) {
	for name, line := range map[string]string{
		"in place":         "  let a%[2]d = a%[1]d with [1] = %[1]d\n",
		"copied":           "  let a%[2]d = a%[1]d with [1] = a%[1]d[2]\n  let b%[2]d = a%[1]d[1] + a%[2]d[2]\n",
		"one used later":   "  let a%[2]d = a0 with [1] = %[1]d\n",
		"views used later": "  let v%[2]d = a%[1]d[2:3]\n  let a%[2]d = a%[1]d with [1] = 3\n  let c%[2]d = v%[2]d[1] + 1\n",
		"other arrays":     "  let x%[2]d = iota 3\n  let a%[2]d = x%[2]d with [1] = x%[2]d[2]\n",
		"views of others":  "  let x%[2]d = iota 3\n  let y%[2]d = x%[2]d[1:2]\n  let a%[2]d = x%[2]d with [1] = 7\n  let c%[2]d = y%[2]d[1]\n",
		"through branches": "  let a%[2]d = if n > %[1]d then a%[1]d with [1] = 2 else a%[1]d with [2] = 1\n",
	} {
		count := func(n int) int {
			var b strings.Builder
			b.WriteString("def f (n : int) (a0 : [3]int) : [3]int =\n")
			for k := range n {
				fmt.Fprintf(&b, line, k, k+1)
			}
			fmt.Fprintf(&b, "  in a%d\n", n)
			return steps(t, b.String())
		}
		if few, many := count(200), count(400); many > 5*few/2 {
			t.Errorf("%s: %d steps for 200 updates, %d for 400", name, few, many)
		}
	}
}
