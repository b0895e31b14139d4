package prove

import "math/rand/v2"

// Drawn is a random question about two LMADs.
type Drawn struct {
	Syms  *Symbols
	Facts System
	A, B  LMAD
	Shape string
}

// Draw draws one.
func Draw(r *rand.Rand) Drawn {
	q := draw(r)
	return Drawn{q.syms, q.facts, q.a, q.b, q.shape}
}
