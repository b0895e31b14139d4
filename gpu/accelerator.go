package gpu

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Accelerator is a device with memory of its own, which runs kernels over grids of threads. It does what it is asked for in
// that order, in the background: each kernel and copy sees what those before have written. It is safe for concurrent use.
type Accelerator interface {
	// Name is what the device calls itself.
	Name() string
	// Limits are those of the device.
	Limits() AcceleratorLimits
	// Build compiles the source text of kernels, unless it was compiled before. It ends with ctx, though the compiler may go
	// on. The error is a *CompileError if the compiler refuses the text.
	Build(ctx context.Context, source string, may Freedom) (Kernels, error)
	// Alloc makes a buffer. The error is a *MemoryError if there is no room for it.
	Alloc(words int64) (Buffer, error)
	// Wait waits until all is done that was asked for, or ctx is, and returns the first error of it. After a *DeadError all
	// that follows ends with that.
	Wait(ctx context.Context) error
	// Account is what the device has done so far.
	Account() Account
	// Close frees the device, with all its buffers and kernels.
	Close() error
}

// AcceleratorLimits are what an accelerator has.
type AcceleratorLimits struct {
	Units  int   // that run groups of threads at the same time
	Group  int   // the most threads of a group
	Words  int64 // of memory
	Buffer int64 // words that a buffer may have; 0: all
	Local  int64 // words of memory that the threads of a group share
	Args   int   // that a kernel may have
	Shared bool  // its units are the machine's own cores
}

// Buffer is words in the memory of an accelerator.
type Buffer interface {
	// Words is how many.
	Words() int64
	// In copies data to the words from at on. It returns when data may change.
	In(at int64, data []int64) error
	// Out copies the words from at on to data, once all is done that was asked for before.
	Out(at int64, data []int64) error
	// Copy copies words of another buffer of the same device, from its word from on, to those from at on.
	Copy(at int64, other Buffer, from, words int64) error
	// Free frees the buffer once what uses it is done.
	Free()
}

// Kernels are a compiled source text.
type Kernels interface {
	// Launch asks for a run of a kernel by groups of size threads each. An argument is a Buffer of the same device or an
	// int64.
	Launch(kernel string, groups, size int, args ...any) error
	// Group is the most threads that a group of a kernel may have: fewer than the device allows if it needs much of it.
	Group(kernel string) (int, error)
	// Close frees the kernels once those that run are done.
	Close() error
}

// Timed is an accelerator that notes the time between its commands.
type Timed interface {
	Accelerator
	// Mark notes the time when all commands before are done.
	Mark() (Mark, error)
}

// Mark is a point among the commands of an accelerator.
type Mark interface {
	// Since waits for it, and returns how long it came after another one.
	Since(earlier Mark) (time.Duration, error)
	// Free frees it.
	Free()
}

// Account counts what an accelerator has done.
type Account struct {
	Buffers                   int64 // that were asked for
	Allocations               int64 // of memory: a buffer may also get that of one that was freed
	Launches                  int64
	WordsIn, WordsOut, Within int64 // copied to the device, from it, and in its memory
	Held                      int64 // words of buffers that are not freed
}

// MemoryError is the error that there is no room for a buffer.
type MemoryError struct {
	Words, Held, Limit int64 // asked for, those of all other buffers, and those of the device
	Err                error // what the device said, or nil
}

// Error says how much was asked for and how much there is.
func (e *MemoryError) Error() string {
	text := fmt.Sprintf("the device has no room for %d words: its buffers have %d of %d", e.Words, e.Held, e.Limit)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap is what the device said.
func (e *MemoryError) Unwrap() error { return e.Err }

// DeadError is the error that a device cannot be used any more, because of an error which it does not survive.
type DeadError struct {
	Device string
	Err    error
}

// Error says which device it was, and what happened.
func (e *DeadError) Error() string {
	return fmt.Sprintf("%s cannot be used any more in this session: %s", e.Device, e.Err)
}

// Unwrap is what happened.
func (e *DeadError) Unwrap() error { return e.Err }

// ErrBounds is the error that words lie outside of a buffer.
var ErrBounds = errors.New("the words lie outside of the buffer")

// ErrFreed is the error that a buffer, or what it belongs to, was freed.
var ErrFreed = errors.New("it was freed")
