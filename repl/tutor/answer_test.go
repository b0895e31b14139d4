package tutor_test

import (
	"strings"
	"testing"

	"funmem/repl/tutor"
)

// answers are texts with what is read in them: items, or "?" if they are no answers.
var answers = []struct {
	form tutor.Form
	text string
	want string
}{
	{tutor.Numbers, "5", "5"}, {tutor.Numbers, " cell 5. ", "5"}, {tutor.Numbers, "#5", "5"}, {tutor.Numbers, "five", "5"}, {tutor.Numbers, "it is 5!", "5"},
	{tutor.Numbers, "m[5]", "5"}, {tutor.Numbers, "x_mem 5", "5"}, {tutor.Numbers, "at offset 5 of x_mem", "5"}, {tutor.Numbers, "005", "5"}, {tutor.Numbers, "5.0", "5"},
	{tutor.Numbers, "-5", "-5"}, {tutor.Numbers, "− 5", "-5"}, {tutor.Numbers, "0.50", "0.5"}, {tutor.Numbers, "1e3", "1000"}, {tutor.Numbers, "1.5e-2", "0.015"}, {tutor.Numbers, "-0", "0"},
	{tutor.Numbers, "1, 2", "1 2"}, {tutor.Numbers, "1,2", "1 2"}, {tutor.Numbers, "1 and 2", "1 2"}, {tutor.Numbers, "(1, 2)", "1 2"}, {tutor.Numbers, "[[1, 2], [3, 4]]", "1 2 3 4"}, {tutor.Numbers, "2, 1", "2 1"},
	{tutor.Numbers, "", "?"}, {tutor.Numbers, "none", "?"}, {tutor.Numbers, "not 5", "?"}, {tutor.Numbers, "2 * 3", "?"}, {tutor.Numbers, "2 + 3", "?"}, {tutor.Numbers, "a + 1", "?"}, {tutor.Numbers, "x5", "?"},
	{tutor.Numbers, "hello", "?"}, {tutor.Numbers, "-", "?"}, {tutor.Numbers, "1..", "?"}, {tutor.Numbers, "1e999", "?"}, {tutor.Numbers, "sum(a)", "?"}, {tutor.Numbers, "let x = 5", "?"}, {tutor.Numbers, "1/2", "?"},
	{tutor.Set, "5, 3", "3 5"}, {tutor.Set, "3 5 3", "3 5"}, {tutor.Set, "0-3", "0 1 2 3"}, {tutor.Set, "0 – 2, 7", "0 1 2 7"}, {tutor.Set, "0..2", "0 1 2"}, {tutor.Set, "0 to 2", "0 1 2"}, {tutor.Set, "0-1, 4-5", "0 1 4 5"},
	{tutor.Set, "none", ""}, {tutor.Set, "nothing", ""}, {tutor.Set, "no cells", ""}, {tutor.Set, "{}", ""}, {tutor.Set, "{1, 2}", "1 2"}, {tutor.Set, "cells 1 and 2", "1 2"}, {tutor.Set, "10, 9", "9 10"},
	{tutor.Set, "", "?"}, {tutor.Set, "3-1", "?"}, {tutor.Set, "0-100000", "?"}, {tutor.Set, "0-", "?"}, {tutor.Set, "1.5", "?"}, {tutor.Set, "all", "?"}, {tutor.Set, "0-1-2", "?"}, {tutor.Set, "one to three", "1 2 3"},
	{tutor.Pairs, "1 and 2", "1,2"}, {tutor.Pairs, "2 and 1", "1,2"}, {tutor.Pairs, "1,2", "1,2"}, {tutor.Pairs, "1-2", "1,2"}, {tutor.Pairs, "(1, 2), (3, 2)", "1,2 2,3"}, {tutor.Pairs, "1 and 2, 2 and 3", "1,2 2,3"}, {tutor.Pairs, "iterations 1 and 10", "1,10"},
	{tutor.Pairs, "none", ""}, {tutor.Pairs, "1", "?"}, {tutor.Pairs, "1, 2, 3", "?"}, {tutor.Pairs, "all of them", "?"}, {tutor.Pairs, "", "?"}, {tutor.Pairs, "9 and 10", "9,10"},
	{tutor.Truth, "yes", "yes"}, {tutor.Truth, "Yes.", "yes"}, {tutor.Truth, "y", "yes"}, {tutor.Truth, "true", "yes"}, {tutor.Truth, "no", "no"}, {tutor.Truth, "N!", "no"}, {tutor.Truth, "0", "no"}, {tutor.Truth, "maybe", "?"}, {tutor.Truth, "", "?"}, {tutor.Truth, "yes and no", "?"},
	{tutor.Name, "x_mem", "x_mem"}, {tutor.Name, "`x_mem`", "x_mem"}, {tutor.Name, "the block x_mem.", "x_mem"}, {tutor.Name, "m#2", "m#2"}, {tutor.Name, "a", "a"}, {tutor.Name, "it is a", "a"}, {tutor.Name, "x y", "?"}, {tutor.Name, "5", "?"}, {tutor.Name, "", "?"},
}

