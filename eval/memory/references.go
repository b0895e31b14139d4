package memory

import (
	"funmem/heap"
	"funmem/semantics/syntax"
)

// References follows which variables show which blocks, for counts of references. It sees what an evaluation does, and changes
// nothing in it.
type References interface {
	// Alloc tells that the block of y was made.
	Alloc(y *syntax.Binding, b *heap.Block)
	// Bind tells that a variable shows a block from now on: v is the block, or an array in it.
	Bind(x *syntax.Binding, v Val)
	// Begin and End enclose a statement. Its operands are read after Begin.
	Begin(s syntax.Stm)
	End(s syntax.Stm)
	// Into tells that a body is the next thing that a statement evaluates: the branch of an if, the first round of a loop, or
	// the function of a call. Its parameters are bound.
	Into(s syntax.Stm, b *syntax.Body)
	// Leave tells that a body is done, and its results have been taken over. The parameters end with it.
	Leave(b *syntax.Body, params ...*syntax.Binding)
	// Round tells that a round of a loop is done, and that its results are what the loop carries now.
	Round(e *syntax.Loop)
	// Touch tells that a location is about to be read or written.
	Touch(b *heap.Block, off int, write bool)
}

// into says that the current statement goes on with a body.
func (r *run) into(b *syntax.Body) {
	if r.Opts.References != nil {
		r.Opts.References.Into(r.at, b)
	}
}

// left says that a body is done.
func (r *run) left(b *syntax.Body, params ...*syntax.Binding) {
	if r.Opts.References != nil {
		r.Opts.References.Leave(b, params...)
	}
}
