package checked

import (
	"fmt"
	"strings"

	"funmem/eval/fast"
	"funmem/lower/emit"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// nest makes the text of a kernel.
type nest struct {
	*emit.Scalars
	code *fast.Code
	in   *fast.Nest
	arrs map[int]*array
	blks map[int]*block

	depth  int // kernels around what is being written
	decls  strings.Builder
	body   *syntax.Body         // that is being written
	single map[int]*syntax.Body // blocks that one statement writes, with the body that has it
	size   int                  // statements so far

	tracked bool     // a block of the kernel's own has records
	level   []string // the names of the base and the stamp of each level, without the ending
}

// refuse says that something is not compiled.
func refuse(at syntax.Node, what string) {
	panic(diag.Errorf(diag.Usage, "", at.GetSpan(), "%s", what))
}

// translate returns the code of a kernel, or nil.
func translate(in *fast.Nest, name string) (code *fast.Code) {
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(*diag.Diagnostic); !ok {
				panic(e)
			}
			code = nil
		}
	}()
	g := &nest{
		Scalars: emit.NewScalars(), code: &fast.Code{Name: name, Apart: true}, in: in,
		arrs: map[int]*array{}, blks: map[int]*block{}, single: singles(in.Kernel.Body),
	}
	g.code.Levels = levels(in.Kernel, in.Def)
	if g.code.Levels > fast.MostLevels || len(in.Kernel.Index) != 1 {
		refuse(in.Kernel, "too many levels")
	}
	g.root()
	if g.Near() {
		refuse(in.Kernel, "its f64s may differ in the last digits")
	}
	return g.code
}

// levels is how many kernels are nested in k, with k. Functions are not recursive.
func levels(k *syntax.Kernel, def func(name string) *syntax.Def) int {
	var within func(b *syntax.Body) int
	within = func(b *syntax.Body) int {
		most := 0
		syntax.Walk(b, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.Kernel:
				most = max(most, 1+within(n.Body))
				return false
			case *syntax.Call:
				if d := def(n.Fn); d != nil {
					most = max(most, within(d.Body))
				}
			}
			return true
		})
		return most
	}
	return 1 + within(k.Body)
}

// singles returns the blocks that are allocated in a body and that one statement of the same body writes, and nothing
// else. Such a block holds one array, whose elements stay what they are.
func singles(b *syntax.Body) map[int]*syntax.Body {
	home, writers, same := map[int]*syntax.Body{}, map[int]int{}, map[int]bool{}
	var within func(b *syntax.Body)
	visit := func(n syntax.Node, b *syntax.Body) {
		syntax.Walk(n, func(n syntax.Node) bool {
			if in, ok := n.(*syntax.Body); ok && in != b {
				within(in)
				return false
			}
			return true
		})
	}
	within = func(b *syntax.Body) {
		for _, s := range b.Stms {
			if let, ok := s.(*syntax.Let); ok {
				switch let.Exp.(type) {
				case *syntax.Alloc:
					home[let.Pat[0].ID] = b
				case *syntax.Slice, *syntax.Transpose, *syntax.Permute, *syntax.Reverse, *syntax.Reshape, *syntax.Var, *syntax.If, *syntax.Loop, *syntax.Call, *syntax.Claim:
					for _, x := range let.Pat {
						if x.Type != nil && x.Type.Elem == syntax.Mem { // another name of a block
							writers[x.ID] = 2
						}
					}
				default:
					for _, x := range let.Pat {
						if x.Type != nil && x.Type.Mem != nil {
							id := x.Type.Mem.Block.ID
							writers[id]++
							same[id] = home[id] == b
						}
					}
				}
				if v, ok := let.Exp.(*syntax.Var); ok {
					writers[v.ID] += 2
				}
			}
			visit(s, b)
		}
	}
	within(b)
	set := map[int]*syntax.Body{}
	for id, n := range writers {
		if n == 1 && same[id] {
			set[id] = home[id]
		}
	}
	return set
}

// word is a word that the code gets.
func word(at int) string { return fmt.Sprintf("fm_io[%d]", at) }

