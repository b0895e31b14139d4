package emit

import (
	"fmt"
	"strings"

	"funmem/semantics/imp"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Grid is an outermost kernel of a program as a function that a device launches, with a thread for each iteration of the
// innermost kernel of a rectangular nest. Its arguments are, in this order:
//
//	a buffer of a word, whose halves have the greatest Status of all threads: once one is not Done, no later launch does
//	anything, since what it reads may not have been written;
//	which half it reads, 0 or 1. It writes to the other one, so that no thread reads what another one writes. The next
//	launch takes the other turn, and so on;
//	how many iterations each thread runs, which is 1 unless the text begins with Many;
//	the number of the first iteration, from 0, and how many iterations there are;
//	for each of Args its value: for a block its buffer and how many words that has, for an f64 its bits;
//	for each kernel of Nest but the first, from the last on: how many iterations it has, at least 1, times the widths
//	before.
type Grid struct {
	Name string
	Of   *imp.Kernel
	Nest []*imp.Kernel // Of, and the kernels in it that are one with it
	Args []*syntax.Var // blocks among them have elements of type Mem
	Mem  []bool        // which of Args are blocks
	// Small are those that must be from 0 to MostNarrow in a text that begins with Narrow, as the number of iterations must.
	Small []bool
	// Group, if it is not 0, is how many threads run each iteration together. They share Local words of memory.
	Group int
	Local int64
	// Chain, if it is not nil, is the loop that the kernel stands for. Then a buffer is the argument after the number of
	// iterations, with a word and State more for each iteration, all 0 before the first is launched. Afterwards the last Links of
	// these words of the last iteration are what the loop assigns to the variables Links.
	Chain *imp.For
	State int64
	Links []*syntax.Var
}

// Words is how many arguments it takes.
func (g *Grid) Words() int {
	n := 5 + len(g.Args) + len(g.Nest) - 1
	for _, block := range g.Mem {
		if block {
			n++
		}
	}
	if g.Chain != nil {
		n++
	}
	return n
}

// Many is the beginning of a text for a device that is a processor: its threads run many iterations each, and products are
// computed fast, so that a run may end in Doubt.
const Many = "#define FM_MANY 1\n#define FM_EXACT 0\n"

// Narrow is the beginning of a text for a GPU, which divides and multiplies ints of 32 bits faster: launches have at most MostNarrow
// iterations, and their ints that decide places and numbers of iterations are from 0 to MostNarrow.
const Narrow = "#define FM_NARROW 1\n"

// MostNarrow is the largest such int.
const MostNarrow = 1<<31 - 1

// Kernels returns the kernels of a program in a dialect of devices. free tells which have independent iterations; others,
// and those that a device does not run, have no grid.
func Kernels(p *imp.Program, d Dialect, free func(k *imp.Kernel) bool, poll stop.Poll) (text string, grids []*Grid, err error) {
	g, err := written(p, d, free, poll)
	if err != nil {
		return "", nil, err
	}
	for _, grid := range g.grids {
		if grid.Chain != nil {
			fmt.Fprintf(&g.parts, "%s void %s(%si64 *fm_of, i64 fm_n) {\n  const i64 fm_at = (i64)%s;\n  if (fm_at < fm_n) fm_of[fm_at] = 0;\n}\n", d.kernel, Clear, d.global, d.index)
			break
		}
	}
	return numbered(d.Prelude() + "\n" + g.parts.String()), g.grids, nil
}

// Clear is the kernel of a text with chains that makes words 0, with a thread for each. Its arguments are the buffer and how many
// words that has.
const Clear = "fm_clear"

// device tells whether a dialect is that of devices.
func (d Dialect) device() bool { return d.kernel != "" }

// fewest is how many iterations a kernel has at least, those of the loops in it included, that is a function of its own on a
// processor. Fewer stand where they are: its compiler writes them out, and sees what becomes of the elements.
const fewest = 32

// launches tells whether a kernel is a function of its own: a grid, if the dialect is that of devices. No block may come from
// outside of a grid and from inside by the same name, and none may be made in an iteration but those of few words.
func (g *gen) launches(k *imp.Kernel) bool {
	if !g.dialect.device() {
		return g.steps([]imp.Stm{k}) > fewest
	}
	inside, blocks, made, ok := map[int]bool{}, map[int]bool{}, map[int]bool{}, true
	imp.Walk(k.Body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Declare:
			inside[s.X.ID] = true
			blocks[s.X.ID] = s.X.Type.Elem == syntax.Mem
		case *imp.Alloc:
			made[g.classes.find(s.X.ID)] = true
		}
		return true
	})
	imp.Walk(k.Body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Alloc:
			h := g.homes[s]
			ok = ok && inside[s.X.ID] && h != nil && h.words >= 0
		case *imp.Free:
			ok = ok && g.own[s.X.ID]
		case *imp.Assign:
			if y, is := s.E.(*syntax.Var); is && (blocks[s.X.ID] || g.elems[s.X.ID] == syntax.Mem) {
				ok = ok && inside[s.X.ID] && (inside[y.ID] || !made[g.classes.find(y.ID)])
			}
		}
		return ok
	})
	for id, block := range blocks {
		g.outer[id] = block && !made[g.classes.find(id)]
	}
	return ok
}

