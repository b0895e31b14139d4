// Package offload runs programs of IMP with the help of an accelerator. A kernel whose iterations are independent becomes a
// grid of threads of the device (emit.Kernels); a machine of its own runs all other statements, exactly. Blocks are moved
// where they are used, and stay there.
//
//	offload.go  compiling a program, and running it on values
//	machine.go  the statements between kernels, one method each
//	launch.go   a kernel as a grid
//	resident.go values whose elements stay in the memory of the device
//	profile.go  where the time goes
//	block.go    blocks, which are in the memory of the device, in that of the machine, or both
//
// An int beyond 64 bits in a block, or whatever gets stuck, ends the run early: the engine below finds out what it was.
package offload
