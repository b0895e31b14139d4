package validate

import (
	"math/rand/v2"

	"funmem/eval/value"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// likeness is how the elements of one array, or row, follow from those of another.
type likeness uint8

const (
	equal       likeness = iota
	plus                 // larger by a constant
	butLast              // equal except for the last element
	butFirst             // equal except for the first element
	prefix               // equal up to some element, different from there on
	butOne               // equal except for one element
	backToFront          // the same, in reverse order
	negated              // with the other sign
	doubled              // twice as large
)

// likenesses are used in this order, over and over. plus comes most often, because there are many constants.
var likenesses = []likeness{equal, plus, butLast, plus, butFirst, plus, prefix, negated, plus, butOne, doubled, backToFront}

// likened returns input t among those whose elements are not aimed at anything. Every second one has arrays that are
// alike.
func (g *inputs) likened(r *rand.Rand, in *Input, t int) *Input {
	if t%2 == 1 {
		return in
	}
	t /= 2
	if parts := g.parts(in, t/len(likenesses)); len(parts) > 1 {
		g.alike(r, parts, t)
		g.settle(in)
	}
	return in
}

// alike makes the arrays of input t alike, or the rows of one array, by each likeness in turn. The second array follows
// from the first; the others follow from it too, or equal it. With plus, each is larger by a constant than the one
// before. The order of the arrays changes each time.
func (g *inputs) alike(r *rand.Rand, parts []stretch, t int) {
	kind, turn := likenesses[t%len(likenesses)], t/len(likenesses)
	if kind == plus { // counted separately; the others go by their turn
		turn = 0
		for k := range t {
			if likenesses[k%len(likenesses)] == plus {
				turn++
			}
		}
	}
	n := len(parts)
	order := make([]stretch, n)
	for k := range parts {
		at := (k + turn) % n
		if turn/n%2 == 1 {
			at = n - 1 - at
		}
		order[k] = parts[at]
	}
	for k := 1; k < n; k++ {
		switch {
		case kind == plus:
			g.follow(r, order[k-1], order[k], kind, turn)
		case k == 1 || r.IntN(2) == 0:
			g.follow(r, order[0], order[k], kind, turn)
		default:
			g.follow(r, order[0], order[k], equal, turn)
		}
	}
}

// stretch is an array or a row of one.
type stretch struct {
	a       *value.Array
	from, n int
	given   bool // must not be changed
}

// parts returns the arrays of one element type. In every third turn, and if there is only one array, it returns the
// rows of one.
func (g *inputs) parts(in *Input, turn int) (list []stretch) {
	of := map[syntax.Elem][]stretch{}
	var rows [][]stretch
	for k, x := range g.sub.Arrays {
		a := in.Arrays[k]
		of[x.elem] = append(of[x.elem], stretch{a, 0, a.Elems.Len(), g.sub.givesArray(k)})
		if len(a.Shape) > 1 && a.Shape[0] > 1 && !g.sub.givesArray(k) {
			var own []stretch
			n := a.Elems.Len() / a.Shape[0]
			for i := range a.Shape[0] {
				own = append(own, stretch{a, i * n, n, false})
			}
			rows = append(rows, own)
		}
	}
	if ints, reals := of[syntax.Int], of[syntax.F64]; len(ints) < 2 || len(reals) > 1 && turn%2 == 1 {
		list = reals
	} else {
		list = ints
	}
	if len(rows) > 0 && (len(list) < 2 || turn%3 == 2) {
		return rows[turn%len(rows)]
	}
	return list
}

// follow gives b the elements of a, as many as fit, changed as the likeness says.
func (g *inputs) follow(r *rand.Rand, a, b stretch, kind likeness, turn int) {
	n := min(a.n, b.n)
	if b.given || n == 0 {
		return
	}
	more := g.difference(r, a.a.Elem, kind, turn)
	at := map[likeness]int{butFirst: 0, butLast: n - 1, butOne: r.IntN(n), prefix: r.IntN(n)}
	ask := g.asking()
	for i := range n {
		ask()
		from := i
		if kind == backToFront {
			from = n - 1 - i
		}
		x := a.a.Elems.At(a.from + from)
		k, one := at[kind]
		switch {
		case kind == plus || one && (i == k || kind == prefix && i > k):
			x = added(x, more)
		case kind == negated:
			x = minus(x)
		case kind == doubled:
			x = added(x, x)
		}
		b.a.Elems.Set(b.from+i, x)
	}
}

// difference returns by how much unequal elements differ: by one, or, if all elements differ, by one of the first
// constants in turn.
func (g *inputs) difference(r *rand.Rand, elem syntax.Elem, kind likeness, turn int) num.Num {
	k, all := num.Of([]int64{1, -1, 2, 10}[r.IntN(4)]), g.near[0][anInt]
	if elem == syntax.F64 {
		all = g.near[0][aReal]
	}
	if at := turn % primeFrom(max(leastPrime, min(len(all), mostPaired))); kind == plus && at < len(all) {
		k = all[at]
	} else if kind != plus && r.IntN(2) == 0 {
		k = *g.constants.of(r, elem)
	}
	if elem == syntax.F64 && !k.IsReal() {
		return asReal(k)
	}
	return k
}

// minus returns a number with the other sign.
func minus(x num.Num) num.Num {
	if x.IsReal() {
		return num.OfFloat(-x.Real().Float64())
	}
	return x.Neg()
}

// added returns the sum of two numbers of one type.
func added(x, y num.Num) num.Num {
	if x.IsReal() {
		return num.OfReal(doubles.Reals.Add(x.Real(), y.Real()))
	}
	return x.Add(y)
}
