package data

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// dtype is an element type that Fun's int or f64 can hold.
type dtype struct {
	kind  byte // 'i', 'u', 'b' or 'f'
	size  int  // bytes of an element
	order binary.ByteOrder
}

// kinds names the element types of NumPy that are refused.
var kinds = map[byte]string{
	'c': "complex", 'S': "bytes", 'a': "bytes", 'U': "str", 'O': "object",
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
		if t.kind == 'c' && err == nil && size > 0 && size <= 32 {
			name = fmt.Sprintf("%s%d", name, 8*size)
		}
		return t, fmt.Errorf("dtype %s (%s), wanted an integer type, bool or a float type", clip(code), name)
	}
	t.size = size
	switch {
	case err != nil:
	case t.kind == 'b' && size == 1,
		(t.kind == 'i' || t.kind == 'u') && (size == 1 || size == 2 || size == 4 || size == 8),
		t.kind == 'f' && (size == 2 || size == 4 || size == 8):
		return t, nil
	case t.kind == 'f' && size > 8 && size <= 32:
		return t, fmt.Errorf("dtype %s (float%d) has more digits than f64; `x.astype('float64')` in NumPy rounds them", clip(code), 8*size)
	}
	return t, unknownDtype(code)
}

func unknownDtype(code string) error {
	return fmt.Errorf("dtype %s is not known, wanted an integer type (i1 to i8, u1 to u8), bool (b1) or a float type (f2 to f8)", clip(code))
}

// decode stores the elements in raw at offset from of a vector. It returns how many of them
// do not fit 64 bits. Any byte except 0 is true.
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
	out, _ := v.Words(t.real())
	switch {
	case t.kind == 'f':
		t.decodeFloats(raw, out[from:])
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

// name returns the type's name in Futhark.
func (t dtype) name() string {
	if t.kind == 'b' {
		return "bool"
	}
	return string(t.kind) + strconv.Itoa(8*t.size)
}

// elem returns the type of the elements in Fun.
func (t dtype) elem() syntax.Elem {
	if t.real() {
		return syntax.F64
	}
	return syntax.Int
}

// real tells whether the elements are f64s in Fun.
func (t dtype) real() bool { return t.kind == 'f' }

// decodeFloats stores the elements in raw as the bits of doubles. Every half and every
// single is a double.
func (t dtype) decodeFloats(raw []byte, out []int64) {
	for i := 0; i*t.size < len(raw); i++ {
		var x float64
		switch t.size {
		case 2:
			x = half(t.order.Uint16(raw[2*i:]))
		case 4:
			x = float64(math.Float32frombits(t.order.Uint32(raw[4*i:])))
		default:
			x = math.Float64frombits(t.order.Uint64(raw[8*i:]))
		}
		out[i] = int64(math.Float64bits(x))
	}
}

// half returns the value of an IEEE half: a sign, 5 bits of exponent, 10 of fraction.
func half(b uint16) float64 {
	sign, exp, frac := 1.0, int(b>>10&31), float64(b&1023)
	if b>>15 == 1 {
		sign = -1
	}
	switch exp {
	case 0:
		return sign * math.Ldexp(frac, -24)
	case 31:
		if frac != 0 {
			return math.NaN()
		}
		return sign * math.Inf(1)
	}
	return sign * math.Ldexp(1024+frac, exp-25)
}

// two64 is 2^64.
var two64 = num.Of(math.MaxInt64).Add(num.Of(math.MaxInt64)).Add(num.Of(2))
