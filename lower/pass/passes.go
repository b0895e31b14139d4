package pass

import (
	"funmem/lower/expand"
	"funmem/lower/introduce"
	"funmem/lower/opt/doublebuffer"
	"funmem/lower/opt/dps"
	"funmem/lower/opt/emr"
	"funmem/lower/opt/free"
	"funmem/lower/opt/fuse"
	"funmem/lower/opt/hoist"
	"funmem/lower/opt/infold"
	"funmem/lower/opt/inline"
	"funmem/lower/opt/merge"
	"funmem/lower/opt/shortcircuit"
	"funmem/lower/opt/simplify"
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// Passes returns the table, in the order in which help lists them.
func Passes() []*Pass {
	return []*Pass{
		{
			Name: "inline", Section: "F-smooth, §2.2", From: Fun, To: Fun,
			Doc:   "put functions in the places of their calls",
			Needs: "the body around a call does not get more statements than `limit`, nor all bodies more than 20 times those of the program, or 4 times `limit`",
			Options: []Option{
				{Name: "limit", Values: []string{"5000", "50", "500", "50000"}, Doc: "statements that a body may have afterwards"},
				{Name: "defs", Values: []string{"needed", "all"}, Doc: "which functions stay: those that are called, or all that are not of the library"},
			},
			Run:     inline.Program,
			Ensures: inline.Inlined,
		},
		{
			Name: "specialise", Section: "ours", From: Fun, To: Fun,
			Doc:     "put the values of global ints, such as sizes, in their places",
			Needs:   "the int is a constant, or an expression of constants",
			Run:     inline.Specialise,
			Ensures: always(inline.Specialised),
		},
		{
			Name: "fuse", Section: "F-smooth, Fig. 4", From: Fun, To: Fun,
			Doc:   "compute elements of kernels where they are read, instead of arrays of them",
			Needs: "nothing uses the array whole, and an element is not computed much more often than it was",
			Options: []Option{
				{Name: "limit", Values: []string{"16", "0", "4", "64"}, Doc: "operations that may be added for each element of an array"},
				{Name: "horizontal", Values: []string{"no", "yes"}, Doc: "whether kernels of one bound become one"},
				{Name: "sums", Values: []string{"no", "yes"}, Doc: "whether a reduce that adds up may compute what it adds, outside kernels"},
				{Name: "exact", Values: []string{"no", "yes"}, Doc: "whether an array stays if what gets stuck in it might not any more"},
			},
			Run:     fuse.Program,
			Ensures: fuse.Fused,
		},
		{
			Name: "introduce", Section: "§3.5: TransformProgram", From: Fun, To: FunMem,
			Doc:   "give each array a block and an LMAD",
			Needs: "for arrays from outside the program, where they lie",
			Run:   introduceMemory, Ensures: always(introduce.Introduced),
		},
		{
			Name: "simplify", Section: "§3.5: redundant results", From: Either, To: Either,
			Doc:    "constants, copies, common subexpressions, what nothing uses, results that branches and rounds agree on",
			Needs:  "a statement that has no effect, or has had it already; a copy after which nothing accesses what was copied",
			Claims: true,
			Options: []Option{
				{Name: "exact", Values: []string{"no", "yes"}, Doc: "whether what may get stuck, or run for ever, stays"},
			},
			Run: simplify.Run, Ensures: always(simplify.Ensures),
		},
		{
			Name: "hoist", Section: "§5: what expansion supposes", From: FunMem, To: FunMem,
			Doc:     "allocate as early as possible, and before loops",
			Needs:   "a size that does not change in the loop, a block that is not carried to the next round",
			Claims:  true,
			Run:     hoist.Run,
			Ensures: always(hoist.Hoisted),
		},
		{
			Name: "lower-alloc", Section: "§6, memory block merging: what comes before it", From: FunMem, To: FunMem,
			Doc:     "allocate right before the first use, in the branch that has it",
			Needs:   "an alloc with a statement after it that does not need the block",
			Claims:  true,
			Run:     hoist.Lower,
			Ensures: always(hoist.Late),
		},
		{
			Name: "shortcircuit", Section: "§6: short circuiting", From: FunMem, To: FunMem,
			Doc:   "build arrays where they will be copied to",
			Needs: "a fresh array at its last use, a place that exists and is not used while the array is made",
			Run:   shortcircuit.Run,
		},
		{
			Name: "infold", Section: "In-Place-Folding, §6", From: FunMem, To: FunMem,
			Doc:   "compute accumulators that are arrays where they lie, and let them lie where the fold's result goes",
			Needs: "a function that gives an array of its own, the size of the accumulator, and reads of the accumulator only the element that it computes, or is done with it before",
			Options: []Option{
				{"suballoc", []string{"yes", "no"}, "whether the accumulator gets a part of the array that the result is copied to (§6.3)"},
			},
			Reports: true,
			Run:     infold.Run,
		},
		{
			Name: "doublebuffer", Section: "ours; extended memory reuse", From: FunMem, To: FunMem,
			Doc:     "let loops with array state take turns with blocks from before them",
			Needs:   "blocks that rounds allocate for later ones, of a size that is known before the loop, none of them given twice",
			Run:     doublebuffer.Run,
			Ensures: always(doublebuffer.Buffered),
		},
		{
			Name: "emr", Section: "Extended Memory Reuse, §4", From: FunMem, To: FunMem,
			Doc:   "compute arrays in blocks of arrays that are not used any more, also from round to round",
			Needs: "an array of the same shape from before in the same body, whose block is allocated there",
			Options: []Option{
				{"candidates", []string{"all", "rc"}, "all candidates and loops, or only arrays that the kernel itself reads, as before the paper (§2.3)"},
			},
			Reports: true,
			Run:     emr.Run,
		},
		{
			Name: "dps", Section: "Destination-Passing Style, §3", From: FunMem, To: FunMem,
			Doc:     "let callers say where functions make their results, and keep all other storage on a stack",
			Needs:   "sizes that shapes decide; a block of a size that data decide stays where it is",
			Run:     dps.Run,
			Ensures: always(dps.Stacked),
		},
		{
			Name: "expand", Section: "§5: MemoryExpand", From: FunMem, To: FunMem,
			Doc:   "allocate before a kernel what its iterations allocate, each with a part of its own",
			Needs: "functions inlined; blocks that loops do not carry; sizes that can be computed before the kernel",
			Options: []Option{
				{Name: "layout", Values: []string{"blocked", "interleaved"}, Doc: "whether the parts follow each other, or location k of all of them comes before location k + 1"},
				{Name: "keep", Values: []string{"0", "64", "512"}, Doc: "blocks of so many locations at most stay, if that is known: an iteration has them for itself"},
			},
			Run:     expand.Run,
			Ensures: expand.Expanded,
		},
		{
			Name: "merge", Section: "§6: memory block merging", From: FunMem, To: FunMem,
			Doc:   "one block for arrays that are not in use at the same time",
			Needs: "blocks that one body allocates, whose uses do not meet",
			Options: []Option{
				{"sizes", []string{"max", "fit", "equal"}, "a block becomes as large as the largest in it, or is large enough for them, or has the size of all of them"},
				{"kinds", []string{"same", "any"}, "ints and f64s have blocks of their own, or may share one"},
			},
			Frees:   true,
			Claims:  true,
			Run:     merge.Run,
			Ensures: always(merge.Merged),
		},
		{
			Name: "free", Section: "§6, ours", From: FunMem, To: FunMem,
			Doc:     "end the life of each block after its last use",
			Needs:   "a block that the body which allocates it does not give as a result, and that no function uses from outside",
			Frees:   true,
			Claims:  true,
			Run:     free.Run,
			Ensures: always(free.Freed),
		},
	}
}

// constraints are the orders of two passes in one list.
var constraints = append([]constraint{
	{"inline", "introduce", "a call of FUNMEM passes blocks, and inlining is of Fun"},
	{"hoist", "lower-alloc", "it would take back what the other one did"},
	{"shortcircuit", "lower-alloc", "the place that an array is built in has to be there before it"},
	{"infold", "lower-alloc", "the place that an array is built in has to be there before it"},
	{"infold", "doublebuffer", "a block that takes turns with another one is not a place to build in"},
	{"infold", "emr", "a block that takes turns with another one is not a place to build in"},
	{"shortcircuit", "doublebuffer", "a block that takes turns with another one is not a place to build in"},
	{"shortcircuit", "emr", "a block that takes turns with another one is not a place to build in"},
	{"lower-alloc", "merge", "blocks are merged where they are allocated last"},
}, last("free", "a block that is freed must not get another use")...)

// last returns the constraints of a pass that comes after all others.
func last(name, why string) []constraint {
	var cs []constraint
	for _, p := range Passes() {
		if p.Name != name {
			cs = append(cs, constraint{p.Name, name, why})
		}
	}
	return cs
}

// Pipelines returns the named lists of passes.
func Pipelines() []Pipeline {
	return []Pipeline{
		{"cpu", "fewer blocks and copies, for one memory", "inline,fuse,simplify,introduce,simplify,hoist,infold,shortcircuit,doublebuffer,hoist,simplify,lower-alloc,merge,simplify,free"},
		{"gpu", "no allocation within kernels", "inline,fuse,simplify,introduce,simplify,hoist,shortcircuit,doublebuffer,hoist,simplify,expand:layout=interleaved,simplify,lower-alloc,merge,simplify,free"},
		{"device", "no allocation within kernels, but of few locations", "inline,fuse,simplify,introduce,simplify,hoist,shortcircuit,doublebuffer,hoist,simplify,expand:layout=interleaved:keep=64,simplify,lower-alloc,merge,simplify,free"},
	}
}

// introduceMemory is TransformProgram. It needs to know where the arrays from outside lie.
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
