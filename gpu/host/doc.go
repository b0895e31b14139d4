// Package host is the device that every machine has: its own cores. The system's C compiler makes a library of a source
// text, which is loaded into this process (dlopen), so it needs cgo. Libraries are kept in a folder of the user, by the
// content of the source, the compiler and the processor.
//
// What a call allocates lies on a stack (stack.c), which later calls use again; so do the threads of its kernels, each with a
// stack of its own. Go allocates large blocks that the caller may get.
package host
