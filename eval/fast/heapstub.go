package fast

import "funmem/semantics/syntax"

type heapState struct{}
type block_ = int
type memBlock struct{ ver uint64 }
type mem struct{ roots []*mem; blk *memBlock }
type layout struct{}
func (v *view) look(o int) {}
func (v *view) mustBeWhole() {}
func (v *view) wholeNow() {}
func (c *compiler) mem(e syntax.Expr) *mem { return nil }
func (c *compiler) alloc(x *syntax.Binding, e *syntax.Alloc) { panic(unsupported{}) }
func (c *compiler) freshMem(pat []*syntax.Binding, e syntax.Expr) { panic(unsupported{}) }
