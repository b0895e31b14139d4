// Package gpu is the interface of devices that run compiled programs: the machine's own cores (package gpu/host), and
// accelerators. It knows nothing of the languages of this project: a device takes a source text in its dialect of C, and
// words of 64 bits.
package gpu
