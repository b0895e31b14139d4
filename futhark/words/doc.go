// Package words puts messages about dumps into Futhark's terms: offsets and sizes of blocks in bytes, indices and
// dimensions from 0, and the element types of entry points.
package words
