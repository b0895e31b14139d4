//go:build !cgo || !(linux || darwin)

package host

import "funmem/gpu"

// open refuses to load a library: only cgo can call C.
func open(string, bool) (gpu.Module, error) {
	return nil, &gpu.Absent{What: "way to call C", Why: "this binary was built without cgo"}
}

const loads = false

// Stored is nothing: there are no calls.
func Stored() Storage { return Storage{} }
