//go:build cgo && linux

package opencl

// #include "bridge.h"
import "C"

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"unsafe"

	"funmem/gpu"
)

// Numbers of the standard.
const (
	platformName    = 0x0902
	deviceUnits     = 0x1002
	deviceGroup     = 0x1004
	deviceMemory    = 0x101f
	deviceLocal     = 0x1023
	deviceLargest   = 0x1010
	deviceName      = 0x102b
	deviceVersion   = 0x102f
	deviceDoubles   = 0x1032
	deviceCompiles  = 0x1028
	kindGPU         = 1 << 2
	kindAccelerator = 1 << 3
	kindCPU         = 1 << 1
)

// wordBytes is the size of a word.
const wordBytes = 8

// device is an open device. All its commands go to one queue, which runs them in order.
type device struct {
	id, context, queue C.handle
	name               string
	limits             gpu.AcceleratorLimits
	largest            int64 // words of a buffer

	life     sync.RWMutex // is held for reading by whoever uses the device, a buffer or kernels, and otherwise to free them
	closed   bool
	commands sync.Mutex // while a command is given: they are in one order, and not all drivers bear two at the same time
	building sync.Mutex // while a program is built

	lock     sync.Mutex
	account  gpu.Account
	built    map[string]*kernels // by text
	programs map[*kernels]bool   // that are not freed
	buffers  map[*buffer]bool    // that are not freed
}

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
					return d, nil
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
func open(platform, id C.handle) (*device, error) {
	d := &device{id: id, built: map[string]*kernels{}, programs: map[*kernels]bool{}, buffers: map[*buffer]bool{}}
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
		Words: d.number(deviceMemory, 8) / wordBytes, Local: d.number(deviceLocal, 8) / wordBytes,
	}
	d.largest = d.number(deviceLargest, 8) / wordBytes
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

// number is a property of the device.
func (d *device) number(what, bytes int) int64 {
	var n C.int64_t
	if C.ocl_device_info(d.id, C.uint32_t(what), C.size_t(bytes), unsafe.Pointer(&n)) != 0 {
		return 0
	}
	return int64(n)
}

// text is a property of the device.
func (d *device) text(what int) string {
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

func (d *device) Name() string                  { return d.name }
func (d *device) Limits() gpu.AcceleratorLimits { return d.limits }

func (d *device) Account() gpu.Account {
	d.lock.Lock()
	defer d.lock.Unlock()
	return d.account
}

// command begins to give a command. It returns what is to be called at the end.
func (d *device) command() (end func()) {
	d.life.RLock()
	d.commands.Lock()
	return func() {
		d.commands.Unlock()
		d.life.RUnlock()
	}
}

// note changes the account.
func (d *device) note(f func(a *gpu.Account)) {
	d.lock.Lock()
	defer d.lock.Unlock()
	f(&d.account)
}

func (d *device) Wait(ctx context.Context) error {
	end := d.command()
	if d.closed {
		end()
		return gpu.ErrFreed
	}
	C.ocl_keep(d.queue) // others may give commands meanwhile, or close the device
	end()
	done := make(chan error, 1)
	go func() {
		done <- failed("waiting for the device", C.ocl_finish(d.queue))
		C.ocl_release_queue(d.queue)
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (d *device) Close() error {
	d.life.Lock()
	defer d.life.Unlock()
	if d.closed {
		return gpu.ErrFreed
	}
	err := failed("waiting for the device", C.ocl_finish(d.queue))
	d.closed = true
	d.lock.Lock()
	defer d.lock.Unlock()
	for b := range d.buffers {
		C.ocl_release_buffer(b.id)
		b.id = nil
	}
	for k := range d.programs {
		k.release()
	}
	C.ocl_release(d.queue, d.context)
	return err
}
