package value

import "funmem/eval/machine"

// Kept is the last value of every variable that a run has bound, of those in bodies as far as they are wanted.
type Kept struct {
	Env   Env
	Turns []machine.Turn // in which iterations and rounds, of kernels, loops and folds in each other, outermost first; deeper: in any
}

// wants tells whether what is bound in these frames is to be kept.
func (k *Kept) wants(frames []machine.Frame) bool {
	d := 0
	for _, f := range frames {
		switch {
		case f.Call != nil:
			continue
		case d < len(k.Turns) && k.Turns[d] != (machine.Turn{Kernel: f.IsKernel(), I: f.I}):
			return false
		}
		d++
	}
	return true
}
