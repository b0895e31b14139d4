package equal

import (
	"slices"
	"strconv"
	"strings"

	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/prove"
)

// context is what is assumed at a place: the ranges of the indices around it, and the conditions of the branches. Contexts with the same assumptions
// are the same pointer.
type context struct {
	keys  []int // of the assumptions, in order
	sig   string
	outer *context // the one without the last assumption
	last  int      // that one

	learned  int                // of the facts with the last assumption: how many were looked at
	own      prove.System       // what holds here and not in the outer one
	least    map[string]num.Num // of a polynomial without constant: what it is at least, by one of these facts
	proved   map[string]bool    // polynomials that are not negative
	unproved map[string]int     // polynomials of which that was not shown, with the number of facts at that time
}

// fact is something that holds where some assumptions hold.
type fact struct {
	keys  []int
	facts facts
}

// facts are polynomials that are not negative, and polynomials that are 0.
type facts struct{ nonNegs, zeros []poly.Poly }

func (s *facts) NonNeg(p poly.Poly)    { s.nonNegs = append(s.nonNegs, p) }
func (s *facts) AtMost(a, b poly.Poly) { s.NonNeg(b.Sub(a)) }
func (s *facts) Less(a, b poly.Poly)   { s.NonNeg(b.Sub(a).Sub(one)) }
func (s *facts) Zero(p poly.Poly)      { s.zeros = append(s.zeros, p) }
func (s *facts) Size() int             { return len(s.nonNegs) + len(s.zeros) }

func (s *facts) Add(t facts) {
	s.nonNegs = append(slices.Clip(s.nonNegs), t.nonNegs...)
	s.zeros = append(slices.Clip(s.zeros), t.zeros...)
}

// know adds facts to a context.
func (c *context) know(s facts) {
	for _, p := range s.zeros {
		c.own.Zero(p)
		c.atLeast(p)
		c.atLeast(p.Neg())
	}
	for _, p := range s.nonNegs {
		c.own.NonNeg(p)
		c.atLeast(p)
	}
}

// atLeast notes a fact p >= 0.
func (c *context) atLeast(p poly.Poly) {
	rest, k := apart(p)
	key, k := rest.Key(), k.Neg()
	if have, ok := c.least[key]; !ok || have.Cmp(k) < 0 {
		c.least[key] = k
	}
}

// apart is p without its constant, and the constant.
func apart(p poly.Poly) (rest poly.Poly, k num.Num) {
	ts := p.Terms()
	if n := len(ts); n > 0 && ts[n-1].Mono.Degree() == 0 {
		k = ts[n-1].Coef
		rest = p.Sub(poly.Int(k))
		return rest, k
	}
	return p, k
}

// contexts has each context once, and what was learned in them.
type contexts struct {
	root    *context
	ctx     *context // the one of the place that is looked at
	bySig   map[string]*context
	facts   map[int][]fact        // by each of their assumptions; 0: those without any
	held    map[string][][]int    // of an obligation: the assumptions under which it is known to hold
	atoms   map[string][]*indexed // the indices for each bound
	numbers map[string]int        // of the assumptions
	refused map[string]int        // how often a question stayed open, less how often it was shown, by its text
	truths  map[*node][2]int      // the assumptions that a truth does not hold, and that it does
	conds   map[int]*node         // the truths that assumptions are about
}

// indexed is an index with its range, 1 to its bound.
type indexed struct {
	p   poly.Poly
	key int
}

func newContext(outer *context, last int, keys []int, sig string, s facts) *context {
	c := &context{outer: outer, last: last, keys: keys, sig: sig, least: map[string]num.Num{}, proved: map[string]bool{}, unproved: map[string]int{}}
	c.know(s)
	return c
}

// assumption is the number of an assumption: an index has its range, a sort of round is run, a condition holds or does not.
func (r *run) assumption(what string) int {
	if r.numbers[what] == 0 {
		r.numbers[what] = len(r.numbers) + 1
	}
	return r.numbers[what]
}

func signature(keys []int) string {
	var b strings.Builder
	for _, k := range keys {
		b.WriteString(strconv.Itoa(k))
		b.WriteByte(' ')
	}
	return b.String()
}

// everywhere learns that p >= 0.
func (r *run) everywhere(p poly.Poly) {
	var s facts
	s.NonNeg(p)
	r.facts[0] = append(r.facts[0], fact{nil, s})
}

// learn adds a fact of the place that is looked at.
func (r *run) learn(s facts) {
	if s.Size() > 0 {
		f := fact{r.ctx.keys, s}
		if len(f.keys) == 0 {
			r.facts[0] = append(r.facts[0], f)
		}
		for _, k := range f.keys {
			r.facts[k] = append(r.facts[k], f)
		}
	}
}

// within runs do with one assumption more.
func (r *run) within(key int, s facts, do func()) {
	outer := r.ctx
	defer func() { r.ctx = outer }()
	if !slices.Contains(outer.keys, key) {
		keys := append(slices.Clone(outer.keys), key)
		slices.Sort(keys)
		sig := signature(keys)
		if r.bySig[sig] == nil {
			r.bySig[sig] = newContext(outer, key, keys, sig, s)
		}
		r.ctx = r.bySig[sig]
	}
	do()
}

