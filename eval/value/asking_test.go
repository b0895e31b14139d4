package value

import (
	"context"
	"errors"
	"testing"

	"funmem/eval/engine"
)

// TestAsking: a function of decimals with many digits ends when its context does.
func TestAsking(t *testing.T) {
	for _, exp := range []string{"gamma(1000.5)", "lgamma(-3000.5)", "erf(3.5)", "sin(10.0 ** 300.0)", "asin(0.5)", "exp(1.5)", "log10(7.0)", "2.5 ** 0.3", "atan2(1.5, 2.5)"} {
		p := core(t, "let (x : f64) = "+exp+"\nin (x)")
		var stopped *engine.Interrupted
		ctx := engine.WithSteps(context.Background(), 20)
		if _, err := New(engine.Options{Digits: 3000}).Run(ctx, p); !errors.As(err, &stopped) {
			t.Errorf("%s: %v", exp, err)
		}
	}
}
