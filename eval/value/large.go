package value

import (
	"funmem/eval/engine"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// ask asks the budget for the steps and the memory of v = ⊕ of operands that have so many words beyond 64 bits.
func (a Arith) ask(rule string, se syntax.Expr, op syntax.Op, words int, v num.Num) {
	made := v.Words()
	if a.Budget == nil || words+made == 0 {
		return
	}
	if err := a.Budget.Spend(largeSteps(op, int64(words+made))); err != nil {
		panic(err)
	}
	if made == 0 {
		return
	}
	if err := engine.PanicIfInterrupted(a.Budget.Grant(int64(made))); err != nil {
		panic(Stuck(rule, se, "%s takes %s of memory: %s", Format(Number(v), 1), engine.Bytes(8*int64(made)), err).Limited())
	}
}

// largeSteps is how many steps an operator takes on numbers of n words together, about: some operators go
// over the words, others multiply each with each, and a function of a decimal multiplies again and again.
func largeSteps(op syntax.Op, n int64) int64 {
	if _, ok := Function(op); ok {
		return n * n
	}
	switch op {
	case syntax.Atan2:
		return n * n
	case syntax.Mul, syntax.Div, syntax.Mod, syntax.Quo, syntax.Rem, syntax.Pow:
		return n/8 + n*n>>16
	}
	return n / 64
}
