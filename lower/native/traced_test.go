package native

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/imp"
	"funmem/semantics/num"
)

// TestTraced: a traced run tells kernels whose iterations meet from those whose iterations do not, and from those that did
// not run.
func TestTraced(t *testing.T) {
	const text = `input n : int;
var m : mem; m <- alloc 4;
kernel i <= 4 do m[i - 1] <- i done;
if n > 1 then kernel k <= 2 do m[k / n] <- 7 done else skip fi`
	p, err := imp.Parse(diag.NewSource("t.imp", text))
	if err == nil {
		p, err = imp.Resolve(p, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int64]string{1: "[true false]", 2: "[true true]", 3: "race"} {
		ran, err := traced(context.Background(), engine.Options{Memory: 1 << 30}, p, []value.Val{value.Number(num.Of(n))})
		var d *diag.Diagnostic
		switch {
		case errors.As(err, &d) && d.Kind == diag.Race && want == "race" && len(d.Notes) == 2:
		case err != nil || want != fmt.Sprint(ran):
			t.Errorf("n = %d: %v, %v", n, ran, err)
		}
	}
}
