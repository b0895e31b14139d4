package checked

import (
	"fmt"
	"strings"

	"funmem/lower/emit"
	"funmem/semantics/syntax"
)

// A kernel whose body only computes and reads runs over vectors if its indices are known before: they do not depend on
// what is read, and are the same in all iterations, or one more in each next one. Whether they are is decided for each
// strip of iterations. The first and the last iteration are strips of their own, since indices at a border often differ.

// lanes is the form of a kernel for vectors.
type lanes struct {
	k      *syntax.Kernel
	pure   []*syntax.Let // what the indices need
	reads  []*read       // in order
	spots  []*spot
	within map[int]bool // variables of the body that differ between iterations
}

// read is a read of an element.
type read struct {
	let   *syntax.Let
	a     *array
	spots []*spot
}

// spot is an index.
type spot struct {
	e      syntax.Expr
	moves  bool // it is one more in each next iteration
	steady bool // which is known
	at     string
	n      string
}

// stripLength is how many iterations a strip has.
const stripLength = 4096

// lanesOf returns the form of a kernel for vectors, or nil if it has none.
func (g *nest) lanesOf(k *syntax.Kernel, outs []*array) *lanes {
	for _, a := range outs {
		if len(a.d) != 1 || a.b.tracked && !(a.b.outer && g.depth == 0) {
			return nil
		}
	}
	l := &lanes{k: k, within: map[int]bool{k.Index[0].X.ID: true}}
	lets, needs, read := map[int]*syntax.Let{}, map[int]bool{}, map[int]bool{} // read: depends on what is read
	depends := func(e syntax.Node, on map[int]bool) bool {
		for _, x := range syntax.FreeVars(e) {
			if on[x.ID] {
				return true
			}
		}
		return false
	}
	for _, s := range k.Body.Stms {
		let, ok := s.(*syntax.Let)
		if !ok || len(let.Pat) != 1 {
			return nil
		}
		x := let.Pat[0]
		switch e := let.Exp.(type) {
		case *syntax.Index:
			v, ok := e.X.(*syntax.Var)
			if !ok || g.arrs[v.ID] == nil || g.arrs[v.ID].b.tracked && !g.arrs[v.ID].b.outer || len(e.At) != len(g.arrs[v.ID].d) {
				return nil
			}
			l.add(let, g.array(v), e, depends, read)
			if l.reads == nil {
				return nil
			}
			read[x.ID], l.within[x.ID] = true, true
			for _, y := range e.At {
				for _, v := range syntax.FreeVars(y) {
					needs[v.ID] = true
				}
			}
			continue
		case *syntax.IntLit, *syntax.RealLit, *syntax.Unary, *syntax.Binary:
		case *syntax.Var:
			if g.arrs[e.ID] != nil || g.blks[e.ID] != nil {
				return nil
			}
		default:
			return nil
		}
		read[x.ID] = depends(let.Exp, read)
		l.within[x.ID] = depends(let.Exp, l.within)
		lets[x.ID] = let
	}
	for _, r := range k.Body.Res {
		if v, ok := r.(*syntax.Var); ok && g.arrs[v.ID] != nil {
			return nil
		}
	}
	for j := len(k.Body.Stms) - 1; j >= 0; j-- {
		let := k.Body.Stms[j].(*syntax.Let)
		if x := let.Pat[0]; needs[x.ID] {
			if read[x.ID] {
				return nil
			}
			l.pure = append([]*syntax.Let{let}, l.pure...)
			for _, v := range syntax.FreeVars(let.Exp) {
				needs[v.ID] = true
			}
		}
	}
	return l
}

// add adds a read. It leaves no reads if an index depends on what is read.
func (l *lanes) add(let *syntax.Let, a *array, e *syntax.Index, depends func(syntax.Node, map[int]bool) bool, reads map[int]bool) {
	r := &read{let: let, a: a}
	for k, y := range e.At {
		if depends(y, reads) {
			l.reads = nil
			return
		}
		s := &spot{e: y, moves: depends(y, l.within), n: a.d[k].n}
		s.steady = !s.moves || l.isNext(y)
		r.spots = append(r.spots, s)
		l.spots = append(l.spots, s)
	}
	l.reads = append(l.reads, r)
}

// isNext tells whether an index is that of the kernel.
func (l *lanes) isNext(e syntax.Expr) bool {
	v, ok := e.(*syntax.Var)
	return ok && v.ID == l.k.Index[0].X.ID
}

