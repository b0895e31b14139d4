package pass

import (
	"funmem/lower/expand"
	"funmem/lower/hoist"
	"funmem/lower/introduce"
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// Passes is the table, in the order in which help lists them.
func Passes() []*Pass {
	return []*Pass{
		{
			Name: "introduce", Section: "§3.5: TransformProgram", From: Fun, To: FunMem,
			Doc: "give each array a block and an LMAD",
			Run: introduceMemory,
		},
		{
			Name: "hoist", Section: "§5: what expansion supposes", From: FunMem, To: FunMem,
			Doc:     "allocate as early as possible, and before loops",
			Needs:   "a size that does not change in the loop, a block that is not carried to the next round",
			Run:     hoist.Run,
			Ensures: hoist.Hoisted,
		},
		{
			Name: "lower-alloc", Section: "§6, memory block merging: what comes before it", From: FunMem, To: FunMem,
			Doc:     "allocate right before the first use, in the branch that has it",
			Run:     hoist.Lower,
			Ensures: hoist.Late,
		},
		{
			Name: "expand", Section: "§5: MemoryExpand", From: FunMem, To: FunMem,
			Doc:   "allocate before a kernel what its iterations allocate, each with a part of its own",
			Needs: "functions inlined; blocks that loops do not carry; sizes that can be computed before the kernel",
			Options: []Option{{
				Name: "layout", Values: []string{"blocked", "interleaved"},
				Doc: "whether the parts follow each other, or location k of all of them comes before location k + 1",
			}},
			Run:     expand.Run,
			Ensures: expand.Expanded,
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