// TestAnswers: answers are read leniently, and what is none is refused with a hint at how one is written.
func TestAnswers(t *testing.T) {
	for _, c := range answers {
		a, err := tutor.Parse(c.form, c.text)
		got := strings.Join(a.Items, " ")
		if err != nil {
			if got = "?"; !strings.Contains(err.Error(), "help:") {
				t.Errorf("%q: %v", c.text, err)
			}
		}
		if got != c.want {
			t.Errorf("%s %q is %q, wanted %q", c.form, c.text, got, c.want)
		}
	}
	some := tutor.Answer{Form: tutor.Set, Items: []string{"1", "2"}}
	for text, right := range map[string]bool{"1, 2": true, "2, 1": true, "1": false, "1, 2, 3": false, "none": false} {
		if a, err := tutor.Parse(tutor.Set, text); err != nil || some.Accepts(a) != right {
			t.Errorf("%q: %v %v", text, a, err)
		}
	}
	some = tutor.Answer{Form: tutor.Pairs, Items: []string{"1,2", "2,3"}, Any: true}
	for text, right := range map[string]bool{"1, 2": true, "3 and 2": true, "1 and 2, 2 and 3": true, "1 and 3": false, "1 and 2, 1 and 3": false, "none": false} {
		if a, err := tutor.Parse(tutor.Pairs, text); err != nil || some.Accepts(a) != right {
			t.Errorf("%q: %v %v", text, a, err)
		}
	}
}

// TestBare: what may be an expression is no answer.
func TestBare(t *testing.T) {
	isName := func(word string) bool { return word == "a" || word == "x" || word == "one" }
	for line, want := range map[string]bool{"5": true, "cell 5": true, "[1, 2]": true, "a[1]": false, "a": false, "one": false, "two": true, "x_mem": false, "1 + 2": false, "m[5]": false, "it is 5": true} {
		if _, ok := tutor.Bare(tutor.Numbers, line, isName); ok != want {
			t.Errorf("%q: %v", line, ok)
		}
	}
	for line, want := range map[string]bool{"x": false, "y": true, "x + y": false} {
		if _, ok := tutor.Bare(tutor.Name, line, isName); ok != want {
			t.Errorf("%q: %v", line, ok)
		}
	}
}

var forms = []tutor.Form{tutor.Numbers, tutor.Set, tutor.Pairs, tutor.Truth, tutor.Name}

// FuzzAnswer: an answer that was read is read again from its own words, as the same.
func FuzzAnswer(f *testing.F) {
	for _, c := range answers {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, form := range forms {
			a, err := tutor.Parse(form, text)
			if err != nil {
				continue
			}
			again, err := tutor.Parse(form, a.String())
			if err != nil || !a.Accepts(again) || !again.Accepts(a) {
				t.Fatalf("%s %q: %v, and then %v, %v", form, text, a, again, err)
			}
		}
	})
}
