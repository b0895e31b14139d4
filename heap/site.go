package heap

import (
	"fmt"
	"math"
	"math/bits"
	"strings"

	"funmem/semantics/diag"
)

// Site is a place in the program that accesses memory, for reports. Evaluators
// make one per place and kind of access, before they run it.
type Site struct {
	What  string // such as "read of x", "result copy of kernel `y`"
	Array string // the array accessed
	At    diag.Span
	Real  bool // it is an array of reals
}

// Kernel is a kernel in the text.
type Kernel struct {
	Binds string // the variable of its result
	At    diag.Span
}

// Access is one event of a report.
type Access struct {
	Site       *Site
	Write      bool
	Index      []int // 1-based index in the array; nil when it is not known
	Iterations []int // of the kernels around it, outermost first
}

// Word is "write" or "read".
func (a Access) Word() string {
	if a.Write {
		return "write"
	}
	return "read"
}

// packed is an array index in one word: the rank in the low 4 bits, then the
// positions in equal parts of the other 60. It is 0, no index, when a position
// does not fit its part, which begins with positions of 2^30 in rank 2.
type packed uint64

func pack(index []int) packed {
	q := len(index)
	if q == 0 || q > 15 {
		return 0
	}
	width := 60 / q
	p := uint64(q)
	for k, y := range index {
		if y < 0 || bits.Len(uint(y)) > width {
			return 0
		}
		p |= uint64(y) << (4 + k*width)
	}
	return packed(p)
}

func (p packed) unpack() []int {
	q := int(p & 15)
	if q == 0 {
		return nil
	}
	width := 60 / q
	index := make([]int, q)
	for k := range index {
		index[k] = int(uint64(p) >> (4 + k*width) & (1<<width - 1))
	}
	return index
}

// maxStamp is the greatest stamp of a level.
const maxStamp = math.MaxUint64

// ofParts tells whether a text has several parts outside brackets, as `map f x` and `x ++ y` have.
func ofParts(text string) bool {
	depth := 0
	for _, c := range text {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ' ':
			if depth == 0 {
				return true
			}
		}
	}
	return false
}

// Element is an element of an array as the language writes it: x[2, 3], or (map f x)[2]. For a described array it is
// the thread's x[1].
func Element(array string, index []int) string {
	if ofParts(array) && !strings.HasPrefix(array, "the ") {
		array = "(" + array + ")"
	}
	s := array + "["
	for k, y := range index {
		if k > 0 {
			s += ", "
		}
		s += fmt.Sprint(y)
	}
	return s + "]"
}
