//go:build cgo && linux

package opencl

// #include "bridge.h"
import "C"

import (
	"fmt"
	"strings"

	"funmem/gpu"
	"funmem/gpu/queue"
)

// Numbers of the standard.
const (
	platformName    = 0x0902
	deviceUnits     = 0x1002
	deviceGroup     = 0x1004
	deviceMemory    = 0x101f
	deviceLocal     = 0x1023
	deviceLargest   = 0x1010
	deviceArgs      = 0x1017
	deviceName      = 0x102b
	deviceVersion   = 0x102f
	deviceDoubles   = 0x1032
	deviceCompiles  = 0x1028
	kindGPU         = 1 << 2
	kindAccelerator = 1 << 3
	kindCPU         = 1 << 1
)

// Open opens the best device with f64s and a compiler. The error is a *gpu.Absent if there is none.
func Open() (gpu.Accelerator, error) {
	if err := load(); err != nil {
		return nil, err
	}
	var platforms [16]C.handle
	var n C.uint32_t
	if c := C.ocl_platforms(C.uint32_t(len(platforms)), &platforms[0], &n); c != 0 || n == 0 {
		return nil, absent("no driver is installed")
	}
	var left []string
	for _, kind := range []C.uint64_t{kindGPU, kindAccelerator, kindCPU} {
		for _, p := range platforms[:min(int(n), len(platforms))] {
			var ids [16]C.handle
			var m C.uint32_t
			if C.ocl_devices(p, kind, C.uint32_t(len(ids)), &ids[0], &m) != 0 {
				continue
			}
			for _, id := range ids[:min(int(m), len(ids))] {
				d, err := open(p, id)
				if err == nil {
					d.limits.Shared = kind == kindCPU
					return queue.New(d), nil
				}
				left = append(left, err.Error())
			}
		}
	}
	if left == nil {
		return nil, absent("no driver has a device")
	}
	return nil, absent(strings.Join(left, "; "))
}

func absent(why string) error { return &gpu.Absent{What: "OpenCL device", Why: why} }

// open opens a device, or says why it is of no use.
func open(platform, id C.handle) (*driver, error) {
	d := &driver{id: id}
	d.name = fmt.Sprintf("%s (%s)", d.text(deviceName), platformText(platform))
	switch {
	case d.number(deviceDoubles, 8) == 0:
		return nil, fmt.Errorf("%s has no f64s", d.name)
	case d.number(deviceCompiles, 4) == 0:
		return nil, fmt.Errorf("%s has no compiler", d.name)
	case strings.HasPrefix(d.text(deviceVersion), "OpenCL 1.0") || strings.HasPrefix(d.text(deviceVersion), "OpenCL 1.1"):
		return nil, fmt.Errorf("%s has %s, which is too old", d.name, d.text(deviceVersion))
	}
	d.limits = gpu.AcceleratorLimits{
		Units: int(d.number(deviceUnits, 4)), Group: max(1, int(d.number(deviceGroup, 8))),
		Words: d.number(deviceMemory, 8) / wordBytes, Buffer: d.number(deviceLargest, 8) / wordBytes,
		Local: d.number(deviceLocal, 8) / wordBytes, Args: int(d.number(deviceArgs, 8) / wordBytes),
	}
	var c C.int32_t
	if d.context = C.ocl_context(id, &c); c == 0 {
		d.queue = C.ocl_queue(d.context, id, &c)
	}
	if c != 0 {
		C.ocl_release(d.queue, d.context)
		return nil, fmt.Errorf("%s: %w", d.name, code(c))
	}
	return d, nil
}
