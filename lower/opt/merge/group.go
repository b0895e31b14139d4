package merge

import (
	"fmt"
	"slices"
	"strings"

	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// block is a block that a body allocates, with the first and the last statement that use
// it; the number of statements stands for what comes after them.
type block struct {
	m           *syntax.Binding
	first, last int
	kind        kind
	scratch     *syntax.Binding // an array in it whose elements may be copied before anything writes them
	shown       syntax.Expr     // its size, which is fixed because the block may be a result; nil: it is no result
}

// kind says which elements the arrays in a block have.
type kind uint8

const (
	ints kind = 1 << iota
	reals
)

// String returns what messages call the elements.
func (k kind) String() string { return [...]string{"nothing", "ints", "f64s", "ints and f64s"}[k] }

// group is a set of blocks that share the first of them. Statement at comes before its
// first use, and it has n locations there.
type group struct {
	blocks      []*block
	at          int
	n           syntax.Expr
	first, last int // of all its blocks
}

// block returns the group of one block, which statement k allocates.
func (m *merger) block(x *syntax.Binding, n syntax.Expr, k int, b *syntax.Body) *group {
	o := m.live.Origin(x)
	first, last := m.live.Uses(o, b)
	y := &block{m: x, first: first, last: last}
	for _, id := range m.live.Shown(o) {
		if t := m.types[id]; t != nil && t.IsArray() {
			if t.Elem == syntax.F64 {
				y.kind |= reals
			} else {
				y.kind |= ints
			}
		}
		if z := m.scratch[id]; z != nil {
			y.scratch = z
		}
	}
	if m.results[o] {
		y.shown = n
	}
	return &group{[]*block{y}, k, n, first, last}
}

// shown returns the size that a group has to keep because one of its blocks may be a result. If it is nil, the size may
// change.
func (g *group) shown() syntax.Expr {
	for _, x := range g.blocks {
		if x.shown != nil {
			return x.shown
		}
	}
	return nil
}

// place is a body in which groups are made. known holds at its end. If the end is not
// reached, the program is stuck without the pass too.
type place struct {
	*merger
	b     *syntax.Body
	known *rewrite.Known
	bound map[int]int // the statements that bind variables
}

// greedy adds each block, in the order of first uses, to a group or makes it a new one.
// Then it joins groups if possible.
func (p *place) greedy(blocks []*group) []*group {
	var groups []*group
	for _, g := range blocks {
		if h := p.choose(groups, g); h != nil {
			p.join(h, g)
			continue
		}
		p.refuse(groups, g)
		groups = append(groups, g)
	}
	for k := 0; k < len(groups); k++ {
		if h := p.choose(groups[:k], groups[k]); h != nil {
			p.join(h, groups[k])
			groups = slices.Delete(groups, k, k+1)
			k = -1
		}
	}
	return groups
}

// choose returns the group that g goes to. Of those that are large enough, or else can be
// made so, it is the one that was in use last. It returns nil if there is none.
func (p *place) choose(groups []*group, g *group) (best *group) {
	grows := false
	for _, h := range groups {
		fit, _ := p.fit(h, g)
		if fit == nil {
			continue
		}
		larger := !p.sameSize(fit.n, h.n)
		if best == nil || grows && !larger || grows == larger && h.before(g) > best.before(g) {
			best, grows = h, larger
		}
	}
	return best
}

// before returns the last statement that uses a group before g does.
func (g *group) before(h *group) int {
	last := -1
	for _, x := range g.blocks {
		if x.last < h.first {
			last = max(last, x.last)
		}
	}
	return last
}

// fit returns where the block of h is allocated, and how large it is, if it also holds g.
// It returns nil and the reason if it cannot hold g.
func (p *place) fit(h, g *group) (fit *group, why string) {
	if x, y := meeting(h, g); x != nil {
		return nil, fmt.Sprintf("both are in use at %s", p.named(max(x.first, y.first)))
	}
	if a, b := h.kind(), g.kind(); a|b == ints|reals {
		if a != b && p.Options["kinds"] != "any" {
			return nil, fmt.Sprintf("it holds %s, and the other one %s", b, a)
		}
		for _, x := range slices.Concat(h.blocks, g.blocks) {
			if x.scratch != nil {
				return nil, fmt.Sprintf("an element of `%s` that is copied before it is written would be a number of the other kind", x.scratch.Written())
			}
		}
	}
	return p.sized(h, g)
}

// meeting returns two blocks of the groups that are in use at one statement, or nil.
func meeting(h, g *group) (x, y *block) {
	for _, x := range h.blocks {
		for _, y := range g.blocks {
			if x.first <= y.last && y.first <= x.last {
				return x, y
			}
		}
	}
	return nil, nil
}

// scratches returns the arrays that start undefined, by ID.
func scratches(p *syntax.Program) map[int]*syntax.Binding {
	found := map[int]*syntax.Binding{}
	syntax.Walk(p, func(n syntax.Node) bool {
		if s, ok := n.(*syntax.Let); ok {
			if syntax.FormOf(s.Exp) == syntax.FormUnwritten {
				found[s.Pat[0].ID] = s.Pat[0]
			}
		}
		return true
	})
	return found
}

func (g *group) kind() (k kind) {
	for _, x := range g.blocks {
		k |= x.kind
	}
	return k
}

// sized is fit for blocks that do not interfere.
func (p *place) sized(h, g *group) (fit *group, why string) {
	fit, why = p.large(h, g)
	for _, x := range []*group{h, g} {
		if n := x.shown(); fit != nil && n != nil && !p.sameSize(fit.n, n) {
			return nil, fmt.Sprintf("`%s` is the block of a result, which has `%s` locations", x.blocks[0].m.Written(), syntax.Line(n))
		}
	}
	return fit, why
}

// large is sized for blocks that are not results.
func (p *place) large(h, g *group) (fit *group, why string) {
	switch {
	case p.atLeast(h.n, g.n):
		return &group{at: h.at, n: h.n}, ""
	case p.Options["sizes"] != "max":
		wanted := map[string]string{"equal": "", "fit": "at most "}[p.Options["sizes"]]
		return nil, fmt.Sprintf("its size `%s` is not known to be %sthat of the other one, `%s`", syntax.Line(g.n), wanted, syntax.Line(h.n))
	}
	for _, at := range []int{h.at, h.first} {
		if n := p.available(g.n, at); n != nil {
			return &group{at: at, n: p.larger(h.n, n)}, ""
		}
	}
	return nil, fmt.Sprintf("its size `%s` is not known before %s", syntax.Line(g.n), p.named(h.first))
}

// atLeast tells whether a size is known to be enough for another one.
func (p *place) atLeast(n, k syntax.Expr) bool {
	if p.sameSize(n, k) || p.Options["sizes"] == "equal" {
		return p.sameSize(n, k)
	}
	return p.known.AtLeast(&syntax.Binary{Op: syntax.Sub, X: n, Y: k}, 0)
}

// sameSize tells whether two sizes are known to be equal.
func (p *place) sameSize(n, k syntax.Expr) bool {
	c, ok := p.known.Of(n).Sub(p.known.Of(k)).Const()
	return ok && c.IsZero()
}

// larger returns the larger one of two sizes.
func (p *place) larger(n, k syntax.Expr) syntax.Expr {
	if p.known.AtLeast(&syntax.Binary{Op: syntax.Sub, X: k, Y: n}, 0) {
		return k
	}
	return lmad.Simplify(&syntax.Binary{Op: syntax.Max, X: n, Y: k})
}

// available returns a size in terms of what is bound before a statement, or nil.
func (p *place) available(n syntax.Expr, at int) syntax.Expr {
	for _, n := range []syntax.Expr{n, p.known.Of(n).Expr()} {
		if !slices.ContainsFunc(syntax.FreeVars(n), func(v *syntax.Var) bool {
			k, here := p.bound[v.ID]
			return here && k >= at
		}) {
			return n
		}
	}
	return nil
}

// join makes g a part of h.
func (p *place) join(h, g *group) {
	fit, _ := p.fit(h, g)
	says := []string{}
	if k := h.before(g); k >= 0 {
		says = append(says, "is dead after "+p.named(k))
	}
	if !p.sameSize(fit.n, h.n) {
		says = append(says, "gets `"+syntax.Line(fit.n)+"` locations for that")
	}
	note := p.Did(g.blocks[0].m, "lies in `%s`, which %s", h.blocks[0].m.Written(), strings.Join(says, " and "))
	for _, x := range h.blocks {
		p.because(note, x)
	}
	h.blocks, h.at, h.n = append(h.blocks, g.blocks...), fit.at, fit.n
	h.first, h.last = min(h.first, g.first), max(h.last, g.last)
}

// refuse says why a block goes to none of the groups. For the last one it shows where both
// are in use, and for the others it gives one line for each reason.
func (p *place) refuse(groups []*group, g *group) {
	if len(groups) == 0 {
		return
	}
	x, last := g.blocks[0], groups[len(groups)-1]
	_, why := p.fit(last, g)
	note := p.Refused(x.m, "not merged with `%s`: %s", last.blocks[0].m.Written(), why)
	p.because(note, x)
	for _, y := range last.blocks {
		p.because(note, y)
	}
	alike := map[string][]*syntax.Binding{}
	var reasons []string
	for _, h := range slices.Backward(groups[:len(groups)-1]) {
		_, why := p.fit(h, g)
		if alike[why] == nil {
			reasons = append(reasons, why)
		}
		alike[why] = append(alike[why], h.blocks[0].m)
	}
	for _, why := range reasons {
		var names []string
		for _, m := range alike[why] {
			names = append(names, "`"+m.Written()+"`")
		}
		note.Because(alike[why][0].Span, "nor with %s: %s", strings.Join(names, ", "), why)
	}
}

// because notes from where to where a block is in use.
func (p *place) because(n *rewrite.Note, x *block) {
	if x.last == len(p.b.Stms) {
		n.Because(p.at(x.first), "`%s` is in use from %s on", x.m.Written(), p.named(x.first))
		return
	}
	n.Because(p.at(x.first), "`%s` is in use from %s to %s", x.m.Written(), p.named(x.first), p.named(x.last))
}

// named returns what messages call statement k.
func (p *place) named(k int) string {
	if k < len(p.b.Stms) {
		return rewrite.Named(p.b.Stms[k])
	}
	return "the results"
}

// at returns where statement k stands.
func (p *place) at(k int) diag.Span {
	if k < len(p.b.Stms) {
		return p.b.Stms[k].GetSpan()
	}
	return p.b.Results()
}
