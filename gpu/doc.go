// Package gpu is the interface of devices that run compiled programs. It knows nothing of the languages of this project: a
// device takes a source text in its dialect of C, and words of 64 bits. There are two kinds: a Device calls whole functions,
// which share the program's memory (package gpu/host: the machine's own cores); an Accelerator has memory of its own, and runs
// kernels over grids of threads (package gpu/opencl).
package gpu
