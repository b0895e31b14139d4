package fast

import (
	"context"

	"funmem/semantics/syntax"
)

// Natives makes native code of outermost kernels of a program in heap mode. The code keeps the same shadow words as the
// closures do (memBlock), and may run any of the iterations.
type Natives interface {
	// Code translates a kernel. It returns nil if the kernel is not compiled.
	Code(k *Nest) *Code
	// Build compiles what Code returned. The error says why there is no native code.
	Build(ctx context.Context, all []*Code) error
	// Run runs iterations. words is laid out as Code says. done is false if something may not be clean, or does not fit, or
	// ctx is done: then nothing is known.
	Run(ctx context.Context, c *Code, words []int64, memory int64) (done bool)
}

// Nest is a kernel with all that it contains.
type Nest struct {
	Kernel  *syntax.Kernel
	Pat     []*syntax.Binding
	Outside map[int]Outside // the variables from outside, but for those of the bound
	Def     func(name string) *syntax.Def
	Ask     func() // asks whether to go on
}

// Outside is a variable from outside: an int or f64, an array of some rank, or a block.
type Outside struct {
	Elem syntax.Elem
	Rank int
}

// Code is a kernel as native code. Its words are those of Header, then for each of Arrays a block and a view, for each of
// Blocks a block, for each result of the kernel a block and a view, a word for each of Numbers, and what it counts.
//
// A block is the addresses of its cells and of their times, its length, the time of its alloc, and the addresses of its
// records by level. A view is the location of the first element, whether its elements must be checked, its birth, and
// the size and stride of each dimension.
type Code struct {
	Name, Text string
	Number     int // in the order of the program

	Arrays, Blocks, Numbers []int

	Writes []int // the numbers of those of Blocks that it writes to
	Levels int   // of kernels
	Apart  bool  // it writes to blocks from outside by the results of the kernel alone

	Kernels  []syntax.Expr     // whose instances and iterations it counts
	Bindings []*syntax.Binding // whose bindings it counts
	Allocs   []*syntax.Binding // that it counts
	Calls    []string          // functions whose calls it counts
}

// These are the words at the start, and the numbers of words of what follows.
const (
	WordFrom    = iota // iterations from + 1 to to
	WordTo             //
	WordNow            // the time; also after the run
	WordFull           // whether all accesses of blocks that the code writes are recorded
	WordUnit           // whether the elements of innermost dimensions are next to each other
	WordClock          // the stamp before the first one of each level; also after the run
	HeaderWords = WordClock + MostLevels

	MostLevels = 8
	BlockWords = 4 + MostLevels
	ViewWords  = 3 // and two for each dimension

	// What is counted.
	MostKernels  = 64
	MostBindings = 256
	MostAllocs   = 64
	MostCalls    = 64
	CountWords   = 2*MostKernels + 2*MostBindings + 1 + MostAllocs + MostCalls
)
