// Package checked compiles outermost kernels of FUNMEM programs to C that runs under the heap semantics (Fig. 10), for
// fast.Check: it computes what the kernel writes, and finds out whether it is clean.
//
// The code keeps the shadow words that the closures of package fast keep. Each location of a block has the time of the
// write that last changed it; each array has the time at which it was bound. A read of an array is right if its location
// was written since the block was allocated, and has not changed since the array was bound. Each level of kernels has the
// stamps of the iteration that wrote a location and of the first that read it: a race (eq. 4) shows as a stamp of another
// iteration of the same instance.
//
// Less is kept where less is enough. If a kernel writes to blocks from outside by its results alone, all of them apart
// from each other and from what it reads, no two iterations can meet there, and what it reads cannot change. A block that
// an iteration allocates, and that one statement of the same body writes, holds one array, whose elements stay what they
// are.
//
// Not compiled are updates, scans, reshapes, claims, loops that carry arrays, branches that give arrays or blocks,
// and functions of C whose results may differ in the last digits. The closures then run the kernel. What the code does
// not find clean may be clean; what it finds clean is.
package checked
