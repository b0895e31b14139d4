package value

// Kept is the last value of every variable that a run has bound, of those in bodies as far as they are wanted.
type Kept struct {
	Env   Env
	Turns []Turn // in which iterations and rounds, of kernels, loops and folds in each other, outermost first; deeper: in any
}

// Turn is an iteration of a kernel, or a round of a loop or fold.
type Turn struct {
	Kernel bool
	I      int
}

// Turns are the iterations and rounds of frames, calls aside.
func Turns(frames []Frame) []Turn {
	var list []Turn
	for _, f := range frames {
		if f.Call == nil {
			list = append(list, Turn{f.isKernel(), f.I})
		}
	}
	return list
}

// wants tells whether what is bound in these frames is to be kept.
func (k *Kept) wants(frames []Frame) bool {
	d := 0
	for _, f := range frames {
		switch {
		case f.Call != nil:
			continue
		case d < len(k.Turns) && k.Turns[d] != (Turn{f.isKernel(), f.I}):
			return false
		}
		d++
	}
	return true
}
