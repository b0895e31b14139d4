package validate_test

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"funmem/eval/validate"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// traces returns steps that bind the given names, one letter each. An upper-case letter is
// a name that nobody wrote.
func traces(before, after string) *validate.Traces {
	trace := func(names string) *validate.Trace {
		t := &validate.Trace{}
		for _, x := range names {
			t.Steps = append(t.Steps, validate.Step{Name: string(x), Written: x >= 'a'})
		}
		return t
	}
	return &validate.Traces{Before: trace(before), After: trace(after)}
}

// text shows the rows: a pair as one letter, two other steps in one row with a stroke
// between them, and a single step after the mark of its side.
func text(rows []validate.Row) string {
	var parts []string
	for _, r := range rows {
		switch {
		case r.After == nil:
			parts = append(parts, "<"+r.Before.Name)
		case r.Before == nil:
			parts = append(parts, ">"+r.After.Name)
		case !r.Paired():
			parts = append(parts, r.Before.Name+"/"+r.After.Name)
		default:
			parts = append(parts, r.Before.Name)
		}
	}
	return strings.Join(parts, " ")
}

// TestPairs: steps with the same name are no pair if their values have different types, or
// if one is a block.
func TestPairs(t *testing.T) {
	step := func(v value.Val) validate.Step { return validate.Step{Name: "a", Written: true, Known: true, Value: v} }
	array := func(shape ...int) value.Val { return value.Val{A: value.NewArray(syntax.Int, shape)} }
	block := validate.Step{Name: "a", Written: true, Known: true, IsBlock: true}
	traces := &validate.Traces{
		Before: &validate.Trace{Steps: []validate.Step{step(array(2)), step(array(1, 0)), step(value.Of(3))}},
		After:  &validate.Trace{Steps: []validate.Step{block, step(array(1, 0)), step(array(2)), step(value.Of(4))}},
	}
	if got := text(traces.Rows()); got != "a/a a >a a" && got != "<a a >a a" {
		t.Error(got)
	}
	if r := traces.First(); r == nil || r.After.Value.A != nil {
		t.Error("the first difference is that of the number", r)
	}
}

func TestRows(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{"", "", ""},
		{"ab", "", "<a <b"},
		{"", "ab", ">a >b"},
		{"abc", "abc", "a b c"},
		{"abc", "xaybc", ">x a >y b c"},
		{"abcd", "dabc", ">d a b c <d"},
		{"aab", "ab", "<a a b"},
		{"abx", "cdex", "a/c b/d >e x"},
		{"T", "T", "T/T"},
		{"aTb", "aTb", "a T/T b"},
	} {
		if got := text(traces(c.before, c.after).Rows()); got != c.want {
			t.Errorf("%s and %s: %s, wanted %s", c.before, c.after, got, c.want)
		}
	}
}

// longest returns the length of the longest common subsequence.
func longest(a, b string) int {
	switch {
	case a == "" || b == "":
		return 0
	case a[0] == b[0]:
		return 1 + longest(a[1:], b[1:])
	}
	return max(longest(a[1:], b), longest(a, b[1:]))
}

// TestRandomRows: every step has a place, and as many names as possible are paired.
func TestRandomRows(t *testing.T) {
	names := rapid.StringOfN(rapid.RuneFrom([]rune("abcd")), 0, 8, -1)
	rapid.Check(t, func(t *rapid.T) {
		a, b := names.Draw(t, "before"), names.Draw(t, "after")
		var left, right string
		pairs := 0
		for _, r := range traces(a, b).Rows() {
			if r.Before != nil {
				left += r.Before.Name
			}
			if r.After != nil {
				right += r.After.Name
			}
			if r.Paired() {
				pairs++
			}
		}
		if left != a || right != b || pairs != longest(a, b) {
			t.Fatalf("%s and %s: %d pairs, wanted %d", left, right, pairs, longest(a, b))
		}
	})
}

// TestSteps: the columns of the steps do not grow with their content.
func TestSteps(t *testing.T) {
	r := validated(t, "def f (k : int) : int =\n  let x = replicate(20, 123456789)\n  in x[1] + k",
		"def f (k : int) : int =\n  let (m : mem) = alloc 20\n  let (x : [20] @ m -> R(20)) = replicate(20, 123456789)\n  in x[1] - k")
	traces, err := r.Explain(context.Background(), options, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, steps, _ := strings.Cut(r.Text(diag.Plain, traces, nil), "steps:\n")
	steps, _, _ = strings.Cut(steps, "heap of")
	for _, l := range strings.Split(steps, "\n") {
		if utf8.RuneCountInString(l) > 120 {
			t.Errorf("%d columns: %s", utf8.RuneCountInString(l), l)
		}
	}
	if !strings.Contains(steps, "…  x = [") {
		t.Errorf("x is not beside x:\n%s", steps)
	}
}
