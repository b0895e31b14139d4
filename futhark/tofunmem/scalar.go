package tofunmem

import (
	"math"
	"strconv"
	"strings"

	"funmem/futhark"
	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// constant returns a constant: true and false are 1 and 0.
func (f *function) constant(a *futhark.Atom) syntax.Expr {
	c := a.Const
	switch {
	case c.Type == "bool":
		return &syntax.IntLit{Span: a.Span, Val: num.Of(truth(c.Text == "true"))}
	case c.Type[0] == 'f':
		return f.real(a)
	}
	k, err := num.Parse(c.Text)
	if err != nil || !fitsIn(k, c.Type) {
		panic(diag.Errorf(diag.Type, "", a.Span, "`%s` is no %s", c.Text, c.Type))
	}
	k = k.Wrap(bits(c.Type), true)
	return &syntax.IntLit{Span: a.Span, Val: k}
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// real returns a constant of f16, f32 or f64, which is rounded to that.
func (f *function) real(a *futhark.Atom) syntax.Expr {
	size := 64
	if a.Const.Type == "f32" {
		size = 32
	}
	x, err := strconv.ParseFloat(a.Const.Text, size)
	if err != nil && !math.IsInf(x, 0) {
		panic(diag.Errorf(diag.Type, "", a.Span, "`%s` is no %s", a.Const.Text, a.Const.Type))
	}
	text := a.Const.Text
	if a.Const.Type != "f64" || math.IsInf(x, 0) || math.IsNaN(x) {
		x, text = new(num.Reals).Float(bits(a.Const.Type), num.RealOf(x)).Float64(), ""
	}
	return &syntax.RealLit{Span: a.Span, Text: text, Val: x}
}

// fitsIn tells whether an integer fits a type, either signed or, because u8 is the same type, unsigned.
func fitsIn(k num.Num, p futhark.Prim) bool {
	n := bits(p)
	return n > 0 && (k.Wrap(n, true).Equal(k) || k.Wrap(n, false).Equal(k))
}

// bits returns the width of a type of numbers.
func bits(p futhark.Prim) uint {
	n, _ := strconv.Atoi(strings.TrimLeft(string(p), "iuf"))
	return uint(n)
}

// conversion returns a conversion of a number: its value, brought to the type.
func (f *function) conversion(e *futhark.Conv) syntax.Expr {
	x, from, to := f.atom(e.X), bits(e.From), bits(e.To)
	switch e.Op {
	case "sext":
		if to >= from {
			return x
		}
		return un(signed[to], x)
	case "zext":
		if to > from {
			return un(unsigned[from], x)
		}
		return un(signed[to], x)
	case "sitofp":
		return f.realOf(x, from, to)
	case "uitofp":
		return f.realOf(un(unsigned[from], x), from, to)
	case "fptosi", "fptoui":
		special := bin(syntax.BitOr, un(syntax.IsNaN, x), un(syntax.IsInf, x))
		return f.either(special, syntax.Int, func() syntax.Expr { return lmad.Const(0) }, func() syntax.Expr { return f.truncated(x, e.Op == "fptosi", to) })
	case "fpconv":
		if to >= from {
			return x
		}
		return rounded(to, x)
	case "fptobits":
		return toBits(f, to, []syntax.Expr{x})
	case "bitstofp":
		return fromBits(f, to, []syntax.Expr{x})
	case "itob":
		return bin(syntax.Ne, x, lmad.Const(0))
	case "btof":
		return un(syntax.ToF64, x)
	case "ftob":
		return bin(syntax.Ne, x, lit(0))
	}
	return x // btoi
}

// truncated returns a finite real as an integer of a width, as compiled code does on x86-64. That truncates it to 32 or
// 64 bits and takes the low bits. If it does not fit there, it becomes the least number of that many bits. For u64 at
// 2^64 or above that gives 0. C leaves this open.
func (f *function) truncated(x syntax.Expr, sign bool, to uint) syntax.Expr {
	by := uint(32)
	if to == 64 || to == 32 && !sign {
		by = 64
	}
	most := num.Of(math.MaxInt64 >> (64 - by))
	least := num.Of(-1).Sub(most)
	k := f.number(un(syntax.ToInt, x))
	if to == 64 && !sign {
		most = most.Add(most).Add(num.Of(1))
		k = f.number(bin(syntax.Mul, k, bin(syntax.Le, k, &syntax.IntLit{Val: most})))
	}
	outside := bin(syntax.BitOr, bin(syntax.Lt, k, &syntax.IntLit{Val: least}), bin(syntax.Lt, &syntax.IntLit{Val: most}, k))
	return f.either(outside, syntax.Int, func() syntax.Expr { return &syntax.IntLit{Val: least.Wrap(to, true)} }, func() syntax.Expr { return un(signed[to], k) })
}

// realOf returns an integer of a width as a real of a width, rounded once. An integer of more than 53 bits is first
// reduced to 53. The last of them is set if other bits were lost, so that rounding to 24 bits stays correct.
func (f *function) realOf(x syntax.Expr, from, to uint) syntax.Expr {
	if from < 64 || to == 64 {
		return rounded(to, un(syntax.ToF64, x))
	}
	x = f.let("x", &syntax.Type{}, x)
	wide := bin(syntax.Ge, un(syntax.Abs, x), &syntax.IntLit{Val: num.Of(1 << 53)})
	low := f.let("low", &syntax.Type{}, bin(syntax.Mul, wide, bin(syntax.BitAnd, x, lmad.Const(2047))))
	sticky := bin(syntax.Mul, bin(syntax.Ne, low, lmad.Const(0)), lmad.Const(2048))
	return rounded(to, un(syntax.ToF64, bin(syntax.BitOr, bin(syntax.Sub, x, low), sticky)))
}
