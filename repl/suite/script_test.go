package suite

import (
	"fmt"
	"strings"
	"testing"

	"funmem/futhark"
	"funmem/semantics/diag"
)

// show writes the pieces of a script.
func show(pieces []piece) string {
	var all []string
	for _, p := range pieces {
		switch {
		case p.file != "":
			all = append(all, "file "+p.file)
		case p.call != "":
			all = append(all, p.call+"("+show(p.args)+")")
		default:
			all = append(all, p.text)
		}
	}
	return strings.Join(all, ", ")
}

// TestScript reads expressions of FutharkScript, and says what of them is not understood.
func TestScript(t *testing.T) {
	entries := map[string]bool{"f": true, "g": true, "nothing": true}
	for text, want := range map[string]string{
		"10i64":                           "10i64",
		" -1.5f32 ":                       "-1.5f32",
		"true":                            "true",
		"f32.inf":                         "f32.inf",
		"[[1, 2], [3, 4]]":                "[[1, 2], [3, 4]]",
		"()":                              "!what begins with `)`",
		"nothing":                         "nothing()",
		"f 1 (g [1,2] 2) 3":               "f(1, g([1,2], 2), 3)",
		"(1, (2, f 3))":                   "1, 2, f(3)",
		"f nothing 2":                     "f(nothing(), 2)",
		"(2f32, $loaddata \"data/x.in\")": "2f32, file data/x.in",
		"$loadData \"x.in.gz\"":           "file x.in.gz",
		"$loaddata x":                     "!`$loaddata` without the name of a file",
		"$loadbytes \"x\"":                "!`$loadbytes`",
		"let x = 2 in x":                  "!what begins with `let x = 2 in x`",
		"h 1":                             "!what begins with `h 1`",
		"f x":                             "!what begins with `x`",
		"{a = 1}":                         "!what begins with `{a = 1}`",
		"\"text\"":                        "!what begins with `\"text\"`",
		"[f 1, 2]":                        "!what begins with `[f 1, 2]`",
		"(1, 2":                           "!a parenthesis that is not closed",
		"1 2":                             "!what begins with `2`",
		"[1, 2":                           "!what begins with `[1, 2`",
		"":                                "!what begins with ``",
	} {
		pieces, problem := script(text, func(name string) bool { return entries[name] })
		got := show(pieces)
		if problem != "" {
			got = "!" + problem
		}
		if got != want {
			t.Errorf("%s: %s, wanted %s", text, got, want)
		}
	}
}

// TestInputs has entry points of a dump make inputs of others.
func TestInputs(t *testing.T) {
	prog, err := futhark.Parse(diag.NewSource("dump", dump))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"1 2":                           "",
		"(1, 2)":                        "{ printf '%s\\n' 1; printf '%s\\n' 2; } | funmem main --in x,y=- [d]",
		"main nothing 2":                "{ funmem run d --entry nothing --full; printf '%s\\n' 2; } | funmem run d --entry main --in x,y=- --full | funmem main --in x,y=- [d]",
		"(nothing, 1)":                  "{ funmem run d --entry nothing --full; printf '%s\\n' 1; } | funmem main --in x,y=- [d]",
		"($loaddata \"a.in\", nothing)": "funmem run d --entry nothing --full | funmem main --in x=p/a.in --in y=- [d p/a.in]",
		"$loaddata \"a.in\"":            "funmem main --in x,y=p/a.in [d p/a.in]",
		"(1, $loaddata \"a.in\", 2)":    "!a file stands beside other values, and not one for each parameter",
		"main ($loaddata \"a.in\")":     "funmem run d --entry main --in x,y=p/a.in --full | funmem main --in x,y=- [d p/a.in]",
		"nothing 1":                     "!it has another number of values than nothing has parameters",
		"(main, 1)":                     "!it has another number of values than main has parameters",
	} {
		pieces, problem := script(text, func(name string) bool { return entryOf(prog, name) != nil })
		if want == "" {
			if problem == "" {
				t.Errorf("%s is understood", text)
			}
			continue
		}
		words, feeds, files, problem := inputs("d", "p", prog, "main", pieces)
		c := &Case{Args: append([]string{"main"}, words...), Feeds: feeds}
		got := fmt.Sprint(c.Command("."), " ", append([]string{"d"}, files...))
		if problem != "" {
			got = "!" + problem
		}
		if got != want {
			t.Errorf("%s: %s, wanted %s", text, got, want)
		}
	}
}

// TestFeeds runs what makes the input of a case, and then the case. What cannot be made is no input.
func TestFeeds(t *testing.T) {
	r := runner(t, 1)
	one := func(feeds ...Feed) *Result {
		c := &Case{Name: "fed", Args: []string{"run", "cat"}, Feeds: feeds, Files: []string{"cat"}, Want: Want{Values: &Values{Text: "[1, 2]"}}}
		return ran(t, r, []*Case{c})["fed"]
	}
	echo := func(text string) Feed { return Feed{Args: []string{"run", "echo"}, Feeds: []Feed{{Text: text}}} }
	if x := one(echo("[1,2]")); !x.OK || x.Verdict != Tested {
		t.Errorf("%+v", x)
	}
	if x := one(echo("[1,3]")); x.OK || x.Verdict != Refuted {
		t.Errorf("%+v", x)
	}
	for _, bad := range []Feed{{Args: []string{"run", "stuck"}}, {Args: []string{"run", "echo"}, Feeds: []Feed{{Args: []string{"run", "stuck"}}}}} {
		if x := one(bad); x.OK || x.Verdict != Refuted || x.Why != "its input cannot be made: oh" {
			t.Errorf("%+v", x)
		}
	}
	if x := one(Feed{Args: []string{"run", "silent"}}); x.OK || x.Verdict != Unknown || x.Why != "its input cannot be made: it printed nothing, or too much" {
		t.Errorf("%+v", x)
	}
	a, b := &Case{Args: []string{"run", "cat"}, Feeds: []Feed{echo("1")}}, &Case{Args: []string{"run", "cat"}, Feeds: []Feed{echo("2")}}
	if a.key(".", "") == b.key(".", "") {
		t.Error("cases with other inputs have the same key")
	}
}
