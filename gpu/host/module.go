//go:build cgo && (linux || darwin)

package host

// #cgo linux LDFLAGS: -ldl
// #include <stdlib.h>
// #include "bridge.h"
import "C"

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"unsafe"

	"funmem/gpu"
)

const loads = true

// module is a library that was loaded.
type module struct {
	handle    unsafe.Pointer
	lock      sync.Mutex
	functions map[string]unsafe.Pointer
}

// open loads a library.
func open(path string) (gpu.Module, error) {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	var why *C.char
	h := C.fm_open(name, &why)
	if h == nil {
		return nil, errors.New(C.GoString(why))
	}
	return &module{handle: h, functions: map[string]unsafe.Pointer{}}, nil
}

// function returns the address of a function.
func (m *module) function(name string) (unsafe.Pointer, error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if f := m.functions[name]; f != nil {
		return f, nil
	}
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	f := C.fm_find(m.handle, text)
	if f == nil {
		return nil, fmt.Errorf("%w: %s", gpu.ErrNoFunction, name)
	}
	m.functions[name] = f
	return f, nil
}

// Call runs int64_t function(env *, int64_t *words). It sets *env.stop when ctx is done.
func (m *module) Call(ctx context.Context, function string, words []int64, memory int64) (gpu.Result, error) {
	f, err := m.function(function)
	if err != nil {
		return gpu.Result{}, err
	}
	stop := (*C.int64_t)(C.calloc(1, 8))
	if stop == nil {
		return gpu.Result{}, errMemory
	}
	e := C.fm_env_new(C.int64_t(memory), stop)
	if e == nil {
		C.free(unsafe.Pointer(stop))
		return gpu.Result{}, errMemory
	}
	ended := context.AfterFunc(ctx, func() { *stop = 1 })
	var at *C.int64_t
	if len(words) > 0 {
		at = (*C.int64_t)(unsafe.Pointer(&words[0]))
	}
	status := C.fm_call(f, e, at)
	runtime.KeepAlive(words)
	mem := &blocks{e: e, stop: stop, ended: ended}
	return gpu.Result{Status: int64(status), Memory: mem}, nil
}

var errMemory = errors.New("not enough memory")

// Close unloads the library.
func (m *module) Close() error {
	C.fm_close(m.handle)
	return nil
}

// blocks are what a call has allocated.
type blocks struct {
	e     *C.env
	stop  *C.int64_t
	ended func() bool
}

func (b *blocks) At(address int64, words int) ([]int64, error) {
	if words == 0 {
		return nil, nil
	}
	var n C.int64_t
	at := C.fm_block(b.e, C.int64_t(address), &n)
	if at == nil || int64(n) < int64(words) {
		return nil, fmt.Errorf("no block of %d words at %#x", words, address)
	}
	return unsafe.Slice((*int64)(unsafe.Pointer(at)), words), nil
}

func (b *blocks) Free() {
	C.fm_env_free(b.e)
	if b.ended() { // otherwise the function that sets it may still run
		C.free(unsafe.Pointer(b.stop))
	}
}
