//go:build cgo && linux

package opencl

// #include "bridge.h"
import "C"

import (
	"errors"
	"unsafe"

	"funmem/gpu"
)

// buffer is a buffer of a device.
type buffer struct {
	d     *device
	id    C.handle // nil: it was freed
	words int64
}

func (d *device) Alloc(words int64) (gpu.Buffer, error) {
	defer d.command()()
	if d.closed {
		return nil, gpu.ErrFreed
	}
	d.lock.Lock()
	defer d.lock.Unlock()
	if words < 0 || words > d.largest || words > d.limits.Words-d.account.Held {
		return nil, &gpu.MemoryError{Words: words, Held: d.account.Held}
	}
	var c C.int32_t
	b := &buffer{d: d, words: words}
	if b.id = C.ocl_buffer(d.context, C.size_t(max(words, 1)*wordBytes), &c); c != 0 {
		return nil, &gpu.MemoryError{Words: words, Held: d.account.Held, Err: code(c)}
	}
	d.buffers[b] = true
	d.account.Allocations++
	d.account.Held += words
	return b, nil
}

func (b *buffer) Words() int64 { return b.words }

// check tells why so many words from at on cannot be used.
func (b *buffer) check(at, words int64) error {
	if b.id == nil {
		return gpu.ErrFreed
	}
	if at < 0 || words < 0 || at > b.words-words {
		return gpu.ErrBounds
	}
	return nil
}

func (b *buffer) In(at int64, data []int64) error {
	return b.move("copying to the device", at, data, func(a *gpu.Account, n int64) { a.WordsIn += n }, func(from, bytes C.size_t) C.int32_t {
		return C.ocl_write(b.d.queue, b.id, from, bytes, unsafe.Pointer(&data[0]))
	})
}

func (b *buffer) Out(at int64, data []int64) error {
	return b.move("copying from the device", at, data, func(a *gpu.Account, n int64) { a.WordsOut += n }, func(from, bytes C.size_t) C.int32_t {
		return C.ocl_read(b.d.queue, b.id, from, bytes, unsafe.Pointer(&data[0]))
	})
}

// move copies words between the buffer and data.
func (b *buffer) move(doing string, at int64, data []int64, count func(a *gpu.Account, n int64), do func(from, bytes C.size_t) C.int32_t) error {
	defer b.d.command()()
	n := int64(len(data))
	if err := b.check(at, n); err != nil || n == 0 {
		return err
	}
	b.d.note(func(a *gpu.Account) { count(a, n) })
	return b.memory(doing, do(C.size_t(at*wordBytes), C.size_t(n*wordBytes)))
}

var errOther = errors.New("the buffer is of another device")

func (b *buffer) Copy(at int64, other gpu.Buffer, from, words int64) error {
	o, ok := other.(*buffer)
	if !ok || o.d != b.d {
		return errOther
	}
	defer b.d.command()()
	if err := b.check(at, words); err != nil {
		return err
	}
	if err := o.check(from, words); err != nil || words == 0 {
		return err
	}
	b.d.note(func(a *gpu.Account) { a.Within += words })
	return b.memory("copying in the device", C.ocl_copy(b.d.queue, o.id, b.id, C.size_t(from*wordBytes), C.size_t(at*wordBytes), C.size_t(words*wordBytes)))
}

// memory is the error of a copy.
func (b *buffer) memory(doing string, c C.int32_t) error { return b.d.memory(doing, b.words, c) }

// memory is the error of a command. A device may find out then that it has no room for a buffer.
func (d *device) memory(doing string, words int64, c C.int32_t) error {
	if c == -4 || c == -5 || c == -6 {
		return &gpu.MemoryError{Words: words, Held: d.Account().Held, Err: failed(doing, c)}
	}
	return failed(doing, c)
}

func (b *buffer) Free() {
	defer b.d.command()()
	b.d.lock.Lock()
	defer b.d.lock.Unlock()
	if b.id == nil {
		return
	}
	C.ocl_release_buffer(b.id) // the library keeps it while a command uses it
	b.id = nil
	delete(b.d.buffers, b)
	b.d.account.Held -= b.words
}
