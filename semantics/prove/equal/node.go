package equal

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// kind tells the forms of a node apart.
type kind uint8

const (
	number    kind = iota // an int: a polynomial in normal form over the variables of other nodes
	literal               // an f64 that is written
	atom                  // an int or f64 about which nothing is known, such as an argument
	operation             // op(args…), other than of ints only
	zero                  // 1 if the polynomial is 0, or else 0
	atMost                // 1 if the polynomial is not positive, or else 0
	choice                // args[1] if args[0] is not 0, or else args[2]
	element               // an element of an array about which nothing is known
	unwritten             // an element that nobody has written
)

// node is a scalar in normal form. Nodes are equal if and only if they are the same pointer.
type node struct {
	id   int
	kind kind
	elem syntax.Elem
	p    poly.Poly
	op   syntax.Op
	args []*node
	base *base
	f    float64 // of a literal
	text string  // of an atom

	bit bool // it is 0 or 1
	at  int  // the variable that stands for it in polynomials; 0: none yet
}

// base is an array about which nothing is known: an argument, what a loop carries, what it gives.
type base struct {
	id    int
	name  string
	elems []*node // of a literal
}

// nodes has each node once.
type nodes struct {
	byKey map[string]*node
	byVar map[int]*node
	bases map[string]*base
	made  int
}

func (r *run) intern(key string, n node) *node {
	if have := r.byKey[key]; have != nil {
		return have
	}
	r.step(1)
	r.made++
	n.id = r.made
	r.byKey[key] = &n
	return &n
}

// int is the polynomial as a node.
func (r *run) int(p poly.Poly) *node {
	return r.intern("p"+p.Key(), node{kind: number, p: p})
}

func constant(k int64) poly.Poly { return poly.Int(num.Of(k)) }

var one = constant(1)

func (r *run) constant(k int64) *node { return r.int(constant(k)) }

// known is an int as a number: a variable stands for another node.
func (r *run) known(n *node) *node {
	if n.elem != syntax.Int || n.kind == number || n.kind == unwritten {
		return n
	}
	if n.at == 0 {
		v := r.syms.New(n.name())
		n.at = r.syms.Made()
		r.byVar[n.at] = n
		if n.bit {
			r.everywhere(v)
			r.everywhere(one.Sub(v))
		}
	}
	return r.int(r.syms.Get(n.at))
}

// name is a name for the variable that stands for a node.
func (n *node) name() string {
	if n.kind == atom {
		return n.text
	}
	return "v" + strconv.Itoa(n.id)
}

// atom is a new scalar about which nothing is known.
func (r *run) atom(elem syntax.Elem, name string) *node {
	r.made++
	return r.known(&node{id: r.made, kind: atom, elem: elem, text: name})
}

// real is an f64 that is written.
func (r *run) real(x float64) *node {
	return r.intern(fmt.Sprintf("r%x", math.Float64bits(x)), node{kind: literal, elem: syntax.F64, f: x})
}

func (r *run) unwritten(elem syntax.Elem) *node {
	return r.intern(fmt.Sprintf("u%d", elem), node{kind: unwritten, elem: elem})
}

// key is the prefix and the numbers of some nodes.
func key(prefix string, ns ...*node) string {
	var b strings.Builder
	b.WriteString(prefix)
	for _, n := range ns {
		b.WriteByte(',')
		b.WriteString(strconv.Itoa(n.id))
	}
	return b.String()
}

// newBase is an array about which nothing is known.
func (r *run) newBase(name string) *base {
	r.made++
	return &base{id: r.made, name: name}
}

// load is an element of an array about which nothing is known.
func (r *run) load(b *base, elem syntax.Elem, at []poly.Poly) *node {
	ns := make([]*node, len(at))
	for k, p := range at {
		ns[k] = r.int(p)
	}
	if b.elems != nil {
		if k, ok := at[0].Const(); ok {
			if k, ok := k.Int64(); ok && k >= 1 && k <= int64(len(b.elems)) {
				return b.elems[k-1]
			}
		}
	}
	return r.known(r.intern(key("e"+strconv.Itoa(b.id), ns...), node{kind: element, elem: elem, base: b, args: ns}))
}

// apply is an operator that is not one of ints to an int.
func (r *run) apply(op syntax.Op, elem syntax.Elem, args ...*node) *node {
	if op == syntax.Neg && args[0].kind == literal {
		return r.real(-args[0].f)
	}
	n := r.intern(key("o"+strconv.Itoa(int(op)), args...), node{kind: operation, elem: elem, op: op, args: args, bit: syntax.Ops[op].Truth})
	return r.known(n)
}

// isZero is 1 if p is 0, or else 0.
func (r *run) isZero(p poly.Poly) *node {
	if k, ok := p.Const(); ok {
		return r.truth(k.IsZero())
	}
	if n := r.int(p); r.isBit(n) {
		return r.not(n)
	}
	if q := p.Neg(); q.Key() < p.Key() {
		p = q
	}
	return r.known(r.intern("z"+p.Key(), node{kind: zero, p: p, bit: true}))
}

// isAtMost is 1 if p is not positive, or else 0. Of p <= 0 and its opposite, 1 - p <= 0, one is a node.
func (r *run) isAtMost(p poly.Poly) *node {
	if k, ok := p.Const(); ok {
		return r.truth(k.Sign() <= 0)
	}
	if q := one.Sub(p); q.Key() < p.Key() {
		return r.not(r.known(r.intern("m"+q.Key(), node{kind: atMost, p: q, bit: true})))
	}
	return r.known(r.intern("m"+p.Key(), node{kind: atMost, p: p, bit: true}))
}

func (r *run) truth(t bool) *node {
	if t {
		return r.constant(1)
	}
	return r.constant(0)
}

// not is 1 - n for an n that is 0 or 1.
func (r *run) not(n *node) *node { return r.int(one.Sub(n.p)) }

// condition takes an int that is used as a condition apart: the node of the truth, and whether it is negated. A constant, or a sum of several things,
// is itself.
func (r *run) condition(n *node) (c *node, negated bool) {
	if id, ok := n.p.Variable(); ok {
		return r.byVar[id], false
	}
	if id, ok := one.Sub(n.p).Variable(); ok && r.byVar[id] != nil && r.byVar[id].bit {
		return r.byVar[id], true
	}
	return n, false
}

// isBit tells whether an int is known to be 0 or 1 by its form.
func (r *run) isBit(n *node) bool {
	if k, ok := n.p.Const(); ok {
		return k.IsZero() || k.Equal(num.Of(1))
	}
	c, _ := r.condition(n)
	return c != nil && c.bit
}

// either is a if the condition is not 0, or else b.
func (r *run) either(cond, a, b *node) *node {
	if a == b {
		return a
	}
	c, negated := r.condition(cond)
	if negated {
		a, b = b, a
	}
	if a.elem == syntax.Int && a.kind == number && b.kind == number {
		if c.bit && a.p.Sub(b.p).Key() == one.Key() && b.p.IsZero() {
			return r.known(c)
		}
		if c.bit && b.p.Sub(a.p).Key() == one.Key() && a.p.IsZero() {
			return r.not(r.known(c))
		}
	}
	bit := a.elem == syntax.Int && a.kind == number && b.kind == number && r.isBit(a) && r.isBit(b)
	return r.known(r.intern(key("c", c, a, b), node{kind: choice, elem: a.elem, args: []*node{c, a, b}, bit: bit}))
}
