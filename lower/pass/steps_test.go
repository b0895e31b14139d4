package pass

import (
	"strings"
	"testing"
)

func names(steps []*Step) string {
	var list []string
	for _, s := range steps {
		list = append(list, s.String())
	}
	return strings.Join(list, ",")
}

// TestSteps reads lists: options, memory where a pass needs it, and what is wrong with
// others.
func TestSteps(t *testing.T) {
	for _, c := range []struct {
		list string
		form Form
		want string // the steps, or what the error says
	}{
		{"", Fun, ""},
		{"introduce", Fun, "introduce"},
		{" inline , simplify ", Fun, "inline,simplify"},
		{"inline:limit=50", Fun, "inline:limit=50"},
		{"inline,hoist", Fun, "inline,introduce,hoist"},
		{"hoist,simplify", FunMem, "hoist,simplify"},
		{"simplify,introduce,simplify", Fun, "simplify,introduce,simplify"},
		{"hoits", FunMem, "there is no pass `hoits`"},
		{"hoits", FunMem, "did you mean `hoist`?"},
		{"zzz", FunMem, "the passes are inline,"},
		{"hoist:far=yes", FunMem, "the pass `hoist` has no options, found `far=yes`"},
		{"inline:far=yes", Fun, "the pass `inline` has no option `far`"},
		{"inline:limit=7", Fun, "the option `limit` of the pass `inline` is one of 5000, 50, 500, 50000, found \"7\""},
		{"inline:limit", Fun, "found \"\""},
		{"introduce", FunMem, "the pass `introduce` takes a program of Fun, and gets one of FUNMEM"},
		{"introduce,inline", Fun, "the pass `inline` takes a program of Fun, and gets one of FUNMEM"},
		{"hoist,introduce", Fun, "the pass `hoist` takes a program of FUNMEM, and gets one of Fun"},
	} {
		steps, err := Steps(c.list, c.form)
		switch {
		case err != nil && !strings.Contains(err.Error(), c.want):
			t.Errorf("%q: %v, wanted %s", c.list, err, c.want)
		case err == nil && names(steps) != c.want:
			t.Errorf("%q: %s, wanted %s", c.list, names(steps), c.want)
		}
	}
}

// TestTable: names are different, constraints and pipelines speak of passes that there
// are, and each pipeline can run.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range Passes() {
		if seen[p.Name] || p.Doc == "" || p.Section == "" || p.Run == nil {
			t.Errorf("the pass %q", p.Name)
		}
		seen[p.Name] = true
		for _, o := range p.Options {
			if len(o.Values) == 0 || o.Doc == "" {
				t.Errorf("the option %q of %s", o.Name, p.Name)
			}
		}
	}
	for _, c := range constraints {
		if !seen[c.first] || !seen[c.then] || c.why == "" {
			t.Errorf("the constraint %+v", c)
		}
		if _, err := Steps(c.then+","+c.first, FunMem); err == nil || !strings.Contains(err.Error(), "cannot stand after") && !strings.Contains(err.Error(), "takes a program of") {
			t.Errorf("%s,%s: %v", c.then, c.first, err)
		}
	}
	for _, p := range Pipelines() {
		if _, err := Steps(p.Name, Fun); err != nil || p.Doc == "" {
			t.Errorf("the pipeline %s: %v", p.Name, err)
		}
	}
}
