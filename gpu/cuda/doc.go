// Package cuda is the driver of NVIDIA's GPUs. Its two libraries, the driver's and the compiler's, are loaded when a device is
// opened, so that programs are built without them, and run without them. Compile needs only the compiler's, and no GPU.
//
//	bridge.h, bridge.c  the functions of the libraries, with declarations of our own
//	library.go          finding and loading them, and what their errors mean
//	compile.go          from CUDA C to machine code
//	open.go             finding a device
//	driver.go           its commands
//	absent.go           systems where they are not loaded
package cuda
