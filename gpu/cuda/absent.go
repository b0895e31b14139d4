//go:build !cgo || !linux

package cuda

import "funmem/gpu"

// Loads tells whether this program can load the libraries.
const Loads = false

const why = "this program was built without cgo, or for another system than Linux"

// Open says that there is no CUDA: its libraries are loaded by cgo, on Linux.
func Open() (gpu.Accelerator, error) { return nil, &gpu.Absent{What: "CUDA device", Why: why} }

// Compile says that there is no compiler.
func Compile(text, arch string, may gpu.Freedom) (*Compiled, error) {
	return nil, &gpu.Absent{What: "compiler of CUDA (NVRTC)", Why: why}
}
