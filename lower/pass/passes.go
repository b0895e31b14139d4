package pass

import (
	"funmem/lower/fuse"
	"funmem/lower/inline"
	"funmem/lower/introduce"
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// Passes is the table, in the order in which help lists them.
func Passes() []*Pass {
	return []*Pass{
		{
			Name: "inline", Section: "F-smooth, §2.2", From: Fun, To: Fun,
			Doc:   "put functions in the places of their calls",
			Needs: "the body around a call does not get more statements than `limit`",
			Options: []Option{
				{Name: "limit", Values: []string{"5000", "50", "500", "50000"}, Doc: "statements that a body may have afterwards"},
				{Name: "defs", Values: []string{"needed", "all"}, Doc: "which functions stay: those that are called, or all that are not of the library"},
			},
			Run: inline.Program,
		},
		{
			Name: "specialise", Section: "ours", From: Fun, To: Fun,
			Doc:   "put the values of global ints, such as sizes, in their places",
			Needs: "the int is a constant, or an expression of constants",
			Run:   inline.Specialise,
		},
		{
			Name: "fuse", Section: "F-smooth, Fig. 4", From: Fun, To: Fun,
			Doc:   "compute elements of kernels where they are read, instead of arrays of them",
			Needs: "nothing uses the array whole, and an element is not computed much more often than it was",
			Options: []Option{
				{Name: "limit", Values: []string{"16", "0", "4", "64"}, Doc: "operations that may be added for each element of an array"},
				{Name: "horizontal", Values: []string{"no", "yes"}, Doc: "whether kernels of one bound become one"},
			},
			Run: fuse.Program,
		},
		{
			Name: "introduce", Section: "§3.5: TransformProgram", From: Fun, To: FunMem,
			Doc: "give each array a block and an LMAD",
			Run: introduceMemory,
		},
	}
}

// constraints is the order of passes that are both in a list.
var constraints = []constraint{}

// Pipelines are the named lists of passes.
func Pipelines() []Pipeline {
	return []Pipeline{}
}

// introduceMemory is TransformProgram. Of what comes from outside it needs where it lies.
func introduceMemory(j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
	st := introduce.New()
	if j.Type != nil {
		for _, v := range syntax.FreeVars(p) {
			if t := j.Type(v.ID); t != nil {
				st.Bind(&syntax.Binding{Name: v.Name, ID: v.ID, Type: t})
			}
		}
	}
	return st.TransformProgram(p, j.Supply)
}
