package testkit

import "fmt"

// bits returns an int made by an operator on bits. Shifts are by a few bits, so that
// nothing gets stuck. Some results exceed 64 bits.
func (g *gen) bits(sub func() string) string {
	op := g.pick("bits", "&", "|", "^", "<<", ">>")
	if op == "<<" || op == ">>" {
		return fmt.Sprintf("(%s %s %s)", sub(), op, g.pick("shift", "0", "1", "3", "70", fmt.Sprintf("(%s & 7)", sub())))
	}
	return fmt.Sprintf("(%s %s %s)", sub(), op, sub())
}
