package view

import (
	"fmt"
	"strings"

	"funmem/lower/refcount"
)

// RefCounts is a table of counts, a line each.
func RefCounts(list []refcount.Counts) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-10s %10s %10s %10s %14s %14s\n", "references", "allocs", "reuses", "frees", "bytes", "at most")
	for _, c := range list {
		fmt.Fprintf(&b, "%-10s %10d %10d %10d %14d %14d\n", c.Mode, c.Allocs, c.Reuses, c.Frees, c.Bytes, c.Footprint)
	}
	return b.String()
}
