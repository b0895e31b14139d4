package emr

import (
	"slices"

	"funmem/lower/alias"
	"funmem/lower/live"
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// reuse is one run of the first two phases.
type reuse struct {
	*rewrite.Job
	live    *live.Liveness
	loops   map[syntax.Stm][]*withLoop
	order   []*withLoop         // all of them, from the top of the program
	into    map[int]syntax.Expr // for each block that is not needed any more, by ID, the one that takes its place
	without map[syntax.Stm]bool // their allocs

	asks   bool         // a count says at run time whether a candidate is free
	own    map[int]bool // what is bound so far in the function, loop or kernel that is being looked at
	rounds []*round     // the loops, if it asks
	in     *round       // the loop whose round is being looked at, outside of the kernels and loops in it; or nil
}

// withLoop is an array that a statement computes into a block which the body allocates. As a candidate for counts at run time
// it may be any other array, with x alone.
type withLoop struct {
	let     *syntax.Let
	x       *syntax.Binding // the array
	m       *syntax.Binding // its block
	o       *alias.Origin   // and the origin of that
	alloc   *syntax.Let
	rc, erc []*withLoop // the candidates, the one defined last first
	chosen  *withLoop   // whose block it takes, or nil: the first RC that is free, or else the only ERC that is left
	left    []*withLoop // what may be chosen: all RCs that are left, or else that ERC
	spare   *withLoop   // Alg. 3, at run time: what a round keeps for the next one
}

// Run is the pass emr over a FUNMEM program.
func Run(j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
	r := newReuse(j, live.Find(p, j.Until))
	r.phases(p)
	for _, w := range r.order {
		r.tell(w)
	}
	def := func(d *syntax.Def) *syntax.Def {
		c := *d
		c.Body = r.body(d.Body)
		return &c
	}
	p = syntax.Subst(rewrite.Assemble(p, def, r.body(r.live.Main)), r.into)
	j.Report = r.report()
	if r.onlyRC() {
		return p, nil
	}
	told := len(j.Notes)
	after, err := acrossRounds(j, p)
	if err != nil {
		return nil, err
	}
	j.Report += r.ofLoops(p, after, j.Notes[told:])
	return after, nil
}

func newReuse(j *rewrite.Job, l *live.Liveness) *reuse {
	return &reuse{Job: j, live: l, loops: map[syntax.Stm][]*withLoop{}, into: map[int]syntax.Expr{}, without: map[syntax.Stm]bool{}}
}

// phases runs the first two phases over a program.
func (r *reuse) phases(p *syntax.Program) {
	tops := []*syntax.Body{r.live.Main}
	for _, d := range p.Defs() {
		known := rewrite.KnownBefore(r.Job, p)
		known.Bind(d.Params...)
		r.own = map[int]bool{}
		r.infer(d.Body, known, r.params(d.Params))
		tops = append(tops, d.Body)
	}
	r.own = map[int]bool{}
	r.infer(r.live.Main, rewrite.KnownBefore(r.Job, p), nil)
	for _, b := range tops {
		r.filter(b, map[*withLoop]bool{})
	}
}

// onlyRC tells whether to do what the compiler did before the paper (§2.3): no extended candidates, and nothing from round to round.
func (r *reuse) onlyRC() bool { return r.Options["candidates"] == "rc" }

// takes lets a with-loop be computed in the block of the first of these candidates.
func (r *reuse) takes(w *withLoop, left []*withLoop) {
	w.chosen, w.left = left[0], left
	r.without[w.alloc] = true
}

// tell notes the candidates of a with-loop, as §4.1.1 and §4.1.2 print them, and what became of it.
func (r *reuse) tell(w *withLoop) {
	switch {
	case w.chosen == nil:
		r.Refused(w.x, "RC=%s, ERC=%s, filtered {}: has a block of its own, `%s`", names(w.rc), names(w.erc), w.m.Written())
	case slices.Contains(w.rc, w.chosen):
		r.Did(w.x, "RC=%s, ERC=%s, filtered {}: computed in the block of `%s`", names(w.rc), names(w.erc), w.chosen.x.Written())
	default:
		r.Did(w.x, "RC=%s, ERC=%s, filtered {`%s`}: computed in the block of `%s`", names(w.rc), names(w.erc), w.chosen.x.Written(), w.chosen.x.Written())
	}
}

// body rebuilds a body without the allocs of blocks that are not needed. r.into gets what takes their places.
func (r *reuse) body(b *syntax.Body) *syntax.Body {
	out := &syntax.Body{Span: b.Span, Res: b.Res}
	for _, s := range b.Stms {
		for _, w := range r.loops[s] {
			if w.chosen != nil {
				r.into[w.m.ID] = w.place().Use()
			}
		}
		if r.without[s] {
			continue
		}
		if let, ok := s.(*syntax.Let); ok {
			s = &syntax.Let{Span: let.Span, Pat: let.Pat, Exp: rewrite.Inner(let.Exp, r.body), Doc: let.Doc}
		}
		out.Stms = append(out.Stms, s)
	}
	return out
}

// place is where the array lies in the end: in the block of the first one of those that take it over from each other.
func (w *withLoop) place() *syntax.Binding {
	for w.chosen != nil {
		w = w.chosen
	}
	return w.m
}

// names lists candidates as the paper does.
func names(ws []*withLoop) string {
	text := "{"
	for k, w := range ws {
		if k > 0 {
			text += ", "
		}
		text += "`" + w.x.Written() + "`"
	}
	return text + "}"
}

// without are the with-loops of a list but for some.
func without(ws []*withLoop, is func(*withLoop) bool) []*withLoop {
	return slices.DeleteFunc(slices.Clone(ws), is)
}
