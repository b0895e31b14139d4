package suite

import (
	"fmt"
	"strings"
	"testing"
)

// TestBisect finds the first wrong stage wherever it is, with few validations. The worker of these tests judges a stage by its name.
func TestBisect(t *testing.T) {
	const n = 9
	for first := range n + 1 {
		stages := []string{"good0"}
		for k := 1; k < n; k++ {
			stages = append(stages, map[bool]string{true: fmt.Sprint("good", k), false: fmt.Sprint("bad", k)}[k < first || first == 0])
		}
		c := &Case{Name: "a", Args: []string{"validate", stages[0], stages[n-1], "--tests", "7"}, Stages: stages}
		r := runner(t, 1)
		one := ran(t, r, []*Case{c})["a"]
		switch {
		case first == 0 || first == n:
			if one.Verdict != Tested || one.First != "" {
				t.Errorf("without a wrong stage: %+v", one)
			}
		case one.Verdict != Refuted || one.First != stages[first] || one.Again != fmt.Sprintf("cd %s && funmem validate good0 bad%d --tests 7", r.Dir, first):
			t.Errorf("stage %d is wrong: %+v", first, one)
		case !strings.HasPrefix(one.Why, fmt.Sprintf("the first wrong stage is bad%d, after good%d: ", first, first-1)):
			t.Errorf("stage %d is wrong: %s", first, one.Why)
		}
	}
	for _, c := range []struct{ stages, first, why, again string }{
		{"good0 good1 unknown2 bad3 bad4", "", "wrong after good0, and at bad4 at the latest, since nothing is known of unknown2", "bad4"},
		{"good0 good1 ill2 ill3 ill4", "ill2", "the first wrong stage is ill2, after good1: ill2:1:2: no type", "ill2"},
		{"broken0 good1 good2", "broken0", "broken0:1:2: no type", "good2"},
		{"good0 good1 unknown2", "", "said", "unknown2"},
	} {
		stages := strings.Fields(c.stages)
		one := ran(t, runner(t, 1), []*Case{{Name: "a", Args: []string{"validate", stages[0], stages[len(stages)-1]}, Stages: stages}})["a"]
		if one.OK || one.First != c.first || !strings.HasPrefix(one.Why, c.why) || !strings.Contains(one.Again, " && funmem validate "+stages[0]+" "+c.again) {
			t.Errorf("%s: %+v", c.stages, one)
		}
	}
}
