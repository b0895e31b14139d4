package equal_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/validate"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/semantics/prove"
	"funmem/semantics/prove/equal"

	"pgregory.net/rapid"
)

// drawnInt draws an int expression of i and x that always has a value.
func drawnInt(t *rapid.T, depth int) string {
	if depth == 0 {
		return rapid.SampledFrom([]string{"i", "x", "1", "3"}).Draw(t, "leaf")
	}
	sub := func() string { return drawnInt(t, depth-1) }
	switch rapid.IntRange(0, 4).Draw(t, "operator") {
	case 0:
		return "max(" + sub() + ", " + sub() + ")"
	case 1:
		return "(if " + sub() + " <= " + sub() + " then " + sub() + " else " + sub() + ")"
	case 2:
		return "(" + sub() + ") % 5"
	}
	return "(" + sub() + rapid.SampledFrom([]string{" + ", " - ", " * "}).Draw(t, "sign") + sub() + ")"
}

// unequal says how two functions differ on inputs; "" if they do not.
func unequal(t *rapid.T, before, after string) string {
	b, a := side("before", before), side("after", after)
	if b == nil || a == nil {
		t.Fatalf("ill-typed: %s\n%s", before, after)
	}
	subjects, err := validate.Subjects(b, a)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range subjects {
		if s.Name != "f" {
			continue
		}
		r, err := validate.Validate(context.Background(), s, &validate.Options{Options: engine.Options{Memory: 1 << 28}, Tests: 20, Seed: 1, Steps: 20_000})
		if err != nil || r.Tests == 0 {
			t.Fatalf("nothing is compared: %v", err)
		}
		if r.Word == validate.Refuted {
			return "an input shows it"
		}
	}
	return ""
}

// TestLaws: the laws hold for random functions, in runs of both sides by the value semantics, and are proved in both directions.
func TestLaws(t *testing.T) {
	var table strings.Builder
	table.WriteString("\n| law | before | after | where | passes that use it |\n|---|---|---|---|---|\n")
	for _, l := range equal.Laws() {
		passes := l.Pass
		if passes == "" {
			passes = "none"
		}
		fmt.Fprintf(&table, "| %s | `%s` | `%s` | `%s` | %s |\n", l.Name, statement(l.Before), statement(l.After), l.Where, passes)
		t.Run(l.Name, func(t *testing.T) {
			passtest.Check(t, testkit.Sample(40, 200), func(rt *rapid.T) {
				given := "def g (i : int) (x : int) : int = " + drawnInt(rt, 2) + "\ndef h (i : int) (x : int) : int = " + drawnInt(rt, 1) + "\n"
				before, after := given+l.Before+"\n", given+l.After+"\n"
				if differs := unequal(rt, before, after); differs != "" {
					rt.Fatalf("the law is wrong, %s:\n%s", differs, given)
				}
				for _, p := range [][2]string{{before, after}, {after, before}} {
					b, a := passtest.Parse(t, "before", p[0]).Core, passtest.Parse(t, "after", p[1]).Core
					if open := equal.Functions(prove.NewBudget(prove.UsualSteps), b, a, nil); len(open) > 0 {
						rt.Fatalf("not proved: %s\n%s%s", open, p[0], p[1])
					}
				}
			})
		})
	}
	testkit.Section(t, "../../../docs/proofs.md", "laws: go test ./semantics/prove/equal -run Laws", table.String()+"\n", nil)
}

var parameters = regexp.MustCompile(`^def f [^=]*= `)

// statement is the body of f, as it stands in a table.
func statement(f string) string { return parameters.ReplaceAllString(f, "") }
