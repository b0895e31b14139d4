package suite

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"funmem/internal/testkit"
)

// TestBlocks reads test blocks of all kinds. Nothing in them is left out without a word.
func TestBlocks(t *testing.T) {
	var b strings.Builder
	for _, text := range []string{
		"tags { futhark-opencl no_python }\nentry: f g\nnobench compiled input { 1 } output { [1, 2] }\n\"a name { } in quotes\" no_python no_c input { 2 } auto output",
		"tags { disable }\ninput { }",
		"random input { [10]i32 5i64 } output @ data/x.out\nscript input { f (g 1i64) } output { 2 }\nscript input @ x.script\ninput @ data/x.in.gz\nerror: Index.*out of bounds",
		"error:\n",
		"error: one\nwarning: two\nstructure { Map 2\n Scan/BinOp 0 }\nstructure gpu-mem { Alloc 3 }",
		"structure wasm { Map 1 }\nstructure { Map }\nstructure { Map x }\nstructure {}",
		"property: p q\ninput { 1 } output { 1 }",
		"notest input { 1 } output { 2 }",
		"input 5 output { 1 }\ninput { 1 } output 7\ninput { 2 } output { 2 }",
		"compiled\nstructure { Map 1 }\nwhat is this?\ninput { 1 } error: x\n",
		"a: b\nc: d\ne: f\ng: h\ninput { 1 }",
		"input { 1",
	} {
		s := blocks("-- About it.\n-- ==\n-- " + strings.ReplaceAll(text, "\n", "\n-- ") + "\ndef main = 1\n")
		fmt.Fprintf(&b, "%s\n", text)
		for _, one := range s.trials {
			want, err := json.Marshal(one.want)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "  %s %d of %s: %q %q wants %s\n", one.kind(), one.number, one.entry, one.text, one.file, want)
		}
		for _, one := range s.claims {
			fmt.Fprintf(&b, "  claim: %s %v\n", one, one.counts)
		}
		for _, problem := range s.problems {
			fmt.Fprintf(&b, "  left out: %s\n", problem)
		}
		if s.disabled {
			b.WriteString("  disabled\n")
		}
		if !s.found || len(s.trials)+len(s.claims)+len(s.problems) == 0 {
			t.Errorf("nothing is found in %q", text)
		}
	}
	testkit.Golden(t, "testdata/blocks.txt", b.String())
	if s := blocks("-- a comment\n-- input { 1 }\n\n-- == not alone\n"); s.found {
		t.Error("a block without ==")
	}
}
