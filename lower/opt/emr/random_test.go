package emr_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/internal/passtest"

	"pgregory.net/rapid"
)

// TestRandom: random programs stay valid and race-free.
func TestRandom(t *testing.T) {
	passtest.Check(t, 10, func(rt *rapid.T) {
		p := passtest.Random(rt)
		if _, err := p.Mem(t).Run(rapid.SampledFrom([]string{"emr", "simplify,hoist,shortcircuit,emr"}).Draw(rt, "list"), 3); err != nil {
			rt.Fatalf("%v", err)
		}
	})
}

// TestRandomReuse: so do random programs with many arrays of one shape, most of which are soon dead.
func TestRandomReuse(t *testing.T) {
	done := map[string]int{}
	passtest.Check(t, 40, func(rt *rapid.T) {
		text := passtest.Reuses(rt)
		list := rapid.SampledFrom([]string{"emr", "emr,free", "simplify,hoist,shortcircuit,emr,merge", "emr,doublebuffer,merge"}).Draw(rt, "list")
		stages, err := passtest.Parse(t, "reuses", text).Mem(t).Run(list, 1)
		if err != nil {
			rt.Fatalf("%s\n%s\n%v", list, text, err)
		}
		for _, s := range stages {
			for _, n := range s.Notes {
				if n.Done && s.Name() == "emr" {
					_, how, _ := strings.Cut(n.Text, "filtered ")
					done[fmt.Sprint(len(how) > 2 && how[:2] == "{}", strings.Contains(n.Text, "turns"))]++
				}
			}
		}
	})
	t.Log(done)
	if len(done) < 2 {
		t.Error("RCs, or ERCs, were not chosen")
	}
}
