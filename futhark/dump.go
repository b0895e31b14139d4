package futhark

import (
	"slices"
	"strings"
)

// Dumps are the file endings of dumps of Futhark's memory IR.
var Dumps = []string{".fut_seq_mem", ".fut_gpu_mem", ".fut_mc_mem"}

// IsDump tells by the name of a file whether it is a dump.
func IsDump(path string) bool {
	return slices.ContainsFunc(Dumps, func(ending string) bool { return strings.HasSuffix(path, ending) })
}
