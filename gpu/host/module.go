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
	"runtime/cgo"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"funmem/gpu"
)

const loads = true

// module is a library that was loaded.
type module struct {
	handle    unsafe.Pointer
	lock      sync.Mutex
	functions map[string]unsafe.Pointer
	cached    bool
}

// Cached tells whether the library is from the cache.
func (m *module) Cached() bool { return m.cached }

// open loads a library.
func open(path string, cached bool) (gpu.Module, error) {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	var why *C.char
	h := C.fm_open(name, &why)
	if h == nil {
		return nil, errors.New(C.GoString(why))
	}
	return &module{handle: h, functions: map[string]unsafe.Pointer{}, cached: cached}, nil
}

// Has tells whether the library has a function.
func (m *module) Has(name string) bool {
	_, err := m.function(name)
	return err == nil
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
func (m *module) Call(ctx context.Context, function string, words []int64, may gpu.Budget) (gpu.Result, error) {
	f, err := m.function(function)
	if err != nil {
		return gpu.Result{}, err
	}
	mem := &blocks{large: map[uintptr][]int64{}}
	mem.handle = cgo.NewHandle(mem)
	if mem.e = C.fm_env_new(C.int64_t(may.Words), C.int64_t(may.Threads), C.uintptr_t(mem.handle)); mem.e == nil {
		mem.handle.Delete()
		return gpu.Result{}, errMemory
	}
	if may.Always {
		mem.e.worth, mem.e.few = 0, 0
	}
	stop := mem.e.flag
	mem.ended = context.AfterFunc(ctx, func() { *stop = 1 })
	var at *C.int64_t
	if len(words) > 0 {
		at = (*C.int64_t)(unsafe.Pointer(&words[0]))
	}
	status := C.fm_call(f, mem.e, at)
	runtime.KeepAlive(words)
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
	e      *C.env
	ended  func() bool
	handle cgo.Handle
	pin    runtime.Pinner
	large  map[uintptr][]int64 // blocks that Go allocated, by address
}

//export fmTake
func fmTake(call C.uintptr_t, words C.int64_t) unsafe.Pointer {
	b := cgo.Handle(call).Value().(*blocks)
	data := spare.take(int(words))
	b.pin.Pin(&data[0])
	b.large[uintptr(unsafe.Pointer(&data[0]))] = data
	return unsafe.Pointer(&data[0])
}

// fmGive frees a block, or all if p is nil, and returns how many words that were; 0 if Go has not allocated it.
//
//export fmGive
func fmGive(call C.uintptr_t, p unsafe.Pointer) C.int64_t {
	b := cgo.Handle(call).Value().(*blocks)
	if p == nil {
		n := 0
		for at, data := range b.large {
			n += len(data)
			delete(b.large, at)
			spare.give(data)
		}
		return C.int64_t(n)
	}
	data, ok := b.large[uintptr(p)]
	if !ok {
		return 0
	}
	delete(b.large, uintptr(p))
	spare.give(data)
	return C.int64_t(len(data))
}

func (b *blocks) At(address int64, words int) ([]int64, error) {
	if words == 0 {
		return nil, nil
	}
	if data, ok := b.large[uintptr(address)]; ok && words <= len(data) {
		return data[:words], nil
	}
	var n C.int64_t
	at := C.fm_block(b.e, C.int64_t(address), &n)
	if at == nil || int64(n) < int64(words) {
		return nil, fmt.Errorf("no block of %d words at %#x", words, address)
	}
	return unsafe.Slice((*int64)(unsafe.Pointer(at)), words), nil
}

func (b *blocks) Take(address int64, words int) (data []int64, ok bool) {
	if data, ok = b.large[uintptr(address)]; !ok || len(data) != words {
		return nil, false
	}
	delete(b.large, uintptr(address))
	spare.lend(data)
	return data, true
}

func (b *blocks) Free() {
	mayStop := C.int(1) // the function that stops it may still run
	if b.ended() {
		mayStop = 0
	}
	C.fm_env_free(b.e, mayStop)
	b.pin.Unpin()
	b.handle.Delete()
	if C.fm_kept() > mostKept && trimming.CompareAndSwap(false, true) {
		time.AfterFunc(keptFor, func() {
			trimming.Store(false)
			C.fm_trim(mostKept)
		})
	}
}

// mostKept is how many words of stacks are kept that no call uses. What they have beyond that goes back to the system some time
// after the call, since the next one may need it, and fresh memory is slow.
const (
	mostKept = 16 << 20
	keptFor  = time.Second
)

// trimming tells whether it is about to go back.
var trimming atomic.Bool

// Stored is what calls have taken so far.
func Stored() Storage {
	spare.lock.Lock()
	defer spare.lock.Unlock()
	return Storage{Taken: int64(C.fm_taken()) + spare.made, Most: int64(C.fm_most_in_use()), Kept: int64(C.fm_kept())}
}
