//go:build cgo && linux

package cuda

// #include "bridge.h"
import "C"

import (
	"fmt"
	"strings"

	"funmem/gpu"
	"funmem/gpu/queue"
)

// Numbers of the driver: properties of a device.
const (
	attrGroup = 1
	attrLocal = 8
	attrUnits = 16
	attrMajor = 75
	attrMinor = 76
)

// oldest is the oldest version of CUDA that a driver may be for.
const oldest = 11000

// Open opens the first device. The error is a *gpu.Absent if there is none, or no compiler.
func Open() (gpu.Accelerator, error) {
	if err := loadDriver(); err != nil {
		return nil, err
	}
	var version, devices C.int
	if c := C.cu_start(&version, &devices); c != 0 {
		return nil, absent("the driver says: %v", code(c))
	}
	switch {
	case version < oldest:
		return nil, absent("the driver is for CUDA %d.%d, and %d.0 or later is needed", version/1000, version%1000/10, oldest/1000)
	case devices == 0:
		return nil, absent("the driver has no device")
	}
	compiler, err := loadCompiler()
	if err != nil {
		return nil, err
	}
	d := &driver{compiler: compiler}
	var name [256]C.char
	var bytes C.size_t
	if c := C.cu_device(0, &d.device, &name[0], C.int(len(name)), &bytes); c != 0 {
		return nil, absent("%v", code(c))
	}
	d.name = strings.TrimSpace(C.GoString(&name[0]))
	d.arch = fmt.Sprintf("sm_%d%d", d.attribute(attrMajor), d.attribute(attrMinor))
	if c := C.cu_context(d.device, &d.context); c != 0 {
		return nil, absent("%s: %v", d.name, code(c))
	}
	d.limits = gpu.AcceleratorLimits{
		Units: d.attribute(attrUnits), Group: d.attribute(attrGroup), Words: int64(bytes) / wordBytes,
		Local: int64(d.attribute(attrLocal)) / wordBytes, Args: mostArgs,
	}
	return queue.New(d), nil
}

// mostArgs is how many arguments a kernel may have.
const mostArgs = 500

// attribute is a property of the device.
func (d *driver) attribute(what int) int {
	var n C.int
	C.cu_attribute(d.device, C.int(what), &n)
	return int(n)
}
