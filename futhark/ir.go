package futhark

import (
	"funmem/semantics/diag"
	"funmem/semantics/stop"
)

// Program is a dump.
type Program struct {
	Src    *diag.Source
	Opaque []Opaque // its opaque types
	Consts []*Stm   // arrays of the whole program, and what they need
	Funs   []*Fun

	Until stop.Poll // asked during checking and translation; nil: never stopped
}

// Fun is a function.
type Fun struct {
	diag.Span
	Entry  *Entry // nil for a function that only others call
	Name   Name
	Attrs  []string
	Params []*Param
	Ret    []*Type
	Body   *Body
}

// Entry describes how an entry point looks from outside: its name there, and its types in
// the source language.
type Entry struct {
	Name    string
	Params  []EntryType
	Results []EntryType
}

// Opaque is a type that the world outside sees as a whole: a record with its fields, or values with numbers, from 0, in
// place of names.
type Opaque struct {
	Name   string
	Values []EntryType
}

// EntryType is a parameter or, without a name, a result of an entry point.
type EntryType struct {
	diag.Span
	Name   string
	Unique bool
	Type   string
	Part   bool // part of an opaque value; its name is that of the value with the field or number after it
}

// Name is a variable: text_TAG. The tag alone says which one it is.
type Name struct {
	diag.Span
	Text string // without the tag
	Tag  int
}

// Param is a variable with its type: a parameter, or a part of a pattern.
type Param struct {
	Name
	Type *Type
}

// Atom is a constant or a variable.
type Atom struct {
	diag.Span
	Var   *Name // nil for a constant
	Const Const
	Certs []*Name // for a result
}

// Const is a constant of a primitive type: the digits or the word that is written for it.
type Const struct {
	Type Prim
	Text string // "-1", "0.5", "inf", "true"; "" for unit
}

// Prim is a primitive type: i8 i16 i32 i64 u8 … f16 f32 f64 bool unit.
type Prim string

// TypeKind tells the types apart.
type TypeKind uint8

// The kinds.
const (
	PrimType TypeKind = iota
	MemType
	ArrayType
	AccType
)

// Type is a type and, for an array, where it lies.
type Type struct {
	diag.Span
	Kind   TypeKind
	Elem   Prim    // for a primitive type or an array
	Unique bool    // it may be consumed
	Space  *Space  // for a block; nil is the default
	Shape  []*Size // for an array or accumulator
	Mem    *Mem    // for an array; nil if only the row type is written
	Cert   Name    // for an accumulator
	Elems  []*Type // for an accumulator
}

// Mem says where an array lies.
type Mem struct {
	diag.Span
	Block *Name // nil for an existential block
	Ext   int   // its position in the list of results
	Space *Space
	Base  []*Index // the extents that the layout was derived from (0.25.8)
	L     *LMAD
}

// LMAD is {offset; strides; shape}, in elements.
type LMAD struct {
	diag.Span
	Offset  *Index
	Strides []*Index
	Shape   []*Index
}

// Space is where a block is allocated: a name such as device, or registers for an array of
// that shape. The shape has no extents if it is one element.
type Space struct {
	diag.Span
	Name  string
	Shape []*Atom
	Elem  Prim // for registers
}

// InRegisters tells whether a block consists of registers.
func (s *Space) InRegisters() bool { return s != nil && s.Elem != "" }

// Size is an extent: an atom, or an existential one.
type Size struct {
	diag.Span
	Atom *Atom
	Ext  int
}

// Index is an expression in an index function: an atom, an existential, or an operator
// with its operands.
type Index struct {
	diag.Span
	Atom *Atom
	Ext  int // if there is no atom and no operator
	Op   string
	Args []*Index
}

// Body is statements and results.
type Body struct {
	diag.Span
	Stms []*Stm
	Res  []*Atom
}

// Stm is let {pattern} = expression.
type Stm struct {
	diag.Span
	Pat   []*Param
	Certs []*Name
	Attrs []string
	Exp   Exp
}

// Lambda is \ {params} : {types} -> body.
type Lambda struct {
	diag.Span
	Params []*Param
	Ret    []*Type
	Body   *Body
}

// Exp is an expression.
type Exp interface{ exp() }
