package data

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"strings"

	"funmem/eval/value"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// readNPY reads one array. size is the length of the whole file, or -1 if it is not known.
func readNPY(r io.Reader, name string, size, memory int64) (Typed, error) {
	br := bufio.NewReaderSize(r, 1<<16)
	h, err := readHeader(br)
	if err != nil {
		return Typed{}, usage("%s: %s", name, err)
	}
	n, want := h.count(), h.memory()
	if want < 0 || memory > 0 && want > memory {
		return Typed{}, tooMuch(name, shapeText(h.shape), want, memory)
	}
	bytes := int64(n * h.dtype.size)
	if have := size - h.size; size >= 0 && have != bytes {
		return Typed{}, h.wrongSize(name, have, bytes)
	}
	elems, have, err := h.elements(br, n, size >= 0, memory-want)
	switch {
	case err == errWide && memory > 0:
		return Typed{}, tooMuch(name, shapeText(h.shape), want+int64(n)*wideBytes, memory)
	case have < bytes && err == nil:
		return Typed{}, h.wrongSize(name, have, bytes)
	case err != nil:
		return Typed{}, usage("%s: %s", name, Cause(err))
	}
	switch _, err := br.ReadByte(); {
	case err == nil:
		return Typed{}, h.wrongSize(name, bytes+1, bytes)
	case err != io.EOF: // a zip file ends with a checksum
		return Typed{}, usage("%s: %s", name, Cause(err))
	}
	if len(h.shape) == 0 {
		return Typed{Val: value.Val{I: elems.At(0)}, Type: h.dtype.name()}, nil
	}
	if h.fortran {
		elems = rowMajor(elems, h.shape)
	}
	return Typed{Val: value.Val{A: &value.Array{Elem: h.dtype.elem(), Shape: h.shape, Elems: elems}}, Type: h.dtype.name()}, nil
}

// count returns the number of elements. It is only right if memory is not negative.
func (h *header) count() int {
	n := 1
	for _, d := range h.shape {
		n *= d
	}
	return n
}

// memory returns how many bytes the value takes, or -1 if that cannot be addressed. Sizes
// of 0 are left out of the product, so that even a shape with a 0 has dimensions that a
// program can walk through. An array in Fortran order exists twice while it is reordered.
func (h *header) memory() int64 {
	n := uint64(8)
	if h.fortran && len(h.shape) > 1 {
		n = 16
	}
	for _, d := range h.shape {
		if d == 0 {
			continue
		}
		hi, lo := bits.Mul64(n, uint64(d))
		if n = lo; hi != 0 || n >= 1<<62 {
			return -1
		}
	}
	return int64(n)
}

func (h *header) wrongSize(name string, have, bytes int64) error {
	want := fmt.Sprintf("shape %s of %d bytes each needs %d bytes", shapeText(h.shape), h.dtype.size, bytes)
	if have < bytes {
		return usage("%s: the data is cut off: %s, found %d", name, want, have)
	}
	return usage("%s: the header lies or the file holds more than one array: %s, found more", name, want)
}

// wideBytes is roughly how many more bytes an integer beyond 64 bits takes than others.
const wideBytes = 48

// errWide says that integers beyond 64 bits exceeded the memory limit.
var errWide = errors.New("too many wide integers")

// elements reads n elements in the order of the file and returns how many bytes were there.
// Storage grows with the data that is really there, unless the size of the file was
// checked. Integers beyond 64 bits may take spare bytes more (negative: no limit).
func (h *header) elements(r io.Reader, n int, checked bool, spare int64) (*num.Vec, int64, error) {
	const chunk = 1 << 15
	have := min(n, chunk)
	if checked {
		have = n
	}
	v := num.NewVec(have)
	raw := make([]byte, chunk*h.dtype.size)
	wide := 0
	for at := 0; at < n; {
		if at == have {
			have = min(n, 2*have)
			v = grow(v, have)
		}
		m := min(chunk, have-at)
		k, err := io.ReadFull(r, raw[:m*h.dtype.size])
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return nil, int64(at*h.dtype.size + k), nil
		}
		if err != nil {
			return nil, 0, err
		}
		wide += h.dtype.decode(raw[:k], v, at)
		if spare >= 0 && int64(wide)*wideBytes > spare {
			return nil, 0, errWide
		}
		at += m
	}
	return v, int64(n * h.dtype.size), nil
}

// grow returns a longer vector with the same start.
func grow(v *num.Vec, n int) *num.Vec {
	w := num.NewVec(n)
	real := v.IsReal()
	if from, ok := v.Words(real); ok {
		to, _ := w.Words(real)
		copy(to, from)
		return w
	}
	for i := 0; i < v.Len(); i++ {
		w.Set(i, v.At(i))
	}
	return w
}

