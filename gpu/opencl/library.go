//go:build cgo && linux

package opencl

// #cgo LDFLAGS: -ldl
// #include <stdlib.h>
// #include "bridge.h"
import "C"

import (
	"fmt"
	"sync"
	"unsafe"

	"funmem/gpu"
	"funmem/gpu/queue"
)

// Library is the name of the library, which finds the drivers that are installed.
const Library = "libOpenCL.so.1"

// load loads the library once.
var load = sync.OnceValue(func() error {
	name := C.CString(Library)
	defer C.free(unsafe.Pointer(name))
	if why := C.ocl_open(name); why != nil {
		return &gpu.Absent{What: "OpenCL", Why: C.GoString(why)}
	}
	return nil
})

// code is what a function of the library returns.
type code C.int32_t

// names are those of codes that a user may meet.
var names = map[code]string{
	-1: "no device was found", -2: "the device is not available", -3: "the device has no compiler",
	-4: "the memory object could not be allocated", -5: "out of resources", -6: "out of host memory",
	-11: "the program could not be built", -14: "a command before failed", -45: "the program is not built",
	-46: "there is no kernel of that name", -52: "an argument of the kernel is missing", -54: "a group cannot be so large",
	-61: "a buffer cannot be so large", -1001: "no driver is installed",
}

// Error is the meaning of a code.
func (c code) Error() string {
	if name := names[c]; name != "" {
		return fmt.Sprintf("%s (OpenCL %d)", name, c)
	}
	return fmt.Sprintf("error %d of OpenCL", c)
}

// Is tells which codes mean that there is no room.
func (c code) Is(target error) bool {
	return target == queue.ErrFull && (c == -4 || c == -5 || c == -6 || c == -61)
}

// failed is the error of a code, or nil.
func failed(c C.int32_t) error {
	if c == 0 {
		return nil
	}
	return code(c)
}