// index runs do with an index from 1 to n that is not used yet. Each bound has its own indices, so that two kernels with one bound have the same one.
func (r *run) index(n poly.Poly, do func(i poly.Poly)) {
	k := n.Key()
	for _, x := range r.atoms[k] {
		if !slices.Contains(r.ctx.keys, x.key) {
			r.within(x.key, between(x.p, n), func() { do(x.p) })
			return
		}
	}
	i := r.atom(0, "i"+strconv.Itoa(len(r.atoms[k])+1)).p
	x := &indexed{i, r.assumption("i" + strconv.Itoa(r.syms.Made()))}
	r.atoms[k] = append(r.atoms[k], x)
	r.within(x.key, between(i, n), func() { do(i) })
}

// between is 1 <= i <= n.
func between(i, n poly.Poly) (s facts) {
	s.AtMost(one, i)
	s.AtMost(i, n)
	s.AtMost(one, n)
	return s
}

// indices runs do with an index for each size.
func (r *run) indices(shape []poly.Poly, do func(is []poly.Poly)) {
	var next func(is []poly.Poly)
	next = func(is []poly.Poly) {
		if len(is) == len(shape) {
			do(is)
			return
		}
		r.index(shape[len(is)], func(i poly.Poly) { next(append(slices.Clip(is), i)) })
	}
	next(nil)
}

// informed is the context of the place that is looked at, with what was learned.
func (r *run) informed() *context {
	for c := r.ctx; c != nil; c = c.outer {
		fs := r.facts[c.last]
		for ; c.learned < len(fs); c.learned++ {
			if subset(fs[c.learned].keys, c.keys) {
				c.know(fs[c.learned].facts)
			}
		}
	}
	return r.ctx
}

// system is what holds in a context.
func (c *context) system() (s prove.System) {
	for ; c != nil; c = c.outer {
		s.Add(c.own)
	}
	return s
}

func (c *context) size() (n int) {
	for ; c != nil; c = c.outer {
		n += c.own.Size()
	}
	return n
}

// subset tells whether all of a sorted list are in another one.
func subset(keys, of []int) bool {
	k := 0
	for _, x := range of {
		if k < len(keys) && keys[k] == x {
			k++
		}
	}
	return k == len(keys)
}

// mostTests is how many linear programs a question may take, and mostSteps how many steps. Of the questions of the examples that can be proved, one in a
// thousand takes more. Most questions cannot be, and these would take nearly all the time.
const (
	mostTests = 6
	mostSteps = 2048
)

// mostRefused is how often a question is asked that has the same names, in other rounds or at other places, if it stays open. What is not shown three times
// is taken to stay open.
const mostRefused = 3

// proves tells whether p >= 0 at the place that is looked at.
func (r *run) proves(p poly.Poly) bool {
	if k, ok := p.Const(); ok {
		return k.Sign() >= 0
	}
	c := r.informed()
	rest, k := apart(p)
	name := rest.Key()
	for d := c; d != nil; d = d.outer {
		if have, ok := d.least[name]; ok && have.Add(k).Sign() >= 0 {
			return true
		}
	}
	name = p.Key()
	for d := c; d != nil; d = d.outer {
		if d.proved[name] {
			return true
		}
	}
	size := c.size()
	if n, ok := c.unproved[name]; ok && n == size && (r.about == nil || !r.syms.Asks()) {
		return false
	}
	text := p.String()
	if r.refused[text] >= mostRefused && (r.about == nil || !r.syms.Asks()) {
		return false
	}
	s, y := c.system(), r.syms.Limited(mostTests).Brief(mostSteps)
	if y = y.For(r.about); r.about == nil {
		y = y.Attempt()
	}
	if s.Proves(y, p) {
		c.proved[name] = true
		r.refused[text]--
		return true
	}
	c.unproved[name] = size
	r.refused[text]++
	return false
}

// same tells whether two ints are equal at the place that is looked at.
func (r *run) same(p, q poly.Poly) bool {
	d := p.Sub(q)
	if k, ok := d.Const(); ok {
		return k.IsZero()
	}
	return !r.quick && r.isNothing(d)
}

// isNothing tells whether p is 0 at the place that is looked at.
func (r *run) isNothing(p poly.Poly) bool { return r.proves(p) && r.proves(p.Neg()) }

// remembered are things that were computed at some places. They hold wherever all assumptions of their place do.
type remembered[T any] map[string][]memory[T]

type memory[T any] struct {
	keys []int
	v    T
}

// recall finds what was computed for a key under some of the assumptions of the place that is looked at.
func recall[T any](r *run, of remembered[T], key string) (v T, ok bool) {
	for _, m := range of[key] {
		if subset(m.keys, r.ctx.keys) {
			return m.v, true
		}
	}
	return v, false
}

func remember[T any](r *run, of remembered[T], key string, v T) {
	of[key] = append(of[key], memory[T]{r.ctx.keys, v})
}
