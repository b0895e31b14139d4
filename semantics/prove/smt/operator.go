package smt

import (
	"fmt"
	"strings"

	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// operator is the variable for op(args…), and asserts what it is. The operands have no operators.
func (w *writer) operator(op syntax.Op, args []poly.Poly) poly.Poly {
	switch op {
	case syntax.Mod:
		return args[0].Sub(args[1].Mul(w.operator(syntax.Div, args)))
	case syntax.Rem:
		return args[0].Sub(args[1].Mul(w.operator(syntax.Quo, args)))
	case syntax.NumOps:
		return w.syms.New("?")
	}
	key := op.String()
	for _, p := range args {
		key += "," + p.Key()
	}
	t, ok := w.known[key]
	if !ok {
		t = w.syms.New(strings.Trim(op.String(), "()"))
		if words[op] != "" {
			t = w.syms.New(words[op])
		}
		w.known[key] = t
		w.assert(&w.defs, w.define(op, w.term(t), args))
	}
	return t
}

// words are the names of operators that are signs.
var words = map[syntax.Op]string{
	syntax.Mul: "times", syntax.Div: "quotient", syntax.Quo: "quo", syntax.Pow: "power", syntax.Shl: "shl", syntax.Shr: "shr", syntax.Not: "not",
	syntax.Eq: "eq", syntax.Ne: "ne", syntax.Lt: "lt", syntax.Le: "le", syntax.Gt: "gt", syntax.Ge: "ge",
	syntax.BitAnd: "and", syntax.BitOr: "or", syntax.BitXor: "xor",
}

// define says what t = op(args…) is, or nothing.
func (w *writer) define(op syntax.Op, t string, args []poly.Poly) string {
	x, y := w.term(args[0]), "0"
	if len(args) == 2 {
		y = w.term(args[1])
	}
	is := func(format string, args ...any) string { return "(= " + t + " " + fmt.Sprintf(format, args...) + ")" }
	switch op {
	case syntax.Min:
		return is("(ite (<= %s %s) %[1]s %s)", x, y)
	case syntax.Max:
		return is("(ite (>= %s %s) %[1]s %s)", x, y)
	case syntax.Abs:
		return is("(ite (>= %s 0) %[1]s (- %[1]s))", x)
	case syntax.Mul: // a product that was not multiplied out
		return is("(* %s %s)", x, y)
	case syntax.Div:
		return w.floor(t, args[0], args[1])
	case syntax.Quo:
		return w.toZero(t, args[0], args[1])
	case syntax.Shr:
		if k, ok := power(args[1]); ok {
			return is("(div %s %s)", x, k)
		}
	case syntax.Shl:
		if k, ok := power(args[1]); ok {
			return is("(* %s %s)", k, x)
		}
	case syntax.Pow:
		if k, ok := args[0].Const(); ok && k.Sign() > 0 {
			return fmt.Sprintf("(>= %s 1)", t)
		}
	case syntax.Eq, syntax.Not:
		return is("(ite (= %s %s) 1 0)", x, y)
	case syntax.Ne:
		return is("(ite (= %s %s) 0 1)", x, y)
	case syntax.Lt:
		return is("(ite (< %s %s) 1 0)", x, y)
	case syntax.Le:
		return is("(ite (<= %s %s) 1 0)", x, y)
	case syntax.Gt:
		return is("(ite (> %s %s) 1 0)", x, y)
	case syntax.Ge:
		return is("(ite (>= %s %s) 1 0)", x, y)
	}
	if op.Wraps() {
		return is("%s", wrapped(x, int(syntax.Ops[op].Bits), op.Signed()))
	}
	return ""
}

// floor says that t is x / y, rounded to minus infinity, if y is not 0. div of SMT-LIB is that for y > 0.
func (w *writer) floor(t string, p, q poly.Poly) string {
	x, y := w.term(p), w.term(q)
	if k, ok := q.Const(); ok {
		switch k.Sign() {
		case 1:
			return fmt.Sprintf("(= %s (div %s %s))", t, x, y)
		case -1:
			return fmt.Sprintf("(= %s (div %s %s))", t, w.term(p.Neg()), w.term(q.Neg()))
		}
		return ""
	}
	return fmt.Sprintf("(ite (> %[3]s 0) (and (<= (* %[3]s %[1]s) %[2]s) (< %[2]s (+ (* %[3]s %[1]s) %[3]s)))"+
		" (=> (< %[3]s 0) (and (>= (* %[3]s %[1]s) %[2]s) (> %[2]s (+ (* %[3]s %[1]s) %[3]s)))))", t, x, y)
}

// toZero says that t is x / y, rounded toward 0, if y is not 0: y·t is between 0 and x, and nearer to x than y is to 0.
func (w *writer) toZero(t string, p, q poly.Poly) string {
	x, y := w.term(p), w.term(q)
	size := fmt.Sprintf("(ite (>= %s 0) %[1]s (- %[1]s))", y)
	k, isConst := q.Const()
	switch {
	case isConst && k.IsZero():
		return ""
	case isConst:
		size = numeral(k.Abs())
	}
	down := fmt.Sprintf("(and (<= 0 (* %[3]s %[1]s)) (<= (* %[3]s %[1]s) %[2]s) (< %[2]s (+ (* %[3]s %[1]s) %[4]s)))", t, x, y, size)
	up := fmt.Sprintf("(and (>= 0 (* %[3]s %[1]s)) (>= (* %[3]s %[1]s) %[2]s) (> %[2]s (- (* %[3]s %[1]s) %[4]s)))", t, x, y, size)
	is := fmt.Sprintf("(ite (>= %s 0) %s %s)", x, down, up)
	if isConst {
		return is
	}
	return fmt.Sprintf("(=> (distinct %s 0) %s)", y, is)
}

// wrapped is the int with the same low bits that fits a width.
func wrapped(x string, bits int, signed bool) string {
	size := powerOf2(bits)
	if !signed {
		return fmt.Sprintf("(mod %s %s)", x, size)
	}
	half := powerOf2(bits - 1)
	return fmt.Sprintf("(- (mod (+ %s %s) %s) %[2]s)", x, half, size)
}

// power is 2 ** k for a constant k that is not too great.
func power(p poly.Poly) (text string, ok bool) {
	k, isConst := p.Const()
	n, fits := k.Int64()
	if !isConst || !fits || n < 0 || n > 256 {
		return "", false
	}
	return powerOf2(int(n)), true
}

func powerOf2(n int) string {
	k, _ := num.Of(2).Pow(num.Of(int64(n)))
	return k.String()
}