// rowMajor reorders elements in Fortran order, where the first index varies fastest.
func rowMajor(v *num.Vec, shape []int) *num.Vec {
	stride := make([]int, len(shape)) // for each dimension of the result
	for k, s := len(shape)-1, 1; k >= 0; k-- {
		stride[k], s = s, s*shape[k]
	}
	w := num.NewVec(v.Len())
	index, to := make([]int, len(shape)), 0
	for i := 0; i < v.Len(); i++ {
		w.Set(to, v.At(i))
		for k := range shape {
			index[k]++
			if to += stride[k]; index[k] < shape[k] {
				break
			}
			to -= shape[k] * stride[k]
			index[k] = 0
		}
	}
	return w
}

// WriteNPY writes v in NumPy's format, version 1.0: little-endian int64 or float64 in row
// order. A number becomes an array without dimensions. Decimals are rounded to doubles.
// Messages call the destination name.
func WriteNPY(w io.Writer, name string, v value.Val) error {
	shape, elems := []int{}, num.NewVec(1)
	if v.A != nil {
		shape, elems = v.A.Shape, v.A.Elems
	} else {
		elems.Set(0, v.I)
	}
	if len(shape) > maxRank {
		return usage("cannot write %s: the array has %d dimensions and NumPy allows %d", name, len(shape), maxRank)
	}
	descr, flat, ok := words(v.Elem(), elems)
	if !ok {
		return tooWide(name, shape, elems)
	}
	bw := bufio.NewWriterSize(w, 1<<16)
	head := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", descr, shapeText(shape))
	pad := (64 - (len(magic)+4+len(head)+1)%64) % 64
	head += strings.Repeat(" ", pad) + "\n"
	bw.WriteString(magic + "\x01\x00")
	bw.Write(binary.LittleEndian.AppendUint16(nil, uint16(len(head))))
	bw.WriteString(head)
	var b [8]byte
	for _, x := range flat {
		binary.LittleEndian.PutUint64(b[:], uint64(x))
		bw.Write(b[:])
	}
	if err := bw.Flush(); err != nil {
		return usage("cannot write %s: %s", name, Cause(err))
	}
	return nil
}

// words returns the type code of elements and the 64 bits of each. ok is false if an
// element is undefined, or an int does not fit.
func words(elem syntax.Elem, elems *num.Vec) (descr string, flat []int64, ok bool) {
	if elems.HasUndefined() {
		return "", nil, false
	}
	if elem != syntax.F64 {
		flat, ok = elems.Words(false)
		return "<i8", flat, ok
	}
	if flat, ok = elems.Words(true); !ok {
		flat = make([]int64, elems.Len())
		for i := range flat {
			flat[i] = int64(math.Float64bits(elems.At(i).Real().Float64()))
		}
	}
	return "<f8", flat, true
}

// tooWide names the first element that is undefined or does not fit 64 bits. There must be
// one.
func tooWide(name string, shape []int, elems *num.Vec) error {
	i := 0
	for ; i < elems.Len()-1; i++ {
		if x := elems.At(i); x.IsUndefined() || !x.IsReal() && !fits(x) {
			break
		}
	}
	what := "the value"
	if len(shape) > 0 {
		what = "element " + Index(shape, i)
	}
	if elems.At(i).IsUndefined() {
		return usage("cannot write %s: %s is undefined: nothing has written it", name, what)
	}
	return usage("cannot write %s: %s is %s, wanted an int of 64 bits", name, what, short(elems.At(i)))
}

// short returns an integer as text, with its middle left out if it is long.
func short(x num.Num) string {
	text := x.String()
	if len(text) > 60 {
		return fmt.Sprintf("%s…%s (%d digits)", text[:20], text[len(text)-20:], len(strings.TrimPrefix(text, "-")))
	}
	return text
}

// Index returns the 1-based index of the element at a row-major offset.
func Index(shape []int, off int) string {
	parts := make([]string, len(shape))
	for k, i := range value.IndexOf(shape, off) {
		parts[k] = fmt.Sprint(i)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// shapeText returns a shape as Python writes a tuple.
func shapeText(shape []int) string {
	parts := make([]string, len(shape))
	for k, d := range shape {
		parts[k] = fmt.Sprint(d)
	}
	if len(parts) == 1 {
		return "(" + parts[0] + ",)"
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func fits(x num.Num) bool {
	_, ok := x.Int64()
	return ok
}
