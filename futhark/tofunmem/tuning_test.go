package tofunmem

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"funmem/internal/testkit"
)

// TestDefaults writes the sizes that docs/futhark.md lists.
func TestDefaults(t *testing.T) {
	by := map[int64][]string{}
	for _, name := range slices.Sorted(maps.Keys(defaults)) {
		by[defaults[name]] = append(by[defaults[name]], "`"+name+"`")
	}
	var b strings.Builder
	b.WriteString("| classes | default |\n|---|---|\n")
	for _, n := range slices.Sorted(maps.Keys(by)) {
		fmt.Fprintf(&b, "| %s | %d |\n", strings.Join(by[n], ", "), n)
	}
	testkit.Section(t, "../../docs/futhark.md", "sizes: go test ./futhark/tofunmem", b.String(), nil)
}
