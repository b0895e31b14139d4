package pass_test

import (
	"flag"
	"strings"
	"testing"

	"funmem/lower/pass"
	"funmem/lower/passtest"
)

var full = flag.Bool("full", false, "more inputs for each function")

// TestPipelines runs all examples through the pipelines with all checks; of the many
// small ones in right/ and before/ every sixth, unless -full wants all.
func TestPipelines(t *testing.T) {
	tests := 6
	if *full {
		tests = 100
	}
	for _, line := range pass.Pipelines() {
		for k, p := range passtest.Examples(t) {
			small := strings.HasPrefix(p.Name, "right/") || strings.HasPrefix(p.Name, "before/")
			if small && k%6 != 0 && !*full {
				continue
			}
			t.Run(line.Name+"/"+p.Name, func(t *testing.T) { p.Last(t, line.Name, tests) })
		}
	}
}
