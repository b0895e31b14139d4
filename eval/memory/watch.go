package memory

import (
	"funmem/eval/finding"
	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/syntax"
)

// Watcher is told what an evaluation does, step by step, with the accesses and races of heap.Watcher. It changes nothing.
type Watcher interface {
	heap.Watcher
	// Begin and End enclose a statement, which is evaluated by a rule. What is told between them belongs to it.
	Begin(s syntax.Stm)
	End(s syntax.Stm, rule string)
	// Turn tells that an iteration, a round or a call begins. The one before it, of the same statement, is over.
	Turn(f machine.Frame)
	// Bind tells that a variable has a value from now on. An array has the elements of a in the value semantics, unless the semantics
	// have differed before.
	Bind(x *syntax.Binding, v Val, a *value.Array)
	// Diverged tells of the first difference between the semantics.
	Diverged(d *finding.Divergence)
}
