package futhark

import (
	"strconv"
	"strings"
	"sync"
)

// Operator is a scalar operator or a primitive function, with the types of its operands and its result.
type Operator struct {
	Base  string // its name without the width
	Width uint   // 0 if the name has none
	Args  []Prim
	Res   Prim
}

// operators lists all operators by their types: those of the operands and, after the blank, that of the result. i is an
// integer and f a real of the width at the end of the name, b is bool and c is i32.
var operators = []struct{ types, names string }{
	{"ii i", "add sub mul add_nw sub_nw mul_nw sdiv smod squot srem udiv umod sdiv_up udiv_up sdiv_safe smod_safe squot_safe srem_safe udiv_safe umod_safe sdiv_up_safe udiv_up_safe " +
		"smin smax umin umax and or xor pow shl ashr lshr umul_hi smul_hi"},
	{"ii b", "slt sle ult ule eq_i"},
	{"i i", "complement neg_i abs ssignum usignum"},
	{"i c", "popc clz ctz"},
	{"iii i", "umad_hi smad_hi"},
	{"bii i", "cond_i"},
	{"bb b", "logand logor llt lle eq_bool"},
	{"b b", "not neg_bool"},
	{"bbb b", "cond_bool"},
	{"ff f", "fadd fsub fmul fdiv fmod fpow fmin fmax atan2_ atan2pi_ hypot copysign nextafter"},
	{"ff b", "lt le eq_f"},
	{"fff f", "lerp mad fma"},
	{"bff f", "cond_f"},
	{"fc f", "ldexp"},
	{"f b", "isnan isinf"},
	{"f i", "to_bits"},
	{"i f", "from_bits"},
	{"f f", "neg_f fabs fsignum sqrt rsqrt cbrt exp log log2_ log10_ log1p_ sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh " +
		"sinpi cospi tanpi asinpi acospi atanpi floor ceil round gamma lgamma erf erfc"},
}

// widthsOf returns the widths that a name with such types may end in.
func widthsOf(types string) []uint {
	switch {
	case strings.Contains(types, "f"):
		return []uint{16, 32, 64}
	case strings.Contains(types, "i"):
		return []uint{8, 16, 32, 64}
	}
	return []uint{0}
}

// Operators are all operators by their names: add64, eq_i64, log2_32, logand.
var Operators = sync.OnceValue(func() map[string]*Operator {
	all := map[string]*Operator{}
	for _, o := range operators {
		args, res, _ := strings.Cut(o.types, " ")
		for _, base := range strings.Fields(o.names) {
			for _, n := range widthsOf(o.types) {
				width := ""
				if n > 0 {
					width = strconv.Itoa(int(n))
				}
				is := map[byte]Prim{'i': Prim("i" + width), 'f': Prim("f" + width), 'b': "bool", 'c': "i32"}
				op := &Operator{Base: base, Width: n, Res: is[res[0]]}
				for k := range args {
					op.Args = append(op.Args, is[args[k]])
				}
				all[base+width] = op
			}
		}
	}
	return all
})

// conversions are the conversions of numbers, with the kinds of their source and target types.
var conversions = map[string][2]byte{
	"sext": {'i', 'i'}, "zext": {'i', 'i'}, "sitofp": {'i', 'f'}, "uitofp": {'i', 'f'}, "fptosi": {'f', 'i'}, "fptoui": {'f', 'i'}, "fpconv": {'f', 'f'},
	"fptobits": {'f', 'i'}, "bitstofp": {'i', 'f'},
	"itob": {'i', 'b'}, "btoi": {'b', 'i'}, "btof": {'b', 'f'}, "ftob": {'f', 'b'},
}

// kind returns i for integers, f for reals, b for bool and u for unit.
func (p Prim) kind() byte {
	return p.signless()[0]
}

// signless returns a type without the sign: u8 becomes i8, because the types in a dump have
// no sign.
func (p Prim) signless() Prim {
	if strings.HasPrefix(string(p), "u") && p != "unit" {
		return "i" + p[1:]
	}
	return p
}
