package emr

import (
	"funmem/lower/opt/doublebuffer"
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// acrossRounds is the third phase (Alg. 3 and 4): what a round still allocates for the next one becomes a parameter of the loop
// with a first block from before it, and the block that the round does not need any more is given on in its place. That
// is what the pass doublebuffer does.
func acrossRounds(j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
	return doublebuffer.Run(j, p)
}
