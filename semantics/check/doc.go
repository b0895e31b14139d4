// Package check holds the type rules: Fig. 3 for Fun and Fig. 8 for FUNMEM. Our copy
// of the paper lacks Fig. 8, so it is rebuilt here from §3.2, Fig. 3 and Fig. 6.
//
// Each rule is one function. Its comment draws the rule, and its body is the
// premises: holds(…) is a premise, found(…) is a premise that returns something, and
// a judgement with rules of its own (exp, se, let, stm, body, wellFormed) is called
// by its name. A FUNMEM rule that extends a Fun rule calls that rule and adds its
// own premises. When a premise does not hold, the rule ends with a diagnostic, and
// the functions that other packages call return it.
//
//	Fig. 3      fig3.go     T-CONST T-VAR T-OP T-SCALAR T-INDEX T-IF T-TRANSPOSE
//	                        T-SLICE T-KERNEL T-RESULT T-STM T-PROG
//	Fig. 8      fig8.go     T-MEM-TYPE T-MEM-LMAD T-MEM-ALLOC T-MEM-FRESH
//	                        T-MEM-SLICE T-MEM-TRANSPOSE T-MEM-IF T-MEM-KERNEL
//	                        T-MEM-RESULT T-MEM-PROG
//	ours        beyond.go   T-PERMUTE T-REVERSE T-IOTA T-COPY T-REPLICATE T-SCRATCH
//	                        T-LITERAL T-CHECK T-MEM-PERMUTE T-MEM-REVERSE
//	                        T-MEM-CLAIM T-MEM-FREE
//	            concat.go   T-CONCAT
//	            reshape.go  T-RESHAPE T-MEM-RESHAPE
//	            with.go     T-WITH T-MEM-WITH
//	            loop.go     T-LOOP T-MEM-LOOP
//	            reduce.go   T-REDUCE T-SCAN T-MEM-REDUCE T-MEM-SCAN
//	            call.go     T-DEF T-CALL T-MEM-CALL
//
// Other files: judge.go has the judgements, including those that other packages ask
// for, and context.go has Γ. The checks of the premises and their messages are in
// premise.go (types of operands), operand.go (operands of one rule), number.go
// (operators, conversions), sizesequal.go (sizes), pattern.go (what is bound),
// argument.go (calls and defs), accumulator.go (folds), place.go (blocks and LMADs)
// and pair.go (results of a program); show.go says how messages name things.
//
// The rules for expressions without a body give the type of a core expression.
// Elaboration infers types with the same functions (Context.Leaf), so that a premise
// and its message are in one place. The rules for if, kernel and calls check against
// the pattern, as in the figures.
//
// Two sizes are equal when their normal forms are (package poly). Where that
// cannot be decided, elaboration inserts a check statement (Context.OnNeed); a
// program that is checked as written is refused instead.
//
// Types do not see aliasing, overlap or races (§3.4): the dynamic checks do.
package check
