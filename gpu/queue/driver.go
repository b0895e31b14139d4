package queue

import (
	"errors"

	"funmem/gpu"
)

// Handle is what a driver calls a buffer, a program or a kernel. 0 is none.
type Handle uintptr

// Driver gives a device its commands, which it carries out in their order. Build and Wait may be called beside others, but
// each by one thread at a time; of all others one is called at a time. Words are of 64 bits.
type Driver interface {
	Name() string
	Limits() gpu.AcceleratorLimits
	// Alloc makes a buffer of at least one word. The error is an ErrFull if there is no room.
	Alloc(words int64) (Handle, error)
	// Free frees a buffer once the commands that use it are done.
	Free(buffer Handle)
	// Write returns when data may change, and Read when data is there.
	Write(buffer Handle, at int64, data []int64) error
	Read(buffer Handle, at int64, data []int64) error
	Copy(to Handle, at int64, from Handle, fromAt, words int64) error
	// Build compiles a text. The error is a *gpu.CompileError if the compiler refuses it.
	Build(text string, may gpu.Freedom) (program Handle, err error)
	// Kernel finds a kernel of a program. The error is a gpu.ErrNoFunction if it has none of that name.
	Kernel(program Handle, name string) (Handle, error)
	// Group is the most threads that a group of a kernel may have, by what it needs; 0: not known.
	Group(kernel Handle) int
	// Drop frees a program with those of its kernels that were found.
	Drop(program Handle, kernels []Handle)
	// Launch begins a run of a kernel. An argument is the handle of a buffer or a word.
	Launch(kernel Handle, groups, size int, args []uint64) error
	// Wait waits until all commands are done.
	Wait() error
	// Close frees all that is left. All commands are done, and all buffers and programs freed.
	Close()
}

// ErrFull is the error that a device has no room for a buffer. It may find that out at any command.
var ErrFull = errors.New("there is no room")

// ErrDead is the error that a device has met an error which it does not survive: every command that follows fails.
var ErrDead = errors.New("the device cannot be used any more")
