package emr

import (
	"strings"

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
	aside := *j // most of what the two say is about moves that cancel each other out
	aside.Notes = nil
	if p, err = hoist.Run(&aside, p); err != nil {
		return nil, err
	}
	for _, n := range aside.Notes {
		if n.Done && strings.HasPrefix(n.Text, "moved out of loop") {
			j.Notes = append(j.Notes, n)
		}
	}
	return hoist.Lower(&aside, p)
}
