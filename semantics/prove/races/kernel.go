package races

import (
	"fmt"
	"slices"
	"strings"

	"funmem/semantics/poly"
	"funmem/semantics/prove"
	"funmem/semantics/syntax"
)

// iterations is a kernel that is walked. What its body made and accessed comes after
// these.
type iterations struct {
	i      poly.Poly // the index
	symbol int       // variables made before the body
	block  int       // the first block that an iteration allocates
	access int       // the first access
	bound  int
}

// iterate walks one arbitrary iteration i of n and judges the kernel.
func (w *walker) iterate(s Kernel, name string, n poly.Poly, body func(i poly.Poly)) {
	w.facts.NonNeg(n)
	k := iterations{symbol: w.syms.Made(), block: len(w.allocs) + 1, access: len(w.accesses), bound: len(w.bounds)}
	w.repeated(func() {
		w.tape.enter(Iteration, func() poly.Poly {
			k.i = w.fresh(name)
			return k.i
		})
		w.facts.AtMost(one, k.i)
		w.facts.AtMost(k.i, n)
		outer := w.own
		w.own = len(w.allocs) + 1
		body(k.i)
		w.own = outer
		w.tape.leave()
	})
	w.judge(s, k, func() (string, bool) { return w.independent(k) })
}

// places are the places of the fresh arrays of a pattern.
func (w *walker) places(pat []*syntax.Binding) []val {
	dst := make([]val, len(pat))
	for k, z := range pat {
		dst[k] = w.array(z.Type)
		w.tape.spread(z, dst[k])
	}
	return dst
}

// kernel is E-MEM-KERNEL.
func (w *walker) kernel(s *syntax.Let, e *syntax.Kernel) {
	dst := w.places(s.Pat)
	w.iterate(Kernel{Let: s}, e.Index[0].X.Name, w.int(e.Index[0].N), func(i poly.Poly) {
		w.env[e.Index[0].X.ID] = val{n: i}
		w.body(e.Body)
		w.mark(func(s *span) { s.results = len(w.accesses) })
		for k, x := range e.Body.Res {
			w.move(x, s.Pat[k], dst[k].blocks, dst[k].l.Index(i))
			w.tape.kept(s.Pat[k], dst[k].blocks, dst[k].l.Index(i))
		}
	})
	for k, z := range s.Pat {
		w.env[z.ID] = dst[k]
		w.tape.born(z)
	}
}

// iota is E-MEM-IOTA: iteration i writes element i.
func (w *walker) iota(s *syntax.Let) {
	dst := w.places(s.Pat)[0]
	w.iterate(Kernel{Let: s}, "row", dst.l.Dims[0].Size, func(i poly.Poly) {
		w.counting(i, "row", "iota")
		w.fill(s.Pat[0], dst.blocks, dst.l.Index(i))
	})
	w.env[s.Pat[0].ID] = dst
	w.tape.born(s.Pat[0])
}

// replicate is E-MEM-REPLICATE: iteration i copies x to row i.
func (w *walker) replicate(s *syntax.Let, e *syntax.Replicate) {
	dst := w.places(s.Pat)[0]
	w.iterate(Kernel{Let: s}, "row", w.int(e.N), func(i poly.Poly) {
		w.counting(i, "row", "replicate")
		w.move(e.X, s.Pat[0], dst.blocks, dst.l.Index(i))
	})
	w.env[s.Pat[0].ID] = dst
	w.tape.born(s.Pat[0])
}

// copy is E-MEM-COPY: one kernel, and each iteration reads and writes one element.
func (w *walker) copy(s *syntax.Let, e *syntax.Copy) {
	dst, x := w.places(s.Pat)[0], w.operand(e.X)
	k := iterations{symbol: w.syms.Made(), access: len(w.accesses), bound: len(w.bounds)}
	w.move(e.X, s.Pat[0], dst.blocks, dst.l)
	w.env[s.Pat[0].ID] = dst
	w.tape.born(s.Pat[0])
	w.judge(Kernel{Let: s}, k, func() (string, bool) {
		proof, ok := prove.Injective(w.syms, w.facts, dst.l)
		var r reasons
		r.writes(s.Pat[0].Written(), proof)
		if ok && w.mayMeet(dst.blocks, x.blocks) {
			proof, ok = prove.Apart(w.syms, w.facts, dst.l, x.l)
			r.reads(syntax.Line(e.X), s.Pat[0].Written(), proof)
		}
		return r.text(), ok
	})
}

// maxQuestions bounds the questions about one function or program.
const maxQuestions = 2000

