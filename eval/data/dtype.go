package data

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"

	"funmem/semantics/num"
)

// dtype is an element type that Fun's int can hold.
type dtype struct {
	kind  byte // 'i', 'u' or 'b'
	size  int  // bytes of an element
	order binary.ByteOrder
}

// kinds names the element types of NumPy that are refused.
var kinds = map[byte]string{
	'f': "float", 'c': "complex", 'S': "bytes", 'a': "bytes", 'U': "str", 'O': "object",
	'V': "void", 'M': "datetime", 'm': "timedelta",
}

// parseDtype reads a type code such as <i8, |u1 or |b1.
func parseDtype(code string) (dtype, error) {
	t := dtype{order: binary.NativeEndian}
	rest := code
	if rest != "" {
		switch rest[0] {
		case '<':
			t.order, rest = binary.LittleEndian, rest[1:]
		case '>', '!':
			t.order, rest = binary.BigEndian, rest[1:]
		case '|', '=':
			rest = rest[1:]
		}
	}
	if rest == "?" {
		rest = "b1"
	}
	if rest == "" {
		return t, unknownDtype(code)
	}
	t.kind = rest[0]
	size, err := strconv.Atoi(rest[1:])
	if name := kinds[t.kind]; name != "" {
		if t.kind == 'f' || t.kind == 'c' {
			if err == nil && size > 0 && size <= 32 {
				name = fmt.Sprintf("%s%d", name, 8*size)
			}
			return t, fmt.Errorf("dtype %s (%s): Fun has only ints, wanted an integer type or bool; `x.astype('int64')` in NumPy makes one", clip(code), name)
		}
		return t, fmt.Errorf("dtype %s (%s), wanted an integer type or bool", clip(code), name)
	}
	t.size = size
	switch {
	case err != nil:
	case t.kind == 'b' && size == 1,
		(t.kind == 'i' || t.kind == 'u') && (size == 1 || size == 2 || size == 4 || size == 8):
		return t, nil
	}
	return t, unknownDtype(code)
}

func unknownDtype(code string) error {
	return fmt.Errorf("dtype %s is not known, wanted an integer type (i1 to i8, u1 to u8) or bool (b1)", clip(code))
}

// decode stores the elements in raw at offset from of a vector and returns how
// many of them 64 bits do not hold. Any byte but 0 is true.
func (t dtype) decode(raw []byte, v *num.Vec, from int) (wide int) {
	if t.kind == 'u' && t.size == 8 {
		for i := 0; i*8 < len(raw); i++ {
			u := t.order.Uint64(raw[8*i:])
			x := num.Of(int64(u))
			if int64(u) < 0 {
				x = x.Add(two64)
				wide++
			}
			v.Set(from+i, x)
		}
		return wide
	}
	out, _ := v.Narrow()
	switch {
	case t.kind == 'b':
		for i, b := range raw {
			out[from+i] = int64(min(b, 1))
		}
	case t.kind == 'u' && t.size == 1:
		for i, b := range raw {
			out[from+i] = int64(b)
		}
	case t.kind == 'i' && t.size == 1:
		for i, b := range raw {
			out[from+i] = int64(int8(b))
		}
	case t.size == 2:
		for i := 0; i*2 < len(raw); i++ {
			x := t.order.Uint16(raw[2*i:])
			out[from+i] = int64(x)
			if t.kind == 'i' {
				out[from+i] = int64(int16(x))
			}
		}
	case t.size == 4:
		for i := 0; i*4 < len(raw); i++ {
			x := t.order.Uint32(raw[4*i:])
			out[from+i] = int64(x)
			if t.kind == 'i' {
				out[from+i] = int64(int32(x))
			}
		}
	default:
		for i := 0; i*8 < len(raw); i++ {
			out[from+i] = int64(t.order.Uint64(raw[8*i:]))
		}
	}
	return 0
}

// two64 is 2^64.
var two64 = num.Of(math.MaxInt64).Add(num.Of(math.MaxInt64)).Add(num.Of(2))
