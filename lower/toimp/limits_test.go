package toimp_test

import (
	"context"
	"errors"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/eval/imp"
	"funmem/eval/memory"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/semantics/diag"
)

// engines runs the forms of a program in each engine and returns the error of each. The fast one gives none: it
// declines.
func engines(ctx func() context.Context, f forms, opts engine.Options) map[string]error {
	errs := map[string]error{}
	_, errs["value"] = value.New(opts).Run(ctx(), f.fun)
	_, errs["heap"] = memory.New(memory.Options{Options: opts}).Run(ctx(), f.mem)
	_, errs["IMP"] = imp.Run(ctx(), f.imp, nil, opts)
	v, err := validity.Check(ctx(), f.mem, opts)
	if errs["both"] = err; err == nil && v.Stuck != nil {
		errs["both"] = v.Stuck.Diag
	}
	errs["fast"] = errors.New("it declines")
	if _, ok := fast.Check(ctx(), f.mem, nil, opts); ok {
		errs["fast"] = nil
	}
	return errs
}

// TestMemoryLimit: a program that takes too much memory gets stuck at the limit in each engine. Large numbers and
// blocks count, not only arrays.
func TestMemoryLimit(t *testing.T) {
	for name, text := range map[string]string{
		"an array":      "sum(kernel i <= 2 ** 30 do i)",
		"arrays":        "let x = kernel i <= 5000 do kernel j <= 5000 do i + j\nx[1, 1]",
		"large numbers": "let x = kernel i <= 4000 do 2 ** (1000000 + i)\nx[1] % 7",
		"shown":         "let x = kernel i <= 1 do i\nlet y = x[0 + {(2000000000 : 0)}]\ny",
	} {
		f := lowered(t, text)
		for e, err := range engines(func() context.Context { return t.Context() }, f, engine.Options{Memory: 64 << 20}) {
			var d *diag.Diagnostic
			if e == "fast" && err != nil {
				continue
			}
			if !errors.As(err, &d) || d.Cause != diag.Limit {
				t.Errorf("%s, %s: %v, wanted the limit", name, e, err)
			}
		}
	}
}

// TestStepLimit: a program that takes too many steps ends in each engine, always after the same number. Steps are
// rounds, elements made and compared, and calculations with large numbers.
func TestStepLimit(t *testing.T) {
	const most = 30_000
	for name, text := range map[string]string{
		"rounds":        "loop (x = 0) for i <= 10 ** 12 do (x + i) % 1000",
		"without end":   "loop (x = 0) while x < 1 do (-x)",
		"iterations":    "sum(kernel i <= 50000 do loop (x = 0) for j <= i do (x + j) % 7)",
		"elements":      "let x = loop (x = kernel i <= 20000 do i) for j <= 1000 do (x with [1] = x[2] + x[20000])\nlet y = loop (y = x) for j <= 1000 do (reverse(y) with [1] = 0)\ny[1]",
		"large numbers": "loop (x = 3 ** 500000) for i <= 1000 do (x * (x + i)) % (3 ** 500000 + i)",
	} {
		f := lowered(t, text)
		var all []*engine.Steps
		errs := engines(func() context.Context {
			all = append(all, engine.WithSteps(t.Context(), most))
			return all[len(all)-1]
		}, f, engine.Options{Memory: 1 << 28})
		for e, err := range errs {
			if e == "fast" { // it may finish: it counts steps differently
				continue
			}
			if !errors.Is(err, engine.ErrSteps) {
				t.Errorf("%s, %s: %v, wanted the end of the steps", name, e, err)
			}
		}
		for k, s := range all {
			if !s.Over() && k < 4 || s.Taken() > 10*most {
				t.Errorf("%s: run %d took %d steps of %d", name, k, s.Taken(), most)
			}
		}
	}
}
