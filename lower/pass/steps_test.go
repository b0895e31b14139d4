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

// TestSteps reads lists: options, memory where a pass needs it, and errors in wrong lists.
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
		{"cpu", FunMem, "simplify,simplify,hoist,infold,shortcircuit,doublebuffer,hoist,simplify,lower-alloc,merge,simplify,free"},
		{"introduce,fuse", Fun, "write `fuse,introduce`"},
		{"hoist,introduce", Fun, "write `introduce,hoist`"},
		{"cpu,cpu", Fun, "write `cpu`"},
		{"cpu,gpu", Fun, "write `gpu`"},
		{"cpu,introduce", Fun, "write `cpu`"},
		{"introduce,cpu", Fun, "write `cpu`"},
		{"hoist,cpu", Fun, "write `cpu`"},
		{"cpu,inline:limit=50", Fun, "write `inline:limit=50,cpu`"},
		{"free,merge,lower-alloc,hoist", Fun, "write `hoist,lower-alloc,merge,free`"},
		{"inline,hoist", FunMem, "write `hoist`"},
		{"inline", FunMem, "the program is one of FUNMEM as it stands"},
		{"expand:layout=blocked:layout=blocked", FunMem, "passes:1:23: usage error: the option `layout` of the pass `expand` is given twice"},
		{"cpu:limit=3", Fun, "passes:1:5: usage error: the pipeline `cpu` takes no options"},
		{" inline,  fuse:limit=3", Fun, "passes:1:16: usage error"},
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

// TestKnown: a list may begin with anything, or be empty.
func TestKnown(t *testing.T) {
	for list, want := range map[string]bool{"": false, ":": false, ",": false, ":limit=5": false, ",inline": false, "inline:limit=5": true, "cpu,free": true, "f inline": false} {
		if Known(list) != want {
			t.Errorf("%q: %v, wanted %v", list, !want, want)
		}
	}
}

// TestMended: each list of some passes and pipelines is possible or can be mended.
func TestMended(t *testing.T) {
	words := Names()
	for _, a := range words {
		for _, b := range words {
			for _, c := range []string{"introduce", "merge", "free", "cpu"} {
				list := a + "," + b + "," + c
				for _, form := range []Form{Fun, FunMem} {
					_, err := Steps(list, form)
					if err == nil {
						continue
					}
					_, help, ok := strings.Cut(err.Error(), "help: write `")
					if ok {
						_, err = Steps(strings.TrimSuffix(help, "`\n"), form)
					}
					if !ok && form == Fun || ok && err != nil {
						t.Errorf("%s, of %s: %v", list, form, err)
					}
				}
			}
		}
	}
}

// TestTries: a pass advises only a pass that could run before it and did not.
func TestTries(t *testing.T) {
	for _, c := range []struct {
		list, pass string
		form       Form
		want       bool
	}{
		{"introduce,expand", "inline", Fun, true},
		{"inline,introduce,expand", "inline", Fun, false},
		{"expand", "inline", FunMem, false},
		{"expand", "doublebuffer", FunMem, true},
		{"doublebuffer,expand", "doublebuffer", FunMem, false},
		{"introduce,merge,free", "introduce", Fun, false},
		{"introduce,merge", "free", Fun, false},
	} {
		steps, err := Steps(c.list, c.form)
		if err != nil {
			t.Fatal(err)
		}
		if got := tries(steps, c.form, c.pass); got != c.want {
			t.Errorf("%s before the end of %s, of %s: %v", c.pass, c.list, c.form, got)
		}
	}
}

// TestLeftOut: the passes of a pipeline that a FUNMEM program does not get are named.
func TestLeftOut(t *testing.T) {
	for list, want := range map[string]string{
		"hoist,free":       "",
		"gpu":              "`gpu` without `inline`, `fuse`, `introduce`: a program of FUNMEM is past the passes of Fun",
		"simplify, cpu":    "`cpu` without `inline`, `fuse`, `introduce`: a program of FUNMEM is past the passes of Fun",
		"nosuch":           "",
		"expand,lower,cpu": "",
	} {
		if got := LeftOut(list, FunMem); got != want {
			t.Errorf("%s: %q", list, got)
		}
		if got := LeftOut(list, Fun); got != "" {
			t.Errorf("%s, of Fun: %q", list, got)
		}
	}
}

// TestTable: names are different, constraints and pipelines name existing passes, and each
// pipeline can run.
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
