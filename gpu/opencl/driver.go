//go:build cgo && linux

package opencl

// #include <stdlib.h>
// #include "bridge.h"
import "C"

import (
	"fmt"
	"strings"
	"unsafe"

	"funmem/gpu"
	"funmem/gpu/queue"
)

// wordBytes is the size of a word.
const wordBytes = 8

// driver gives the commands of a device to one queue, which runs them in order.
type driver struct {
	id, context, queue C.handle
	name               string
	limits             gpu.AcceleratorLimits
}

func (d *driver) Name() string                  { return d.name }
func (d *driver) Limits() gpu.AcceleratorLimits { return d.limits }

func (d *driver) Alloc(words int64) (queue.Handle, error) {
	var c C.int32_t
	id := C.ocl_buffer(d.context, C.size_t(words*wordBytes), &c)
	return queue.Handle(id), failed(c)
}

func (d *driver) Free(b queue.Handle) { C.ocl_release_buffer(C.handle(b)) } // the library keeps it while a command uses it

func (d *driver) Write(b queue.Handle, at int64, data []int64) error {
	return failed(C.ocl_write(d.queue, C.handle(b), C.size_t(at*wordBytes), C.size_t(len(data)*wordBytes), unsafe.Pointer(&data[0])))
}

func (d *driver) Read(b queue.Handle, at int64, data []int64) error {
	return failed(C.ocl_read(d.queue, C.handle(b), C.size_t(at*wordBytes), C.size_t(len(data)*wordBytes), unsafe.Pointer(&data[0])))
}

func (d *driver) Copy(to queue.Handle, at int64, from queue.Handle, fromAt, words int64) error {
	return failed(C.ocl_copy(d.queue, C.handle(from), C.handle(to), C.size_t(fromAt*wordBytes), C.size_t(at*wordBytes), C.size_t(words*wordBytes)))
}

// exact begins each text: without it products and sums become one operation.
const exact = "#pragma OPENCL FP_CONTRACT OFF\n#line 1\n"

func (d *driver) Build(text string, may gpu.Freedom) (queue.Handle, error) {
	if !may.Contract {
		text = exact + text
	}
	source, options := C.CString(text), C.CString("")
	defer C.free(unsafe.Pointer(source))
	defer C.free(unsafe.Pointer(options))
	var c C.int32_t
	id := C.ocl_program(d.context, source, C.size_t(len(text)), &c)
	if c != 0 {
		return 0, failed(c)
	}
	if c := C.ocl_build(id, d.id, options); c != 0 {
		n := C.ocl_build_log(id, d.id, 0, nil)
		said := (*C.char)(C.calloc(1, n+1))
		defer C.free(unsafe.Pointer(said))
		C.ocl_build_log(id, d.id, n, said)
		C.ocl_release_program(id)
		return 0, &gpu.CompileError{Command: d.name, Output: C.GoString(said), Err: code(c)}
	}
	return queue.Handle(id), nil
}

func (d *driver) Kernel(program queue.Handle, name string) (queue.Handle, error) {
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	var c C.int32_t
	id := C.ocl_kernel(C.handle(program), text, &c)
	if c != 0 {
		return 0, fmt.Errorf("%w: %w", gpu.ErrNoFunction, code(c))
	}
	return queue.Handle(id), nil
}

func (d *driver) Group(kernel queue.Handle) int { return int(C.ocl_group(C.handle(kernel), d.id)) }

func (d *driver) Drop(program queue.Handle, kernels []queue.Handle) {
	for _, id := range kernels {
		C.ocl_release_kernel(C.handle(id))
	}
	C.ocl_release_program(C.handle(program))
}

func (d *driver) Launch(kernel queue.Handle, groups, size int, args []uint64) error {
	var first *C.uint64_t
	if len(args) > 0 {
		first = (*C.uint64_t)(unsafe.Pointer(&args[0]))
	}
	return failed(C.ocl_launch(d.queue, C.handle(kernel), C.size_t(groups)*C.size_t(size), C.size_t(size), C.uint32_t(len(args)), first))
}

func (d *driver) Wait() error { return failed(C.ocl_finish(d.queue)) }
func (d *driver) Close()      { C.ocl_release(d.queue, d.context) }

// number is a property of the device.
func (d *driver) number(what, bytes int) int64 {
	var n C.int64_t
	if C.ocl_device_info(d.id, C.uint32_t(what), C.size_t(bytes), unsafe.Pointer(&n)) != 0 {
		return 0
	}
	return int64(n)
}

// text is a property of the device.
func (d *driver) text(what int) string {
	var b [256]byte
	if C.ocl_device_info(d.id, C.uint32_t(what), C.size_t(len(b)-1), unsafe.Pointer(&b[0])) != 0 {
		return ""
	}
	return cut(b[:])
}

func platformText(platform C.handle) string {
	var b [256]byte
	if C.ocl_platform_info(platform, platformName, C.size_t(len(b)-1), unsafe.Pointer(&b[0])) != 0 {
		return ""
	}
	return cut(b[:])
}

// cut is a text that ends with a zero.
func cut(b []byte) string {
	text, _, _ := strings.Cut(string(b), "\x00")
	return strings.TrimSpace(text)
}
