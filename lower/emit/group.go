package emit

import (
	"fmt"
	"strings"

	"funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// group is a kernel each of whose iterations a group of threads runs. What lies outside of the kernels in it, each thread
// does. The iterations of those kernels are shared among the threads, which wait for each other after each kernel. So the
// end of a kernel of IMP is a barrier, and a block that the iteration allocates is memory that the group shares.
//
// All threads of a group go the same way between barriers, even if one fails in a kernel: the others learn that at the next
// barrier.
type group struct {
	*imp.Kernel
	chain  *chain // that it is, or nil
	name   string
	words  map[int]int64 // of the blocks that it allocates
	own    map[int]bool  // those of which each thread uses one word, its own: registers
	writes map[int]bool  // classes of blocks that are written in it
	reads  map[int]bool  // those that something outside the kernels in it reads
	fails  bool          // a thread may fail in one of them
	inside bool          // one of them is written
	phases int
	local  []string // the blocks that are not registers, as C calls them
	size   []int64
}

// grouped is a kernel that groups run, or nil if it asks for none or does what groups cannot: write outside the kernels
// in it, have blocks of unknown size, or blocks by two names.
func (g *gen) grouped(k *imp.Kernel) *group {
	if k.Group == 0 || !g.dialect.device() {
		return nil
	}
	o := &group{Kernel: k, words: map[int]int64{}, own: map[int]bool{}, writes: map[int]bool{}, reads: map[int]bool{}}
	mem := map[int]bool{}
	var uniform func(list []imp.Stm, top bool) bool
	uniform = func(list []imp.Stm, top bool) bool {
		for _, s := range list {
			ok := true
			switch s := s.(type) {
			case *imp.Write, *imp.While:
				ok = false
			case *imp.Declare:
				mem[s.X.ID] = s.X.Type.Elem == syntax.Mem
				ok = top || !mem[s.X.ID]
			case *imp.Assign:
				ok = !mem[s.X.ID] && g.elems[s.X.ID] != syntax.Mem
			case *imp.Alloc:
				h := g.homes[s]
				ok = top && mem[s.X.ID] && o.words[s.X.ID] == 0 && h != nil && h.words > 0
				if ok {
					o.words[s.X.ID] = h.words
				}
			case *imp.Read:
				o.reads[s.Y.ID] = mem[s.Y.ID]
			case *imp.If:
				ok = uniform(s.Then, false) && uniform(s.Else, false)
			case *imp.For:
				ok = uniform(s.Body, false)
			case *imp.Kernel:
				ok = g.free(s)
			}
			if !ok {
				return false
			}
		}
		return true
	}
	if !uniform(k.Body, true) {
		return nil
	}
	imp.Walk(k.Body, func(s imp.Stm) bool {
		if w, ok := s.(*imp.Write); ok {
			o.writes[g.classes.find(w.X.ID)] = true
		}
		return true
	})
	for id, n := range o.words {
		o.own[id] = n == int64(k.Group) && o.alone(id)
	}
	return o
}

// alone tells whether each iteration of the kernels in it uses only the word of a block with its own number, and each such
// kernel has as many iterations as there are threads.
func (o *group) alone(id int) bool {
	ok := true
	var in *imp.Kernel
	use := func(block *syntax.Var, at syntax.Expr) {
		if block.ID != id {
			return
		}
		if b, is := at.(*syntax.Binary); is && in != nil && b.Op == syntax.Sub && syntax.IsVar(b.X, in.X.ID) {
			ok = ok && isNumber(b.Y, 1) && isNumber(in.N, o.Group)
			return
		}
		ok = false
	}
	var walk func(list []imp.Stm)
	walk = func(list []imp.Stm) {
		imp.Walk(list, func(s imp.Stm) bool {
			switch s := s.(type) {
			case *imp.Kernel:
				if in == nil {
					in = s
					walk(s.Body)
					in = nil
					return false
				}
			case *imp.Read:
				use(s.Y, s.At)
			case *imp.Write:
				use(s.X, s.At)
			}
			return true
		})
	}
	walk(o.Body)
	return ok
}

// overwrites tells whether a kernel in it writes what threads may still read outside of such kernels.
func (o *group) overwrites(k *imp.Kernel) (found bool) {
	imp.Walk(k.Body, func(s imp.Stm) bool {
		w, ok := s.(*imp.Write)
		found = found || ok && o.reads[w.X.ID]
		return !found
	})
	return found
}

// isNumber tells whether an expression is a number.
func isNumber(e syntax.Expr, n int) bool {
	k, ok := e.(*syntax.IntLit)
	return ok && k.Val.Equal(num.Of(int64(n)))
}

// total is how many words its threads share.
func (o *group) total() int64 {
	sum := int64(1) // for those that fail
	for _, n := range o.size {
		sum += n
	}
	if o.chain != nil {
		sum += int64(window * (1 + len(o.chain.links)))
	}
	return sum
}

// share declares a block that the group has. How many words it has is all that the program may ask.
func (g *gen) share(x *syntax.Binding) {
	o := g.group
	name := g.names[x.ID]
	if o.own[x.ID] {
		g.line("i64 %s[1];", name)
	}
	g.line("const i64 %s_n = %d;", name, o.words[x.ID])
}

// ofGroups writes the function of a kernel that groups run, with the parameters head, and what it is made of.
func (g *gen) ofGroups(o *group, name string, ids []int, head string, gives []string) {
	o.name, g.group = name, o
	defer func() { g.group = nil }()
	params := g.params(ids)
	for _, s := range o.Body {
		d, ok := s.(*imp.Declare)
		if !ok || o.words[d.X.ID] == 0 {
			continue
		}
		x := g.declare(d.X)
		if !o.own[d.X.ID] {
			o.local, o.size = append(o.local, x), append(o.size, o.words[d.X.ID])
		}
	}
	body := g.body(func() {
		g.kernels++
		g.line("{") // the end of the function lies outside, as C++ wants it
		g.depth++
		g.line("const i64 %s = fm_at + 1;", g.declare(o.X))
		restore := g.private(o.Body)
		g.stms(o.Body, false)
		restore()
		g.settle()
		g.depth--
		g.line("}")
		g.kernels--
	})
	if o.chain != nil {
		params, gives = append(params, "i64 *fm_state", "i64 *fm_seen"), append(gives, "fm_state", "fm_seen")
	}
	for _, x := range o.local {
		params, gives = append(params, g.dialect.local+"i64 *"+x), append(gives, x)
	}
	if o.fails {
		params, gives = append(params, g.dialect.local+"int32_t *fm_failed"), append(gives, "fm_failed")
		body = "  i64 fm_phase = 0;\n" + body
	}
	params, gives = append(params, "const i64 fm_at", "const i64 fm_thread"), append(gives, "fm_at", g.dialect.thread)
	fmt.Fprintf(&g.parts, "FM_INLINE i64 %s_of(%s) {\n%s}\n", name, strings.Join(params, ", "), body)
	fmt.Fprintf(&g.parts, "%s %s void %s(%s) {\n", g.dialect.kernel, fmt.Sprintf(g.dialect.groups, o.Group), name, head)
	for k, x := range o.local {
		fmt.Fprintf(&g.parts, "  %si64 %s[%d];\n", g.dialect.shared, x, o.size[k])
	}
	if o.fails {
		fmt.Fprintf(&g.parts, "  %sint32_t fm_failed[2];\n  if (%s == 0) fm_failed[0] = fm_failed[1] = 0;\n  %s;\n", g.dialect.shared, g.dialect.thread, g.dialect.meet)
	}
	at := "fm_first + (i64)" + g.dialect.group
	if o.chain != nil {
		fmt.Fprintf(&g.parts, "  %si64 fm_seen[%d];\n  if (%s == 0) fm_seen[0] = atomicAdd((int32_t *)fm_state, 1);\n", g.dialect.shared, window*(1+len(o.chain.links)), g.dialect.thread)
		fmt.Fprintf(&g.parts, "  %s;\n", g.dialect.meet)
		at = "fm_seen[0]"
	}
	fmt.Fprintf(&g.parts, "  const i64 fm_at = FM_SMALL(%s);\n", at)
	if o.chain != nil {
		fmt.Fprintf(&g.parts, "  %s;\n", g.dialect.meet)
	}
	fmt.Fprintf(&g.parts, "  if (fm_at >= fm_total) return;\n")
	fmt.Fprintf(&g.parts, "  i64 fm_why = fm_fail[fm_turn];\n  if (!fm_why) fm_why = %s_of(%s);\n", name, strings.Join(gives, ", "))
	if o.chain != nil { // those that wait for it must end, too
		fmt.Fprintf(&g.parts, "  if (fm_why && %s == 0) fm_tell(fm_state + 1 + %d * fm_at, 3);\n", g.dialect.thread, o.chain.words())
	}
}

// phase writes a kernel in a kernel that groups run: a function for the iterations of a thread, its call, and the barrier.
func (g *gen) phase(s *imp.Kernel) {
	o := g.group
	bound := g.temp()
	g.line("const i64 %s = %s;", bound, g.expr(s.N, atOnce))
	defer g.forget(len(g.undo))
	g.bounded(s.X, s.N, bound, true)
	g.settle() // what it reads must be right
	o.phases++
	name := fmt.Sprintf("%s_%d", o.name, o.phases)
	ids := g.outside(s)
	var gives []string
	for _, id := range ids {
		gives = append(gives, g.names[id])
		if g.elems[id] == syntax.Mem {
			gives = append(gives, g.names[id]+"_n")
		}
	}
	exits := g.exits
	leave := g.enter(s, s.Body)
	o.inside = true
	body := g.body(func() {
		index := g.temp()
		if isNumber(s.N, o.Group) {
			g.line("{")
			g.line("  const i64 %s = fm_thread;", index)
		} else {
			g.line("for (i64 %s = fm_thread; %s < fm_n; %s += %d) {", index, index, index, o.Group)
		}
		g.depth++
		g.loops++
		g.line("const i64 %s = %s + 1;", g.declare(s.X), index)
		g.house(s)
		restore := g.private(s.Body)
		g.stms(s.Body, false)
		restore()
		g.loops--
		g.depth--
		g.line("}")
		g.settle()
	})
	o.inside = false
	leave()
	g.late = false // it is a matter of that function
	params := append(g.params(ids), "const i64 fm_n", "const i64 fm_thread")
	fmt.Fprintf(&g.parts, "FM_INLINE i64 %s(%s) {\n%s}\n", name, strings.Join(params, ", "), body)
	call := fmt.Sprintf("%s(%s)", name, strings.Join(append(gives, bound, "fm_thread"), ", "))
	if o.overwrites(s) {
		g.line("%s;", g.dialect.meet)
	}
	fails, why := g.exits > exits, g.temp()
	switch {
	case fails:
		o.fails = true
		g.line("const i64 %s = %s;", why, call)
		g.line("if (%s) %s(fm_failed + fm_phase, (int32_t)%s);", why, g.dialect.most, why)
		g.line("%s;", g.dialect.meet)
		g.line("if (fm_failed[fm_phase]) FM_FAIL(fm_failed[fm_phase]);")
		g.line("fm_phase ^= 1;") // a thread that is ahead may fail before the others have looked
	default:
		g.line("(void)%s;", call)
		if g.meets(s) {
			g.line("%s;", g.dialect.meet)
		}
	}
}

// meets tells whether threads must wait for each other after a kernel in the group: if it uses a block that some of them
// writes, and that is not one of registers. They need not after the last kernel, but pocl hangs then.
func (g *gen) meets(s *imp.Kernel) (found bool) {
	imp.Walk(s.Body, func(s imp.Stm) bool {
		block := 0
		switch s := s.(type) {
		case *imp.Read:
			block = s.Y.ID
		case *imp.Write:
			block = s.X.ID
		default:
			return true
		}
		found = found || !g.group.own[block] && g.group.writes[g.classes.find(block)]
		return !found
	})
	return found
}
