//go:build cgo && linux

package opencl

// #include <stdlib.h>
// #include "bridge.h"
import "C"

import (
	"context"
	"fmt"
	"strings"
	"unsafe"

	"funmem/gpu"
)

// kernels are a built program.
type kernels struct {
	d   *device
	id  C.handle            // nil: it was freed
	all map[string]C.handle // by name
}

// exact begins each text: without it products and sums become one operation.
const exact = "#pragma OPENCL FP_CONTRACT OFF\n"

// mostLog is how many bytes of what the compiler says are kept.
const mostLog = 4096

func (d *device) Build(ctx context.Context, source string, may gpu.Freedom) (gpu.Kernels, error) {
	text := source
	if !may.Contract {
		text = exact + "#line 1\n" + source
	}
	d.lock.Lock()
	k := d.built[text]
	d.lock.Unlock()
	if k != nil {
		return k, nil
	}
	type outcome struct {
		k   *kernels
		err error
	}
	done := make(chan outcome, 1)
	go func() { // which keeps what it builds, though nobody may wait for it any more
		k, err := d.build(text)
		done <- outcome{k, err}
	}()
	select {
	case o := <-done:
		if o.err != nil {
			return nil, o.err
		}
		return o.k, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// build compiles a text, unless another one has done so meanwhile.
func (d *device) build(text string) (*kernels, error) {
	d.building.Lock()
	defer d.building.Unlock()
	d.lock.Lock()
	old := d.built[text]
	d.lock.Unlock()
	if old != nil {
		return old, nil
	}
	d.life.RLock()
	defer d.life.RUnlock()
	if d.closed {
		return nil, gpu.ErrFreed
	}
	source, options := C.CString(text), C.CString("")
	defer C.free(unsafe.Pointer(source))
	defer C.free(unsafe.Pointer(options))
	var c C.int32_t
	id := C.ocl_program(d.context, source, C.size_t(len(text)), &c)
	if c != 0 {
		return nil, failed("compiling for "+d.name, c)
	}
	if c := C.ocl_build(id, d.id, options); c != 0 {
		n := C.ocl_build_log(id, d.id, 0, nil)
		said := (*C.char)(C.calloc(1, n+1))
		defer C.free(unsafe.Pointer(said))
		C.ocl_build_log(id, d.id, n, said)
		C.ocl_release_program(id)
		text := strings.TrimSpace(C.GoString(said))
		return nil, &gpu.CompileError{Command: d.name, Output: text[:min(len(text), mostLog)], Err: code(c)}
	}
	k := &kernels{d: d, id: id, all: map[string]C.handle{}}
	d.lock.Lock()
	defer d.lock.Unlock()
	d.programs[k], d.built[text] = true, k
	return k, nil
}

func (k *kernels) Launch(kernel string, groups, size int, args ...any) error {
	if groups < 1 || size < 1 || size > k.d.limits.Group {
		return fmt.Errorf("a kernel cannot run in %d groups of %d threads: a group has at most %d", groups, size, k.d.limits.Group)
	}
	defer k.d.command()() // the arguments belong to the kernel until it is launched
	if k.id == nil {
		return gpu.ErrFreed
	}
	id, err := k.kernel(kernel)
	if err != nil {
		return err
	}
	for at, x := range args {
		var c C.int32_t
		switch x := x.(type) {
		case int64:
			c = C.ocl_arg_word(id, C.uint32_t(at), C.int64_t(x))
		case *buffer:
			if x.d != k.d {
				return errOther
			}
			if x.id == nil {
				return gpu.ErrFreed
			}
			c = C.ocl_arg_buffer(id, C.uint32_t(at), x.id)
		default:
			return fmt.Errorf("argument %d of kernel `%s` is a %T", at+1, kernel, x)
		}
		if err := failed(fmt.Sprintf("argument %d of kernel `%s`", at+1, kernel), c); err != nil {
			return err
		}
	}
	c := C.ocl_launch(k.d.queue, id, C.size_t(groups)*C.size_t(size), C.size_t(size))
	if c == 0 {
		c = C.ocl_flush(k.d.queue)
	}
	if err := k.d.memory("launching kernel `"+kernel+"`", 0, c); err != nil {
		return err
	}
	k.d.note(func(a *gpu.Account) { a.Launches++ })
	return nil
}

// kernel is a kernel of the program.
func (k *kernels) kernel(name string) (C.handle, error) {
	if id := k.all[name]; id != nil {
		return id, nil
	}
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	var c C.int32_t
	id := C.ocl_kernel(k.id, text, &c)
	if c != 0 {
		return nil, fmt.Errorf("%w: %s: %w", gpu.ErrNoFunction, name, code(c))
	}
	k.all[name] = id
	return id, nil
}

func (k *kernels) Close() error {
	defer k.d.command()()
	k.d.lock.Lock()
	defer k.d.lock.Unlock()
	for text, other := range k.d.built {
		if other == k {
			delete(k.d.built, text)
		}
	}
	k.release()
	return nil
}

// release frees the program and its kernels. The device is locked.
func (k *kernels) release() {
	if k.id == nil {
		return
	}
	for _, id := range k.all {
		C.ocl_release_kernel(id)
	}
	C.ocl_release_program(k.id)
	delete(k.d.programs, k)
	k.id = nil
}
