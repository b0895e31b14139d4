//go:build cgo && linux

package cuda

// #include <stdlib.h>
// #include "bridge.h"
import "C"

import (
	"errors"
	"fmt"
	"time"
	"unsafe"

	"funmem/gpu"
	"funmem/gpu/queue"
)

// wordBytes is the size of a word.
const wordBytes = 8

// driver gives its commands to the default stream of a device, which runs them in order.
type driver struct {
	device   C.int
	context  C.handle
	compiler *compiler
	name     string
	arch     string
	limits   gpu.AcceleratorLimits
}

func (d *driver) Name() string                  { return d.name }
func (d *driver) Limits() gpu.AcceleratorLimits { return d.limits }

func (d *driver) Alloc(words int64) (queue.Handle, error) {
	var at C.handle
	err := failed(C.cu_alloc(d.context, C.size_t(words*wordBytes), &at))
	if errors.Is(err, queue.ErrFull) {
		var room, all C.size_t
		if C.cu_room(d.context, &room, &all) == 0 {
			err = fmt.Errorf("%w; %d bytes of %d are free", err, room, all)
		}
	}
	return queue.Handle(at), err
}

func (d *driver) Free(b queue.Handle) { C.cu_free(d.context, C.handle(b)) } // it waits for what uses it

func (d *driver) Write(b queue.Handle, at int64, data []int64) error {
	return failed(C.cu_write(d.context, C.handle(b)+C.handle(at*wordBytes), unsafe.Pointer(&data[0]), C.size_t(len(data)*wordBytes)))
}

func (d *driver) Read(b queue.Handle, at int64, data []int64) error {
	return failed(C.cu_read(d.context, C.handle(b)+C.handle(at*wordBytes), unsafe.Pointer(&data[0]), C.size_t(len(data)*wordBytes)))
}

func (d *driver) Copy(to queue.Handle, at int64, from queue.Handle, fromAt, words int64) error {
	return failed(C.cu_copy(d.context, C.handle(to)+C.handle(at*wordBytes), C.handle(from)+C.handle(fromAt*wordBytes), C.size_t(words*wordBytes)))
}

func (d *driver) Build(text string, may gpu.Freedom) (queue.Handle, error) {
	c, err := d.compiler.compileFor(text, d.arch, may)
	if err != nil {
		return 0, err
	}
	image := C.CBytes(c.Image) // the driver reads it as far as its header says
	defer C.free(image)
	var module C.handle
	err = failed(C.cu_load(d.context, image, &module))
	return queue.Handle(module), err
}

func (d *driver) Kernel(program queue.Handle, name string) (queue.Handle, error) {
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	var kernel C.handle
	switch c := C.cu_kernel(d.context, C.handle(program), text, &kernel); c {
	case 0:
		return queue.Handle(kernel), nil
	case notFound:
		return 0, fmt.Errorf("%w: %w", gpu.ErrNoFunction, code(c))
	default:
		return 0, code(c)
	}
}

func (d *driver) Group(kernel queue.Handle) int {
	var most C.int
	if C.cu_group(d.context, C.handle(kernel), &most) != 0 {
		return 0
	}
	return int(most)
}

func (d *driver) Drop(program queue.Handle, _ []queue.Handle) {
	C.cu_unload(d.context, C.handle(program))
}

func (d *driver) Launch(kernel queue.Handle, groups, size int, args []uint64) error {
	var first *C.uint64_t
	if len(args) > 0 {
		first = (*C.uint64_t)(unsafe.Pointer(&args[0]))
	}
	return failed(C.cu_launch(d.context, C.handle(kernel), C.uint(groups), C.uint(size), C.uint32_t(len(args)), first))
}

func (d *driver) Mark() (queue.Handle, error) {
	var event C.handle
	err := failed(C.cu_mark(d.context, &event))
	return queue.Handle(event), err
}

func (d *driver) Between(from, to queue.Handle) (time.Duration, error) {
	var ms C.float
	err := failed(C.cu_between(d.context, C.handle(from), C.handle(to), &ms))
	return time.Duration(float64(ms) * float64(time.Millisecond)), err
}

func (d *driver) Unmark(mark queue.Handle) { C.cu_unmark(d.context, C.handle(mark)) }

func (d *driver) Wait() error { return failed(C.cu_wait(d.context)) }
func (d *driver) Close()      { C.cu_release(d.device) }
