package value

import "funmem/eval/machine"

// Kept is the last value of every variable that a run has bound, including those in bodies as far as they are
// wanted.
type Kept struct {
	Env   Env
	Turns []machine.Turn // the wanted iterations and rounds of nested kernels, loops and folds, outermost first; deeper ones: any
}

// wants tells whether to keep what is bound in these frames.
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