// root writes the outermost kernel.
func (g *nest) root() {
	k, at := g.in.Kernel, fast.HeaderWords
	for l := range g.code.Levels {
		g.level = append(g.level, fmt.Sprintf("fm_l%d", l))
		fmt.Fprintf(&g.decls, "  uint32_t fm_l%d_clock = (uint32_t)%s, fm_l%d = 0, fm_l%d_now = 0;\n", l, word(fast.WordClock+l), l, l)
	}
	fmt.Fprintf(&g.decls, "  i64 fm_now = %s, fm_order[%d], fm_orders = 0;\n", word(fast.WordNow), fast.MostBindings)
	var scalars, arrays, blocks []*syntax.Var
	pats := map[int]bool{}
	for _, x := range g.in.Pat {
		pats[x.ID] = true
	}
	seen := map[int]bool{k.Index[0].X.ID: true}
	free := syntax.FreeVars(k.Body)
	for _, d := range syntax.Reached(k, g.in.Def) {
		free = append(free, syntax.FreeVars(d)...)
	}
	for _, x := range free {
		if seen[x.ID] {
			continue
		}
		seen[x.ID] = true
		o, ok := g.in.Outside[x.ID]
		switch {
		case !ok || pats[x.ID]:
			refuse(x, "unknown")
		case o.Elem == syntax.Mem:
			blocks = append(blocks, x)
		case o.Rank > 0:
			arrays = append(arrays, x)
		default:
			scalars = append(scalars, x)
		}
	}
	for _, x := range arrays {
		o := g.in.Outside[x.ID]
		b := g.outer(&at)
		g.arrs[x.ID] = g.outerView(&at, b, o.Rank, o.Elem)
		g.code.Arrays = append(g.code.Arrays, x.ID)
	}
	for _, x := range blocks {
		g.blks[x.ID] = g.outer(&at)
		g.blks[x.ID].slot = len(g.code.Blocks)
		g.code.Blocks = append(g.code.Blocks, x.ID)
	}
	var outs []*array
	for _, x := range g.in.Pat {
		b := g.outer(&at)
		outs = append(outs, g.outerView(&at, b, x.Type.Rank(), x.Type.Elem))
	}
	for _, x := range scalars {
		o := g.in.Outside[x.ID]
		g.scalar(&syntax.Binding{Name: x.Name, ID: x.ID, Type: &syntax.Type{Elem: o.Elem}}, word(at))
		g.code.Numbers = append(g.code.Numbers, x.ID)
		at++
	}
	g.Line("fm_l0 = fm_l0_clock;")
	g.iterations(k, word(fast.WordFrom), word(fast.WordTo), outs)
	g.finish(at)
}

// scalar declares a scalar from a word.
func (g *nest) scalar(x *syntax.Binding, w string) {
	if x.Type.Elem == syntax.F64 {
		g.Line("const f64 %s = fm_real(%s);", g.Declare(x), w)
	} else {
		g.Line("const i64 %s = %s;", g.Declare(x), w)
	}
}

// outer is a block from outside.
func (g *nest) outer(at *int) *block {
	b := &block{name: g.Temp(), outer: true, tracked: true}
	g.Line("i64 *const %s = (i64 *)%s, *const %s_w = (i64 *)%s; const i64 %s_s = %s; (void)%s_w; (void)%s_s;",
		b.name, word(*at), b.name, word(*at+1), b.name, word(*at+3), b.name, b.name)
	g.Line("const i64 %s_n = %s; (void)%s_n;", b.name, word(*at+2), b.name)
	for l := range g.code.Levels {
		g.Line("fm_rec *const %s_r%d = (fm_rec *)%s; (void)%s_r%d;", b.name, l, word(*at+4+l), b.name, l)
	}
	*at += fast.BlockWords
	return b
}

// outerView is an array from outside.
func (g *nest) outerView(at *int, b *block, rank int, elem syntax.Elem) *array {
	t := g.Temp()
	a := &array{b: b, first: t, birth: t + "_birth", hot: t + "_hot", elem: elem}
	g.Line("const i64 %s = %s, %s_hot = %s, %s_birth = %s; (void)%s_hot; (void)%s_birth;", t, word(*at), t, word(*at+1), t, word(*at+2), t, t)
	for k := range rank {
		n, s := fmt.Sprintf("%s_n%d", t, k), fmt.Sprintf("%s_s%d", t, k)
		g.Line("const i64 %s = %s;", n, word(*at+3+2*k))
		if k == rank-1 {
			g.Line("const i64 %s = fm_unit ? 1 : %s;", s, word(*at+4+2*k))
		} else {
			g.Line("const i64 %s = %s;", s, word(*at+4+2*k))
		}
		a.d = append(a.d, dim{n, s})
	}
	*at += fast.ViewWords + 2*rank
	return a
}

