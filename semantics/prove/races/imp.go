package races

import (
	"fmt"
	"slices"

	"funmem/semantics/imp"
	"funmem/semantics/poly"
	"funmem/semantics/prove"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// IMP judges the kernels of a program of IMP, after imp.Resolve, for all inputs. The walk follows the rules of eval/imp; a
// variable stands for what is known of its value where the walk is. Arrays that are inputs have blocks of their own,
// and blocks that are inputs may all be the same one. The rest is as for KernelsWithin.
func IMP(steps *prove.Budget, p *imp.Program, until ...stop.Poll) []*Kernel {
	g := newProgram(&syntax.Program{}, nil, nil)
	g.until, g.budget = stop.Any(until), steps
	w, judged := &impWalker{walker: g.walker(), of: map[int]*syntax.Binding{}}, map[*imp.Kernel]bool{}
	w.report = func(k *Kernel) {
		judged[k.IMP] = true
		g.kernels = append(g.kernels, k)
	}
	most, spent := steps.Share(1, func() { w.program(p) })
	why := ""
	switch {
	case w.steps > maxSteps:
		why = fmt.Sprintf("with what is repeated there are more than %d statements", maxSteps)
	case spent:
		why = givenUp(most)
	}
	imp.Walk(p.Body, func(s imp.Stm) bool {
		if k, ok := s.(*imp.Kernel); ok && !judged[k] {
			g.kernels = append(g.kernels, &Kernel{IMP: k, GivenUp: why})
		}
		return true
	})
	return g.kernels
}

// impWalker is a walk over a program of IMP.
type impWalker struct {
	*walker
	of map[int]*syntax.Binding // the variables that the walk has met
}

// program walks a program, unless it becomes too long.
func (w *impWalker) program(p *imp.Program) {
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(tooLong); !ok {
				panic(e)
			}
		}
	}()
	for _, x := range p.Inputs {
		w.of[x.ID] = x
		switch {
		case x.Type.IsArray():
			size := one
			for _, d := range x.Type.Dims {
				n := w.int(d)
				w.facts.NonNeg(n)
				size = size.Mul(n)
			}
			w.env[x.Type.Mem.Block.ID] = val{blocks: w.newBlock(size)}
		case x.Type.Elem == syntax.Mem:
			w.env[x.ID] = val{blocks: outside}
		case x.Type.IsInt():
			w.variable(x.ID, x.Name)
		}
	}
	w.seq(p.Body)
}

func (w *impWalker) seq(stms []imp.Stm) {
	for _, s := range stms {
		w.steps++
		if !w.syms.Step(1+w.facts.Size()/factsPerStep) || w.steps > maxSteps {
			panic(tooLong{})
		}
		w.stm(s)
	}
}

// stm walks a statement, with the accesses that its rule makes.
func (w *impWalker) stm(s imp.Stm) {
	switch s := s.(type) {
	case *imp.Skip:
	case *imp.Declare:
		w.of[s.X.ID], w.env[s.X.ID] = s.X, val{}
	case *imp.Assign:
		w.assign(s)
	case *imp.Alloc:
		size := w.int(s.N)
		w.facts.NonNeg(size)
		w.env[s.X.ID] = val{blocks: w.newBlock(size)}
	case *imp.Read:
		w.location(s.Y, s.At, false)
		w.env[s.X.ID] = w.unread(s.X)
	case *imp.Write:
		w.location(s.X, s.At, true)
	case *imp.Free:
		w.free(s.X.Name, w.env[s.X.ID].blocks)
	case *imp.If:
		w.choice(s)
	case *imp.Kernel:
		w.parallel(s)
	case *imp.For:
		n := w.int(s.N)
		w.of[s.X.ID] = s.X
		w.sequential(&rounds{n: &n, index: s.X.Name, begin: func(i poly.Poly) { w.env[s.X.ID] = val{n: i} }}, s.Body)
	case *imp.While:
		w.sequential(&rounds{begin: func(poly.Poly) { w.facts.Add(known(w.int(s.Cond)).yes) }}, s.Body)
	case *imp.Check:
		for k, op := range s.Rels {
			w.facts.Either(prove.Comparison(op, w.term(s.Terms[k]), w.term(s.Terms[k+1]), true)...)
		}
	default:
		panic(fmt.Sprintf("races: no case for a %T", s))
	}
}

// unread is a value that is read: nothing is known about it.
func (w *impWalker) unread(x *syntax.Var) val {
	if b := w.of[x.ID]; b == nil || b.Type.IsInt() {
		return val{n: w.fresh(x.Name)}
	}
	return val{}
}

