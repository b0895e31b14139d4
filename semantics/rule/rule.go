package rule

import "sync"

// Rule is one row of the table.
type Rule struct {
	Name   string
	Figure string // "Fig. 3", or "ours" for a construct beyond the figures
	Says   string // one line
}

// The judgements that rules belong to, by the prefix of their names: T- types
// of Fun and of what FUNMEM shares with it, T-MEM- types of FUNMEM, E- the value
// semantics, E-MEM- the heap semantics, T-IMP- and E-IMP- IMP, U- erasure.
var table = []Rule{
	{"T-CONST", "Fig. 3", "a constant is an int, or an f64"},
	{"T-VAR", "Fig. 3", "a variable of type int or f64 is a scalar expression"},
	{"T-OP", "Fig. 3", "both operands of an operator are ints, or both f64s, as it wants them"},
	{"T-SCALAR", "Fig. 3", "let (x : τ) = se, where τ is int or f64"},
	{"T-INDEX", "Fig. 3", "y is an array, and each of its dimensions gets one int"},
	{"T-SLICE", "Fig. 3", "x is an array, and each of its dimensions gets one index of ints"},
	{"T-TRANSPOSE", "Fig. 3", "x has two dimensions or more; the outer two are swapped"},
	{"T-IF", "Fig. 3", "the condition is an int, both branches fit the pattern, whose sizes are in scope"},
	{"T-KERNEL", "Fig. 3", "the bound is an int, the body gives the element, whose sizes are in scope outside"},
	{"T-RESULT", "Fig. 3", "a body returns what the pattern binds, sizes included"},
	{"T-STM", "Fig. 3", "a statement is well-typed and its pattern is in scope after it"},
	{"T-PROG", "Fig. 3", "a program has no free variables and returns ints and arrays"},
	{"T-PERMUTE", "ours", "the numbers are a permutation of the dimensions of x"},
	{"T-REVERSE", "ours", "x is an array"},
	{"T-IOTA", "ours", "the length is an int"},
	{"T-SCRATCH", "ours", "the sizes are ints"},
	{"T-COPY", "ours", "x is an array"},
	{"T-REPLICATE", "ours", "the count is an int, the element an int or an array"},
	{"T-LITERAL", "ours", "the elements have one type"},
	{"T-CONCAT", "ours", "the operands are arrays of one rank with rows of one shape; the outer size is the sum of theirs"},
	{"T-RESHAPE", "ours", "the sizes are ints, and as many elements as x has"},
	{"T-WITH", "ours", "x is an array, each of its dimensions gets one index of ints, and v has the type of that part"},
	{"T-REDUCE", "ours", "arrays of one outer size; the function takes accumulators of the neutral elements' types and elements, and gives accumulators"},
	{"T-SCAN", "ours", "as T-REDUCE; the results are arrays of accumulators, of the outer size of the arrays"},
	{"T-CALL", "ours", "the arguments have the types of the parameters, and fix the sizes"},
	{"T-LOOP", "ours", "first values and body give what the loop carries, sizes included; bound and condition are ints"},
	{"T-DEF", "ours", "the body of a function gives its results; a star marks an array; functions are not recursive"},
	{"T-CHECK", "ours", "both sides are ints; they are equal afterwards, and all sizes are where they cannot be"},
	{"T-MEM-TYPE", "Fig. 8", "the block of an array type is in scope, and its LMAD has the type's shape"},
	{"T-MEM-LMAD", "Fig. 8", "an LMAD for an array of rank q has q pairs, of the array's sizes, over ints in scope"},
	{"T-MEM-ALLOC", "Fig. 8", "the size of a block is an int"},
	{"T-MEM-FREE", "ours", "what is freed is a block, and not that of a parameter"},
	{"T-MEM-FRESH", "Fig. 8", "a fresh array may have any LMAD of its shape"},
	{"T-MEM-SLICE", "Fig. 8", "a slice lies in the block of x, at slice(L)"},
	{"T-MEM-TRANSPOSE", "Fig. 8", "a transposed array lies in the block of x, with the outer two pairs of L swapped"},
	{"T-MEM-PERMUTE", "ours", "a permuted array lies in the block of x, with the pairs of L permuted"},
	{"T-MEM-REVERSE", "ours", "a reversed array lies in the block of x, from its last row, with the outer stride negated"},
	{"T-MEM-RESHAPE", "ours", "a reshaped array lies in the block of x, whose L is row-major over the dimensions that are merged"},
	{"T-MEM-WITH", "ours", "a changed array lies where x lies, in its block at its L"},
	{"T-MEM-CLAIM", "ours", "x is an array; the binder has its elements and sizes, and any block and LMAD"},
	{"T-MEM-KERNEL", "Fig. 8", "a kernel's result is fresh; its body returns just the row"},
	{"T-MEM-REDUCE", "ours", "an accumulator that is an array lies where the result does, an element in its row at index(L, k)"},
	{"T-MEM-SCAN", "ours", "the results are fresh; an accumulator that is an array has a place of its own, an element lies in its row at index(L, k)"},
	{"T-MEM-IF", "Fig. 8", "both branches return the blocks and the variables that the pattern's types need"},
	{"T-MEM-RESULT", "Fig. 8", "a body returns what the pattern binds: sizes, blocks and LMAD variables included"},
	{"T-MEM-CALL", "ours", "the arguments have the types of the parameters, blocks and LMADs included"},
	{"T-MEM-LOOP", "ours", "as T-LOOP, with the blocks and the LMAD variables that the arrays need carried before them"},
	{"T-MEM-PROG", "Fig. 8", "a program returns ints and (mem, array) pairs"},
	{"E-SCALAR", "Fig. 4", "conventional evaluation of se"},
	{"E-INDEX", "Fig. 4", "v = index(E(x), E(y₁), …)"},
	{"E-SLICE", "Fig. 4", "v = slice(E(x), …)"},
	{"E-TRANSPOSE", "Fig. 4", "v = tr(E(x))"},
	{"E-IF-TRUE", "Fig. 4", "E(x) ≠ 0, and b₁ gives the values"},
	{"E-IF-FALSE", "Fig. 4", "E(x) = 0, and b₂ gives the values"},
	{"E-KERNEL", "Fig. 4", "b is evaluated with x ↦ 1, …, x ↦ m"},
	{"E-LET", "Fig. 4", "e, then b with the values bound"},
	{"E-IN", "Fig. 4", "the values of the variables"},
	{"E-PERMUTE", "ours", "the dimensions in another order"},
	{"E-REVERSE", "ours", "the rows back to front"},
	{"E-IOTA", "ours", "[1, …, n]: kernel i <= n do in (i)"},
	{"E-SCRATCH", "ours", "an array of undefined elements, which copies take along; to read one as a number is stuck"},
	{"E-COPY", "ours", "the same elements: kernel … do in (x[…])"},
	{"E-REPLICATE", "ours", "the same element n times: kernel i <= n do in (x)"},
	{"E-LITERAL", "ours", "the elements in order"},
	{"E-CONCAT", "ours", "the rows of the operands in order"},
	{"E-RESHAPE", "ours", "the same elements in row-major order"},
	{"E-WITH", "ours", "x with v instead of that part"},
	{"E-REDUCE", "ours", "the left fold, in order from the neutral elements"},
	{"E-SCAN", "ours", "the accumulators after each element of that fold"},
	{"E-CALL", "ours", "the body under the arguments"},
	{"E-LOOP", "ours", "b with what the last round gave, round after round; the last values"},
	{"E-CHECK", "ours", "stuck unless both sides are equal"},
	{"E-MEM-SCALAR", "Fig. 10", "conventional evaluation of se; no access"},
	{"E-MEM-ALLOC", "Fig. 10", "a fresh label, a block of zeros; no access"},
	{"E-MEM-SLICE", "Fig. 10", "(ℓ, slice(L)); no access"},
	{"E-MEM-INDEX", "Fig. 10", "H[ℓ, L(…)]; reads that location"},
	{"E-MEM-TRANSPOSE", "Fig. 10", "(ℓ, L) with the outer two pairs swapped; no access"},
	{"E-MEM-KERNEL", "Fig. 10", "the body for each index, each result copied to index(L, i)"},
	{"E-MEM-IF-T", "Fig. 10", "E(x) ≠ 0, and the first branch"},
	{"E-MEM-IF-F", "Fig. 10", "E(x) = 0, and the second branch"},
	{"E-STMS", "Fig. 10", "the statements in order; the traces are united"},
	{"E-MEM-PROG", "Fig. 10", "from an empty heap, the values of the variables"},
	{"E-MEM-PERMUTE", "ours", "(ℓ, L) with the pairs permuted; no access"},
	{"E-MEM-REVERSE", "ours", "(ℓ, L) from the last row, outer stride negated; no access"},
	{"E-MEM-IOTA", "ours", "as the kernel that defines it"},
	{"E-MEM-SCRATCH", "ours", "(ℓ, L); nothing is written, so that elements show what was there"},
	{"E-MEM-CLAIM", "ours", "(ℓ, L) as the binder says; no access, and what a read finds there has to be what x is"},
	{"E-MEM-COPY", "ours", "as the kernel that defines it"},
	{"E-MEM-REPLICATE", "ours", "as the kernel that defines it"},
	{"E-MEM-LITERAL", "ours", "each element copied to index(L, k)"},
	{"E-MEM-CONCAT", "ours", "each operand copied to its slice of L; nothing for one that lies there"},
	{"E-MEM-RESHAPE", "ours", "(ℓ, L) with dimensions merged and split; no access"},
	{"E-MEM-WITH", "ours", "in place: v copied to that part of x, and then (ℓ, L) of x"},
	{"E-MEM-REDUCE", "ours", "the body for each element in order; neutral elements and results that are arrays are copied to the accumulator's place; nothing for one that lies there"},
	{"E-MEM-SCAN", "ours", "as E-MEM-REDUCE, and each accumulator copied to index(L, i)"},
	{"E-MEM-CALL", "ours", "the body under the arguments, blocks and LMADs included; an argument that it changes is marked by a star"},
	{"E-MEM-LOOP", "ours", "the rounds in order, blocks and LMADs carried; the traces are united"},
	{"E-MEM-CHECK", "ours", "stuck unless both sides are equal; no access"},
	{"E-MEM-FREE", "ours", "ℓ has no locations any more; stuck if it was freed before, or came from outside of this iteration, of a call, or of the program; no access"},
	{"T-IMP-SE", "ours", "variables are ints or f64s, and the operands of an operator as it wants them"},
	{"T-IMP-DEC", "ours", "x is new, and an int, f64 or block"},
	{"T-IMP-ASSIGN", "ours", "x has the type of what is assigned to it"},
	{"T-IMP-ALLOC", "ours", "x is a block and its size an int"},
	{"T-IMP-FREE", "ours", "x is a block"},
	{"T-IMP-READ", "ours", "x is an int or f64, y a block, the offset an int"},
	{"T-IMP-WRITE", "ours", "x is a block, the offset an int, what is written an int or f64"},
	{"T-IMP-SEQ", "ours", "what a statement declares is in scope after it"},
	{"T-IMP-IF", "ours", "the condition is an int; branches keep what they declare to themselves"},
	{"T-IMP-KERNEL", "ours", "the bound is an int, the index is new; what the body declares is not in scope after it"},
	{"T-IMP-FOR", "ours", "as T-IMP-KERNEL"},
	{"T-IMP-WHILE", "ours", "the condition is an int; what the body declares is not in scope after it"},
	{"T-IMP-CHECK", "ours", "ints are compared, lengths of blocks among them"},
	{"T-IMP-INPUT", "ours", "the input, its block and the sizes that it fixes are new; it lies row-major"},
	{"T-IMP-PROG", "ours", "results are ints, f64s, and arrays whose block and LMAD are in scope"},
	{"E-IMP-DEC-INT", "Fig. 12", "E, x ↦ 0"},
	{"E-IMP-DEC-REAL", "ours", "E, x ↦ 0.0"},
	{"E-IMP-DEC-MEM", "Fig. 12", "E, x ↦ ⊥"},
	{"E-IMP-ASSIGN-INT", "Fig. 12", "E, x ↦ E(se), an int or an f64"},
	{"E-IMP-ASSIGN-MEM", "Fig. 12", "E, x ↦ E(y)"},
	{"E-IMP-READ", "Fig. 12", "E, x ↦ H[E(y), E(se)]"},
	{"E-IMP-WRITE", "Fig. 12", "H[E(x), E(se)] ↦ E(se)"},
	{"E-IMP-ALLOC", "Fig. 12", "a fresh label, a block of zeros"},
	{"E-IMP-SEQ", "Fig. 12", "one statement, and then the other"},
	{"E-IMP-TRUE", "Fig. 12", "the condition is not 0, and the first branch"},
	{"E-IMP-FALSE", "Fig. 12", "the condition is 0, and the second branch"},
	{"E-IMP-SKIP", "Fig. 12", "nothing"},
	{"E-IMP-KERNEL", "Fig. 12", "the body for each index, each time under E; then E again"},
	{"E-IMP-FOR", "ours", "the body for each index in order; its assignments stay"},
	{"E-IMP-WHILE", "ours", "the body as long as the condition is not 0; its assignments stay"},
	{"E-IMP-FREE", "ours", "E(x) has no locations any more; stuck if it was freed before, or came from outside of this iteration, or of the program"},
	{"E-IMP-CHECK", "ours", "stuck unless the comparisons hold"},
	{"E-IMP-PROG", "ours", "from the inputs, what the results show in the heap"},
	{"U-MEM", "Fig. 9", "mem becomes int"},
	{"U-ARRAY", "Fig. 9", "[x̄] @ m -> L becomes [x̄]"},
	{"U-ALLOC", "Fig. 9", "alloc se becomes 0"},
	{"U-CLAIM", "ours", "claim x becomes x, which core writes permute((1, …, n), x)"},
	{"U-FREE", "ours", "free x is left out"},
}

// All is the table, in the order of the documentation.
func All() []Rule { return table }

// Lookup finds a rule by its name.
func Lookup(name string) (Rule, bool) {
	for _, r := range table {
		if r.Name == name {
			return r, true
		}
	}
	return Rule{}, false
}

// Coverage counts how often each rule applied and how often it refused. A nil
// Coverage counts nothing.
type Coverage struct {
	mu      sync.Mutex
	applied map[string]int
	refused map[string]int
}

// NewCoverage is a Coverage with no counts.
func NewCoverage() *Coverage {
	return &Coverage{applied: map[string]int{}, refused: map[string]int{}}
}

// Apply counts one instance of the rule.
func (c *Coverage) Apply(name string) {
	if c != nil {
		c.mu.Lock()
		c.applied[name]++
		c.mu.Unlock()
	}
}

// Refuse counts one refusal by the rule.
func (c *Coverage) Refuse(name string) {
	if c != nil {
		c.mu.Lock()
		c.refused[name]++
		c.mu.Unlock()
	}
}

// Counts gives how often the rule applied and refused.
func (c *Coverage) Counts(name string) (applied, refused int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.applied[name], c.refused[name]
}
