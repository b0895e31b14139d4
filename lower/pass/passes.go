package pass

import (
	"funmem/lower/free"
	"funmem/lower/introduce"
	"funmem/lower/merge"
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
			Name: "merge", Section: "§6: memory block merging", From: FunMem, To: FunMem,
			Doc:   "one block for arrays that are not in use at the same time",
			Needs: "blocks that one body allocates, whose uses do not meet",
			Options: []Option{
				{"sizes", []string{"max", "fit", "equal"}, "a block becomes as large as the largest in it, or is large enough for them, or has the size of all of them"},
				{"kinds", []string{"same", "any"}, "ints and f64s have blocks of their own, or may share one"},
			},
			Run:     merge.Run,
			Ensures: merge.Merged,
		},
		{
			Name: "free", Section: "§6, ours", From: FunMem, To: FunMem,
			Doc:     "end the life of each block behind its last use",
			Needs:   "a block that the body which allocates it does not give as a result, and that no function uses from outside",
			Run:     free.Run,
			Ensures: free.Freed,
		},
	}
}

// constraints is the order of passes that are both in a list.
var constraints = last("free", "a block that is freed must not get another use")

// last are the constraints of a pass that all others stand before.
func last(name, why string) []constraint {
	var cs []constraint
	for _, p := range Passes() {
		if p.Name != name {
			cs = append(cs, constraint{p.Name, name, why})
		}
	}
	return cs
}

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