func (w *impWalker) assign(s *imp.Assign) {
	switch b := w.of[s.X.ID]; {
	case b != nil && b.Type.Elem == syntax.Mem:
		y := s.E.(*syntax.Var)
		w.env[s.X.ID] = w.variable(y.ID, y.Name)
	case b == nil || b.Type.IsInt():
		w.env[s.X.ID] = known(w.int(s.E))
	}
}

// term is a term of a check. The length of a block from outside is not known.
func (w *impWalker) term(t syntax.Expr) poly.Poly {
	l, ok := t.(*syntax.Length)
	if !ok {
		return w.int(t)
	}
	if n, ok := w.length(w.env[l.X.(*syntax.Var).ID].blocks); ok {
		return n
	}
	n := w.fresh("length")
	w.facts.NonNeg(n)
	return n
}

// length is the number of locations of a block, if it is known. For a block that stands for several it is 0 unless they have
// the same size.
func (w *impWalker) length(in blocks) (n poly.Poly, ok bool) {
	if !in.allocated() {
		return n, false
	}
	n = w.allocs[in[0]-1]
	return n, !n.IsZero()
}

// location is an access to one location, which must lie in its block. It does from then on.
func (w *impWalker) location(x *syntax.Var, at syntax.Expr, write bool) {
	off, in := w.int(at), w.env[x.ID].blocks
	if len(in) == 0 {
		return // stuck: there is no block
	}
	w.touch(in, prove.LMAD{Offset: off}, write, x.Name, x.ID)
	w.wants(w.facts, off)
	n, ok := w.length(in)
	if !ok {
		w.bounds = append(w.bounds, &bound{state: fails})
	} else {
		w.wants(w.facts, n.Sub(off).Sub(one))
		w.facts.Less(off, n)
	}
	w.facts.NonNeg(off)
}

// assigned are the variables from outside of some statements that these assign to.
func (w *impWalker) assigned(stms []imp.Stm) (xs []*syntax.Binding) {
	declared := map[int]bool{}
	imp.Walk(stms, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); ok {
			declared[d.X.ID] = true
		} else if x := imp.Target(s); x != nil && !declared[x.ID] {
			declared[x.ID] = true
			if b := w.of[x.ID]; b != nil {
				xs = append(xs, b)
			}
		}
		return true
	})
	return xs
}

func (w *impWalker) values(xs []*syntax.Binding) []val {
	vs := make([]val, len(xs))
	for k, x := range xs {
		vs[k] = w.env[x.ID]
	}
	return vs
}

func (w *impWalker) bindAll(xs []*syntax.Binding, vs []val) {
	for k, x := range xs {
		w.env[x.ID] = vs[k]
	}
}

// choice is E-IMP-TRUE or E-IMP-FALSE: the accesses of both branches.
func (w *impWalker) choice(s *imp.If) {
	xs := w.assigned(slices.Concat(s.Then, s.Else))
	cond, first := known(w.int(s.Cond)), w.values(xs)
	yes, no, freed := w.both(cond, func() []val {
		w.seq(s.Then)
		return w.values(xs)
	}, func() []val {
		w.bindAll(xs, first)
		w.seq(s.Else)
		return w.values(xs)
	})
	w.bindAll(xs, w.join(xs, cond, yes, no, freed))
}

// parallel is E-IMP-KERNEL: each iteration begins with the variables as they were before the kernel, and they are that again
// after it.
func (w *impWalker) parallel(s *imp.Kernel) {
	xs := w.assigned(s.Body)
	first := w.values(xs)
	w.of[s.X.ID] = s.X
	w.iterate(Kernel{IMP: s}, s.X.Name, w.int(s.N), func(i poly.Poly) {
		w.bindAll(xs, first)
		w.env[s.X.ID] = val{n: i}
		w.seq(s.Body)
	})
	w.bindAll(xs, first)
}

// sequential is E-IMP-FOR or E-IMP-WHILE: a loop that carries what its body assigns to.
func (w *impWalker) sequential(r *rounds, body []imp.Stm) {
	xs := w.assigned(body)
	r.w, r.params, r.carried = w.walker, xs, w.values(xs)
	r.bind = func(vs []val) { w.bindAll(xs, vs) }
	r.body = func() []val {
		w.seq(body)
		return w.values(xs)
	}
	w.bindAll(xs, r.all())
}
