// Package opencl is the driver of devices with OpenCL 1.2 or later, and f64s. Its library is loaded when a device is opened, so
// that programs are built without it, and run without it. Where several devices are there, a GPU is taken first.
//
//	bridge.h, bridge.c  the functions of the library, with declarations of our own
//	library.go          loading it, and what its errors mean
//	open.go             finding a device
//	driver.go           its commands
//	absent.go           systems where it is not loaded
package opencl
