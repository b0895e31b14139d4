package instance_test

import (
	"strings"
	"testing"

	"funmem/eval/instance"
	"funmem/semantics/diag"
	"funmem/semantics/rule"
)

// refusesNothing are the T-rules without an example that they refuse: two have no premise that can fail, and what the
// third would refuse, a variable that is not bound, elaboration finds before it.
var refusesNothing = map[string]bool{"T-CONST": true, "T-IMP-SEQ": true, "T-PROG": true}

// TestTable runs both programs of each rule: the rule applies in the first, and it refuses the second.
func TestTable(t *testing.T) {
	for _, r := range rule.All() {
		cov := rule.NewCoverage()
		_, err := instance.Of(t.Context(), r.Name, cov)
		if applied, _ := cov.Counts(r.Name); err != nil || applied == 0 {
			t.Errorf("%s applies %d times in its example: %v", r.Name, applied, err)
		}
		cov = rule.NewCoverage()
		list, err := instance.Refusal(t.Context(), r.Name, cov)
		_, refused := cov.Counts(r.Name)
		switch {
		case err != nil:
			t.Errorf("%s: %v", r.Name, err)
		case r.Refused == "":
			if strings.HasPrefix(r.Name, "T-") && !refusesNothing[r.Name] {
				t.Errorf("%s has no example that it refuses", r.Name)
			}
		case len(list) == 0 || refused == 0 && list[0].Kind != diag.Race: // coverage does not count races
			t.Errorf("%s refuses %d times: %v\n%s", r.Name, refused, list, r.Refused)
		}
	}
}

// TestShape looks at what an instance shows: the node of the rule, its premises, and nothing above them.
func TestShape(t *testing.T) {
	i, err := instance.Of(t.Context(), "E-MEM-KERNEL", nil)
	if err != nil {
		t.Fatal(err)
	}
	if i.Tree == nil || i.Tree.Rule != "E-MEM-KERNEL" || len(i.Tree.Premises) != 8 {
		t.Fatalf("%+v", i)
	}
	for _, p := range i.Tree.Premises {
		if len(p.Premises) > 0 {
			t.Errorf("the premises of %s are not left out", p.Judgement)
		}
	}
}
