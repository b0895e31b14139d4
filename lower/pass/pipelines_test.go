package pass_test

import (
	"flag"
	"testing"

	"funmem/lower/pass"
	"funmem/lower/passtest"
)

var full = flag.Bool("full", false, "more inputs for each function")

// TestPipelines runs all examples through the pipelines with all checks.
func TestPipelines(t *testing.T) {
	tests := 12
	if *full {
		tests = 100
	}
	for _, line := range pass.Pipelines() {
		for _, p := range passtest.Examples(t) {
			t.Run(line.Name+"/"+p.Name, func(t *testing.T) { p.Last(t, line.Name, tests) })
		}
	}
}
