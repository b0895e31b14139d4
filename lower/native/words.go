package native

import (
	"math"
	"runtime"
	"unsafe"

	"funmem/eval/value"
	"funmem/gpu"
	"funmem/lower/emit"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// pinned are the arrays that a call gets, which must not move or go while it runs.
type pinned struct {
	pin  runtime.Pinner
	data map[int64][]int64 // by address
}

// address returns the address of the first word.
func (p *pinned) address(data []int64) int64 {
	if len(data) == 0 {
		data = make([]int64, 1) // there is a block, of no words
	}
	p.pin.Pin(&data[0])
	at := int64(uintptr(unsafe.Pointer(&data[0])))
	if p.data == nil {
		p.data = map[int64][]int64{}
	}
	p.data[at] = data
	return at
}

func (p *pinned) free() { p.pin.Unpin() }

// result reads a result: a number, or an array in a block of the call or of an input.
func result(r emit.Result, words []int64, mem gpu.Memory, in *pinned) (v value.Val, ok bool) {
	at, real := r.At, r.Type.Elem == syntax.F64
	if !r.Type.IsArray() {
		if real {
			return value.Number(num.OfFloat(math.Float64frombits(uint64(words[at])))), true
		}
		return value.Number(num.Of(words[at])), true
	}
	address, size, offset := words[at], words[at+1], words[at+2]
	shape, strides := make([]int, len(r.Type.Dims)), make([]int64, len(r.Type.Dims))
	n := 1
	for k := range shape {
		shape[k], strides[k] = int(words[at+3+2*k]), words[at+4+2*k]
		if shape[k] < 0 || shape[k] > emit.MaxSize || n > 0 && shape[k] > emit.MaxSize/n {
			return v, false
		}
		n *= shape[k]
	}
	if n > 0 && n == int(size) && offset == 0 && dense(shape, strides) && in.data[address] == nil {
		if data, ok := mem.Take(address, n); ok {
			return value.Val{A: &value.Array{Elem: r.Type.Elem, Shape: shape, Elems: num.VecOfWords(data, real)}}, true
		}
	}
	out := make([]int64, n)
	if n > 0 {
		block, known := in.data[address]
		if !known {
			var err error
			if block, err = mem.At(address, int(size)); err != nil {
				return v, false
			}
		}
		if !gather(out, block[:min(int64(len(block)), size)], offset, shape, strides) {
			return v, false
		}
	}
	return value.Val{A: &value.Array{Elem: r.Type.Elem, Shape: shape, Elems: num.VecOfWords(out, real)}}, true
}

// dense tells whether elements lie in row-major order, with nothing between them.
func dense(shape []int, strides []int64) bool {
	step := int64(1)
	for k := len(shape) - 1; k >= 0; k-- {
		if shape[k] != 1 && strides[k] != step {
			return false
		}
		step *= int64(shape[k])
	}
	return true
}

// gather copies the elements of an array in row-major order. ok is false if one is not in the block.
func gather(out, block []int64, offset int64, shape []int, strides []int64) (ok bool) {
	lo, hi := offset, offset
	for k, n := range shape {
		reach, ok := num.Mul64(int64(n-1), strides[k])
		if !ok || max(reach, -reach) > emit.MaxSize*8 {
			return false
		}
		if reach < 0 {
			lo += reach
		} else {
			hi += reach
		}
	}
	if lo < 0 || hi >= int64(len(block)) {
		return false
	}
	var rows func(k int, at int64)
	rows = func(k int, at int64) {
		n, s := shape[k], strides[k]
		switch {
		case k < len(shape)-1:
			for range n {
				rows(k+1, at)
				at += s
			}
		case s == 1:
			copy(out, block[at:at+int64(n)])
			out = out[n:]
		default:
			for range n {
				out[0], out = block[at], out[1:]
				at += s
			}
		}
	}
	rows(0, offset)
	return true
}
