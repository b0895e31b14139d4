package emr

import (
	"funmem/lower/opt/doublebuffer"
	"funmem/lower/opt/hoist"
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// acrossRounds is the third phase (Alg. 3 and 4): what rounds would allocate anew has a block from before the loop. Where a round
// gives an array to the next one, the loop has one more parameter, for the block that the round does not need any more: that
// is what the pass doublebuffer does. An array that ends with its round has the same block in all rounds, and needs no parameter: the
// pass hoist moves its alloc out of the loop, and lower-alloc back to where the block is needed first.
func acrossRounds(j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
	p, err := doublebuffer.Run(j, p)
	if err != nil {
		return nil, err
	}
	return hoist.OutOfLoops(j, p)
}
