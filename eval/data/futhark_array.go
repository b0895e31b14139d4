package data

import (
	"slices"
	"strconv"
	"strings"

	"funmem/eval/value"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// empty reads an array without elements, or a part of one:
//
//	empty([0][3]i32)
//	empty([0][?]i32)  irregular, and so an array of Fun
//	empty([]i32)      as Futhark wrote it before 0.17, with the type of the rows: [0][0]i32
func (r *futhark) empty(a *literal, depth int) error {
	from := r.pos
	r.pos += len("empty")
	shape, typ, err := r.emptyType()
	if err != nil {
		return err
	}
	rank := depth + len(shape)
	if rank > maxRank {
		return r.errorf(r.span(from), "the array has more than %d dimensions", maxRank)
	}
	if a.rank >= 0 && a.rank != rank || len(a.dims) > rank {
		return r.errorf(r.span(from), "found an array of rank %d, and the rows before it have rank %d", len(shape), max(a.rank, len(a.dims))-depth)
	}
	a.rank = rank
	if err := r.join(a, typ, from); err != nil {
		return err
	}
	rows := 1
	for k, n := range shape {
		if err := r.size(a, depth+k, n, rows, from); err != nil {
			return err
		}
		rows *= max(0, n)
	}
	return nil
}

// emptyType reads the type of an array without elements, in parentheses.
func (r *futhark) emptyType() (shape []int, typ string, err error) {
	if !r.next('(') {
		return nil, "", r.wanted("`(` and the type of the array")
	}
	from, old := r.pos, true
	for r.next('[') {
		r.space()
		n := 0
		if r.next('?') {
			n, old = irregular, false
		} else if word := r.text[r.pos : r.pos+r.wordLen()]; word != "" {
			size, err := strconv.ParseInt(strings.TrimSuffix(word, "i64"), 10, 64)
			if err != nil || size < 0 || size > 1<<48 {
				return nil, "", r.wanted("a size")
			}
			n, old = int(size), false
			r.pos += len(word)
		}
		shape = append(shape, n)
		if !r.next(']') {
			return nil, "", r.wanted("`]`")
		}
	}
	r.space()
	typ = r.text[r.pos : r.pos+r.wordLen()]
	if _, ok := futharkTypes[typ]; !ok && typ != untyped {
		return nil, "", r.wanted("a type, such as i64, f64 or bool")
	}
	r.pos += len(typ)
	r.typed = r.typed || typ != untyped
	if old {
		shape = append([]int{0}, shape...)
	}
	if !slices.Contains(shape, 0) || shape[0] == irregular {
		return nil, "", r.errorf(r.span(from), "the type %s has elements, wanted a dimension of size 0", quoted(strings.TrimSpace(r.text[from:r.pos])))
	}
	if !r.next(')') {
		return nil, "", r.wanted("`)`")
	}
	return shape, typ, nil
}

// isBinary tells whether a text starts with a value in Futhark's binary format.
func isBinary(text string) bool {
	return len(text) > 1 && text[0] == 'b' && text[1] < ' ' && strings.IndexByte("\t\n\v\f\r", text[1]) < 0
}

// binary reads a value in Futhark's binary format: `b`, the version 2, the rank, four
// characters for a type, a size of 8 bytes for each dimension, and the elements row by row.
// Everything is little-endian.
func (r *futhark) binary() (Typed, error) {
	const head = 7
	from := r.pos
	if version := r.text[from+1]; version != 2 {
		return Typed{}, usage("%s: version %d of Futhark's binary format at byte %d, wanted 2", r.src.Name, version, from)
	}
	cut := usage("%s: the value in Futhark's binary format at byte %d is cut off", r.src.Name, from)
	if len(r.text) < from+head {
		return Typed{}, cut
	}
	rank, typ := int(r.text[from+2]), strings.TrimSpace(r.text[from+3:from+head])
	t, ok := futharkTypes[typ]
	switch {
	case !ok:
		return Typed{}, usage("%s: type %q at byte %d, wanted a number type or bool", r.src.Name, typ, from+3)
	case rank > maxRank:
		return Typed{}, usage("%s: the value at byte %d has %d dimensions, and %d are allowed", r.src.Name, from, rank, maxRank)
	case len(r.text) < from+head+8*rank:
		return Typed{}, cut
	}
	h := &header{dtype: t}
	for k := range rank {
		at := from + head + 8*k
		n := t.order.Uint64([]byte(r.text[at : at+8]))
		if n > 1<<48 {
			return Typed{}, usage("%s: size %d at byte %d is too large", r.src.Name, n, at)
		}
		h.shape = append(h.shape, int(n))
	}
	if h.memory() < 0 {
		return Typed{}, tooMuch(r.src.Name, shapeText(h.shape), -1, r.limit)
	}
	r.pos = from + head + 8*rank
	return r.binaryElements(h, cut)
}

// binaryElements reads the elements after a header.
func (r *futhark) binaryElements(h *header, cut error) (Typed, error) {
	n, size := h.count(), h.dtype.size
	if n > (len(r.text)-r.pos)/size {
		return Typed{}, cut
	}
	if err := r.grant(int64(n)); err != nil {
		return Typed{}, err
	}
	const chunk = 1 << 15
	elems := num.NewVec(n)
	for at := 0; at < n; at += chunk {
		end := r.pos + min(chunk, n-at)*size
		wide := h.dtype.decode([]byte(r.text[r.pos:end]), elems, at)
		r.pos = end
		if err := r.grant(int64(wide * wideBytes / 8)); err != nil {
			return Typed{}, err
		}
		if err := r.budget.Poll(); err != nil {
			return Typed{}, err
		}
	}
	if len(h.shape) == 0 {
		return Typed{Val: value.Val{I: elems.At(0)}, Type: h.dtype.name()}, nil
	}
	out := &value.Array{Elem: h.dtype.elem(), Shape: h.shape, Elems: elems}
	if out.Elem == syntax.F64 {
		elems.Words(true) // even if there are no elements
	}
	return Typed{Val: value.Val{A: out}, Type: h.dtype.name()}, nil
}
