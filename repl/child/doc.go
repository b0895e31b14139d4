// Package child has what processes share that funmem starts to run something apart: bounds on what they take, and words
// for how they ended.
package child
