package gpu

import (
	"context"
	"errors"
	"fmt"
)

// Device compiles source texts, and runs what it compiled. It is safe for concurrent use.
type Device interface {
	// Name is what the device calls itself, such as the name of its processor.
	Name() string
	// Limits are those of the device.
	Limits() Limits
	// Compile makes a module of a source text. It ends with ctx. The error is a *CompileError if the compiler refuses the
	// text, and an *Absent if there is none.
	Compile(ctx context.Context, source string, may Freedom) (Module, error)
	// Keep keeps a text beside the modules under a name of hexadecimal digits, if there is a place for that.
	Keep(name string, text []byte)
	// Recall returns what was kept under a name, also by another process.
	Recall(name string) (text []byte, ok bool)
	// Recycle takes back a block that a Memory has handed over: nobody uses it any more. It does nothing with other words.
	Recycle(data []int64)
}

// Freedom is what a compiler may do.
type Freedom struct {
	Contract bool // compute x * y + z with one rounding, which changes results in their last digits
	Quick    bool // make slower code if that is ready much sooner: for what is compiled again without this
}

// Limits are what a device has.
type Limits struct {
	Cores int   // that run at the same time
	Words int64 // of memory; 0: not known
}

// Module is a compiled source text.
type Module interface {
	// Call runs a function of the module. It takes a word for each argument, and may change them; what they mean is up
	// to the function. Its blocks live until the call's Memory is freed. The status is what the function returns.
	Call(ctx context.Context, function string, words []int64, may Budget) (Result, error)
	// Has tells whether the module has a function.
	Has(function string) bool
	// Cached tells whether the text had been compiled before, and the result was kept.
	Cached() bool
	// Close frees the module. No call may be running.
	Close() error
}

// Budget is what a call may take.
type Budget struct {
	Words   int64 // of memory
	Threads int   // at the same time
	Always  bool  // on several threads, however short kernels are; for tests
}

// Result is what a call gives back.
type Result struct {
	Status int64
	Memory Memory
}

// Memory is the blocks that a call has left.
type Memory interface {
	// At is the block of some words that begins at an address which the call gave. It is valid until Free.
	At(address int64, words int) ([]int64, error)
	// Take hands over the block of exactly so many words at an address. ok is false if it can only be copied.
	Take(address int64, words int) (data []int64, ok bool)
	// Free frees all other blocks.
	Free()
}

// Absent is the error that a device, or what it needs, is not there.
type Absent struct {
	What string // such as "a C compiler"
	Why  string
}

// Error says what is missing and why.
func (a *Absent) Error() string { return fmt.Sprintf("there is no %s: %s", a.What, a.Why) }

// CompileError is the error that a compiler refuses a text.
type CompileError struct {
	Command string
	Output  string // the first lines of what the compiler said
	Err     error
}

// Error is the command and what it said.
func (e *CompileError) Error() string {
	return fmt.Sprintf("`%s` failed: %s\n%s", e.Command, e.Err, e.Output)
}

// Unwrap is the error of the command.
func (e *CompileError) Unwrap() error { return e.Err }

// ErrNoFunction is the error that a module has no function of a name.
var ErrNoFunction = errors.New("the module has no such function")
