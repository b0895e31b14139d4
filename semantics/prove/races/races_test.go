package races_test

import (
	"fmt"
	"testing"

	"funmem/internal/testkit"
	"funmem/semantics/elab"
	"funmem/semantics/prove/races"
	"funmem/semantics/syntax"
)

// TestKernels judges the kernels of small programs. The programs say beside each
// kernel what is proved about it.
func TestKernels(t *testing.T) {
	for _, subject := range []string{"iterations", "blocks", "bounds", "freed", "ints"} {
		t.Run(subject, func(t *testing.T) { judge(t, "testdata/"+subject+".fun") })
	}
}

func judge(t *testing.T, file string) {
	for _, c := range testkit.Chunks(t, file) {
		p, err := syntax.Parse(c.Source)
		if err != nil {
			t.Fatal(err)
		}
		u, err := elab.NewSession(nil).Program(p)
		if err != nil {
			t.Error(err)
			continue
		}
		judged := map[int]bool{}
		for _, k := range races.Kernels(u.Core, nil, nil) {
			line, _ := k.Let.Exp.GetSpan().Position()
			judged[line] = true
			got := fmt.Sprintf("%s, %s", not(k.Proved, "proved"), not(k.InBounds, "in bounds")) + k.GivenUp
			if want := c.Want[line]; want == nil || want.String() != got {
				t.Errorf("%s: %s, want %v\n  %s", k.Let.Exp.GetSpan(), got, want, k.Reason)
			}
		}
		for line := range c.Want {
			if !judged[line] {
				t.Errorf("line %d: not judged", line)
			}
		}
	}
}

func not(yes bool, what string) string {
	if yes {
		return what
	}
	return "not " + what
}