// grid writes the function that a device launches, and notes it.
func (g *gen) grid(s *imp.Kernel, name string, ids []int, widths []string, group *group) {
	grid := &Grid{Name: name, Of: s, Nest: g.nest}
	var own, gives []string
	sizes := sizes(s)
	for _, id := range ids {
		x := g.names[id]
		grid.Args = append(grid.Args, &syntax.Var{Name: x, ID: id})
		grid.Mem = append(grid.Mem, g.elems[id] == syntax.Mem)
		small := g.elems[id] == syntax.Int && sizes[id]
		grid.Small = append(grid.Small, small)
		switch g.elems[id] {
		case syntax.Mem:
			own = append(own, g.param(id))
			gives = append(gives, x, x+"_n")
		case syntax.F64:
			own, gives = append(own, "i64 "+x), append(gives, "fm_real("+x+")")
		default:
			if own = append(own, g.param(id)); small {
				x = "FM_SMALL(" + x + ")"
			}
			gives = append(gives, x)
		}
	}
	for _, w := range widths {
		own, gives = append(own, "i64 "+w), append(gives, "FM_SMALL("+w+")")
	}
	list := func(more ...string) string { return strings.Join(more, ", ") }
	var state []string
	if group != nil && group.chain != nil {
		c := group.chain
		state = []string{"i64 *fm_state"}
		grid.Chain, grid.State = c.For, int64(c.words())
		for _, l := range c.links {
			grid.Links = append(grid.Links, l.x)
		}
	}
	head := list(append([]string{g.dialect.global + "int32_t *fm_fail", "i64 fm_turn", "i64 fm_each", "i64 fm_first", "i64 fm_total"}, append(state, own...)...)...)
	if group != nil {
		grid.Nest, grid.Group = []*imp.Kernel{s}, s.Group
		g.ofGroups(group, name, ids, head, gives)
		grid.Local = group.total()
	} else {
		of := g.params(ids)
		for _, w := range widths {
			of = append(of, "i64 "+w)
		}
		body := g.body(func() { g.iterations(s) })
		g.flat = nil
		fmt.Fprintf(&g.parts, "FM_INLINE i64 %s_of(%s) {\n%s}\n", name, list(append(of, "const i64 fm_from", "const i64 fm_to")...), body)
		fmt.Fprintf(&g.parts, "%s void %s(%s) {\n", g.dialect.kernel, name, head)
		fmt.Fprintf(&g.parts, "  const i64 fm_at = FM_SMALL(fm_first + (i64)%s * FM_EACH);\n  if (fm_at >= fm_total) return;\n", g.dialect.index)
		fmt.Fprintf(&g.parts, "  i64 fm_why = fm_fail[fm_turn];\n  if (!fm_why) fm_why = %s_of(%s);\n", name, list(append(gives, "fm_at", "FM_TO")...))
	}
	fmt.Fprintf(&g.parts, "  if (fm_why) %s(fm_fail + (1 - fm_turn), (int32_t)fm_why);\n}\n\n", g.dialect.most)
	g.grids = append(g.grids, grid)
}

// sizes are the variables that decide which words of blocks a kernel uses, and how many iterations loops in it have.
func sizes(s *imp.Kernel) map[int]bool {
	set := map[int]bool{}
	add := func(e syntax.Expr) {
		for _, x := range syntax.FreeVars(e) {
			set[x.ID] = true
		}
	}
	for before := -1; before < len(set); {
		before = len(set)
		imp.Walk(s.Body, func(s imp.Stm) bool {
			switch s := s.(type) {
			case *imp.Read:
				add(s.At)
			case *imp.Write:
				add(s.At)
			case *imp.Kernel:
				add(s.N)
			case *imp.For:
				add(s.N)
			case *imp.Assign:
				if set[s.X.ID] {
					add(s.E)
				}
			}
			return true
		})
	}
	return set
}

// param is how a function takes a variable from outside; a block comes with how many words it has.
func (g *gen) param(id int) string {
	x := g.names[id]
	switch g.elems[id] {
	case syntax.Mem:
		return fmt.Sprintf("%si64 *%s, i64 %s_n", g.spaceOf(id), x, x)
	case syntax.F64:
		return "f64 " + x
	}
	return "i64 " + x
}

func (g *gen) params(ids []int) (list []string) {
	for _, id := range ids {
		list = append(list, g.param(id))
	}
	return list
}

// spaceOf is what says, before a type, in which memory of a device a block is.
func (g *gen) spaceOf(id int) string {
	switch {
	case g.group == nil || g.group.words[id] == 0:
		return g.dialect.global
	case g.group.own[id]:
		return ""
	}
	return g.dialect.local
}

// inOuter is what says, before a type, in which memory the block is that a variable in a kernel means.
func (g *gen) inOuter(id int) string {
	if g.outer[id] {
		return g.dialect.global
	}
	return ""
}
