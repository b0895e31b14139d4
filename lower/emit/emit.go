package emit

import (
	"fmt"
	"slices"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/imp"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Code is a program as C.
type Code struct {
	Text string
	// Words is how many words the function takes and gives. Inputs come first, in the order of the program: a number, or
	// the address of the elements and the sizes. Results follow: a number, or the address of the block, its length, the
	// offset, and each size and stride.
	Words   int
	Results []Result
	// Near tells whether functions of C are called whose results may differ in the last digits from those of the rules, or
	// f64s are added in another order.
	Near bool
}

// Exact is the text in which each product is tested. It never ends in Doubt.
func (c *Code) Exact() string { return "#define FM_EXACT 1\n" + c.Text }

// Result is a result of the program.
type Result struct {
	Type *syntax.Type
	At   int // its first word
}

// Name is the name of the function.
const Name = "fm_main"

// Status is what the function returns.
type Status int64

// These are the values of a Status.
const (
	Done     Status = iota
	Overflow        // an int does not fit 64 bits, or an operator is stuck
	Doubt           // a product may not fit: the exact text finds out
	Check           // a check fails
	Memory          // there is not enough memory
	Stopped         // the caller asked for it
	Size            // a size is too large, or none
)

// String says why the function gave up.
func (s Status) String() string {
	switch s {
	case Done:
		return "it ran to its end"
	case Overflow:
		return "an int does not fit 64 bits, or an operator is stuck"
	case Doubt:
		return "a product may not fit 64 bits"
	case Check:
		return "a check fails"
	case Memory:
		return "there is not enough memory"
	case Stopped:
		return "it was interrupted"
	case Size:
		return "a size is negative, or too large"
	}
	return "it gave up"
}

// C returns a program as C. The error is a diagnostic of kind Usage that says what is not compiled.
// The iterations of a kernel for which free is true do not depend on each other, so that threads may share them; nil: of none.
func C(p *imp.Program, free func(k *imp.Kernel) bool, poll stop.Poll) (code *Code, err error) {
	g, err := written(p, HostC, free, poll)
	if err != nil {
		return nil, err
	}
	return g.Code, nil
}

// written writes a program again and again, until what is known of it from before is all that there is to know.
func written(p *imp.Program, d Dialect, free func(k *imp.Kernel) bool, poll stop.Poll) (g *gen, err error) {
	defer func() {
		if e := recover(); e != nil {
			d, ok := e.(*diag.Diagnostic)
			if !ok {
				panic(e)
			}
			err = d
		}
	}()
	var known *facts
	for range 2 {
		g := write(p, d, free, poll, known)
		found := g.found
		found.spread()
		found.doubts = g.doubts
		found.again = known != nil
		known = found
	}
	return write(p, d, free, poll, known), nil
}

// write writes a program. known is what is known from when it was written before.
func write(p *imp.Program, d Dialect, free func(k *imp.Kernel) bool, poll stop.Poll, known *facts) *gen {
	g := &gen{Code: &Code{}, dialect: d, known: known, found: newFacts(), doubts: known == nil || known.doubts, poll: poll, control: control(p), names: map[int]string{}, taken: map[string]bool{}, spans: map[int]span{}, fixed: map[int]bool{}, elems: map[int]syntax.Elem{}, once: once(p), places: placing(p), outer: map[int]bool{}, free: free}
	g.homes, g.arrays, g.own, g.classes = homes(p, !d.device())
	g.returned = g.classes.returned(p)
	g.carried, g.carries = g.classes.carried(p, g.homes)
	g.ranges = ranging(p, g)
	if g.free == nil {
		g.free = func(*imp.Kernel) bool { return false }
	}
	body := g.text(func() { g.program(p) })
	var out strings.Builder
	out.WriteString(HostC.Prelude())
	out.WriteString("\n")
	out.WriteString(g.parts.String())
	fmt.Fprintf(&out, "FM_HOT i64 %s(env *fm_env, i64 *fm_io) {\n%s}\n", Name, body)
	g.Text = numbered(out.String())
	return g
}

// gen makes the text.
type gen struct {
	*Code
	dialect  Dialect
	grids    []*Grid // what a device launches
	poll     stop.Poll
	out      strings.Builder
	depth    int
	loops    int // around what is being written
	kernels  int // of these
	temps    int
	texts    int // less than 0: the ID of the last variable of the text alone
	control  map[int]bool
	once     map[int]bool // variables that are assigned to once
	ranges   map[int]span // where variables lie, wherever they are read
	places   map[int]bool // variables that need be right modulo 2^64 only
	homes    map[*imp.Alloc]*home
	flat     map[*imp.Kernel]*flat    // of the nest that is written
	nest     []*imp.Kernel            // its kernels
	outer    map[int]bool             // variables of blocks in a kernel that mean blocks from outside
	group    *group                   // the kernel of groups that is written, or nil
	arrays   map[imp.Stm][]*imp.Alloc // homes in the iterations of a loop
	own      map[int]bool             // variables of blocks that have a home
	slots    []string                 // homes outside the loops of the function
	lists    []*kept                  // of the function
	scope    []variable               // that mean blocks, in the function
	carried  map[*imp.Alloc]bool      // what is put there
	carries  map[int]bool             // classes of these
	returned map[int]bool             // classes
	names    map[int]string
	taken    map[string]bool
	spans    map[int]span
	fixed    map[int]bool // variables that do not change where they are known
	undo     []func()     // what takes back what is known of them in the statements around
	elems    map[int]syntax.Elem
	free     func(k *imp.Kernel) bool
	parts    strings.Builder // functions that run iterations of kernels
	nparts   int
	known    *facts
	found    *facts
	classes  *classes
	exits    int  // how many tests have been written that may end the run
	leaves   bool // the innermost loop around has such a test in it anyway
	ops      int  // how many operators have been written whose overflows are noticed later
	late     bool // an overflow may have been noticed that has not ended the run yet
	doubts   bool // there are products that may be computed again
}

func (g *gen) refuse(at syntax.Node, format string, args ...any) {
	panic(diag.Errorf(diag.Usage, "", at.GetSpan(), format, args...))
}

// line writes a line.
func (g *gen) line(format string, args ...any) {
	g.out.WriteString(strings.Repeat("  ", g.depth))
	fmt.Fprintf(&g.out, format, args...)
	g.out.WriteByte('\n')
}

// fail writes that the run ends if a condition holds.
func (g *gen) fail(cond, why string) {
	g.exits++
	g.line("if (%s) FM_FAIL(%s);", cond, why)
}

// text returns what f writes.
func (g *gen) text(f func()) string {
	outer := g.out
	g.out = strings.Builder{}
	g.depth++
	f()
	g.depth--
	text := g.out.String()
	g.out = outer
	return text
}

func (g *gen) temp() string {
	g.temps++
	return fmt.Sprintf("fm_t%d", g.temps)
}

// name returns what C calls a variable.
func (g *gen) name(id int) string { return g.names[id] }

// declare gives a variable a name of its own.
func (g *gen) declare(x *syntax.Binding) string {
	var b strings.Builder
	for _, r := range x.Name {
		switch {
		case r == '\'':
			b.WriteString("_p")
		case r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			b.WriteRune(r)
		default:
			b.WriteString("_u")
		}
	}
	base := b.String()
	if g.dialect.device() || reserved[base] || strings.HasPrefix(base, "fm_") || strings.HasPrefix(base, "__") || base[0] >= '0' && base[0] <= '9' {
		base = "v_" + base
	}
	name := base
	for k := 2; g.taken[name] || g.taken[name+"_n"] || g.taken[name+"_here"]; k++ {
		name = fmt.Sprintf("%s_v%d", base, k)
	}
	g.taken[name], g.taken[name+"_n"], g.taken[name+"_here"] = true, true, true // a block has a length, and may have a place
	g.names[x.ID], g.elems[x.ID] = name, x.Type.Elem
	return name
}

// reserved are the words of C and of the prelude.
var reserved = map[string]bool{}

func init() {
	for _, w := range strings.Fields(`auto break case char const continue default do double else enum extern float for goto if
		inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile
		while asm typeof env i64 u64 f64 main unix linux i386`) {
		reserved[w] = true
	}
}

// assignments counts the statements that assign to a variable.
func assignments(p *imp.Program) map[int]int {
	count := map[int]int{}
	imp.Walk(p.Body, func(s imp.Stm) bool {
		if x := imp.Target(s); x != nil {
			count[x.ID]++
		}
		return true
	})
	return count
}

// once returns the variables that one statement assigns to.
func once(p *imp.Program) map[int]bool {
	set := map[int]bool{}
	for id, n := range assignments(p) {
		set[id] = n == 1
	}
	return set
}

// program writes the body of the function.
func (g *gen) program(p *imp.Program) {
	g.function(func() {
		for _, x := range p.Inputs {
			g.input(x)
		}
		g.house(nil)
		g.stms(p.Body, true)
		g.settle()
		for _, r := range p.Return {
			g.result(r)
		}
	})
}

// function writes the body of a function that gives a status. What body allocates for its loops ends with it.
func (g *gen) function(body func()) {
	outer, lists, scope := g.slots, g.lists, g.scope
	g.slots, g.lists, g.scope = nil, nil, nil
	g.depth--
	text := g.text(body)
	g.depth++
	g.line("i64 fm_status = fm_done;")
	g.line("u64 fm_bad = 0, fm_unsure = 0;")
	g.line("const uint32_t fm_nothing = fm_opaque();")
	for _, s := range g.slots {
		g.line("i64 *%s = 0, %s_n = 0;", s, s)
	}
	for _, k := range g.lists {
		g.line("fm_kept %s[%d];", k.name, k.most)
		g.line("i64 %s_n = 0;", k.name)
	}
	g.out.WriteString(text)
	g.out.WriteString("fm_end:\n")
	g.line("(void)fm_bad; (void)fm_unsure;")
	for _, s := range slices.Backward(g.slots) { // the latest first, as they lie on the stack
		g.line("if (%s) fm_env->pop(fm_env, %s, %s_n);", s, s, s)
	}
	g.line("return fm_status;")
	g.slots, g.lists, g.scope = outer, lists, scope
}

// input reads an input.
func (g *gen) input(x *syntax.Binding) {
	t := x.Type
	at := g.Words
	switch {
	case t.Elem == syntax.Mem && g.dialect.device(): // kernels get it as any block
		n := g.declare(x)
		g.line("i64 *%s = 0, %s_n = 0;", n, n)
		return
	case t.Elem == syntax.Mem:
		g.refuse(x, "the block `%s` from outside is not compiled", x.Name)
	case !t.IsArray():
		g.Words++
		g.fixed[x.ID] = true
		if t.Elem == syntax.F64 {
			g.line("const f64 %s = fm_real(fm_io[%d]);", g.declare(x), at)
		} else {
			g.line("const i64 %s = fm_io[%d];", g.declare(x), at)
		}
		return
	}
	g.Words += 1 + len(t.Dims)
	for k, d := range t.Dims {
		word := fmt.Sprintf("fm_io[%d]", at+1+k)
		g.fail(fmt.Sprintf("%s < 0 || %s > INT64_C(%d)", word, word, int64(MaxSize)), "fm_size")
		if v, ok := d.(*syntax.Var); ok && g.names[v.ID] == "" {
			n := g.declare(&syntax.Binding{Name: v.Name, ID: v.ID, Type: &syntax.Type{}})
			g.spans[v.ID], g.fixed[v.ID] = span{0, MaxSize}, true
			g.line("const i64 %s = %s;", n, word)
			continue
		}
		g.fail(word+" != "+g.expr(d, atOnce), "fm_size")
	}
	b := t.Mem.Block
	name := g.declare(&syntax.Binding{Name: b.Name, ID: b.ID, Type: &syntax.Type{Elem: syntax.Mem}})
	g.line("i64 *%s = (i64 *)fm_io[%d], %s_n = 1;", name, at, name)
	for k := range t.Dims {
		g.line("%s_n *= fm_io[%d];", name, at+1+k)
	}
}

// result writes a result.
func (g *gen) result(r *imp.Result) {
	g.Results = append(g.Results, Result{Type: r.Type, At: g.Words})
	if !r.Type.IsArray() {
		x := g.expr(r.X, atOnce)
		if r.Type.Elem == syntax.F64 {
			x = "fm_bits(" + x + ")"
		}
		g.line("fm_io[%d] = %s;", g.Words, x)
		g.Words++
		return
	}
	put := func(x string) {
		g.line("fm_io[%d] = %s;", g.Words, x)
		g.Words++
	}
	b, l := g.name(r.Type.Mem.Block.ID), r.Type.Mem.L
	put("(i64)" + b)
	put(b + "_n")
	put(g.expr(l.Offset, atOnce))
	for _, d := range l.Dims {
		put(g.expr(d.Size, atOnce))
		put(g.expr(d.Stride, atOnce))
	}
}

// settle ends the run if an overflow was noticed.
func (g *gen) settle() {
	if g.late {
		g.fail("fm_bad >> 63 | (fm_unsure != 0)", "fm_bad >> 63 ? fm_overflow : fm_doubt")
	}
	g.late = false
}
