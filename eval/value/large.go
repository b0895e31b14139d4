package value

import (
	"funmem/eval/engine"
	"funmem/eval/machine"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// ask asks the budget for the steps and the memory of v, the result of ⊕ on operands with x and y words beyond 64 bits.
func (a Arith) ask(rule string, se syntax.Expr, op syntax.Op, x, y int, v num.Num) {
	made := v.Words()
	if a.Budget == nil || x+y+made == 0 {
		return
	}
	if err := a.Budget.Spend(largeSteps(op, int64(x), int64(y), int64(made), v.IsReal())); err != nil {
		panic(err)
	}
	if made == 0 {
		return
	}
	if err := engine.PanicIfInterrupted(a.Budget.Grant(int64(made))); err != nil {
		panic(machine.Stuck(rule, se, "%s takes %s of memory: %s", Format(Number(v), 1), engine.Bytes(8*int64(made)), err).Limited())
	}
}

// largeSteps returns roughly how many steps an operator takes on numbers of x and y words with a result of made words.
// Some operators go over the words once. Others multiply each word with each, in blocks if there are many: a step is
// 4096 such products. A quotient takes eight times as long as the product of quotient and divisor. A power takes a last
// square, after those of half its length. A function of a decimal multiplies again and again.
func largeSteps(op syntax.Op, x, y, made int64, real bool) int64 {
	n := x + y + made
	if syntax.Ops[op].Fn != 0 || op == syntax.Atan2 {
		return n * n
	}
	switch op {
	case syntax.Mul, syntax.Div, syntax.Mod, syntax.Quo, syntax.Rem, syntax.Pow:
	default:
		return n / 64
	}
	switch {
	case real:
		return n/8 + n*n>>16
	case op == syntax.Mul:
		return n/8 + x*y>>12
	case op == syntax.Pow:
		return n/8 + made*made>>13
	}
	return n/8 + max(0, x-y)*y>>9
}
