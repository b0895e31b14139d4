// Package queue makes accelerators of drivers. What all of them have in common is here: one queue of commands, buffers with
// a pool, programs that are compiled once, an account, locks, and a device that is given up after an error which it does not
// survive.
//
//	driver.go   what a driver does, and the errors by which it says what went wrong
//	device.go   the device, its locks and its account
//	buffer.go   buffers and the pool of those that are spare
//	kernels.go  programs and launches
package queue