// ask counts a question. It is false when there were too many.
func (w *walker) ask() bool {
	w.questions++
	return w.questions <= w.most(maxQuestions)
}

// most returns a limit of this walk. The limits of a tape grow with the budget.
func (w *walker) most(n int) int {
	if w.tape == nil {
		return n
	}
	return n * w.syms.Budget.Usual()
}

// independent proves that no iteration writes what another one reads or writes.
func (w *walker) independent(k iterations) (reason string, ok bool) {
	var shared []access
	for _, a := range w.accesses[k.access:] {
		if w.turns.before(a.in, k.block)[0] < k.block {
			shared = append(shared, a)
		}
	}
	var r reasons
	syms := w.syms.Fork() // the kernels around this one do not copy the copies
	by := syms.Copies(k.symbol, syms.Made())
	for n, a := range shared {
		for _, b := range shared[n:] {
			if !a.write && !b.write || !w.turns.mayMeet(a.in, b.in, k.block) {
				continue
			}
			proof, ok := w.apart(syms, k, by, a, b)
			if !ok {
				return "", false
			}
			r.pair(a, b, proof)
		}
	}
	return r.text(), true
}

// apart proves that two accesses of different iterations do not meet, whichever of the two
// is in the earlier iteration.
func (w *walker) apart(syms *prove.Symbols, k iterations, by map[int]poly.Poly, a, b access) (proof prove.Proof, ok bool) {
	if !w.ask() {
		return nil, false
	}
	for _, order := range [][2]access{{a, b}, {b, a}} {
		first, second := order[0], order[1]
		facts := first.facts
		facts.Add(second.facts.Subst(by))
		facts.Less(k.i, k.i.Subst(by))
		q, ok := prove.Disjoint(syms, facts, first.l, second.l.Subst(by))
		if !ok {
			return nil, false
		}
		proof = proof.With(q)
	}
	return proof, true
}

// judge reports on a kernel: whether its iterations are proved independent and its
// accesses in bounds. It takes at most a quarter of the steps that are left to the walk.
func (w *walker) judge(s Kernel, k iterations, independent func() (reason string, proved bool)) {
	if w.report == nil {
		return
	}
	out, syms := &s, w.syms
	w.syms = syms.For(s.about)
	steps, spent := w.syms.Budget.Share(4, func() {
		w.syms.Budget.Oblige(func() bool {
			out.Reason, out.Proved = independent()
			return out.Proved
		})
		out.InBounds = !slices.ContainsFunc(w.bounds[k.bound:], func(b *bound) bool { return !w.holds(b) })
	})
	w.syms = syms
	if spent {
		out.GivenUp = givenUp(steps)
	}
	w.report(out)
}

func givenUp(steps int) string { return fmt.Sprintf("the proof takes more than %d steps", steps) }

// holds tries once to prove a bound.
func (w *walker) holds(b *bound) bool { return w.holdsFor(w.syms, b) }

// holdsFor is holds, with the symbols that say what it is for.
func (w *walker) holdsFor(y *prove.Symbols, b *bound) bool {
	if b.state == open {
		b.state = fails
		if w.ask() && b.facts.Proves(y, b.p) {
			b.state = holds
		}
	}
	return b.state == holds
}

// reasons says why the iterations of a kernel are independent.
type reasons struct{ lines []string }

func (r *reasons) add(line string, proof prove.Proof) {
	line += " (" + strings.Join(proof, ", ") + ")"
	for _, l := range r.lines {
		if l == line {
			return
		}
	}
	r.lines = append(r.lines, line)
}

func (r *reasons) pair(a, b access, proof prove.Proof) {
	switch {
	case a.write && b.write && a.what == b.what:
		r.writes(a.what, proof)
	case a.write && b.write:
		r.add(fmt.Sprintf("what iterations write of `%s` and `%s` does not meet", a.what, b.what), proof)
	case a.write:
		r.reads(b.what, a.what, proof)
	default:
		r.reads(a.what, b.what, proof)
	}
}

func (r *reasons) writes(z string, proof prove.Proof) {
	r.add(fmt.Sprintf("what iterations write of `%s` does not meet", z), proof)
}

func (r *reasons) reads(x, z string, proof prove.Proof) {
	r.add(fmt.Sprintf("no iteration reads of `%s` what another one writes of `%s`", x, z), proof)
}

// text is all of the reasons. If nothing had to be proved, an iteration writes nothing
// that another one can see.
func (r *reasons) text() string {
	if len(r.lines) == 0 {
		return "iterations write only what they allocate"
	}
	return strings.Join(r.lines, "; ")
}
