package futhark

import "funmem/semantics/diag"

// Sub is an atom on its own: another name for an array, or a copy of a scalar.
type Sub struct{ X *Atom }

// Op is a scalar operator: binary, a comparison, unary, or a function such as sqrt64, whose result type is written.
type Op struct {
	Name string
	Args []*Atom
	Ret  []*Type
}

// Conv is a conversion, such as sext i32 x to i64.
type Conv struct {
	Op       string
	From, To Prim
	X        *Atom
}

// Alloc is a new block of so many bytes.
type Alloc struct {
	Bytes *Atom
	Space *Space
}

// Scratch is an array with undefined contents.
type Scratch struct {
	Elem Prim
	Dims []*Atom
}

// Copy is a fresh copy.
type Copy struct{ X *Name }

// EnsureDirect gives a block and an array in it that lies row-major from offset 0; later dumps have it. If the array
// already lies so, it gives the array itself and its block, and otherwise a copy.
type EnsureDirect struct{ X *Name }

// Manifest is a copy that asks for a layout: in which order the dimensions are laid out,
// from 0.
type Manifest struct {
	Perm []int
	X    *Name
}

// Rearrange is a view with its dimensions permuted: dimension d is the old dimension
// Perm[d].
type Rearrange struct {
	Perm []int
	X    *Name
}

// Reshape is a view of another shape.
type Reshape struct {
	Dims []*Atom
	X    *Name
}

// Replicate puts dimensions before those of a value.
type Replicate struct {
	Dims []*Atom
	X    *Atom
}

// Iota is start, start + step, ….
type Iota struct {
	Elem           Prim
	N, Start, Step *Atom
}

// Concat joins arrays along a dimension, from 0; Width is its size.
type Concat struct {
	Dim   int
	Width *Atom
	Xs    []*Name
}

// Literal is an array of elements or rows.
type Literal struct {
	Elems []*Atom
	Row   *Type
}

// DimIx is one index: an element, or Start :+ N * Stride.
type DimIx struct {
	Start  *Atom
	N      *Atom // nil for an element
	Stride *Atom
}

// FlatDim is one dimension of a flat slice.
type FlatDim struct{ N, Stride *Atom }

// Slicing is what stands in brackets after an array: an index for each dimension, or a flat
// slice of a one-dimensional array.
type Slicing struct {
	diag.Span
	Dims []*DimIx
	Flat *FlatSlice
}

// FlatSlice is [offset; n : s, …].
type FlatSlice struct {
	Offset *Atom
	Dims   []*FlatDim
}

// IndexExp is an element or a part of an array.
type IndexExp struct {
	X  *Name
	At *Slicing
}

// Update puts a value into an array in its place. A safe one does nothing out of bounds.
type Update struct {
	X    *Name
	At   *Slicing
	Safe bool
	V    *Atom
}

// If has a condition and two branches.
type If struct {
	Sort       string // "fallback", "equiv" or ""
	Cond       *Atom
	Then, Else *Body
	Ret        []*Type
}

// Match takes the first case whose values are those of the scrutinees.
type Match struct {
	Sort    string
	On      []*Atom
	Cases   []*Case
	Default *Body
	Ret     []*Type
}

// Case is the values of one case; nil stands for any.
type Case struct {
	Values []*Atom
	Body   *Body
}

// Loop is a for loop, from 0, or a while loop on one of its parameters or on a variable from outside.
type Loop struct {
	Params []*Param
	Init   []*Atom
	For    *Name
	Type   Prim // of a for loop
	Bound  *Atom
	While  *Name
	Body   *Body
}

// Apply is a call.
type Apply struct {
	Fn   Name
	Args []*Arg
	Ret  []*Type
}

// Arg is an argument, which the function may consume.
type Arg struct {
	X        *Atom
	Consumed bool
}

// Assert is the certificate that a condition holds; the message is made of texts and values.
type Assert struct {
	Cond *Atom
	Msg  []*Part
	At   string // the place in the source language
}

// Part is a text, or a value with its type.
type Part struct {
	Text string
	X    *Atom
	Type Prim
}

// WithAcc makes arrays accumulators for a lambda.
type WithAcc struct {
	Inputs []*AccInput
	Fn     *Lambda
}

// AccInput has the shape of the indices, the arrays, and how values are combined. Without a
// combining function they are overwritten.
type AccInput struct {
	Shape   []*Atom
	Arrays  []*Name
	Op      *Lambda
	Neutral []*Atom
}

// UpdateAcc combines the cells at an index with values. A safe one does nothing out of bounds.
type UpdateAcc struct {
	Acc    *Name
	At     []*Atom
	Values []*Atom
	Safe   bool
}