// vectors writes the iterations that follow first, to last, in strips. plain writes the body for one iteration.
func (g *nest) vectors(l *lanes, first, last string, outs []*array, plain func(i string)) {
	lo, hi, x := g.Temp(), g.Temp(), l.k.Index[0].X
	g.Begin("for (i64 %s = %s, %s; %s < %s; %s = %s) {", lo, first, hi, lo, last, lo, hi)
	g.Line("%s", emit.Poll())
	g.Line("%s = %s == %s || %s == %s - 1 ? %s + 1 : fm_min(%s - 1, %s + %d);", hi, lo, first, lo, last, lo, last, lo, stripLength)
	ok, bent := g.Temp(), g.Temp()
	for _, s := range l.spots {
		s.at = g.Temp()
		g.Line("i64 %s;", s.at)
	}
	g.Begin("{")
	g.index(x, lo)
	g.pure(l)
	for _, s := range l.spots {
		g.Line("%s = %s;", s.at, g.Expr(s.e))
	}
	g.End("}")
	in := []string{"1"}
	for _, s := range l.spots {
		in = append(in, fmt.Sprintf("(u64)(%s - 1) < (u64)%s", s.at, s.n))
		if s.moves {
			in = append(in, fmt.Sprintf("(u64)(%s - 1 + (%s - %s - 1)) < (u64)%s", s.at, hi, lo, s.n))
		}
	}
	g.Line("int %s = %s;", ok, strings.Join(in, " && "))
	if uneven := l.uneven(); len(uneven) > 0 {
		i := g.Temp()
		g.Line("u64 %s = 0;", bent)
		g.Begin("for (i64 %s = %s; %s < %s; %s++) {", i, lo, i, hi, i)
		g.index(x, i)
		g.pure(l)
		for _, s := range uneven {
			g.Line("%s |= (u64)(%s ^ (%s + (%s - %s)));", bent, g.Expr(s.e), s.at, i, lo)
		}
		g.End("}")
		g.Line("%s = %s && !%s;", ok, ok, bent)
	}
	g.Begin("if (%s) {", ok)
	g.fast(l, lo, hi, outs, ok)
	g.End("}")
	i := g.Temp()
	g.Begin("if (!%s) for (i64 %s = %s; %s < %s; %s++) {", ok, i, lo, i, hi, i)
	plain(i)
	g.End("}")
	g.End("}")
}

// uneven are the indices of which it is not known that they are one more in each next iteration.
func (l *lanes) uneven() (spots []*spot) {
	for _, s := range l.spots {
		if !s.steady {
			spots = append(spots, s)
		}
	}
	return spots
}

// index declares the index of a kernel in iteration i, from 0.
func (g *nest) index(x *syntax.Binding, i string) {
	g.Within(x.ID, 1, emit.MaxSize)
	g.Line("const i64 %s = %s + 1;", g.Declare(x), i)
}

// pure computes what the indices need.
func (g *nest) pure(l *lanes) {
	for _, let := range l.pure {
		g.let(let.Pat, let.Exp)
	}
}

// fast writes a strip whose indices are known. Products are computed fast, and ok becomes 0 if one may not fit: then the
// iterations run again.
func (g *nest) fast(l *lanes, lo, hi string, outs []*array, ok string) {
	type place struct{ at, step string }
	places := map[*syntax.Let]place{}
	for _, r := range l.reads {
		p := place{g.Temp(), g.Temp()}
		at, step := []string{r.a.first}, []string{"0"}
		for k, s := range r.spots {
			at = append(at, fmt.Sprintf("(%s - 1) * %s", s.at, r.a.d[k].s))
			if s.moves {
				step = append(step, r.a.d[k].s)
			}
		}
		g.Line("const i64 %s = %s, %s = %s;", p.at, strings.Join(at, " + "), p.step, strings.Join(step, " + "))
		places[r.let] = p
	}
	g.Line("const int fm_exact = 0; u64 fm_unsure = 0;")
	i, x := g.Temp(), l.k.Index[0].X
	g.Line("\n#pragma GCC ivdep")
	g.Begin("for (i64 %s = 0; %s < %s - %s; %s++) {", i, i, hi, lo, i)
	g.index(x, "("+lo+" + "+i+")")
	for _, s := range l.k.Body.Stms {
		let := s.(*syntax.Let)
		if p, ok := places[let]; ok {
			a := g.array(let.Exp.(*syntax.Index).X)
			g.assign(let.Pat[0], g.cell(a, p.at+" + "+i+" * "+p.step), a.elem)
			continue
		}
		g.let(let.Pat, let.Exp)
	}
	for j, e := range l.k.Body.Res {
		a := outs[j]
		if g.Real(e) != (a.elem == syntax.F64) {
			refuse(e, "another type")
		}
		o, v := g.Temp(), g.Temp()
		g.Line("const i64 %s = %s + (%s + %s) * %s;", o, a.first, lo, i, a.d[0].s)
		g.Line("const %s %s = %s;", ctype(a.elem), v, g.Expr(e))
		g.put(a, o, v)
	}
	g.End("}")
	g.Line("%s = !fm_unsure; (void)fm_exact;", ok)
}
