package verdict

import (
	"encoding/json"
	"strings"
	"testing"

	"funmem/eval/validity"
)

// What was not found out in time is unknown, unless something was found to be wrong.
func TestLateVerdict(t *testing.T) {
	for word, change := range map[string]func(*validity.Verdict){
		"unknown": func(*validity.Verdict) {},
		"invalid": func(v *validity.Verdict) { v.OK, v.Valid = false, false },
	} {
		v := validity.Fine()
		change(v)
		text, err := json.Marshal((&Program{Verdict: v, Late: "the 1s of --time are over"}).Json())
		if want := `"verdict":"` + word + `","unknown":"the 1s of --time are over"`; err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%v: %s has no %s", err, text, want)
		}
	}
}