// SegOp is segmap, segred, segscan or seghist over a space of threads.
type SegOp struct {
	diag.Span
	Kind  string
	Level Level
	Space []*SegDim
	Flat  *Name // the number of the thread
	Ops   []*SegBinOp
	Hists []*HistOp
	Post  *Lambda // for a segscan in later dumps: what it makes of its results
	Ret   []*Type
	Body  *Body // its results are in Returns
	// Returns are the results of a thread.
	Returns []*Return
}

// Level says what the threads run on.
type Level struct {
	diag.Span
	Name          string // "thread", "group" or "block", "ingroup" or "inblock"; "" in multicore dumps
	Virtualise    bool
	Full          bool
	FullDims      []int
	Groups, Group *Atom // how many, and of what size; nil if they are those around it
}

// OfGroup tells whether a group of threads evaluates the body, and not one thread.
func (l Level) OfGroup() bool { return l.Name == "group" || l.Name == "block" }

// InGroup tells whether the threads are those of a group.
func (l Level) InGroup() bool { return l.Name == "ingroup" || l.Name == "inblock" }

// SegDim is an index that goes from 0 up to a bound.
type SegDim struct {
	Name  Name
	Bound *Atom
}

// SegBinOp is the operator of a segred or segscan.
type SegBinOp struct {
	Neutral     []*Atom
	Shape       []*Atom
	Commutative bool
	Fn          *Lambda
}

// HistOp is the operator of a seghist.
type HistOp struct {
	Shape   []*Atom // of the histogram
	Race    *Atom
	Dests   []*Name
	Neutral []*Atom
	Vector  []*Atom
	Fn      *Lambda
}

// ReturnKind tells how a result of a thread goes into the result of a SegOp.
type ReturnKind uint8

// The kinds.
const (
	Returns     ReturnKind = iota // to the place of the thread
	Private                       // the same, for a group whose threads keep it to themselves
	WriteReturn                   // to places that the thread chooses
	TileReturn
	RegTileReturn
)

// Return is a result of a thread.
type Return struct {
	diag.Span
	Kind  ReturnKind
	Certs []*Name
	X     *Atom // what is returned; the array of a WriteReturn
	Shape []*Atom
	// Writes are the writes of a WriteReturn.
	Writes []*SlicedWrite
	// Tiles are the dimensions of a tile: extent / tile, and for a register tile extent / (tile * register).
	Tiles []*Tile
}

// SlicedWrite is one write of a WriteReturn.
type SlicedWrite struct {
	At *Slicing
	V  *Atom
}

// Tile is one dimension of a tile.
type Tile struct{ Extent, Tile, Reg *Atom }

// Par is a parallel version with or without a sequential one (multicore).
type Par struct {
	Par *SegOp // nil where there is none
	Seq *SegOp
}

// either returns the version that runs: the parallel one, if there is one.
func (e *Par) either() *SegOp {
	if e.Par != nil {
		return e.Par
	}
	return e.Seq
}

// GPUBody is a body that one thread of the device evaluates.
type GPUBody struct {
	Ret  []*Type
	Body *Body
}

// GetSize is a tuning parameter.
type GetSize struct {
	Key   string
	Class string
}

// UserParam is a parameter that the user sets, or its default.
type UserParam struct {
	Key     string
	Default *Atom
}

// CmpSize compares a tuning parameter with a value.
type CmpSize struct {
	Key   string
	Class string // with what stands in its brackets
	X     *Atom
}

// CalcNumGroups computes how many groups a launch has.
type CalcNumGroups struct {
	N     *Atom
	Key   string
	Group *Atom
}

func (*Sub) exp()           {}
func (*Op) exp()            {}
func (*Conv) exp()          {}
func (*Alloc) exp()         {}
func (*Scratch) exp()       {}
func (*Copy) exp()          {}
func (*EnsureDirect) exp()  {}
func (*Manifest) exp()      {}
func (*Rearrange) exp()     {}
func (*Reshape) exp()       {}
func (*Replicate) exp()     {}
func (*Iota) exp()          {}
func (*Concat) exp()        {}
func (*Literal) exp()       {}
func (*IndexExp) exp()      {}
func (*Update) exp()        {}
func (*If) exp()            {}
func (*Match) exp()         {}
func (*Loop) exp()          {}
func (*Apply) exp()         {}
func (*Assert) exp()        {}
func (*WithAcc) exp()       {}
func (*UpdateAcc) exp()     {}
func (*SegOp) exp()         {}
func (*Par) exp()           {}
func (*GPUBody) exp()       {}
func (*GetSize) exp()       {}
func (*UserParam) exp()     {}
func (*CmpSize) exp()       {}
func (*CalcNumGroups) exp() {}
