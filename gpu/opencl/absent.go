//go:build !cgo || !linux

package opencl

import "funmem/gpu"

// Open says that there is no OpenCL: its library is loaded by cgo, on Linux.
func Open() (gpu.Accelerator, error) {
	return nil, &gpu.Absent{What: "OpenCL", Why: "this program was built without cgo, or for another system than Linux"}
}
