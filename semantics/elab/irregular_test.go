package elab_test

import (
	"context"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// TestWanted: literals, kernels, maps and branches where an irregular type is wanted have the values that they say.
func TestWanted(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text, want := testkit.Wanted(rt, true)
		if got, err := results(text); err != nil && strings.Contains(err.Error(), "shows the size `k`") {
			return
		} else if err != nil || got[0] != want {
			rt.Fatalf("%s\ngives %v, %v, and wanted is\n%v", text, got, err, want)
		}
	})
}

// results are the results of a program, as they are printed.
func results(text string) (list []string, err error) {
	p, err := syntax.Parse(diag.NewSource("wanted", text))
	if err != nil {
		return nil, err
	}
	u, err := elab.NewSession(nil).Program(p)
	if err != nil {
		return nil, err
	}
	vals, err := value.New(engine.Options{}).Run(context.Background(), u.Core)
	if err != nil {
		return nil, err
	}
	for k, r := range u.Results {
		switch {
		case r.Parts > 0:
			list = append(list, value.Format(value.RowsOf(vals[k:k+r.Parts]), 0))
		case !r.Part:
			list = append(list, value.Format(vals[k], 0))
		}
	}
	return list, nil
}
