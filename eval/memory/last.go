package memory

import (
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Last is what an evaluation did last.
type Last struct {
	Env Env          // the last value of every variable, of those in bodies too
	At  []syntax.Stm // the statements that are being evaluated, outermost first: those where a stuck evaluation ended
}

// begin notes that a statement is evaluated. The index of what it repeats is 0 until there is an iteration or a round.
func (l *Last) begin(s syntax.Stm) {
	l.At = append(l.At, s)
	let, ok := s.(*syntax.Let)
	if !ok {
		return
	}
	switch e := let.Exp.(type) {
	case *syntax.Kernel:
		for _, b := range e.Index {
			l.Env.bindNumber(b.X, num.Num{})
		}
	case *syntax.Loop:
		if e.For != nil {
			l.Env.bindNumber(e.For.X, num.Num{})
		}
	}
}

// end notes that the innermost statement is done.
func (l *Last) end() { l.At = l.At[:len(l.At)-1] }
