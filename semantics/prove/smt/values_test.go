package smt

import (
	"fmt"
	"testing"
)

// TestReadValues has answers to get-value, as z3 and cvc5 give them, and others.
func TestReadValues(t *testing.T) {
	for text, want := range map[string]string{
		"((i 3)\n (|i' ( | (- 2)))":   "map[i:3 |i' ( |:-2]",
		"((x 00)(y 007))":             "map[x:0 y:7]",
		"()":                          "map[]",
		"((x (- 99999999999999999)))": "map[x:-99999999999999999]",
		"((x 3)":                      "",
		"((x 3)) more":                "",
		"((x 3 4))":                   "",
		"((x (- (- 3))))":             "",
		"((x 3.0))":                   "",
		"((x (/ 1 2)))":               "",
		"((x +3))":                    "",
		"(error \"no model\")":        "",
		"":                            "",
	} {
		values, ok := readValues(text)
		if got := fmt.Sprint(values); ok != (want != "") || ok && got != want {
			t.Errorf("%q: %v %v", text, values, ok)
		}
	}
}

func FuzzReadValues(f *testing.F) {
	f.Add("((i 3) (|i'| (- 2)))")
	f.Add("((x |")
	f.Fuzz(func(t *testing.T, text string) {
		values, ok := readValues(text)
		if ok == (values == nil) {
			t.Errorf("%v %v", values, ok)
		}
	})
}