// finish puts the parts of the text together. counts is the first word of what is counted.
func (g *nest) finish(counts int) {
	c := g.code
	if len(c.Kernels) > fast.MostKernels || len(c.Bindings) > fast.MostBindings || len(c.Allocs) > fast.MostAllocs || len(c.Calls) > fast.MostCalls {
		refuse(g.in.Kernel, "too much to count")
	}
	var out strings.Builder
	fmt.Fprintf(&out, "FM_INLINE i64 %s_of(env *fm_env, i64 *fm_io, const int fm_full, const int fm_unit) {\n%s", c.Name, emit.Header)
	tracked := 0
	if g.tracked {
		tracked = 1
	}
	fmt.Fprintf(&out, "  const int fm_tracked = %d; (void)fm_tracked; /* a block of the kernel's own has records */\n", tracked)
	out.WriteString(g.decls.String())
	for k := range c.Kernels {
		fmt.Fprintf(&out, "  i64 fm_k%d = 0, fm_k%d_all = 0;\n", k, k)
	}
	for k := range c.Bindings {
		fmt.Fprintf(&out, "  i64 fm_n%d = 0;\n", k)
	}
	for k := range c.Allocs {
		fmt.Fprintf(&out, "  i64 fm_a%d = 0;\n", k)
	}
	for k := range c.Calls {
		fmt.Fprintf(&out, "  i64 fm_c%d = 0;\n", k)
	}
	out.WriteString(g.Text())
	out.WriteString("fm_end:\n  (void)fm_unsure; (void)fm_exact; (void)fm_order;\n")
	fmt.Fprintf(&out, "  %s = fm_now;\n", word(fast.WordNow))
	for l := range c.Levels {
		fmt.Fprintf(&out, "  %s = fm_l%d_clock;\n", word(fast.WordClock+l), l)
	}
	at := counts
	for k := range c.Kernels {
		fmt.Fprintf(&out, "  %s = fm_k%d; %s = fm_k%d_all;\n", word(at+2*k), k, word(at+2*k+1), k)
	}
	at += 2 * fast.MostKernels
	for k := range c.Bindings {
		fmt.Fprintf(&out, "  %s = fm_n%d;\n", word(at+k), k)
	}
	at += fast.MostBindings
	fmt.Fprintf(&out, "  %s = fm_orders;\n  for (i64 k = 0; k < fm_orders; k++) fm_io[%d + k] = fm_order[k];\n", word(at), at+1)
	at += 1 + fast.MostBindings
	for k := range c.Allocs {
		fmt.Fprintf(&out, "  %s = fm_a%d;\n", word(at+k), k)
	}
	at += fast.MostAllocs
	for k := range c.Calls {
		fmt.Fprintf(&out, "  %s = fm_c%d;\n", word(at+k), k)
	}
	out.WriteString("  if (!fm_status && fm_bad >> 63) fm_status = fm_overflow;\n  return fm_status;\n}\n")
	fmt.Fprintf(&out, "i64 %s(env *e, i64 *io) {\n  if (%s) return %s_of(e, io, 1, 0);\n", c.Name, "io"+word(fast.WordFull)[len("fm_io"):], c.Name)
	if c.Apart {
		fmt.Fprintf(&out, "  if (%s) return %s_of(e, io, 0, 1);\n  return %s_of(e, io, 0, 0);\n}\n\n", "io"+word(fast.WordUnit)[len("fm_io"):], c.Name, c.Name)
	} else {
		out.WriteString("  return fm_check;\n}\n\n")
	}
	c.Text = out.String()
}

// pollEvery is how many iterations of a kernel without others run between two looks at what the caller wants.
const pollEvery = 4096

// iterations writes the iterations of a kernel that follow first, to last, with the places of its results.
func (g *nest) iterations(k *syntax.Kernel, first, last string, outs []*array) {
	if len(k.Body.Res) != len(outs) {
		refuse(k, "another number of results")
	}
	i := g.Temp()
	if l := g.lanesOf(k, outs); l != nil {
		g.Begin("if (!fm_full) {")
		g.vectors(l, first, last, outs, func(i string) { g.iteration(k, i, outs) })
		g.End("} else")
	}
	g.Begin("for (i64 %s = %s; %s < %s; %s++) {", i, first, i, last, i)
	if leaf(k.Body) {
		g.Line("if (!(%s & %d)) { %s }", i, pollEvery-1, emit.Poll())
	} else {
		g.Line("%s", emit.Poll())
	}
	g.iteration(k, i, outs)
	g.End("}")
}

// iteration writes iteration i, from 0, of a kernel.
func (g *nest) iteration(k *syntax.Kernel, i string, outs []*array) {
	l := g.level[g.depth]
	g.depth++
	g.Line("%s_now = %s + (uint32_t)%s; (void)%s_now;", l, l, i, l)
	g.index(k.Index[0].X, i)
	g.stms(k.Body)
	for j, e := range k.Body.Res {
		g.giveRow(outs[j], i, e)
	}
	g.depth--
}

// leaf tells whether a body has no loops.
func leaf(b *syntax.Body) bool {
	is := true
	syntax.Walk(b, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.Kernel, *syntax.Loop, *syntax.Call, *syntax.Reduce, *syntax.Iota, *syntax.Copy, *syntax.Replicate:
			is = false
		}
		return is
	})
	return is
}
